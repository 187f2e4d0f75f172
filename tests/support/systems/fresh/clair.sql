CREATE TYPE receiptstatus AS ENUM ('created', 'delivered', 'delivery_failed', 'deleted');
CREATE TABLE notification (id uuid PRIMARY KEY);
CREATE TABLE notifier_update_operation (uo_id uuid PRIMARY KEY, updater text, ts timestamptz);
CREATE TABLE receipt (notification_id uuid PRIMARY KEY REFERENCES notification ON DELETE CASCADE, uo_id uuid REFERENCES notifier_update_operation (uo_id) ON DELETE CASCADE, status receiptstatus NOT NULL, ts timestamptz, details jsonb);
CREATE INDEX receipt_idx ON receipt (notification_id, uo_id);
INSERT INTO notification SELECT md5('n' || g)::uuid FROM generate_series(1, 80) g;
INSERT INTO notifier_update_operation SELECT md5('uo' || g)::uuid, 'ubuntu/updater/' || g % 6, now() - g * interval '40 minutes' FROM generate_series(1, 80) g;
INSERT INTO receipt SELECT md5('n' || g)::uuid, md5('uo' || g)::uuid, (CASE WHEN g <= 7 THEN 'created' WHEN g <= 12 THEN 'delivery_failed' WHEN g % 3 = 0 THEN 'delivered' ELSE 'deleted' END)::receiptstatus, CASE WHEN g <= 4 THEN now() - g * interval '3 seconds' WHEN g <= 7 THEN now() - interval '13 hours' ELSE now() - g * interval '40 minutes' END, NULL FROM generate_series(1, 80) g;
