CREATE TABLE civicrm_queue_item (id serial PRIMARY KEY, queue_name varchar(64) NOT NULL, weight int NOT NULL, submit_time timestamp(0) NOT NULL, release_time timestamp(0), run_count int NOT NULL DEFAULT 0, data text);
CREATE INDEX index_queueids ON civicrm_queue_item (queue_name, weight, id);
INSERT INTO civicrm_queue_item (queue_name, weight, submit_time, release_time, run_count, data)
SELECT (ARRAY['civi_import', 'flexmailer_send', 'civirules'])[1 + g % 3], g % 3, c, CASE WHEN g <= 40 THEN NULL WHEN g <= 46 THEN localtimestamp + interval '50 minutes' ELSE c + interval '1 hour' END, CASE WHEN g <= 40 THEN 0 ELSE 1 + (g % 4 = 0)::int END, 'O:14:"CRM_Queue_Task":' || g
FROM (SELECT g, CASE WHEN g <= 46 THEN localtimestamp - g * interval '5 seconds' ELSE localtimestamp - interval '9 hours' END AS c FROM generate_series(1, 51) g) s;
