CREATE TABLE balances (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), account_id uuid NOT NULL, date date NOT NULL,
  balance decimal(19,4) NOT NULL, currency varchar NOT NULL DEFAULT 'USD', created_at timestamp NOT NULL, updated_at
  timestamp NOT NULL, cash_balance decimal(19,4) DEFAULT 0.0);
CREATE UNIQUE INDEX index_account_balances_unique ON balances (account_id, date, currency);
CREATE TABLE exchange_rates (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), from_currency varchar NOT NULL,
  to_currency varchar NOT NULL, rate decimal NOT NULL, date date NOT NULL, created_at timestamp NOT NULL, updated_at
  timestamp NOT NULL);
CREATE TABLE invitations (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), email varchar, role varchar, token varchar
  UNIQUE, family_id uuid NOT NULL, inviter_id uuid NOT NULL, accepted_at timestamp, expires_at timestamp, created_at
  timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE messages (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), chat_id uuid NOT NULL, type varchar NOT NULL,
  status varchar NOT NULL DEFAULT 'complete', content text, ai_model varchar, created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL, debug boolean DEFAULT false, provider_id varchar, reasoning boolean DEFAULT false);
INSERT INTO balances (account_id, date, balance, created_at, updated_at, cash_balance) SELECT md5('ac' || g %
  5)::uuid, (current_date - g), 1000 + g, c, c, 100 FROM (SELECT g, localtimestamp - g * interval '1 day' AS c FROM
  generate_series(1, 160) g) s;
INSERT INTO exchange_rates (from_currency, to_currency, rate, date, created_at, updated_at) SELECT 'EUR', 'USD',
  1.05 + g * 0.001, (current_date - g), c, c FROM (SELECT g, localtimestamp - g * interval '1 day' AS c FROM
  generate_series(1, 120) g) s;
INSERT INTO invitations (email, role, token, family_id, inviter_id, accepted_at, expires_at, created_at, updated_at)
  SELECT 'i' || g || '@example.com', 'member', md5('iv' || g), md5('fa' || g % 20)::uuid, md5('in')::uuid, CASE WHEN
  g % 3 > 0 THEN c + interval '1 day' END, c + interval '3 days', c, c + interval '1 day' FROM (SELECT g,
  localtimestamp - g * interval '2 days' AS c FROM generate_series(1, 60) g) s;
INSERT INTO messages (chat_id, type, status, content, ai_model, created_at, updated_at) SELECT md5('ch' || g /
  6)::uuid, CASE WHEN g % 2 = 0 THEN 'UserMessage' ELSE 'AssistantMessage' END, CASE WHEN g % 40 = 1 THEN 'failed'
  WHEN g = 3 THEN 'pending' ELSE 'complete' END, 'What did I spend?', CASE WHEN g % 2 = 1 THEN 'gpt-4.1' END, c, c
  FROM (SELECT g, localtimestamp - g * interval '2 hours' AS c FROM generate_series(1, 150) g) s;
