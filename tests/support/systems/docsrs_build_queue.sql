CREATE TABLE queue (
  id           integer NOT NULL,
  name         text NOT NULL,
  version      text NOT NULL,
  attempt      integer DEFAULT 0 NOT NULL,
  priority     integer DEFAULT 0 NOT NULL,
  last_attempt timestamptz,
  CONSTRAINT queue_name_version_key UNIQUE (name, version)
);
CREATE SEQUENCE queue_id_seq AS integer OWNED BY queue.id;
ALTER TABLE queue ALTER COLUMN id SET DEFAULT nextval('queue_id_seq'::regclass);

INSERT INTO queue (name, version, priority, attempt, last_attempt)
SELECT (ARRAY['serde-extras', 'tokio-ring', 'axum-forms', 'nom-derive', 'bevy-tiles', 'wgpu-text', 'clap-menu'])[1 + n % 7],
       '0.' || n || '.' || n % 4, CASE WHEN n % 10 = 0 THEN 20 WHEN n % 17 = 0 THEN 5 ELSE 0 END,
       CASE WHEN n % 12 = 3 THEN 1 + n % 4 ELSE 0 END, CASE WHEN n % 12 = 3 THEN now() - (n % 5) * interval '47 seconds' - interval '5 seconds' END
FROM generate_series(1, 62) AS n;
