CREATE TABLE users (
    uuid char(36) NOT NULL PRIMARY KEY,
    created_at timestamp NOT NULL,
    email varchar(255) NOT NULL UNIQUE
);
CREATE TABLE organizations (uuid varchar(40) NOT NULL PRIMARY KEY, name text NOT NULL, billing_email text NOT NULL);
CREATE TABLE auth_requests (
    uuid char(36) NOT NULL PRIMARY KEY,
    user_uuid char(36) NOT NULL,
    organization_uuid char(36),
    request_device_identifier char(36) NOT NULL,
    device_type integer NOT NULL,
    request_ip text NOT NULL,
    response_device_id char(36),
    access_code text NOT NULL,
    public_key text NOT NULL,
    enc_key text,
    master_password_hash text,
    approved boolean,
    creation_date timestamp NOT NULL,
    response_date timestamp,
    authentication_date timestamp,
    FOREIGN KEY (user_uuid) REFERENCES users (uuid),
    FOREIGN KEY (organization_uuid) REFERENCES organizations (uuid)
);
CREATE TABLE sends (
    uuid char(36) NOT NULL PRIMARY KEY,
    user_uuid char(36) REFERENCES users (uuid),
    organization_uuid char(36) REFERENCES organizations (uuid),
    name text NOT NULL,
    notes text,
    atype integer NOT NULL,
    data text NOT NULL,
    akey text NOT NULL,
    password_hash bytea,
    password_salt bytea,
    password_iter integer,
    max_access_count integer,
    access_count integer NOT NULL,
    creation_date timestamp NOT NULL,
    revision_date timestamp NOT NULL,
    expiration_date timestamp,
    deletion_date timestamp NOT NULL,
    disabled boolean NOT NULL,
    hide_email boolean
);
INSERT INTO users SELECT md5('u' || n)::uuid::text, (now() AT TIME ZONE 'UTC') - make_interval(days => 100 - n), format('user%s@example.org', n) FROM generate_series(1, 12) n;
INSERT INTO auth_requests (uuid, user_uuid, request_device_identifier, device_type, request_ip, response_device_id, access_code, public_key, enc_key, master_password_hash, approved, creation_date, response_date, authentication_date)
SELECT md5('ar' || n)::uuid::text, md5('u' || n % 12 + 1)::uuid::text, md5('dev' || n)::uuid::text, 9, '198.51.100.' || n,
       CASE WHEN n <= 20 THEN md5('rd' || n)::uuid::text END, left(md5('ac' || n), 25), 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' || md5('pk' || n),
       CASE WHEN n <= 20 THEN '4.' || md5('ek' || n) END, NULL, CASE WHEN n <= 20 THEN true END, t, CASE WHEN n <= 20 THEN t + interval '9 s' END, CASE WHEN n <= 18 THEN t + interval '11 s' END
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(secs => (31 - n) * 25) AS t FROM generate_series(1, 30) n) s;
INSERT INTO sends (uuid, user_uuid, name, notes, atype, data, akey, max_access_count, access_count, creation_date, revision_date, expiration_date, deletion_date, disabled, hide_email)
SELECT md5('se' || n)::uuid::text, md5('u' || n % 12 + 1)::uuid::text, '2.' || md5('nm' || n), NULL, n % 2, format('{"text":"2.%s","hidden":false}', md5('tx' || n)), '2.' || md5('k' || n),
       CASE WHEN n % 3 = 0 THEN 5 END, n % 6, t, t, CASE WHEN n % 4 = 0 THEN t + interval '3 days' END, t + interval '7 days', n % 11 = 0, false
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(hours => (31 - n) * 5) AS t FROM generate_series(1, 30) n) s;
