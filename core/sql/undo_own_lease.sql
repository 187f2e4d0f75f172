-- NULL: the lease has changed since.
SELECT onceover.undo_extension($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)
