CREATE TYPE indexable_entity_type AS ENUM ('event', 'release');
CREATE TYPE event_queue_action AS ENUM ('index', 'copy_image', 'delete_image', 'deindex', 'noop');
CREATE TYPE event_state AS ENUM ('queued', 'running', 'failed', 'completed');
CREATE TABLE event_queue (
  id bigserial,
  state event_state NOT NULL DEFAULT 'queued',
  entity_type indexable_entity_type NOT NULL,
  action event_queue_action NOT NULL,
  message jsonb NOT NULL,
  depends_on bigint[],
  created timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  last_updated timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT event_queue_pkey PRIMARY KEY (id)
);
CREATE TABLE event_failure_reason (
  event bigint NOT NULL CONSTRAINT event_failure_reason_fk_event REFERENCES event_queue (id) ON DELETE CASCADE,
  failure_reason text NOT NULL,
  created timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX event_queue_idx_queued_uniq ON event_queue (entity_type, action, message) WHERE state = 'queued';
CREATE INDEX event_queue_idx_state_created ON event_queue (state, created);
CREATE INDEX event_failure_reason_idx_event ON event_failure_reason (event, created);

INSERT INTO event_queue (state, entity_type, action, message, depends_on, created, attempts, last_updated)
SELECT st::event_state, CASE WHEN g % 9 = 0 THEN 'event' ELSE 'release' END::indexable_entity_type, (ARRAY['index', 'index', 'copy_image', 'delete_image', 'deindex'])[1 + g % 5]::event_queue_action,
       jsonb_build_object('gid', md5('rel' || g)::uuid) || CASE WHEN g % 5 IN (2, 3) THEN jsonb_build_object('artwork_id', 10203040 + g, 'suffix', 'jpg') ELSE '{}' END, CASE WHEN g % 5 = 3 AND g > 3 THEN ARRAY[g - 1]::bigint[] END, c,
       CASE st WHEN 'queued' THEN CASE WHEN g <= 138 THEN 1 + g % 3 ELSE 0 END WHEN 'failed' THEN 5 ELSE 1 END, CASE st WHEN 'queued' THEN CASE WHEN g <= 138 THEN now() - (g - 130) * interval '4 minutes' ELSE c END WHEN 'failed' THEN c + interval '10 hours' WHEN 'running' THEN CASE WHEN g <= 128 THEN c + interval '9 seconds' ELSE now() - interval '2 seconds' END ELSE c + (4 + g % 40) * interval '1 second' END
FROM (SELECT g, CASE WHEN g > 132 THEN 'queued' WHEN g > 126 THEN 'running' WHEN g % 24 = 0 THEN 'failed' ELSE 'completed' END AS st, CASE WHEN g > 138 THEN now() - (151 - g) * interval '700 milliseconds' WHEN g > 132 THEN now() - interval '50 minutes' - g * interval '1 minute' WHEN g > 128 THEN now() - interval '5 seconds' WHEN g > 126 THEN now() - interval '4 hours' ELSE now() - (150 - g) * interval '9 hours' END AS c FROM generate_series(1, 150) g) s ORDER BY g;
INSERT INTO event_failure_reason (event, failure_reason, created)
SELECT id, '503 Server Error: Slow Down for url: https://s3.us.archive.org/mbid-' || (message ->> 'gid') || '/index.json', created + n * interval '2 hours' FROM event_queue, generate_series(1, 5) n WHERE state = 'failed' OR (state = 'queued' AND n <= attempts);
CREATE FUNCTION b_upd_event_queue() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.last_updated = NEW.last_updated THEN NEW.last_updated = now(); END IF; RETURN NEW; END $$;
CREATE TRIGGER b_upd_event_queue BEFORE UPDATE ON event_queue FOR EACH ROW EXECUTE FUNCTION b_upd_event_queue();
