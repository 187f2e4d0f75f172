CREATE TABLE worker_tasks (
  id bigserial NOT NULL,
  worker_type smallint NOT NULL,
  task_data bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_timestamp,
  PRIMARY KEY (id)
);
INSERT INTO worker_tasks (worker_type, task_data, created_at)
SELECT 1 + g % 3, convert_to('{"actor_id":"https://fedi.example.org/users/anna' || g % 5 || '","object_id":"https://fedi.example.org/users/anna/statuses/01J' || upper(left(md5('s' || g), 20)) || '"}', 'UTF8'), now() - interval '3 minutes' - g * interval '2 milliseconds'
FROM generate_series(1, 46) g;
