-- Every link with its hash computed again from its content.
SELECT l.writer, l.seq, pg_catalog.encode(l.prev, 'hex'), pg_catalog.encode(l.hash, 'hex'),
       pg_catalog.encode(sha256(convert_to(ROW(l.writer, l.seq, l.at, l.form, l.ids, l.digests, l.prev)::text, 'UTF8')), 'hex'), l.ids[1]
FROM onceover.audit_links l
ORDER BY l.writer, l.seq
