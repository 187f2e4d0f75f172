-- GOV.UK Pay connector: keys of recurring (agreement) payments. One row per charge that was created with a key.
CREATE TABLE idempotency (
  id bigserial NOT NULL PRIMARY KEY,
  key varchar(255) NOT NULL,
  gateway_account_id bigint NOT NULL,
  resource_external_id varchar(255) NOT NULL,
  request_body jsonb NOT NULL,
  created_date timestamp without time zone DEFAULT (now() AT TIME ZONE 'utc') NOT NULL
);
ALTER TABLE idempotency ADD CONSTRAINT gateway_account_id_and_key_unique UNIQUE (gateway_account_id, key);

-- a day of ordinary payments of three services
INSERT INTO idempotency (key, gateway_account_id, resource_external_id, request_body, created_date)
SELECT CASE WHEN g % 3 = 0 THEN 'COUNCIL-TAX-2026-' || lpad(g::text, 5, '0')
            ELSE gen_random_uuid()::text END,
       (ARRAY[117, 402, 1853])[1 + g % 3],
       substr(md5('charge' || g) || md5('x' || g), 1, 26),
       jsonb_build_object(
         'amount', 1250 + (g * 375) % 9000,
         'reference', 'REC-' || (70000 + g),
         'description', (ARRAY['Council tax instalment','Garden waste subscription','Season ticket'])[1 + g % 3],
         'agreement_id', substr(md5('agr' || (g % 11)) || md5('agr2'), 1, 26),
         'authorisation_mode', 'agreement',
         'language', 'en',
         'delayed_capture', false,
         'moto', false)
       || CASE WHEN g % 5 = 0 THEN jsonb_build_object('metadata', jsonb_build_object('ledger_code', 'AB' || g)) ELSE '{}'::jsonb END
       || CASE WHEN g % 4 = 0 THEN jsonb_build_object('agreement_payment_type', 'instalment') ELSE '{}'::jsonb END,
       (now() AT TIME ZONE 'utc') - make_interval(mins => g * 27)
FROM generate_series(1, 50) g;

-- older than the window of a day: waiting for the next sweep
INSERT INTO idempotency (key, gateway_account_id, resource_external_id, request_body, created_date)
SELECT gen_random_uuid()::text, 402, substr(md5('old' || g) || md5('o' || g), 1, 26),
       jsonb_build_object('amount', 3995, 'reference', 'REC-' || (69000 + g), 'description', 'Garden waste subscription',
                          'agreement_id', substr(md5('agro' || g) || md5('z'), 1, 26),
                          'authorisation_mode', 'agreement', 'language', 'en', 'delayed_capture', false, 'moto', false),
       (now() AT TIME ZONE 'utc') - interval '1 day' - make_interval(mins => g * 4)
FROM generate_series(1, 8) g;

-- the same client key in two gateway accounts is allowed
INSERT INTO idempotency (key, gateway_account_id, resource_external_id, request_body, created_date)
SELECT 'monthly-run-2026-11-0001', acc, substr(md5('same' || acc) || md5('s'), 1, 26),
       jsonb_build_object('amount', 2000, 'reference', 'RUN-11', 'description', 'Season ticket',
                          'agreement_id', substr(md5('agrs' || acc) || md5('y'), 1, 26),
                          'authorisation_mode', 'agreement', 'language', 'cy', 'delayed_capture', false, 'moto', false),
       (now() AT TIME ZONE 'utc') - interval '95 minutes'
FROM unnest(ARRAY[117, 1853]::bigint[]) acc;
