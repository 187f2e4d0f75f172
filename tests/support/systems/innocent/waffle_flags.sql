CREATE TABLE waffle_flag (
  id            serial PRIMARY KEY,
  name          varchar(100) NOT NULL UNIQUE,
  everyone      boolean,
  percent       numeric(3, 1),
  testing       boolean NOT NULL,
  superusers    boolean NOT NULL,
  staff         boolean NOT NULL,
  authenticated boolean NOT NULL,
  languages     text NOT NULL,
  rollout       boolean NOT NULL,
  note          text NOT NULL,
  created       timestamptz NOT NULL,
  modified      timestamptz NOT NULL
);
CREATE INDEX waffle_flag_created_4a6e8cef ON waffle_flag (created);
CREATE TABLE waffle_switch (
  id       serial PRIMARY KEY,
  name     varchar(100) NOT NULL UNIQUE,
  active   boolean NOT NULL,
  note     text NOT NULL,
  created  timestamptz NOT NULL,
  modified timestamptz NOT NULL
);
CREATE INDEX waffle_switch_created_c004e77e ON waffle_switch (created);
INSERT INTO waffle_flag (name, everyone, percent, testing, superusers, staff, authenticated, languages, rollout, note, created, modified)
SELECT (ARRAY['checkout_v2', 'retry_payments', 'new_inbox', 'idempotent_orders'])[1 + n % 4] || '_' || n, CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN true ELSE false END,
       CASE WHEN n % 3 = 0 THEN (n % 10) * 10.0 / 1.5 END, false, true, n % 2 = 0, false, CASE WHEN n % 5 = 0 THEN 'en,de' ELSE '' END, false, 'ticket ' || 2000 + n,
       now() - n * interval '6 days', now() - n * interval '2 days'
FROM generate_series(1, 28) AS n;
INSERT INTO waffle_switch (name, active, note, created, modified)
SELECT 'switch_' || n, n % 2 = 0, '', now() - n * interval '9 days', now() - n * interval '1 day' FROM generate_series(1, 26) AS n;
