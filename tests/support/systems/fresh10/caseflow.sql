CREATE TABLE request_issues_updates (id bigserial PRIMARY KEY, user_id bigint NOT NULL, review_type varchar
  NOT NULL, review_id bigint NOT NULL, before_request_issue_ids integer[] NOT NULL, after_request_issue_ids
  integer[] NOT NULL, submitted_at timestamp, last_submitted_at timestamp, attempted_at timestamp,
  processed_at timestamp, canceled_at timestamp, error varchar, created_at timestamp, updated_at timestamp);
CREATE INDEX index_riu_review ON request_issues_updates (review_type, review_id);
INSERT INTO request_issues_updates (user_id, review_type, review_id, before_request_issue_ids,
  after_request_issue_ids, submitted_at, last_submitted_at, attempted_at, processed_at, canceled_at, error,
  created_at, updated_at) SELECT 1 + g % 60, (ARRAY['Appeal', 'HigherLevelReview', 'SupplementalClaim'])[1 +
  g % 3], 7000 - g, ARRAY[g, g + 1], ARRAY[g], c::timestamp, (c + CASE k WHEN 'retry' THEN interval
  '40 minutes' WHEN 'bad' THEN interval '40 minutes' ELSE interval '0' END)::timestamp, CASE WHEN k IN
  ('done', 'retry', 'bad', 'cancel') THEN c + interval '2 seconds' END::timestamp, CASE WHEN k IN ('done')
  THEN c + interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second') END::timestamp, CASE WHEN k IN
  ('cancel') THEN c + interval '2 days' END::timestamp, CASE WHEN k IN ('retry', 'bad', 'cancel') THEN
  'VBMS::HTTPError: 500' END, c::timestamp, (c + CASE k WHEN 'new' THEN interval '0' WHEN 'lost' THEN
  interval '0' ELSE interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second') END)::timestamp FROM
  (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'retry' WHEN g <= 11 THEN 'lost' WHEN
  g % 61 = 20 THEN 'cancel' WHEN g % 47 = 15 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN
  g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours'
  + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 360) g) s ORDER
  BY s.c;
