CREATE TABLE email_delivery_queue (id uuid PRIMARY KEY NOT NULL, recipient text NOT NULL, subject text NOT
  NULL, email_html text NOT NULL, email_text text NOT NULL, created_at timestamptz NOT NULL DEFAULT NOW(),
  n_retries integer NOT NULL DEFAULT 0, send_after timestamptz NOT NULL DEFAULT NOW());
INSERT INTO email_delivery_queue (id, recipient, subject, email_html, email_text, created_at, n_retries,
  send_after) SELECT md5('jh' || g)::uuid, 's' || g || '@example.net', 'New post', '<p>' || g || '</p>',
  'text ' || g, c, CASE k WHEN 'retry' THEN 2 WHEN 'lost' THEN 0 ELSE 0 END, CASE k WHEN 'retry' THEN n + g
  * interval '10 seconds' ELSE c END FROM (SELECT g, now() AS n, CASE WHEN g <= 180 THEN 'new' WHEN g <= 236
  THEN 'retry' WHEN g <= 240 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 180 THEN g * interval
  '25 seconds' WHEN g <= 236 THEN g * interval '25 seconds' WHEN g <= 240 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 240) g) s ORDER BY g
  DESC;
