CREATE TABLE harmony_machines (
  id serial PRIMARY KEY NOT NULL,
  last_contact timestamptz NOT NULL DEFAULT current_timestamp,
  host_and_port varchar(300) NOT NULL,
  cpu integer NOT NULL,
  ram bigint NOT NULL,
  gpu double precision NOT NULL,
  unschedulable boolean DEFAULT false,
  restart_request timestamptz
);
CREATE TABLE harmony_task (
  id serial PRIMARY KEY NOT NULL,
  initiated_by integer,
  update_time timestamptz NOT NULL DEFAULT current_timestamp,
  posted_time timestamptz NOT NULL,
  owner_id integer REFERENCES harmony_machines (id) ON DELETE SET NULL,
  added_by integer NOT NULL,
  previous_task integer,
  name varchar(16) NOT NULL,
  retries bigint NOT NULL DEFAULT 0
);
CREATE INDEX idx_harmony_task_unowned_by_name ON harmony_task (name, update_time) WHERE owner_id IS NULL;
CREATE TABLE harmony_task_history (
  id serial PRIMARY KEY NOT NULL,
  task_id integer NOT NULL,
  name varchar(16) NOT NULL,
  posted timestamptz NOT NULL,
  work_start timestamptz NOT NULL,
  work_end timestamptz NOT NULL,
  result boolean NOT NULL,
  err varchar,
  completed_by_host_and_port varchar(300) NOT NULL
);
CREATE INDEX harmony_task_history_work_index ON harmony_task_history (work_end DESC, completed_by_host_and_port, name, result);
CREATE INDEX harmony_task_history_task_id_result_index ON harmony_task_history (task_id, result);
CREATE TABLE message_sends (
  from_key text NOT NULL,
  to_addr text NOT NULL,
  send_reason text NOT NULL,
  send_task_id bigint NOT NULL,
  unsigned_data bytea NOT NULL,
  unsigned_cid text NOT NULL,
  nonce bigint,
  signed_data bytea,
  signed_json jsonb,
  signed_cid text,
  send_time timestamptz DEFAULT NULL,
  send_success boolean DEFAULT NULL,
  send_error text,
  CONSTRAINT message_sends_pk PRIMARY KEY (send_task_id, from_key)
);
CREATE UNIQUE INDEX message_sends_success_index ON message_sends (from_key, nonce) WHERE send_success IS NOT false;

INSERT INTO harmony_machines (last_contact, host_and_port, cpu, ram, gpu)
VALUES (now() - interval '20 seconds', '10.4.0.11:12300', 64, 540000000000, 2), (now() - interval '34 seconds', '10.4.0.12:12300', 96, 1080000000000, 4), (now() - interval '9 seconds', '10.4.0.13:12300', 16, 68000000000, 0);
INSERT INTO harmony_task (id, initiated_by, update_time, posted_time, owner_id, added_by, previous_task, name, retries)
SELECT 70000 + g, CASE WHEN g % 4 = 0 THEN 69000 + g END, u, p, CASE WHEN g % 5 < 2 THEN 1 + g % 3 END, 1 + g % 3, NULL,
       (ARRAY['SDR', 'TreeD', 'TreeRC', 'PreCommitBatch', 'PoRep', 'WdPost', 'SendMessage', 'WinPost'])[1 + g % 8], CASE WHEN u > p THEN 1 + g % 4 ELSE 0 END
FROM (SELECT g, p, CASE WHEN g % 7 = 0 THEN p + interval '95 minutes' ELSE p END AS u FROM (SELECT g, CASE WHEN g <= 40 THEN now() - g * interval '2 minutes' ELSE now() - g * interval '19 minutes' END AS p FROM generate_series(1, 64) g) q) s;
INSERT INTO harmony_task_history (task_id, name, posted, work_start, work_end, result, err, completed_by_host_and_port)
SELECT 69500 + g - (g % 6 = 0)::int, (ARRAY['SDR', 'TreeD', 'TreeRC', 'PreCommitBatch', 'PoRep', 'WdPost', 'SendMessage', 'WinPost'])[1 + g % 8], w - interval '40 seconds', w, w + (5 + g % 300) * interval '1 second', g % 9 <> 0,
       CASE WHEN g % 9 = 0 THEN 'error: storage call error 0: context deadline exceeded' ELSE '' END, '10.4.0.1' || 1 + g % 3 || ':12300'
FROM (SELECT g, now() - (181 - g) * interval '21 minutes' AS w FROM generate_series(1, 180) g) s;
INSERT INTO message_sends (from_key, to_addr, send_reason, send_task_id, unsigned_data, unsigned_cid, nonce, signed_data, signed_json, signed_cid, send_time, send_success, send_error)
SELECT 'f3' || left(md5('k' || g % 2) || md5('l'), 40), 'f0' || 1200 + g % 4, (ARRAY['precommit', 'provecommit', 'wdpost', 'mk12-publish'])[1 + g % 4], 69000 + g, decode(md5('u' || g), 'hex'), 'bafy2bzace' || left(md5('uc' || g) || md5('v'), 42),
       CASE WHEN st <> 'new' THEN 8000 + g END, CASE WHEN st <> 'new' THEN decode(md5('s' || g) || md5('t' || g), 'hex') END, CASE WHEN st <> 'new' THEN jsonb_build_object('Message', jsonb_build_object('Nonce', 8000 + g, 'Value', '0'), 'Signature', jsonb_build_object('Type', 2)) END,
       CASE WHEN st <> 'new' THEN 'bafy2bzace' || left(md5('sc' || g) || md5('w'), 42) END, CASE WHEN st IN ('yes', 'no') THEN now() - (140 - g) * interval '17 minutes' END, CASE st WHEN 'yes' THEN true WHEN 'no' THEN false END,
       CASE st WHEN 'no' THEN 'mpool push: minimum expected nonce is ' || 8001 + g || ': message nonce too low' WHEN 'yes' THEN '' END
FROM (SELECT g, CASE WHEN g > 134 THEN 'new' WHEN g > 131 THEN 'signed' WHEN g % 21 = 0 THEN 'no' ELSE 'yes' END AS st FROM generate_series(1, 138) g) s;
