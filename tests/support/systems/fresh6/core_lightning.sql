CREATE TABLE payments (id bigserial PRIMARY KEY, timestamp integer, status integer, payment_hash bytea, destination
  bytea, msatoshi bigint, payment_preimage bytea, path_secrets bytea, route_nodes bytea, route_channels bytea,
  failonionreply bytea, faildestperm integer, failindex integer, failcode integer, failnode bytea, failscid bigint,
  failupdate bytea, msatoshi_sent bigint, faildetail text, description text, faildirection integer, bolt11 text,
  total_msat bigint, partid bigint, groupid bigint NOT NULL DEFAULT 0, local_invreq_id bytea, paydescription text,
  completed_at integer, updated_index bigint DEFAULT 0, UNIQUE (payment_hash, partid, groupid));
INSERT INTO payments (timestamp, status, payment_hash, destination, msatoshi, payment_preimage, path_secrets,
  failonionreply, faildestperm, failindex, failcode, failscid, faildetail, faildirection, msatoshi_sent, bolt11,
  total_msat, partid, groupid, completed_at, updated_index) SELECT extract(epoch FROM c)::integer, CASE k WHEN 'new'
  THEN 0 WHEN 'lost' THEN 0 WHEN 'failed' THEN 2 ELSE 1 END, decode(md5('h' || g), 'hex'), decode(md5('d' || g %
  30), 'hex'), 1000 * g, CASE k WHEN 'done' THEN decode(md5('p' || g), 'hex') END, decode(md5('s' || g), 'hex'),
  CASE k WHEN 'failed' THEN '\x40'::bytea END, CASE k WHEN 'failed' THEN 0 END, CASE k WHEN 'failed' THEN 1 + g % 4
  END, CASE k WHEN 'failed' THEN 4103 END, CASE k WHEN 'failed' THEN 100 + g END, CASE k WHEN 'failed' THEN
  'failed: WIRE_TEMPORARY_CHANNEL_FAILURE' END, CASE k WHEN 'failed' THEN g % 2 END, 1000 * g + 12, 'lnbc' ||
  md5('b' || g), 1000 * g, 0, 1, CASE WHEN k IN ('done', 'failed') THEN extract(epoch FROM c)::integer + 3 END, CASE
  WHEN k IN ('done', 'failed') THEN g ELSE 0 END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5
  THEN 'lost' WHEN g % 5 = 0 THEN 'failed' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval
  '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 220) g) s;
