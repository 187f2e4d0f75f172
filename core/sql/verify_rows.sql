-- Every audit row with its entry in its link, by number. The columns are those of form 1 in migration 0005.
SELECT COALESCE(l.id, a.id), l.writer, l.seq, pg_catalog.encode(l.digest, 'hex'), pg_catalog.encode(a.digest, 'hex')
FROM (
  SELECT k.writer, k.seq, u.id, u.digest FROM onceover.audit_links k CROSS JOIN LATERAL unnest(k.ids, k.digests) AS u (id, digest)
) l FULL JOIN (
  SELECT a.id, sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant, a.operation, a.key, a.from_state,
                                     a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence, a.verdict, a.reason, a.ticket,
                                     a.correlation_id, a.profile, a.relation, a.row_key))) AS digest
  FROM onceover.audit a
) a ON a.id = l.id
ORDER BY 1, 2, 3
