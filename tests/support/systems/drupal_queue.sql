CREATE TABLE "queue" (
    "item_id" serial CHECK ("item_id" >= 0),
    "name" varchar(255) NOT NULL DEFAULT '',
    "data" bytea NULL,
    "expire" int NOT NULL DEFAULT 0,
    "created" int NOT NULL DEFAULT 0,
    CONSTRAINT "queue____pkey" PRIMARY KEY ("item_id")
);
CREATE INDEX "queue__name_created__idx" ON "queue" ("name", "created");
CREATE INDEX "queue__expire__idx" ON "queue" ("expire");

INSERT INTO "queue" ("name", "data", "expire", "created")
SELECT CASE WHEN g % 10 = 0 THEN 'drupal_batch:' || (340 + g / 40) || ':0' ELSE (ARRAY['aggregator_feeds','media_entity_thumbnail','locale_translation','commerce_recurring'])[1 + g % 4] END,
       convert_to(CASE g % 3 WHEN 0 THEN 'i:' || g || ';' WHEN 1 THEN 'a:1:{s:2:"id";i:' || (8000 + g) || ';}' ELSE 'O:8:"stdClass":1:{s:3:"nid";s:4:"' || (1000 + g) || '";}' END, 'UTF8'),
       CASE WHEN g IN (3, 17, 31) THEN n + 15 + g % 9 WHEN g IN (5, 23) THEN n - 900 - g * 11 WHEN g IN (12, 44) THEN n + 3000 ELSE 0 END,
       n - (92 - g) * 211
FROM (SELECT g, extract(epoch FROM now())::int AS n FROM generate_series(1, 90) AS g) s ORDER BY g;
