CREATE TABLE outbox_events (
  id                uuid NOT NULL PRIMARY KEY,
  event             jsonb NOT NULL,
  created_at        timestamptz DEFAULT timezone('UTC'::text, statement_timestamp()) NOT NULL,
  published_at      timestamptz,
  trace_information jsonb NOT NULL
);
CREATE INDEX events_publisshed_idx ON outbox_events (published_at);

INSERT INTO outbox_events (id, event, created_at, trace_information)
SELECT md5('tm' || n)::uuid,
       jsonb_build_object('type', (ARRAY['com.acme.billing.InvoiceIssued', 'com.acme.billing.InvoicePaid', 'com.acme.user.EmailChanged'])[1 + n % 3],
                          'body', jsonb_build_object('id', md5('agg' || n)::uuid, 'timestamp', t)),
       t, CASE WHEN n % 4 = 0 THEN '{"traceparent": null, "tracestate": null, "baggage": null}'::jsonb
               ELSE jsonb_build_object('traceparent', '00-' || md5('tr' || n) || '-' || left(md5('sp' || n), 16) || '-01', 'tracestate', NULL, 'baggage', NULL) END
FROM (SELECT n, now() - CASE WHEN n <= 3 THEN n * interval '6 hours' ELSE n * interval '35 milliseconds' END AS t FROM generate_series(1, 44) AS n) AS s;
