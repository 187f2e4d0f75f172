CREATE TYPE pin_status_type AS ENUM ('PinError', 'PinQueued', 'Pinned', 'Pinning');
CREATE TYPE service_type AS ENUM ('Pinata', 'IpfsCluster', 'IpfsCluster2', 'IpfsCluster3', 'ElasticIpfs');
CREATE TABLE pin (id bigserial PRIMARY KEY, status pin_status_type NOT NULL, content_cid text NOT NULL,
  service service_type NOT NULL, inserted_at timestamptz NOT NULL DEFAULT timezone('utc'::text, now()),
  updated_at timestamptz NOT NULL DEFAULT timezone('utc'::text, now()), UNIQUE (content_cid, service));
CREATE INDEX pin_composite_service_and_status_idx ON pin (service, status);
INSERT INTO pin (status, content_cid, service, inserted_at, updated_at) SELECT CASE k WHEN 'new' THEN
  'PinQueued' WHEN 'work' THEN 'Pinning' WHEN 'lost' THEN 'Pinning' WHEN 'bad' THEN 'PinError' ELSE
  'Pinned'::pin_status_type END, 'bafy' || md5('cid' || g), (ARRAY['IpfsCluster3',
  'ElasticIpfs']::service_type[])[1 + g % 2], c, CASE k WHEN 'new' THEN c WHEN 'lost' THEN c + interval '1
  minute' WHEN 'work' THEN n - interval '30 seconds' ELSE c + interval '6 minutes' END FROM (SELECT g, now()
  AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 10 THEN 'work' WHEN g <= 14 THEN 'lost' WHEN g % 33 = 11 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 10 THEN g *
  interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '6
  minutes' END AS c FROM generate_series(1, 640) g) s ORDER BY g DESC;
