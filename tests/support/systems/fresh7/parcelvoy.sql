CREATE TABLE campaign_sends (campaign_id integer NOT NULL, user_id integer NOT NULL, reference_id varchar(255)
  NOT NULL DEFAULT '0', reference_type varchar(255), state varchar(50), send_at timestamp, opened_at
  timestamp, clicks integer DEFAULT 0, created_at timestamp DEFAULT now(), updated_at timestamp DEFAULT now(),
  PRIMARY KEY (campaign_id, user_id, reference_id));
CREATE INDEX campaign_sends_state_index ON campaign_sends (state);
CREATE INDEX campaign_sends_send_at_index ON campaign_sends (send_at);
INSERT INTO campaign_sends (campaign_id, user_id, reference_id, state, send_at, opened_at, clicks, created_at,
  updated_at) SELECT 10 + g / 60, g, '0', CASE k WHEN 'later' THEN 'pending' WHEN 'lost' THEN 'pending' ELSE k
  END, CASE WHEN k IN ('later') THEN n + g * interval '40 minutes' ELSE c + interval '1 minute' END, CASE WHEN
  k = 'sent' AND g % 4 = 0 THEN c + interval '5 hours' END, CASE WHEN k = 'sent' AND g % 8 = 0 THEN 1 + g % 3
  ELSE 0 END, c, CASE WHEN k IN ('later', 'pending', 'lost') THEN c ELSE c + interval '1 minute' END FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'pending' WHEN g <= 8 THEN 'later' WHEN g <= 9 THEN
  'throttled' WHEN g <= 12 THEN 'lost' WHEN g % 21 = 0 THEN 'failed' WHEN g % 34 = 0 THEN 'bounced' ELSE
  'sent' END AS k, localtimestamp - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '11 minutes' END AS c FROM generate_series(1, 240) g)
  s;
