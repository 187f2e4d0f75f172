CREATE TYPE header_pair AS (name TEXT, value BYTEA);
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL
);
CREATE TABLE idempotency (
  user_id uuid NOT NULL REFERENCES users(user_id),
  idempotency_key TEXT NOT NULL,
  response_status_code SMALLINT,
  response_headers header_pair[],
  response_body BYTEA,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, idempotency_key)
);
CREATE TABLE newsletter_issues (
  newsletter_issue_id uuid NOT NULL,
  title TEXT NOT NULL,
  text_content TEXT NOT NULL,
  html_content TEXT NOT NULL,
  published_at TEXT NOT NULL,
  PRIMARY KEY (newsletter_issue_id)
);
CREATE TABLE issue_delivery_queue (
  newsletter_issue_id uuid NOT NULL REFERENCES newsletter_issues(newsletter_issue_id),
  subscriber_email TEXT NOT NULL,
  PRIMARY KEY (newsletter_issue_id, subscriber_email)
);
INSERT INTO users SELECT md5('u'||i)::uuid, (ARRAY['admin','luca','editor'])[i], '$argon2id$v=19$m=15000,t=2,p=1$'||substr(md5('salt'||i),1,22)||'$'||md5('ph'||i) FROM generate_series(1,3) i;
INSERT INTO idempotency
SELECT md5('u'||(1+i%3))::uuid, md5('key'||i)::uuid::text, 303,
  ARRAY[ROW('location', convert_to('/admin/newsletters','UTF8'))::header_pair,
        ROW('set-cookie', convert_to('_flash='||md5('c'||i)||'; Path=/; HttpOnly','UTF8'))::header_pair],
  ''::bytea, now() - i * interval '19 hours'
FROM generate_series(1,36) i;
INSERT INTO newsletter_issues
SELECT md5('issue'||i)::uuid, 'Issue #'||i, 'Plain text of issue '||i, '<p>Text of issue '||i||'</p>', to_char((now() - i*interval '5 minutes') at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')
FROM generate_series(1,4) i;
INSERT INTO issue_delivery_queue
SELECT md5('issue'||(1+i%2))::uuid, 'reader'||i||'@example.org' FROM generate_series(1,48) i;
