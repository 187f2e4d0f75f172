CREATE TABLE operational_data (id bigserial PRIMARY KEY, monitoringdatats bigint NOT NULL,
  securityserverinternalip varchar(255) NOT NULL, securityservertype varchar(255) NOT NULL, requestints
  bigint, requestoutts bigint, responseints bigint, responseoutts bigint, clientmembercode varchar(255),
  servicecode varchar(255), messageid varchar(255), messageuserid varchar(255), requestsize bigint,
  responsesize bigint, succeeded boolean NOT NULL, faultcode varchar(255), faultstring varchar(2048));
CREATE INDEX idx_monitoringdatats ON operational_data (monitoringdatats);
INSERT INTO operational_data (monitoringdatats, securityserverinternalip, securityservertype, requestints,
  requestoutts, responseints, responseoutts, clientmembercode, servicecode, messageid, requestsize,
  responsesize, succeeded, faultcode, faultstring) SELECT extract(epoch FROM c + interval
  '2 seconds')::integer, '10.0.0.' || g % 4, (ARRAY['Client', 'Producer'])[1 + g % 2], (extract(epoch FROM
  c) * 1000)::bigint, (extract(epoch FROM c + interval '20 milliseconds') * 1000)::bigint, CASE WHEN k IN
  ('bad') THEN NULL ELSE (extract(epoch FROM c + interval '190 milliseconds') * 1000)::bigint END,
  (extract(epoch FROM c + interval '210 milliseconds') * 1000)::bigint, '700' || g % 9, (ARRAY['getPerson',
  'getVehicle'])[1 + g % 2], md5('xr' || g), 900 + g, CASE WHEN k IN ('bad') THEN NULL ELSE 1200 + g * 3
  END, k <> 'bad', CASE WHEN k IN ('bad') THEN 'Server.ClientProxy.NetworkError' END, CASE WHEN k IN ('bad')
  THEN 'Could not connect' END FROM (SELECT g, now() AS n, CASE WHEN g % 31 = 10 THEN 'bad' ELSE 'done' END
  AS k, now() - g * interval '2 minutes' AS c FROM generate_series(1, 500) g) s ORDER BY s.c;
