CREATE TABLE domains (
  id serial PRIMARY KEY, server_id integer, uuid varchar(255), name varchar(255), verification_token varchar(255), verification_method varchar(255), verified_at timestamp(0), dkim_private_key text, created_at timestamp(6), updated_at timestamp(6),
  dns_checked_at timestamp(6), spf_status varchar(255), spf_error varchar(255), dkim_status varchar(255), dkim_error varchar(255), mx_status varchar(255), mx_error varchar(255), return_path_status varchar(255), return_path_error varchar(255),
  outgoing boolean DEFAULT true, incoming boolean DEFAULT true, owner_type varchar(255), owner_id integer, dkim_identifier_string varchar(255), use_for_any boolean
);
CREATE TABLE worker_roles (id bigserial PRIMARY KEY, role varchar(255), worker varchar(255), acquired_at timestamp(0));
CREATE UNIQUE INDEX index_worker_roles_on_role ON worker_roles (role);
INSERT INTO domains (server_id, uuid, name, verification_token, verification_method, verified_at, created_at, updated_at, dns_checked_at, spf_status, spf_error, dkim_status, mx_status, mx_error, return_path_status, owner_type, owner_id)
SELECT 1 + g % 4, md5('d' || g)::uuid::text, 'example' || g || '.org', left(md5('t' || g), 32), 'DNS', CASE WHEN g % 7 > 0 THEN c + interval '1 day' END, c, c + interval '1 day', n - g * interval '7 minutes',
       CASE WHEN g % 5 = 0 THEN 'Missing' ELSE 'OK' END, CASE WHEN g % 5 = 0 THEN 'No SPF record exists for this domain' END, CASE WHEN g % 6 = 0 THEN 'Invalid' ELSE 'OK' END, CASE WHEN g % 4 = 0 THEN 'Missing' ELSE 'OK' END, CASE WHEN g % 4 = 0 THEN 'There are no MX records' END, 'OK', 'Organization', 1 + g % 3
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, (now() AT TIME ZONE 'UTC') - g * interval '5 days' AS c FROM generate_series(1, 60) g) s;
INSERT INTO worker_roles (role, worker, acquired_at) VALUES ('leader', 'host:mail-1 pid:7', now() AT TIME ZONE 'UTC');
