-- Every audit row with its entry in its link, by number, and whether the link confirms its user and its time (a second
-- is for a clock that is set meanwhile). Digests cover the columns that link_audit() names.
SELECT COALESCE(l.id, a.id), l.writer, l.seq, pg_catalog.encode(l.digest, 'hex'), pg_catalog.encode(a.digest, 'hex'),
       COALESCE(a.db_user = l.db_user, true)::int,
       COALESCE(a.at BETWEEN least(l.began, l.at) - interval '1 s' AND greatest(l.began, l.at) + interval '1 s',
         true)::int
FROM (
  SELECT k.writer, k.seq, k.db_user, k.began, k.at, u.id, u.digest
  FROM onceover.audit_links k CROSS JOIN LATERAL unnest(k.ids, k.digests) AS u (id, digest)
) l FULL JOIN (
  SELECT a.id, a.at, a.db_user,
         sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant, a.operation,
           a.key, a.from_state,
                                a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence, a.verdict,
                                a.reason, a.ticket, a.correlation_id, a.profile, a.relation, a.row_key))) AS digest
  FROM onceover.audit a
) a ON a.id = l.id
ORDER BY 1, 2, 3
