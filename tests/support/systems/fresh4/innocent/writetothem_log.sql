CREATE TABLE message_log (order_id serial NOT NULL PRIMARY KEY, message_id char(20) NOT NULL,
  exceptional boolean NOT NULL DEFAULT false, hostname text, whenlogged integer NOT NULL, state text NOT NULL,
  message text NOT NULL, editor text);
CREATE TABLE questionnaire_answer (message_id char(20) NOT NULL, question_id integer NOT NULL DEFAULT 0,
  answer text NOT NULL, whenanswered integer);
INSERT INTO message_log (message_id, exceptional, hostname, whenlogged, state, message,
  editor) SELECT left(md5('wt' || g / 4), 20), g % 40 = 0, 'web1', extract(epoch FROM now())::int - g * 1500,
  (ARRAY['new', 'pending', 'ready', 'sent'])[1 + g % 4], 'changed state', CASE WHEN g % 25 = 0
  THEN 'admin' END FROM generate_series(1, 220) g;
INSERT INTO questionnaire_answer SELECT left(md5('wt' || g / 2), 20), g % 2, CASE WHEN g % 3 = 0 THEN 'no'
  ELSE 'yes' END, extract(epoch FROM now())::int - g * 7000 FROM generate_series(1, 90) g;
