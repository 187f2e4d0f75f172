CREATE TABLE reports (id bigserial PRIMARY KEY, hash bytea NOT NULL UNIQUE, transaction_uuid uuid, certname
  text NOT NULL, puppet_version varchar(255) NOT NULL, report_format smallint NOT NULL,
  configuration_version varchar(255) NOT NULL, start_time timestamptz NOT NULL, end_time timestamptz NOT
  NULL, receive_time timestamptz NOT NULL, producer_timestamp timestamptz NOT NULL, noop boolean,
  environment_id bigint, status_id bigint, cached_catalog_status text, corrective_change boolean);
INSERT INTO reports (hash, transaction_uuid, certname, puppet_version, report_format, configuration_version,
  start_time, end_time, receive_time, producer_timestamp, noop, environment_id, status_id,
  cached_catalog_status, corrective_change) SELECT decode(md5('pu' || g), 'hex'), md5('pt' || g)::uuid,
  'host' || g % 40, '7.1', 12, extract(epoch FROM c)::bigint::text, c, c + ((2 + g * 37 % 89) * interval
  '1 second'), c + interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second'), c + interval '1 second'
  + ((2 + g * 37 % 89) * interval '1 second'), false, 1, 1 + (g % 17 = 3)::integer + (g % 5 = 2)::integer,
  'not_used', g % 11 = 0 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '4 minutes' AS c FROM
  generate_series(1, 460) g) s ORDER BY s.c;
