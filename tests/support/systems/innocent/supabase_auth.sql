CREATE TYPE one_time_token_type AS ENUM ('confirmation_token','reauthentication_token','recovery_token','email_change_token_new','email_change_token_current','phone_change_token');
CREATE TABLE refresh_tokens (
  instance_id uuid,
  id bigserial NOT NULL,
  token varchar(255),
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT refresh_tokens_token_unique UNIQUE (token)
);
CREATE INDEX refresh_tokens_instance_id_idx ON refresh_tokens (instance_id);
CREATE INDEX refresh_tokens_instance_id_user_id_idx ON refresh_tokens (instance_id, user_id);
CREATE INDEX refresh_tokens_parent_idx ON refresh_tokens (parent);
CREATE INDEX refresh_tokens_session_id_revoked_idx ON refresh_tokens (session_id, revoked);
CREATE INDEX refresh_tokens_updated_at_idx ON refresh_tokens (updated_at DESC);
CREATE TABLE one_time_tokens (
  id uuid NOT NULL PRIMARY KEY,
  user_id uuid NOT NULL,
  token_type one_time_token_type NOT NULL,
  token_hash text NOT NULL,
  relates_to text NOT NULL,
  created_at timestamp NOT NULL DEFAULT now(),
  updated_at timestamp NOT NULL DEFAULT now(),
  CONSTRAINT one_time_tokens_token_hash_check CHECK (char_length(token_hash) > 0)
);
CREATE INDEX one_time_tokens_token_hash_hash_idx ON one_time_tokens USING hash (token_hash);
CREATE INDEX one_time_tokens_relates_to_hash_idx ON one_time_tokens USING hash (relates_to);
CREATE UNIQUE INDEX one_time_tokens_user_id_token_type_key ON one_time_tokens (user_id, token_type);
INSERT INTO refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
SELECT '00000000-0000-0000-0000-000000000000', substr(md5('tk'||s||'-'||n),1,12), md5('u'||s%7)::uuid::text, n<k, c, CASE WHEN n<k THEN c+interval '1 hour' ELSE c END, CASE WHEN n>1 THEN substr(md5('tk'||s||'-'||(n-1)),1,12) END, md5('sess'||s)::uuid
FROM generate_series(1,16) s CROSS JOIN LATERAL (SELECT 1+s%5 k) q CROSS JOIN LATERAL generate_series(1,k) n CROSS JOIN LATERAL (SELECT now()-s*interval '9 hours'+n*interval '1 hour' c) t;
INSERT INTO one_time_tokens
SELECT gen_random_uuid(), md5('ou'||i)::uuid, (ARRAY['recovery_token','confirmation_token','email_change_token_new','recovery_token'])[1+i%4]::one_time_token_type, CASE WHEN i%2=0 THEN 'pkce_' ELSE '' END||encode(sha224(('ot'||i)::bytea),'hex'), 'person'||i||'@example.io', c, c
FROM generate_series(1,28) i CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'utc')-i*interval '43 minutes' c) t;
