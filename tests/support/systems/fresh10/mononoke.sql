CREATE TYPE lrr_status AS ENUM ('new', 'inprogress', 'ready', 'polled', 'failed');
CREATE TABLE long_running_request_queue (id bigserial PRIMARY KEY, repo_id integer, bookmark varchar(512),
  request_type varchar(255) NOT NULL, args_blobstore_key varchar(255) NOT NULL, result_blobstore_key
  varchar(255), created_at bigint NOT NULL, started_processing_at bigint, inprogress_last_updated_at bigint,
  ready_at bigint, polled_at bigint, status lrr_status NOT NULL, claimed_by varchar(255), num_retries
  smallint, failed_at bigint);
CREATE INDEX request_status ON long_running_request_queue (status, request_type);
CREATE INDEX request_creation ON long_running_request_queue (created_at);
INSERT INTO long_running_request_queue (repo_id, bookmark, request_type, args_blobstore_key,
  result_blobstore_key, created_at, started_processing_at, inprogress_last_updated_at, ready_at, polled_at,
  status, claimed_by, num_retries, failed_at) SELECT 1 + g % 4, 'master', (ARRAY['megarepo_sync_changeset',
  'megarepo_remerge_source', 'derive_boundaries'])[1 + g % 3], 'async.' || md5('ma' || g), CASE WHEN k IN
  ('ready', 'done') THEN 'async.' || md5('mr' || g) END, ((extract(epoch FROM c) * 1000000)::bigint * 1000),
  CASE WHEN k IN ('new') THEN NULL ELSE ((extract(epoch FROM c + interval '2 seconds') * 1000000)::bigint *
  1000) END, CASE k WHEN 'work' THEN ((extract(epoch FROM n - interval '5 seconds') * 1000000)::bigint *
  1000) WHEN 'lost' THEN ((extract(epoch FROM c + interval '3 minutes') * 1000000)::bigint * 1000) WHEN
  'ready' THEN ((extract(epoch FROM c + interval '1 seconds' + ((2 + g * 37 % 89) * interval '1 second')) *
  1000000)::bigint * 1000) WHEN 'done' THEN ((extract(epoch FROM c + interval '1 seconds' + ((2 + g * 37 %
  89) * interval '1 second')) * 1000000)::bigint * 1000) WHEN 'bad' THEN ((extract(epoch FROM c + ((2 + g *
  37 % 89) * interval '1 second')) * 1000000)::bigint * 1000) ELSE NULL::bigint END, CASE WHEN k IN
  ('ready', 'done') THEN ((extract(epoch FROM c + interval '2 seconds' + ((2 + g * 37 % 89) * interval
  '1 second')) * 1000000)::bigint * 1000) END, CASE WHEN k IN ('done') THEN ((extract(epoch FROM c +
  interval '5 seconds' + ((2 + g * 37 % 89) * interval '1 second')) * 1000000)::bigint * 1000) END, CASE k
  WHEN 'new' THEN 'new' WHEN 'work' THEN 'inprogress' WHEN 'lost' THEN 'inprogress' WHEN 'ready' THEN
  'ready' WHEN 'bad' THEN 'failed' ELSE 'polled' END::lrr_status, CASE WHEN k IN ('new') THEN NULL ELSE
  'worker.' || g % 5 END, CASE k WHEN 'bad' THEN 3 ELSE 0 END, CASE WHEN k IN ('bad') THEN ((extract(epoch
  FROM c + interval '9 seconds' + ((2 + g * 37 % 89) * interval '1 second')) * 1000000)::bigint * 1000) END
  FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'work' WHEN g <= 10 THEN 'ready'
  WHEN g <= 14 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g
  * interval '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN g * interval
  '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '9 minutes'
  END AS c FROM generate_series(1, 330) g) s ORDER BY s.c;
