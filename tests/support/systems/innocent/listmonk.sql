CREATE TYPE subscriber_status AS ENUM ('enabled', 'disabled', 'blocklisted');
CREATE TYPE campaign_status AS ENUM ('draft', 'running', 'scheduled', 'paused', 'cancelled', 'finished');
CREATE TYPE campaign_type AS ENUM ('regular', 'optin');
CREATE TYPE content_type AS ENUM ('richtext', 'html', 'plain', 'markdown', 'visual');
CREATE TYPE bounce_type AS ENUM ('soft', 'hard', 'complaint');
CREATE TABLE subscribers (
    id serial PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    email text NOT NULL UNIQUE,
    name text NOT NULL,
    attribs jsonb NOT NULL DEFAULT '{}',
    status subscriber_status NOT NULL DEFAULT 'enabled',
    created_at timestamptz DEFAULT now(),
    updated_at timestamptz DEFAULT now()
);
CREATE UNIQUE INDEX idx_subs_email ON subscribers (lower(email));
CREATE INDEX idx_subs_status ON subscribers (status);
CREATE TABLE campaigns (
    id serial PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    name text NOT NULL,
    subject text NOT NULL,
    from_email text NOT NULL,
    body text NOT NULL,
    body_source text NULL,
    altbody text NULL,
    content_type content_type NOT NULL DEFAULT 'richtext',
    send_at timestamptz,
    headers jsonb NOT NULL DEFAULT '[]',
    attribs jsonb NOT NULL DEFAULT '{}',
    status campaign_status NOT NULL DEFAULT 'draft',
    tags varchar(100)[],
    type campaign_type DEFAULT 'regular',
    messenger text NOT NULL,
    to_send int NOT NULL DEFAULT 0,
    sent int NOT NULL DEFAULT 0,
    max_subscriber_id int NOT NULL DEFAULT 0,
    last_subscriber_id int NOT NULL DEFAULT 0,
    archive boolean NOT NULL DEFAULT false,
    archive_slug text NULL UNIQUE,
    archive_meta jsonb NOT NULL DEFAULT '{}',
    started_at timestamptz,
    created_at timestamptz DEFAULT now(),
    updated_at timestamptz DEFAULT now()
);
CREATE INDEX idx_camps_status ON campaigns (status);
CREATE TABLE bounces (
    id serial PRIMARY KEY,
    subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE,
    campaign_id integer NULL REFERENCES campaigns (id) ON DELETE SET NULL ON UPDATE CASCADE,
    type bounce_type NOT NULL DEFAULT 'hard',
    source text NOT NULL DEFAULT '',
    meta jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz DEFAULT now()
);
CREATE INDEX idx_bounces_sub_id ON bounces (subscriber_id);
CREATE INDEX idx_bounces_source ON bounces (source);
INSERT INTO subscribers (uuid, email, name, attribs, status, created_at, updated_at)
SELECT md5('s' || n)::uuid, format('person%s@example.net', n), 'Person ' || n, jsonb_build_object('city', 'Town ' || n % 5), (CASE WHEN n % 19 = 0 THEN 'blocklisted' ELSE 'enabled' END)::subscriber_status, now() - make_interval(days => 90 - n), now() - make_interval(days => 40 - n / 3)
FROM generate_series(1, 60) n;
INSERT INTO campaigns (uuid, name, subject, from_email, body, content_type, send_at, status, tags, messenger, to_send, sent, max_subscriber_id, last_subscriber_id, started_at, created_at, updated_at)
SELECT md5('c' || n)::uuid, 'Newsletter ' || n, 'News ' || n, 'news@example.net', '<p>Hello {{ .Subscriber.Name }}</p>', 'richtext', CASE WHEN st = 'scheduled' THEN now() + make_interval(days => n - 20) END, st::campaign_status, '{monthly}', 'email',
       CASE WHEN st IN ('draft', 'scheduled') THEN 0 ELSE 60 END, CASE st WHEN 'finished' THEN 60 WHEN 'running' THEN 22 WHEN 'paused' THEN 31 WHEN 'cancelled' THEN 12 ELSE 0 END,
       CASE WHEN st IN ('draft', 'scheduled') THEN 0 ELSE 60 END, CASE st WHEN 'finished' THEN 60 WHEN 'running' THEN 22 WHEN 'paused' THEN 31 WHEN 'cancelled' THEN 12 ELSE 0 END,
       CASE WHEN st NOT IN ('draft', 'scheduled') THEN now() - make_interval(days => 30 - n) END, now() - make_interval(days => 31 - n), now() - make_interval(days => 29 - n)
FROM (SELECT n, CASE WHEN n <= 18 THEN CASE WHEN n % 7 = 0 THEN 'cancelled' ELSE 'finished' END WHEN n <= 20 THEN 'paused' WHEN n = 21 THEN 'running' WHEN n <= 25 THEN 'scheduled' ELSE 'draft' END AS st FROM generate_series(1, 28) n) s;
INSERT INTO bounces (subscriber_id, campaign_id, type, source, meta, created_at)
SELECT n % 60 + 1, n % 18 + 1, (CASE WHEN n % 3 = 0 THEN 'hard' ELSE 'soft' END)::bounce_type, 'ses', jsonb_build_object('notificationType', 'Bounce', 'bounceType', 'Transient', 'messageId', md5('m' || n)), now() - make_interval(hours => 200 - n * 4)
FROM generate_series(1, 30) n;
