CREATE TABLE renamer_rules (id bigserial PRIMARY KEY, "order" integer NOT NULL, owner_id integer NOT NULL,
  rule varchar(200) NOT NULL, description text NOT NULL, needle text NOT NULL, replacement text NOT NULL, mode
  varchar(255) NOT NULL, is_enabled boolean NOT NULL DEFAULT true);
CREATE TABLE photo_ratings (id bigserial PRIMARY KEY, photo_id char(24) NOT NULL, user_id integer NOT NULL,
  rating smallint NOT NULL, UNIQUE (photo_id, user_id));
CREATE TABLE live_metrics (id bigserial PRIMARY KEY, created_at timestamp(6), visitor_id varchar(255) NOT
  NULL, action varchar(100) NOT NULL, album_id char(24), photo_id char(24));
INSERT INTO renamer_rules ("order", owner_id, rule, description, needle, replacement, mode, is_enabled) SELECT
  g, 1, 'rule' || g, '', 'IMG_', '', 'first', g % 4 > 0 FROM generate_series(1, 20) g;
INSERT INTO photo_ratings (photo_id, user_id, rating) SELECT left(md5('ph' || g), 24), 1 + g % 9, 1 + g % 5
  FROM generate_series(1, 180) g;
INSERT INTO live_metrics (created_at, visitor_id, action, photo_id) SELECT localtimestamp - g * interval
  '5 minutes', md5('vi' || g % 40), (ARRAY['visit', 'download', 'favourite'])[1 + g % 3], left(md5('ph' || g),
  24) FROM generate_series(1, 220) g;
