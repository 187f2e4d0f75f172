SELECT pg_catalog.count(*) FROM onceover.audit_links l
LEFT JOIN (SELECT h.writer, pg_catalog.max(h.seq) AS seq FROM onceover.audit_seal_heads h GROUP BY h.writer) s ON s.writer = l.writer
WHERE l.seq > COALESCE(s.seq, 0)
