-- The size of what verifying reads.
SELECT (SELECT pg_catalog.count(*) FROM onceover.audit) + (SELECT pg_catalog.count(*) FROM onceover.audit_links)
       + (SELECT pg_catalog.count(*) FROM onceover.audit_seals) + (SELECT pg_catalog.count(*) FROM onceover.audit_seal_heads)
