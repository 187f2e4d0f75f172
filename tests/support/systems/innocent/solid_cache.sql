CREATE TABLE solid_cache_entries (
    id bigserial PRIMARY KEY,
    key bytea NOT NULL,
    value bytea NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    key_hash bigint NOT NULL,
    byte_size integer NOT NULL
);
CREATE INDEX index_solid_cache_entries_on_byte_size ON solid_cache_entries (byte_size);
CREATE INDEX index_solid_cache_entries_on_key_hash_and_byte_size ON solid_cache_entries (key_hash, byte_size);
CREATE UNIQUE INDEX index_solid_cache_entries_on_key_hash ON solid_cache_entries (key_hash);

INSERT INTO solid_cache_entries (key, value, created_at, key_hash, byte_size)
SELECT convert_to(k, 'UTF8'), v, t, hashtextextended(k, 0), length(v) + length(k) + 140
FROM (SELECT g, 'production:views/products/index:' || md5('d' || g % 7) || '/products/' || g || '-20240' || (1 + g % 9) AS k,
             '\x0011cd000000000000f0bfffffffff'::bytea || convert_to('<div class="product">Product ' || g || '</div>', 'UTF8') AS v,
             (now() AT TIME ZONE 'utc') - (91 - g) * interval '41 minutes' AS t
      FROM generate_series(1, 90) AS g) s ORDER BY g;
