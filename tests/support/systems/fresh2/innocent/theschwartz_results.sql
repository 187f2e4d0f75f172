CREATE TABLE error (error_time integer NOT NULL, jobid bigint NOT NULL, message varchar(255) NOT NULL, funcid int NOT NULL DEFAULT 0);
CREATE INDEX error_funcid_errortime ON error (funcid, error_time);
CREATE INDEX error_jobid ON error (jobid);
CREATE TABLE exitstatus (jobid bigint PRIMARY KEY, funcid int NOT NULL DEFAULT 0, status smallint, completion_time integer, delete_after integer);
CREATE INDEX exitstatus_deleteafter ON exitstatus (delete_after);
CREATE TABLE funcmap (funcid serial PRIMARY KEY, funcname varchar(255) NOT NULL UNIQUE);
INSERT INTO error SELECT extract(epoch FROM now())::int - g * 1400, 5000 + g / 3, (ARRAY['Connection refused', 'Read timeout', 'Can''t locate object method "work"'])[1 + g % 3], 1 + g / 3 % 4 FROM generate_series(1, 150) g;
INSERT INTO exitstatus SELECT 5000 + g, 1 + g % 4, CASE WHEN g % 13 = 0 THEN 1 ELSE 0 END, c, c + 86400 * 7 FROM (SELECT g, extract(epoch FROM now())::int - g * 2000 AS c FROM generate_series(1, 180) g) s;
INSERT INTO funcmap (funcname) VALUES ('Worker::SendMail'), ('Worker::Ping'), ('Worker::Thumbnail'), ('Worker::Notify');
