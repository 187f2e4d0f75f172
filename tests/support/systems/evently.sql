CREATE TABLE inbox_messages (
  id uuid NOT NULL,
  type text NOT NULL,
  content jsonb NOT NULL,
  occurred_on_utc timestamp with time zone NOT NULL,
  processed_on_utc timestamp with time zone,
  error text,
  CONSTRAINT pk_inbox_messages PRIMARY KEY (id)
);
CREATE TABLE inbox_message_consumers (
  inbox_message_id uuid NOT NULL,
  name character varying(500) NOT NULL,
  CONSTRAINT pk_inbox_message_consumers PRIMARY KEY (inbox_message_id, name)
);
CREATE TABLE outbox_messages (
  id uuid NOT NULL,
  type text NOT NULL,
  content jsonb NOT NULL,
  occurred_on_utc timestamp with time zone NOT NULL,
  processed_on_utc timestamp with time zone,
  error text,
  CONSTRAINT pk_outbox_messages PRIMARY KEY (id)
);
CREATE TABLE outbox_message_consumers (
  outbox_message_id uuid NOT NULL,
  name character varying(500) NOT NULL,
  CONSTRAINT pk_outbox_message_consumers PRIMARY KEY (outbox_message_id, name)
);
INSERT INTO inbox_messages
SELECT md5('evi'||i)::uuid, ty, jsonb_build_object('$type','Evently.Modules.Ticketing.IntegrationEvents.'||ty||', Evently.Modules.Ticketing.IntegrationEvents','Id',md5('evi'||i)::uuid,'TicketId',md5('tk'||i)::uuid,'OccurredOnUtc',to_char(c at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS"Z"')),
 c, CASE WHEN i>6 THEN c + (1+i%5)*interval '1.1 seconds' END, CASE WHEN i>6 AND i%13=0 THEN E'Evently.Common.Application.Exceptions.EventlyException: Application exception\n   at Evently.Modules.Attendance.Presentation.Tickets.TicketIssuedIntegrationEventHandler.Handle' END
FROM (SELECT i, (ARRAY['TicketIssuedIntegrationEvent','UserRegisteredIntegrationEvent'])[1+i%2] ty, now() - CASE WHEN i<=6 THEN i*interval '0.6 seconds' ELSE i*interval '47 minutes' END c FROM generate_series(1,60) i) x;
INSERT INTO inbox_message_consumers
SELECT id, CASE type WHEN 'TicketIssuedIntegrationEvent' THEN 'TicketIssuedIntegrationEventHandler' ELSE 'UserRegisteredIntegrationEventHandler' END FROM inbox_messages WHERE processed_on_utc IS NOT NULL AND error IS NULL;
INSERT INTO outbox_messages
SELECT md5('evo'||i)::uuid, ty, jsonb_build_object('$type','Evently.Modules.Attendance.Domain.'||ty||', Evently.Modules.Attendance.Domain','Id',md5('evo'||i)::uuid,'AttendeeId',md5('at'||i)::uuid,'OccurredOnUtc',to_char(c at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS"Z"')),
 c, CASE WHEN i>5 THEN c + (1+i%5)*interval '0.9 seconds' END, CASE WHEN i>5 AND i%17=0 THEN E'System.Net.Http.HttpRequestException: Connection refused\n   at Evently.Modules.Attendance.Application.Attendees.AttendeeCheckedInDomainEventHandler.Handle' END
FROM (SELECT i, (ARRAY['AttendeeCheckedInDomainEvent','InvalidCheckInAttemptedDomainEvent'])[1+i%2] ty, now() - CASE WHEN i<=5 THEN i*interval '0.6 seconds' ELSE i*interval '61 minutes' END c FROM generate_series(1,56) i) x;
INSERT INTO outbox_message_consumers
SELECT id, CASE type WHEN 'AttendeeCheckedInDomainEvent' THEN 'AttendeeCheckedInDomainEventHandler' ELSE 'InvalidCheckInAttemptedDomainEventHandler' END FROM outbox_messages WHERE processed_on_utc IS NOT NULL AND error IS NULL;
