-- The number of notes on each of several keys of ours, or rows elsewhere (relation not empty), and the last note of
-- each.
SELECT w.at, l.notes, l.id, l.at, l.db_user, l.actor, l.host, l.program, l.note
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
  WITH ORDINALITY AS w (tenant, operation, key, relation, row_key, at)
CROSS JOIN LATERAL (
  SELECT n.*, count(*) OVER () AS notes
  FROM (
    SELECT * FROM onceover.notes o
    WHERE o.relation IS NULL AND w.relation = '' AND o.key = w.key AND o.operation = w.operation AND o.tenant = w.tenant
    UNION ALL
    SELECT * FROM onceover.notes r WHERE r.relation = w.relation AND r.row_key = NULLIF(w.row_key, '')::jsonb
  ) n
  ORDER BY n.id DESC LIMIT 1
) l
ORDER BY w.at
