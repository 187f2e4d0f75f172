CREATE TABLE post_redirects (id serial PRIMARY KEY, token text NOT NULL, uri text NOT NULL, post_params_yaml text,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, email_token text NOT NULL, reason_params_yaml text,
  user_id integer, circumstance text NOT NULL DEFAULT 'normal');
CREATE UNIQUE INDEX index_post_redirects_on_token ON post_redirects (token);
CREATE TABLE mail_server_logs (id serial PRIMARY KEY, mail_server_log_done_id integer, info_request_id integer,
  "order" integer NOT NULL, line text NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
  delivery_status varchar);
INSERT INTO post_redirects (token, uri, created_at, updated_at, email_token, user_id, circumstance) SELECT
  left(md5('to' || g), 18), '/new/' || g, c, c, left(md5('em' || g), 18), CASE WHEN g % 3 = 0 THEN g END, CASE WHEN
  g % 9 = 0 THEN 'change_password' ELSE 'normal' END FROM (SELECT g, localtimestamp - g * interval '50 minutes' AS c
  FROM generate_series(1, 140) g) s;
INSERT INTO mail_server_logs (mail_server_log_done_id, info_request_id, "order", line, created_at, updated_at,
  delivery_status) SELECT 1 + g / 20, 1 + g / 4, g, 'log line ' || g, c, c, (ARRAY['sent', 'delivered', 'delivered',
  'failed', 'unknown'])[1 + g % 5] FROM (SELECT g, localtimestamp - g * interval '30 minutes' AS c FROM
  generate_series(1, 220) g) s;
