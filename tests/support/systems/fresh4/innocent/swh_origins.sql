CREATE TYPE last_visit_status AS ENUM ('successful', 'failed', 'not_found');
CREATE TABLE listers (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL, instance_name text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(), current_state jsonb NOT NULL, updated timestamptz NOT NULL,
  last_listing_finished_at timestamptz, first_visits_queue_prefix text, first_visits_scheduled_at timestamptz);
CREATE TABLE listed_origins (lister_id uuid NOT NULL, url text NOT NULL, visit_type text NOT NULL,
  extra_loader_arguments jsonb NOT NULL, enabled boolean NOT NULL, first_seen timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL, last_update timestamptz, is_fork boolean, forked_from_url text,
  PRIMARY KEY (lister_id, url, visit_type));
CREATE TABLE origin_visit_stats (url text NOT NULL, visit_type text NOT NULL, last_successful timestamptz,
  last_visit timestamptz, last_visit_status last_visit_status, last_scheduled timestamptz, last_snapshot bytea,
  next_visit_queue_position bigint, next_position_offset int NOT NULL DEFAULT 4,
  successive_visits int NOT NULL DEFAULT 1, PRIMARY KEY (url, visit_type));
INSERT INTO listers SELECT md5('li' || g)::uuid, 'gitlab', 'gitlab' || g || '.example.org', c,
  '{"last_seen_next_link":"x"}', c + interval '20 days', CASE WHEN g % 5 > 0 THEN c + interval '20 days' END, NULL,
  NULL FROM (SELECT g, now() - g * interval '25 days' AS c FROM generate_series(1, 45) g) s;
INSERT INTO listed_origins SELECT md5('li' || 1 + g % 45)::uuid, 'https://example.org/r' || g, 'git', '{}',
  g % 12 > 0, c, now() - g * interval '2 hours', CASE WHEN g % 3 > 0 THEN c + interval '9 days' END, g % 4 = 0, CASE
  WHEN g % 4 = 0 THEN 'https://example.org/up' || g END FROM (SELECT g,
  now() - g * interval '3 days' AS c FROM generate_series(1, 150) g) s;
INSERT INTO origin_visit_stats SELECT 'https://example.org/r' || g, 'git', CASE WHEN g % 8 > 0 THEN c END, CASE
  WHEN g % 13 > 0 THEN c END, CASE WHEN g % 13 > 0 THEN (CASE WHEN g % 8 = 0 THEN 'failed' WHEN g % 21 = 0
  THEN 'not_found' ELSE 'successful' END)::last_visit_status END, c - interval '1 hour', CASE WHEN g % 8 > 0
  THEN decode(md5('sn' || g), 'hex') END, 1000 + g, 4 + g % 5, 1 + g % 4 FROM (SELECT g,
  now() - g * interval '5 hours' AS c FROM generate_series(1, 150) g) s;
