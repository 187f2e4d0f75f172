CREATE TABLE media_attachments (
  id bigserial PRIMARY KEY,
  status_id bigint,
  file_file_name varchar,
  file_content_type varchar,
  file_file_size integer,
  file_updated_at timestamp,
  remote_url varchar DEFAULT '' NOT NULL,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  shortcode varchar,
  type integer DEFAULT 0 NOT NULL,
  file_meta json,
  account_id bigint,
  description text,
  scheduled_status_id bigint,
  blurhash varchar,
  processing integer,
  file_storage_schema_version integer,
  thumbnail_file_name varchar,
  thumbnail_content_type varchar,
  thumbnail_file_size integer,
  thumbnail_updated_at timestamp,
  thumbnail_remote_url varchar
);
CREATE INDEX index_media_attachments_on_status_id ON media_attachments (status_id);
CREATE INDEX index_media_attachments_on_account_id_and_status_id ON media_attachments (account_id, status_id DESC);
CREATE INDEX index_media_attachments_on_scheduled_status_id ON media_attachments (scheduled_status_id) WHERE scheduled_status_id IS NOT NULL;
CREATE UNIQUE INDEX index_media_attachments_on_shortcode ON media_attachments (shortcode) WHERE shortcode IS NOT NULL;
CREATE TABLE bulk_imports (
  id bigserial PRIMARY KEY,
  type integer NOT NULL,
  state integer NOT NULL,
  total_items integer DEFAULT 0 NOT NULL,
  imported_items integer DEFAULT 0 NOT NULL,
  processed_items integer DEFAULT 0 NOT NULL,
  finished_at timestamp,
  overwrite boolean DEFAULT false NOT NULL,
  likely_mismatched boolean DEFAULT false NOT NULL,
  original_filename varchar DEFAULT '' NOT NULL,
  account_id bigint NOT NULL,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL
);
CREATE INDEX index_bulk_imports_on_account_id ON bulk_imports (account_id);
CREATE INDEX index_bulk_imports_unconfirmed ON bulk_imports (id) WHERE state = 0;
INSERT INTO media_attachments (id, status_id, file_file_name, file_content_type, file_file_size, file_updated_at, remote_url, created_at, updated_at, shortcode, type, file_meta, account_id, description, blurhash, processing, file_storage_schema_version)
SELECT 112000000000000000+i*7340032, CASE WHEN i%6<>0 THEN 112000000000100000+i*7340032 END, substr(md5('f'||i),1,16)||CASE WHEN v THEN '.mp4' ELSE '.jpg' END, CASE WHEN v THEN 'video/mp4' ELSE 'image/jpeg' END, 90000+i*4321, c, CASE WHEN i%3=0 THEN 'https://remote.example/media/'||i||'.jpg' ELSE '' END, c, c+interval '5 seconds', CASE WHEN i%3<>0 THEN substr(translate(encode(sha256(('sc'||i)::bytea),'base64'),'+/=','-_A'),1,19) END, CASE WHEN v THEN 2 ELSE 0 END,
 CASE WHEN v THEN NULL ELSE '{"original":{"width":1280,"height":960,"size":"1280x960","aspect":1.3333}}'::json END, 109300000000000000+i%12, CASE WHEN i%4=0 THEN 'A cat on a window sill' END, CASE WHEN v AND i>50 THEN NULL ELSE 'UBL_:rOpGG-oBUNG' || substr(md5('bh'||i),1,8) END, CASE WHEN v THEN CASE WHEN i=56 THEN 0 WHEN i=52 THEN 1 WHEN i%24=0 THEN 3 ELSE 2 END END, 1
FROM generate_series(1,56) i CROSS JOIN LATERAL (SELECT i%4=0 AND i%3<>0 v, (now() AT TIME ZONE 'utc')-(57-i)*interval '50 minutes' c) s;
INSERT INTO bulk_imports (type, state, total_items, imported_items, processed_items, finished_at, overwrite, likely_mismatched, original_filename, account_id, created_at, updated_at)
SELECT i%6, st, 20+i*3, CASE st WHEN 3 THEN 18+i*3 WHEN 2 THEN 9+i ELSE 0 END, CASE st WHEN 3 THEN 20+i*3 WHEN 2 THEN 10+i ELSE 0 END, CASE WHEN st=3 THEN c+interval '6 minutes' END, i%4=0, i%13=0, (ARRAY['following_accounts.csv','blocked_accounts.csv','muted_accounts.csv','blocked_domains.csv','bookmarks.csv','lists.csv'])[1+i%6], 109300000000000000+i, c, CASE st WHEN 3 THEN c+interval '6 minutes' WHEN 0 THEN c ELSE c+interval '1 minute' END
FROM generate_series(1,30) i CROSS JOIN LATERAL (SELECT (ARRAY[3,3,2,3,0,3,1,3])[1+i%8] st, (now() AT TIME ZONE 'utc')-i*interval '5 hours' c) s;
