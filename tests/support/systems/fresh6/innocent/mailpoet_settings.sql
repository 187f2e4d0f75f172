CREATE TABLE settings (id serial PRIMARY KEY, name varchar(50) NOT NULL UNIQUE, value text, created_at timestamp,
  updated_at timestamp NOT NULL DEFAULT now());
CREATE TABLE statistics_opens (id serial PRIMARY KEY, newsletter_id integer NOT NULL, subscriber_id integer NOT
  NULL, queue_id integer NOT NULL, user_agent_id integer, user_agent_type smallint NOT NULL DEFAULT 0, created_at
  timestamp NOT NULL DEFAULT now());
INSERT INTO settings (name, value, created_at, updated_at) SELECT 'name' || g, 'v' || g, c, c + interval '3 days'
  FROM (SELECT g, localtimestamp - g * interval '4 days' AS c FROM generate_series(1, 60) g) s;
INSERT INTO statistics_opens (newsletter_id, subscriber_id, queue_id, user_agent_id, user_agent_type, created_at)
  SELECT 1 + g % 9, g, 1 + g % 9, 1 + g % 30, g % 2, localtimestamp - g * interval '9 minutes' FROM
  generate_series(1, 220) g;
