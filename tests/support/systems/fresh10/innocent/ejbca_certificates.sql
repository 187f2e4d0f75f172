CREATE TABLE certificatedata (fingerprint text PRIMARY KEY, base64cert text, cafingerprint text,
  certificateprofileid integer NOT NULL, expiredate bigint NOT NULL, issuerdn text NOT NULL, revocationdate
  bigint NOT NULL, revocationreason integer NOT NULL, rowversion integer NOT NULL, serialnumber text NOT
  NULL, status integer NOT NULL, subjectdn text NOT NULL, type integer NOT NULL, updatetime bigint NOT NULL,
  username text);
CREATE INDEX certificatedata_idx2 ON certificatedata (username);
INSERT INTO certificatedata (fingerprint, cafingerprint, certificateprofileid, expiredate, issuerdn,
  revocationdate, revocationreason, rowversion, serialnumber, status, subjectdn, type, updatetime, username)
  SELECT md5('ec' || g) || substr(md5('ed' || g), 1, 8), md5('ca'), 1, (extract(epoch FROM c + interval
  '365 days') * 1000)::bigint, 'CN=CA', CASE WHEN k IN ('rev') THEN (extract(epoch FROM c + interval
  '20 days') * 1000)::bigint ELSE -1 END, CASE WHEN k IN ('rev') THEN 1 ELSE -1 END, 0, md5('es' || g), CASE
  WHEN k IN ('rev') THEN 40 ELSE 20 END, 'CN=host' || g, 1, (extract(epoch FROM c) * 1000)::bigint, 'u' || g
  % 90 FROM (SELECT g, now() AS n, CASE WHEN g % 19 = 6 THEN 'rev' ELSE 'done' END AS k, now() - g *
  interval '400 minutes' AS c FROM generate_series(1, 400) g) s ORDER BY s.c;
