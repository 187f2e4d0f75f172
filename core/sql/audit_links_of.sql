-- The chain of the audit rows $1: each row as it is and as its link has it, that link with its hash computed again, the
-- hash of the previous link, and the first seal after it. A row without a link, or one that no longer exists, has NULL
-- there. Digests as in verify_rows.sql.
SELECT w.id, l.writer::text, l.seq, pg_catalog.encode(l.digest, 'hex'), pg_catalog.encode(a.digest, 'hex'),
       pg_catalog.encode(l.prev, 'hex'), pg_catalog.encode(l.hash, 'hex'),
       pg_catalog.encode(sha256(convert_to(ROW(l.writer, l.seq, l.at, l.ids, l.digests, l.prev, l.backend, l.db_user,
         l.began)::text, 'UTF8')), 'hex'),
       pg_catalog.encode(b.hash, 'hex'),
       (SELECT pg_catalog.min(h.seal) FROM onceover.audit_seal_heads h WHERE h.writer = l.writer AND h.seq >= l.seq)
FROM unnest($1::bigint[]) AS w (id)
LEFT JOIN (
  SELECT k.*, u.id, u.digest FROM onceover.audit_links k CROSS JOIN LATERAL unnest(k.ids, k.digests) AS u (id, digest)
  WHERE u.id = ANY ($1::bigint[])
) l ON l.id = w.id
LEFT JOIN (
  SELECT a.id, sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant,
    a.operation, a.key, a.from_state,
                                     a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence,
                                     a.verdict, a.reason, a.ticket, a.correlation_id, a.profile, a.relation,
                                     a.row_key))) AS digest
  FROM onceover.audit a WHERE a.id = ANY ($1::bigint[])
) a ON a.id = w.id
LEFT JOIN onceover.audit_links b ON b.writer = l.writer AND b.seq = l.seq - 1
ORDER BY 1, 2, 3
