CREATE TYPE message_state_enum as ENUM ('NEW', 'READY', 'PROCESSED', 'UNPROCESSABLE');
CREATE TABLE wa_case_event_messages(
      message_id text NOT NULL PRIMARY KEY,
      sequence serial,
      case_id text NOT NULL,
      event_timestamp timestamp,
      from_dlq boolean NOT NULL DEFAULT false,
      state message_state_enum NOT NULL,
      message_properties jsonb,
      message_content text,
      received timestamp NOT NULL,
      delivery_count integer NOT NULL DEFAULT 1,
      hold_until timestamp,
      retry_count integer NOT NULL DEFAULT 0
);
ALTER TABLE wa_case_event_messages ALTER COLUMN case_id DROP NOT NULL;
create index idx_wa_case_event_messages_case_id_event_timestamp on wa_case_event_messages(case_id, event_timestamp);
create index idx_wa_case_event_messages_case_id_state_event_timestamp on wa_case_event_messages(case_id, state, event_timestamp);
create index idx_wa_case_event_messages_state_from_dlq_case_id_event_timestamp on wa_case_event_messages(state, from_dlq, case_id, event_timestamp);
CREATE INDEX IF NOT EXISTS idx_wacem_case_ts_not_processed ON wa_case_event_messages (case_id, event_timestamp) WHERE state <> 'PROCESSED';

-- k: P processed, R processed after retries, U unprocessable, J unprocessable: not JSON, W ready, H ready and held after a failure, N new
INSERT INTO wa_case_event_messages (message_id, case_id, event_timestamp, from_dlq, state, message_properties, message_content, received, delivery_count, hold_until, retry_count)
SELECT 'ID:' || md5('msg' || n)::uuid || ':' || 1 + n % 3 || ':1:1-' || n, c, CASE WHEN k <> 'J' THEN e END, n % 31 = 0,
       (CASE k WHEN 'P' THEN 'PROCESSED' WHEN 'R' THEN 'PROCESSED' WHEN 'U' THEN 'UNPROCESSABLE' WHEN 'J' THEN 'UNPROCESSABLE' WHEN 'N' THEN 'NEW' ELSE 'READY' END)::message_state_enum,
       CASE WHEN k <> 'J' THEN jsonb_build_object('JMSXGroupID', c, 'jurisdiction_id', 'ia', 'case_type_id', 'asylum', 'event_id', ev, 'message_context', 'wa-ccd') END,
       CASE k WHEN 'J' THEN '{"CaseId": "' || c || '", "EventTimeStamp": ' ELSE '{"EventInstanceId":"' || 880000 + n || '","EventTimeStamp":"' || to_char(e, 'YYYY-MM-DD"T"HH24:MI:SS.US') || '","CaseId":"' || c || '","JurisdictionId":"IA","CaseTypeId":"Asylum","EventId":"' || ev || '","PreviousStateId":"appealSubmitted","NewStateId":"awaitingRespondentEvidence","UserId":"' || md5('hu' || n % 7)::uuid || '","AdditionalData":{"Data":{"lastModifiedDirection":{"dateDue":"","uniqueId":"","directionType":""}},"Definition":{}}}' END,
       e + interval '1.2 s', CASE WHEN n % 17 = 0 THEN 1 ELSE 0 END,
       CASE k WHEN 'R' THEN e + interval '9 s' WHEN 'H' THEN (now() AT TIME ZONE 'Europe/London') + CASE n % 3 WHEN 0 THEN interval '-4 s' WHEN 1 THEN interval '40 s' ELSE interval '4 min' END END,
       CASE k WHEN 'R' THEN 1 + n % 2 WHEN 'H' THEN 2 + n % 4 WHEN 'U' THEN CASE WHEN n % 2 = 0 THEN 8 ELSE 0 END ELSE 0 END
FROM (SELECT n, k, (1600000000000000 + n % 37 * 7919113)::text AS c, (ARRAY['submitAppeal', 'requestRespondentEvidence', 'uploadRespondentEvidence', 'sendDirection', 'listCase'])[1 + n % 5] AS ev,
             (now() AT TIME ZONE 'Europe/London') - CASE k WHEN 'N' THEN n % 5 * interval '700 ms' WHEN 'W' THEN (100 - n) * interval '300 ms' + interval '5 s' WHEN 'H' THEN interval '3 min' + n * interval '2 s' ELSE (100 - n) * interval '61 min' + interval '40 min' END AS e
      FROM (SELECT n, CASE WHEN n > 96 THEN 'N' WHEN n > 88 THEN 'W' WHEN n > 80 THEN 'H' WHEN n % 40 = 7 THEN 'J' WHEN n % 19 = 0 THEN 'U' WHEN n % 13 = 0 THEN 'R' ELSE 'P' END AS k FROM generate_series(1, 100) n) a) b ORDER BY n;
-- left behind: ready since hours, held back by an older message of the same case that is unprocessable
UPDATE wa_case_event_messages SET event_timestamp = event_timestamp - interval '9 h', received = received - interval '9 h', case_id = (SELECT case_id FROM wa_case_event_messages WHERE state = 'UNPROCESSABLE' ORDER BY sequence DESC LIMIT 1) WHERE sequence IN (89, 90);
