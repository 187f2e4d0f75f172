-- Every link with its hash computed again from its content, and whose it is: the backend and the session user.
SELECT l.writer, l.seq, pg_catalog.encode(l.prev, 'hex'), pg_catalog.encode(l.hash, 'hex'),
       pg_catalog.encode(sha256(convert_to(ROW(l.writer, l.seq, l.at, l.ids, l.digests, l.prev, l.backend, l.db_user, l.began)::text, 'UTF8')), 'hex'), l.ids[1],
       pg_catalog.encode(sha256(convert_to(ROW(l.backend, l.db_user)::text, 'UTF8')), 'hex')
FROM onceover.audit_links l
ORDER BY l.writer, l.seq
