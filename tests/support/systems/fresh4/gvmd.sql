CREATE TABLE scan_queue (report integer UNIQUE, queued_time_secs integer, queued_time_nano integer,
  handler_pid integer, start_from integer);
INSERT INTO scan_queue SELECT 300 + g, extract(epoch FROM now())::int - g * 7, 1000000 + g * 7919, CASE WHEN g <= 14
  THEN 5000 + g ELSE 0 END, CASE WHEN g % 5 = 0 THEN 1 ELSE 0 END FROM generate_series(1, 60) g;
