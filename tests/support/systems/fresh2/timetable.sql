CREATE TYPE state AS ENUM ('SCHEDULED', 'DISABLED', 'COMPLETED');
CREATE TABLE events (id uuid NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(), key varchar(128) NOT NULL, value json NOT NULL DEFAULT '{}', idempotence_key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), namespace varchar(64) NOT NULL, state state NOT NULL DEFAULT 'SCHEDULED', created_at timestamptz NOT NULL DEFAULT now(), scheduled_at timestamptz NOT NULL);
CREATE INDEX key_idx ON events (namespace, key);
CREATE INDEX key_state_idx ON events (namespace, key, id, state);
CREATE INDEX state_idx ON events (namespace, scheduled_at, state);
CREATE UNIQUE INDEX single_scheduled_idx ON events (namespace, key) WHERE state = 'SCHEDULED';
INSERT INTO events SELECT md5('te' || g)::uuid, CASE WHEN g <= 50 THEN 'sub-' || g ELSE 'sub-' || g % 50 + 1 END, ('{"plan": "p' || g % 4 || '"}')::json, md5('ik' || g)::uuid, CASE WHEN g % 50 < 34 THEN 'renewals' ELSE 'reminders' END, CASE WHEN g <= 50 THEN 'SCHEDULED' WHEN g % 23 = 0 THEN 'DISABLED' ELSE 'COMPLETED' END::state, d - interval '30 days', d
FROM (SELECT g, CASE WHEN g <= 4 THEN now() - interval '11 hours' - g * interval '1 minute' WHEN g <= 9 THEN now() - g * interval '10 seconds' WHEN g <= 50 THEN now() + g * interval '14 hours' ELSE now() - (g - 49) * interval '8 hours' END AS d FROM generate_series(1, 170) g) s;
