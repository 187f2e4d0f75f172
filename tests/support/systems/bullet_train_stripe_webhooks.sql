CREATE TABLE oauth_stripe_accounts (
    id         bigserial PRIMARY KEY,
    uid        varchar,
    created_at timestamp NOT NULL,
    updated_at timestamp NOT NULL
);
INSERT INTO oauth_stripe_accounts (uid, created_at, updated_at)
SELECT 'acct_' || left(md5('a' || i), 16), timezone('UTC', now()) - interval '90 days', timezone('UTC', now()) - interval '90 days'
FROM generate_series(1, 5) i;

CREATE TABLE webhooks_incoming_oauth_stripe_account_webhooks (
    id                      bigserial PRIMARY KEY,
    data                    jsonb,
    processed_at            timestamp,
    verified_at             timestamp,
    oauth_stripe_account_id bigint,
    created_at              timestamp NOT NULL,
    updated_at              timestamp NOT NULL
);
CREATE INDEX index_stripe_webhooks_on_stripe_account_id ON webhooks_incoming_oauth_stripe_account_webhooks (oauth_stripe_account_id);

INSERT INTO webhooks_incoming_oauth_stripe_account_webhooks (data, processed_at, verified_at, oauth_stripe_account_id, created_at, updated_at)
SELECT jsonb_build_object('id', 'evt_1' || left(md5('e' || i), 23), 'object', 'event', 'type', ty, 'livemode', true,
         'created', extract(epoch FROM t)::bigint - 1, 'api_version', '2020-08-27',
         'data', jsonb_build_object('object', CASE WHEN ty LIKE 'charge%' THEN
             jsonb_build_object('id', 'ch_' || left(md5('c' || i), 24), 'object', 'charge', 'amount', 1000 + i * 10, 'currency', 'usd')
           ELSE jsonb_build_object('id', 'cus_' || left(md5('u' || i), 14), 'object', 'customer', 'email', 'c' || i || '@example.org') END))
         || CASE WHEN i % 15 = 0 THEN '{}'::jsonb ELSE jsonb_build_object('account', CASE WHEN i % 8 = 0 THEN 'acct_gone' ELSE 'acct_' || left(md5('a' || i % 5 + 1), 16) END) END,
       CASE WHEN i % 15 = 0 OR i <= 2 THEN NULL ELSE t + interval '1.4 seconds' END,
       t,
       CASE WHEN i % 15 = 0 OR i % 8 = 0 OR i <= 2 THEN NULL ELSE i % 5 + 1 END,
       t, CASE WHEN i % 15 = 0 OR i <= 2 THEN t ELSE t + interval '1.4 seconds' END
FROM (SELECT i, timezone('UTC', now()) - interval '1 second' - (i - 1) * interval '71 minutes' AS t,
             (ARRAY['charge.succeeded', 'customer.updated', 'charge.refunded', 'customer.created'])[i % 4 + 1] AS ty
      FROM generate_series(1, 75) i ORDER BY i DESC) s;
