create table auth_request (
	id text not null primary key,
	client_id text not null,
	response_types bytea not null, -- JSON array of strings
	scopes bytea not null,         -- JSON array of strings
	redirect_uri text not null,
	nonce text not null,
	state text not null,
	force_approval_prompt boolean not null,
	logged_in boolean not null,
	claims_user_id text not null,
	claims_username text not null,
	claims_email text not null,
	claims_email_verified boolean not null,
	claims_groups bytea not null, -- JSON array of strings
	connector_id text not null,
	connector_data bytea,
	expiry timestamptz not null
);
create table auth_code (
	id text not null primary key,
	client_id text not null,
	scopes bytea not null, -- JSON array of strings
	nonce text not null,
	redirect_uri text not null,
	claims_user_id text not null,
	claims_username text not null,
	claims_email text not null,
	claims_email_verified boolean not null,
	claims_groups bytea not null, -- JSON array of strings
	connector_id text not null,
	connector_data bytea,
	expiry timestamptz not null
);
create table refresh_token (
	id text not null primary key,
	client_id text not null,
	scopes bytea not null, -- JSON array of strings
	nonce text not null,
	claims_user_id text not null,
	claims_username text not null,
	claims_email text not null,
	claims_email_verified boolean not null,
	claims_groups bytea not null, -- JSON array of strings
	connector_id text not null,
	connector_data bytea
);
alter table refresh_token add column token text not null default '';
alter table refresh_token add column created_at timestamptz not null default '0001-01-01 00:00:00 UTC';
alter table refresh_token add column last_used timestamptz not null default '0001-01-01 00:00:00 UTC';
alter table auth_code add column claims_preferred_username text not null default '';
alter table auth_request add column claims_preferred_username text not null default '';
alter table refresh_token add column claims_preferred_username text not null default '';
create table device_token (
	device_code text not null primary key,
	status text not null,
	token bytea,
	expiry timestamptz not null,
	last_request timestamptz not null,
	poll_interval integer not null
);
alter table auth_request add column code_challenge text not null default '';
alter table auth_request add column code_challenge_method text not null default '';
alter table auth_code add column code_challenge text not null default '';
alter table auth_code add column code_challenge_method text not null default '';
alter table refresh_token add column obsolete_token text default '';
alter table device_token add column code_challenge text not null default '';
alter table device_token add column code_challenge_method text not null default '';
alter table auth_request add column hmac_key bytea;

CREATE FUNCTION pg_temp.did(s text) RETURNS text LANGUAGE sql AS $$ SELECT substr(translate(md5(s), '0189', 'wxyz'), 1, 25) $$;
INSERT INTO auth_request
SELECT pg_temp.did('ar' || n), 'grafana', '["code"]', '["openid","profile","email","groups"]', 'https://grafana.example.com/login/generic_oauth', md5('n' || n), md5('st' || n), false, n % 3 <> 0,
       CASE WHEN n % 3 <> 0 THEN 'CiQ' || md5('u' || n % 9) ELSE '' END, CASE WHEN n % 3 <> 0 THEN 'user' || n % 9 ELSE '' END, CASE WHEN n % 3 <> 0 THEN 'user' || n % 9 || '@example.com' ELSE '' END, n % 3 <> 0, 'null', 'ldap', NULL, now() + interval '24 h' - n * interval '31 min', '', '', '', decode(md5('hm' || n), 'hex')
FROM generate_series(1, 50) n;
INSERT INTO auth_code
SELECT pg_temp.did('ac' || n), 'argo-cd', '["openid","email"]', '', 'https://argocd.example.com/auth/callback', 'CiQ' || md5('u' || n % 9), 'user' || n % 9, 'user' || n % 9 || '@example.com', true, '["dev"]', 'ldap', NULL, now() + interval '30 min' - n * interval '45 s', 'user' || n % 9, encode(sha256(('cc' || n)::bytea), 'base64'), 'S256' FROM generate_series(1, 44) n;
INSERT INTO refresh_token
SELECT pg_temp.did('rt' || n), 'kubernetes', '["openid","offline_access"]', '', 'CiQ' || md5('u' || n % 9), 'user' || n % 9, 'user' || n % 9 || '@example.com', true, '["dev"]', 'ldap', '{}', pg_temp.did('rtt' || n), now() - n * interval '17 h', now() - n * interval '2 h', 'user' || n % 9, CASE WHEN n % 2 = 0 THEN pg_temp.did('rto' || n) ELSE '' END FROM generate_series(1, 60) n;
INSERT INTO device_token
SELECT md5('dt' || n), CASE WHEN n % 4 = 0 THEN 'authorization_pending' ELSE 'complete' END, CASE WHEN n % 4 <> 0 THEN convert_to('{"access_token":"ey' || md5('at' || n) || '","token_type":"bearer","expires_in":86399}', 'UTF8') END, now() + interval '5 min' - n * interval '4 s', now() - n * interval '5 s', CASE WHEN n % 9 = 0 THEN 10 ELSE 5 END, '', '' FROM generate_series(1, 48) n;
