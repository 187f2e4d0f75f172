-- In microseconds. NULL: nothing is declared, or a gateway does not deduplicate.
SELECT pg_catalog.int8(pg_catalog.date_part('epoch', onceover.dedupe_window_of($1::pg_catalog.text)) OPERATOR(pg_catalog.*) '1000000'::pg_catalog.float8)
