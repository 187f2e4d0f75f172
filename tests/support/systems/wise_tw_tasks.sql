CREATE TABLE tw_task
(
    id                     UUID PRIMARY KEY,
    type                   TEXT   NOT NULL,
    sub_type               TEXT NULL,
    status                 TEXT   NOT NULL,
    data                   TEXT   NOT NULL,
    next_event_time        TIMESTAMPTZ(6) NOT NULL,
    state_time             TIMESTAMPTZ(3) NOT NULL,
    processing_client_id   TEXT NULL,
    processing_start_time  TIMESTAMPTZ(3) NULL,
    time_created           TIMESTAMPTZ(3) NOT NULL,
    time_updated           TIMESTAMPTZ(3) NOT NULL,
    processing_tries_count BIGINT NOT NULL,
    version                BIGINT NOT NULL,
    priority               INT    NOT NULL DEFAULT 5
);
CREATE INDEX tw_task_idx1 ON tw_task (status, next_event_time);
CREATE TABLE tw_task_data
(
    task_id             UUID PRIMARY KEY NOT NULL,
    data_format         INT              NOT NULL,
    data                BYTEA            NOT NULL,
    task_context_format SMALLINT,
    task_context        BYTEA
) WITH (toast_tuple_target = 8160);
ALTER TABLE tw_task_data ALTER COLUMN data SET STORAGE EXTERNAL;

WITH s AS (
    SELECT g,
           CASE WHEN g <= 6 THEN 'SUBMITTED' WHEN g <= 14 THEN 'PROCESSING' WHEN g <= 22 THEN 'WAITING_NEW' WHEN g <= 32 THEN 'WAITING_RETRY'
                WHEN g <= 39 THEN 'ERROR' WHEN g <= 42 THEN 'FAILED' WHEN g <= 46 THEN 'CANCELLED' ELSE 'DONE' END AS st,
           CASE WHEN g <= 6 THEN now() - g * interval '800 milliseconds' WHEN g <= 11 THEN now() - g * interval '9 seconds' WHEN g <= 14 THEN now() - interval '30 minutes' - g * interval '4 seconds'
                WHEN g <= 22 THEN now() - g * interval '7 minutes' WHEN g <= 32 THEN now() - (g - 20) * interval '4 minutes' ELSE now() - g * interval '5 hours 20 minutes' END AS c
    FROM generate_series(1, 110) AS g
), v AS (
    SELECT s.*, CASE WHEN st IN ('SUBMITTED','WAITING_NEW') THEN 0 WHEN st = 'WAITING_RETRY' THEN 1 + g % 4 WHEN st IN ('ERROR','FAILED') THEN 5 WHEN st = 'CANCELLED' THEN 0 WHEN st = 'DONE' AND g % 9 = 0 THEN 2 ELSE 1 END AS tries
    FROM s
), w AS (
    SELECT v.*, CASE WHEN tries > 0 THEN date_trunc('milliseconds', c + interval '40 milliseconds' + greatest(tries - 1, 0) * interval '65 seconds') END AS ps FROM v
)
INSERT INTO tw_task (id, type, sub_type, status, data, next_event_time, state_time, processing_client_id, processing_start_time, time_created, time_updated, processing_tries_count, version, priority)
SELECT gen_random_uuid(),
       (ARRAY['payout.submit','payout.confirm','notifyCustomer','kyc.recheck','ledger.export'])[1 + g % 5],
       CASE WHEN g % 5 = 0 THEN (ARRAY['FASTER_PAYMENTS','SEPA'])[1 + (g / 5) % 2] END,
       CASE WHEN st LIKE 'WAITING%' THEN 'WAITING' ELSE st END,
       '',
       CASE st WHEN 'SUBMITTED' THEN c + interval '30 minutes'
               WHEN 'PROCESSING' THEN ps + interval '30 minutes'
               WHEN 'WAITING_NEW' THEN now() + g * interval '37 minutes'
               WHEN 'WAITING_RETRY' THEN now() + (g - 23) * interval '45 seconds'
               WHEN 'CANCELLED' THEN c + interval '17 minutes'
               ELSE ps + (80 + (g * 29) % 1500) * interval '1 millisecond' END,
       CASE st WHEN 'SUBMITTED' THEN c WHEN 'WAITING_NEW' THEN c WHEN 'PROCESSING' THEN ps WHEN 'CANCELLED' THEN c + interval '17 minutes' ELSE ps + (80 + (g * 29) % 1500) * interval '1 millisecond' END,
       CASE WHEN tries > 0 THEN 'payouts-6c9f8d7b5-' || (ARRAY['k2v9x','m4t7q','z8w2c'])[1 + g % 3] END,
       ps, c,
       CASE st WHEN 'SUBMITTED' THEN c WHEN 'WAITING_NEW' THEN c WHEN 'PROCESSING' THEN ps WHEN 'CANCELLED' THEN c + interval '17 minutes' ELSE ps + (80 + (g * 29) % 1500) * interval '1 millisecond' END,
       tries,
       CASE st WHEN 'SUBMITTED' THEN 0 WHEN 'WAITING_NEW' THEN 0 WHEN 'PROCESSING' THEN 1 WHEN 'CANCELLED' THEN 1 WHEN 'WAITING_RETRY' THEN 3 * tries - 1 WHEN 'FAILED' THEN 3 * tries ELSE 3 * tries - 1 END,
       CASE WHEN g % 5 = 3 THEN 3 ELSE 5 END
FROM w;

INSERT INTO tw_task_data (task_id, data_format, data, task_context_format, task_context)
SELECT id, 0, convert_to('{"payoutId":' || (700000 + row_number() OVER (ORDER BY time_created)) || '}', 'UTF8'), 0, convert_to('null', 'UTF8')
FROM tw_task WHERE type <> 'ledger.export';
