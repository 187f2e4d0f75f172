CREATE TABLE preview_file (id uuid PRIMARY KEY, name varchar(250), original_name varchar(250), revision integer,
  position integer, extension varchar(6), description text, path varchar(400), source varchar(40), file_size bigint,
  status varchar(255) NOT NULL, validation_status varchar(255) NOT NULL, annotations jsonb, width integer, height
  integer, duration double precision, task_id uuid, person_id uuid, is_movie boolean, created_at timestamp,
  updated_at timestamp);
CREATE TABLE schedule_item (id uuid PRIMARY KEY, start_date date, end_date date, man_days integer, project_id uuid
  NOT NULL, task_type_id uuid NOT NULL, object_id uuid, created_at timestamp, updated_at timestamp);
CREATE TABLE login_log (id uuid PRIMARY KEY, person_id uuid NOT NULL, ip_address varchar(45), origin varchar(255),
  created_at timestamp, updated_at timestamp);
INSERT INTO preview_file SELECT md5('pf' || g)::uuid, 'preview' || g, 'shot.mp4', 1 + g % 5, 1, 'mp4', NULL, NULL,
  'webgui', 4000000 + g, CASE WHEN g % 50 = 0 THEN 'broken' ELSE 'ready' END, (ARRAY['neutral', 'validated',
  'rejected'])[1 + g % 3], '[]', 1920, 1080, 4.2, md5('ta' || g % 40)::uuid, md5('pe' || g % 9)::uuid, true, c, c +
  interval '1 minute' FROM (SELECT g, localtimestamp - g * interval '70 minutes' AS c FROM generate_series(1, 160)
  g) s;
INSERT INTO schedule_item SELECT md5('si' || g)::uuid, current_date - g, current_date - g + 20, 15, md5('pr')::uuid,
  md5('tt' || g % 9)::uuid, NULL, c, c FROM (SELECT g, localtimestamp - g * interval '1 day' AS c FROM
  generate_series(1, 60) g) s;
INSERT INTO login_log SELECT md5('ll' || g)::uuid, md5('pe' || g % 9)::uuid, '10.0.0.' || g % 90, 'web', c, c FROM
  (SELECT g, localtimestamp - g * interval '5 hours' AS c FROM generate_series(1, 130) g) s;
