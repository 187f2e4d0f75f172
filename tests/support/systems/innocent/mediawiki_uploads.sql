CREATE TYPE US_MEDIA_TYPE_ENUM AS ENUM ('UNKNOWN', 'BITMAP', 'DRAWING', 'AUDIO', 'VIDEO', 'MULTIMEDIA', 'OFFICE', 'TEXT', 'EXECUTABLE', 'ARCHIVE', '3D');
CREATE TABLE uploadstash (
    us_id serial NOT NULL,
    us_user int NOT NULL,
    us_key varchar(255) NOT NULL,
    us_orig_path varchar(255) NOT NULL,
    us_path varchar(255) NOT NULL,
    us_source_type varchar(50) DEFAULT NULL,
    us_timestamp timestamptz NOT NULL,
    us_status varchar(50) NOT NULL,
    us_chunk_inx int DEFAULT NULL,
    us_props text DEFAULT NULL,
    us_size int NOT NULL,
    us_sha1 varchar(31) NOT NULL,
    us_mime varchar(255) DEFAULT NULL,
    us_media_type US_MEDIA_TYPE_ENUM DEFAULT NULL,
    us_image_width int DEFAULT NULL,
    us_image_height int DEFAULT NULL,
    us_image_bits smallint DEFAULT NULL,
    PRIMARY KEY (us_id)
);
CREATE INDEX us_user ON uploadstash (us_user);
CREATE UNIQUE INDEX us_key ON uploadstash (us_key);
CREATE INDEX us_timestamp ON uploadstash (us_timestamp);
CREATE TABLE watchlist (
    wl_id serial NOT NULL,
    wl_user int NOT NULL,
    wl_namespace int DEFAULT 0 NOT NULL,
    wl_title text DEFAULT '' NOT NULL,
    wl_notificationtimestamp timestamptz DEFAULT NULL,
    PRIMARY KEY (wl_id)
);
CREATE UNIQUE INDEX wl_user ON watchlist (wl_user, wl_namespace, wl_title);
INSERT INTO uploadstash (us_user, us_key, us_orig_path, us_path, us_source_type, us_timestamp, us_status, us_chunk_inx, us_size, us_sha1, us_mime, us_media_type, us_image_width, us_image_height, us_image_bits)
SELECT n % 8 + 1, left(md5('k' || n), 12) || '.' || left(md5('k2' || n), 6) || '.' || n % 8 + 1 || '.jpg', '/tmp/php' || left(md5('o' || n), 6), 'mwstore://local-backend/local-temp/' || left(md5('p' || n), 2) || '/' || md5('p' || n) || '.jpg',
       'file', date_trunc('second', now() - make_interval(mins => (45 - n) * 11)), CASE WHEN n % 6 = 0 THEN 'chunks' ELSE 'finished' END, CASE WHEN n % 6 = 0 THEN n % 4 END, 40000 + n * 999, left(translate(md5('s' || n), '0123456789abcdef', 'k3z0q8w1n5v7a2ft'), 31), 'image/jpeg', 'BITMAP', 1200, 800, 8
FROM generate_series(1, 40) n;
INSERT INTO watchlist (wl_user, wl_namespace, wl_title, wl_notificationtimestamp)
SELECT n % 8 + 1, n % 2, 'Page_' || n, CASE WHEN n % 4 = 0 THEN date_trunc('second', now() - make_interval(hours => n)) END FROM generate_series(1, 50) n;
