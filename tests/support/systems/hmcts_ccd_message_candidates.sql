create table message_queue_candidates
(
    id bigserial not null constraint message_queue_candidates_pkey primary key,
    message_type varchar(70) not null,
    time_stamp timestamp default now() not null,
    published timestamp,
    message_information jsonb not null
);
create index idx_message_queue_candidates_time_stamp on message_queue_candidates (time_stamp);

INSERT INTO message_queue_candidates (message_type, time_stamp, published, message_information)
SELECT CASE WHEN n % 10 = 0 THEN 'NOTICE_OF_CHANGE' ELSE 'CASE_EVENT' END, t, CASE WHEN n <= 118 THEN date_trunc('minute', t) + interval '1 min' + n % 40 * interval '9 ms' END,
       jsonb_build_object('EventInstanceId', 990000 + n, 'EventTimeStamp', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.US'), 'CaseId', (1600000000000000 + n % 37 * 7919113)::text, 'UserId', md5('cu' || n % 9)::uuid, 'EventId', (ARRAY['submitAppeal', 'uploadEvidence', 'makeDecision'])[1 + n % 3],
         'CaseTypeId', 'Asylum', 'JurisdictionId', 'IA', 'NewStateId', 'appealSubmitted', 'PreviousStateId', CASE WHEN n % 3 = 0 THEN NULL ELSE 'appealStarted' END, 'AdditionalData', '{"Data": {}, "Definition": {}}'::jsonb)
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - CASE WHEN n > 118 THEN (128 - n) * interval '2.4 s' ELSE (119 - n) * interval '83 min' + interval '70 min' END AS t FROM generate_series(1, 127) n) x ORDER BY n;
-- of a type for which no task is configured: never published
INSERT INTO message_queue_candidates (message_type, time_stamp, message_information)
SELECT 'CASE_EVENT_TEST', (now() AT TIME ZONE 'UTC') - n * interval '2 days', jsonb_build_object('CaseId', '1600000000000099', 'EventId', 'test') FROM generate_series(1, 3) n;
