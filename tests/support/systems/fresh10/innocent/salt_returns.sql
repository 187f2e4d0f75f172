CREATE TABLE salt_returns (fun varchar(50) NOT NULL, jid varchar(255) NOT NULL, return jsonb NOT NULL, id
  varchar(255) NOT NULL, success varchar(10) NOT NULL, full_ret jsonb NOT NULL, alter_time timestamptz
  DEFAULT now());
CREATE INDEX idx_salt_returns_id ON salt_returns (id);
CREATE INDEX idx_salt_returns_jid ON salt_returns (jid);
INSERT INTO salt_returns (fun, jid, return, id, success, full_ret, alter_time) SELECT (ARRAY['test.ping',
  'state.apply', 'cmd.run'])[1 + g % 3], to_char(c, 'YYYYMMDDHH24MISSUS'), 'true'::jsonb, 'minion' || g %
  30, CASE WHEN g % 23 = 3 THEN 'false' ELSE 'true' END, jsonb_build_object('retcode', 0), c FROM (SELECT g,
  now() AS n, 'done' AS k, now() - g * interval '4 minutes' AS c FROM generate_series(1, 450) g) s ORDER BY
  s.c;
