CREATE TABLE TXNO_VERSION (id INT DEFAULT 0, version INT, PRIMARY KEY (id));
CREATE TABLE TXNO_OUTBOX (
  id VARCHAR(36) PRIMARY KEY,
  invocation TEXT,
  nextAttemptTime TIMESTAMP(6),
  attempts INT,
  blocked BOOLEAN,
  version INT,
  uniqueRequestId VARCHAR(250) NULL UNIQUE,
  processed BOOLEAN,
  lastAttemptTime TIMESTAMP(6),
  topic VARCHAR(250) NOT NULL DEFAULT '*',
  seq BIGINT NULL
);
CREATE INDEX IX_TXNO_OUTBOX_1 ON TXNO_OUTBOX (processed, blocked, nextAttemptTime);
CREATE TABLE TXNO_SEQUENCE (topic VARCHAR(250) NOT NULL, seq BIGINT NOT NULL, PRIMARY KEY (topic, seq));
CREATE INDEX IX_TXNO_OUTBOX_2 ON TXNO_OUTBOX (topic, processed, seq);

INSERT INTO TXNO_VERSION (id, version) VALUES (0, 13);

-- done, kept for the retention period because a unique request id was given
INSERT INTO TXNO_OUTBOX (id, uniqueRequestId, invocation, topic, seq, lastAttemptTime, nextAttemptTime, attempts, blocked, processed, version)
SELECT gen_random_uuid()::text,
       'payment-' || (70000 + g * 13) || '-captured',
       json_build_object('c', 'com.shop.billing.PaymentGateway', 'm', 'capture', 'p', json_build_array('String', 'Integer'),
         'a', json_build_array(json_build_object('t', 'String', 'v', 'pay_' || substr(md5('p' || g), 1, 14)), json_build_object('t', 'Integer', 'v', 1000 + g * 37)),
         'x', json_build_object('traceId', md5('t' || g)))::text,
       '*', NULL,
       d.done,
       date_trunc('milliseconds', d.done + interval '7 days'),
       CASE WHEN g % 9 = 0 THEN 2 WHEN g % 5 = 0 THEN 1 ELSE 0 END,
       false, true,
       CASE WHEN g % 9 = 0 THEN 5 WHEN g % 5 = 0 THEN 3 ELSE 1 END
FROM generate_series(1, 34) g,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - g * interval '4 hours 51 minutes 3.217 seconds' AS done) d;

-- scheduled in a committed transaction a moment ago, first try is due or delayed
INSERT INTO TXNO_OUTBOX (id, uniqueRequestId, invocation, topic, seq, lastAttemptTime, nextAttemptTime, attempts, blocked, processed, version)
SELECT gen_random_uuid()::text,
       CASE WHEN g % 2 = 0 THEN 'refund-' || (910 + g) END,
       json_build_object('c', 'com.shop.mail.Mailer', 'm', 'sendReceipt', 'p', json_build_array('Long'),
         'a', json_build_array(json_build_object('t', 'Long', 'v', 88000 + g)))::text,
       '*', NULL, NULL,
       (now() AT TIME ZONE 'UTC') + CASE WHEN g > 6 THEN g * interval '9 minutes' ELSE g * interval '-310 milliseconds' END,
       0, false, false, 0
FROM generate_series(1, 9) g;

-- failed once or more, pushed back; even versions have just been flushed and are being worked on
INSERT INTO TXNO_OUTBOX (id, uniqueRequestId, invocation, topic, seq, lastAttemptTime, nextAttemptTime, attempts, blocked, processed, version)
SELECT gen_random_uuid()::text,
       CASE WHEN g % 3 = 0 THEN 'payment-' || (95000 + g) || '-captured' END,
       json_build_object('c', 'com.shop.crm.CrmClient', 'm', 'pushCustomer', 'p', json_build_array('String'),
         'a', json_build_array(json_build_object('t', 'String', 'v', 'cus_' || (400 + g))))::text,
       '*', NULL,
       l.t, date_trunc('milliseconds', l.t + interval '2 minutes'),
       1 + g % 4, false, false,
       2 * (1 + g % 4) - CASE WHEN g % 3 = 1 THEN 0 ELSE 1 END
FROM generate_series(1, 14) g,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - g * interval '11.417 seconds' AS t) l;

-- blocked after five failures
INSERT INTO TXNO_OUTBOX (id, uniqueRequestId, invocation, topic, seq, lastAttemptTime, nextAttemptTime, attempts, blocked, processed, version)
SELECT gen_random_uuid()::text,
       CASE WHEN g % 2 = 1 THEN 'payment-' || (61000 + g) || '-captured' END,
       json_build_object('c', 'com.shop.billing.PaymentGateway', 'm', 'capture', 'p', json_build_array('String', 'Integer'),
         'a', json_build_array(json_build_object('t', 'String', 'v', 'pay_' || substr(md5('b' || g), 1, 14)), json_build_object('t', 'Integer', 'v', 2500 * g)))::text,
       '*', NULL,
       l.t, date_trunc('milliseconds', l.t + interval '2 minutes'),
       5, true, false, 9
FROM generate_series(1, 5) g,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - g * interval '1 day 2 hours 0.733 seconds' AS t) l;

-- ordered topics: run one after the other, never blocked
INSERT INTO TXNO_OUTBOX (id, uniqueRequestId, invocation, topic, seq, lastAttemptTime, nextAttemptTime, attempts, blocked, processed, version)
SELECT gen_random_uuid()::text, NULL,
       json_build_object('c', 'com.shop.ledger.LedgerFeed', 'm', 'append', 'p', json_build_array('String'),
         'a', json_build_array(json_build_object('t', 'String', 'v', 'entry-' || g)))::text,
       'ledger-' || (1 + g % 2), 40 + (g + 1) / 2,
       CASE WHEN g <= 2 THEN l.t END,
       CASE WHEN g <= 2 THEN date_trunc('milliseconds', l.t + interval '2 minutes') ELSE (now() AT TIME ZONE 'UTC') - (12 - g) * interval '20.119 seconds' END,
       CASE WHEN g = 1 THEN 7 ELSE 0 END, false, false,
       CASE WHEN g = 1 THEN 14 WHEN g = 2 THEN 1 ELSE 0 END
FROM generate_series(1, 10) g,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - g * interval '33.5 seconds' AS t) l;

INSERT INTO TXNO_SEQUENCE (topic, seq) VALUES ('ledger-1', 45), ('ledger-2', 45);
