CREATE TABLE "session" (
    "session_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "hostname" VARCHAR(100),
    "browser" VARCHAR(20),
    "os" VARCHAR(20),
    "device" VARCHAR(20),
    "screen" VARCHAR(11),
    "language" VARCHAR(35),
    "country" CHAR(2),
    "subdivision1" VARCHAR(20),
    "subdivision2" VARCHAR(50),
    "city" VARCHAR(50),
    "created_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "session_pkey" PRIMARY KEY ("session_id")
);
CREATE UNIQUE INDEX "session_session_id_key" ON "session"("session_id");
CREATE INDEX "session_created_at_idx" ON "session"("created_at");
CREATE INDEX "session_website_id_idx" ON "session"("website_id");
CREATE TABLE "website_event" (
    "event_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "visit_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "url_path" VARCHAR(500) NOT NULL,
    "url_query" VARCHAR(500),
    "referrer_path" VARCHAR(500),
    "referrer_query" VARCHAR(500),
    "referrer_domain" VARCHAR(500),
    "page_title" VARCHAR(500),
    "event_type" INTEGER NOT NULL DEFAULT 1,
    "event_name" VARCHAR(50),
    "tag" VARCHAR(50),
    CONSTRAINT "website_event_pkey" PRIMARY KEY ("event_id")
);
CREATE INDEX "website_event_created_at_idx" ON "website_event"("created_at");
CREATE INDEX "website_event_session_id_idx" ON "website_event"("session_id");
CREATE INDEX "website_event_website_id_created_at_idx" ON "website_event"("website_id", "created_at");
CREATE TABLE "event_data" (
    "event_data_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "website_event_id" UUID NOT NULL,
    "data_key" VARCHAR(500) NOT NULL,
    "string_value" VARCHAR(500),
    "number_value" DECIMAL(19,4),
    "date_value" TIMESTAMPTZ(6),
    "data_type" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "event_data_pkey" PRIMARY KEY ("event_data_id")
);
CREATE INDEX "event_data_website_event_id_idx" ON "event_data"("website_event_id");

INSERT INTO "session" ("session_id", "website_id", "hostname", "browser", "os", "device", "screen", "language", "country", "created_at")
SELECT md5('s' || g)::uuid, md5('w')::uuid, 'shop.example.com', (ARRAY['chrome','firefox','ios'])[1 + g % 3], (ARRAY['Windows 10','Linux','iOS'])[1 + g % 3], (ARRAY['desktop','laptop','mobile'])[1 + g % 3], '1920x1080', 'de-DE', 'DE', now() - g * interval '31 minutes'
FROM generate_series(1, 40) AS g;
INSERT INTO "website_event" ("event_id", "website_id", "session_id", "visit_id", "created_at", "url_path", "url_query", "referrer_domain", "page_title", "event_type", "event_name")
SELECT md5('e' || g)::uuid, md5('w')::uuid, md5('s' || (1 + g % 40))::uuid, md5('v' || (1 + g % 50))::uuid, now() - g * interval '11 minutes', (ARRAY['/','/cart','/checkout','/product/' || g])[1 + g % 4], NULL,
       CASE WHEN g % 6 = 0 THEN 'google.com' END, 'Shop', CASE WHEN g % 5 = 0 THEN 2 ELSE 1 END, CASE WHEN g % 5 = 0 THEN (ARRAY['purchase','signup'])[1 + g % 2] END
FROM generate_series(1, 118) AS g;
INSERT INTO "event_data" ("event_data_id", "website_id", "website_event_id", "data_key", "string_value", "number_value", "data_type", "created_at")
SELECT gen_random_uuid(), md5('w')::uuid, md5('e' || (g * 5))::uuid, (ARRAY['currency','revenue'])[1 + g % 2], CASE WHEN g % 2 = 0 THEN 'EUR' ELSE (g * 9.5)::numeric(19,4)::text END, CASE WHEN g % 2 = 1 THEN g * 9.5 END, CASE WHEN g % 2 = 0 THEN 1 ELSE 2 END, now() - g * interval '55 minutes'
FROM generate_series(1, 23) AS g;
