CREATE TABLE hydra_oauth2_code (
    signature varchar(255) NOT NULL PRIMARY KEY,
    request_id varchar(40) NOT NULL,
    requested_at timestamp NOT NULL DEFAULT now(),
    client_id varchar(255) NOT NULL,
    scope text NOT NULL,
    granted_scope text NOT NULL,
    form_data text NOT NULL,
    session_data text NOT NULL,
    subject varchar(255) NOT NULL DEFAULT '',
    active bool NOT NULL DEFAULT true,
    requested_audience text NULL DEFAULT '',
    granted_audience text NULL DEFAULT '',
    challenge_id varchar(40) NULL
);
CREATE INDEX hydra_oauth2_code_client_id_idx ON hydra_oauth2_code (client_id);
CREATE INDEX hydra_oauth2_code_challenge_id_idx ON hydra_oauth2_code (challenge_id);
CREATE TABLE hydra_oauth2_refresh (
    signature varchar(255) NOT NULL PRIMARY KEY,
    request_id varchar(40) NOT NULL,
    requested_at timestamp NOT NULL DEFAULT now(),
    client_id varchar(255) NOT NULL,
    scope text NOT NULL,
    granted_scope text NOT NULL,
    form_data text NOT NULL,
    session_data text NOT NULL,
    subject varchar(255) NOT NULL DEFAULT '',
    active bool NOT NULL DEFAULT true,
    requested_audience text NULL DEFAULT '',
    granted_audience text NULL DEFAULT '',
    challenge_id varchar(40) NULL,
    CONSTRAINT hydra_oauth2_refresh_request_id_key UNIQUE (request_id)
);
CREATE INDEX hydra_oauth2_refresh_client_id_idx ON hydra_oauth2_refresh (client_id);

INSERT INTO hydra_oauth2_code
SELECT encode(sha256(convert_to('code' || g, 'UTF8')), 'hex'), gen_random_uuid()::text, (now() AT TIME ZONE 'utc') - g * interval '13 minutes',
       'client-' || g % 5, 'openid|offline', 'openid|offline', 'client_id=client-' || g % 5 || '&response_type=code&state=' || md5('s' || g),
       '{"id_token":{"id_token_claims":{"sub":"user-' || g % 11 || '"}}}', 'user-' || g % 11, g < 4, '', '', md5('ch' || g)
FROM generate_series(1, 60) AS g;
INSERT INTO hydra_oauth2_refresh
SELECT encode(sha256(convert_to('refresh' || g, 'UTF8')), 'hex'), gen_random_uuid()::text, (now() AT TIME ZONE 'utc') - g * interval '3 hours',
       'client-' || g % 5, 'openid|offline', 'openid|offline', 'grant_type=authorization_code', '{"id_token":{}}', 'user-' || g % 11, g % 4 <> 0, '', '', md5('ch' || g)
FROM generate_series(1, 60) AS g;
