-- The heads of the chains in each seal, with the existing link of each.
SELECT h.seal, h.writer, h.seq, pg_catalog.encode(h.hash, 'hex'), pg_catalog.encode(l.hash, 'hex')
FROM onceover.audit_seal_heads h LEFT JOIN onceover.audit_links l ON l.writer = h.writer AND l.seq = h.seq
ORDER BY h.seal, h.writer
