CREATE TABLE events (
    eventid      bigint NOT NULL,
    source       integer DEFAULT '0' NOT NULL,
    object       integer DEFAULT '0' NOT NULL,
    objectid     bigint DEFAULT '0' NOT NULL,
    clock        integer DEFAULT '0' NOT NULL,
    value        integer DEFAULT '0' NOT NULL,
    acknowledged integer DEFAULT '0' NOT NULL,
    ns           integer DEFAULT '0' NOT NULL,
    name         varchar(2048) DEFAULT '' NOT NULL,
    severity     integer DEFAULT '0' NOT NULL,
    PRIMARY KEY (eventid)
);
CREATE INDEX events_1 ON events (source, object, objectid, clock);
CREATE INDEX events_2 ON events (source, object, clock);
CREATE TABLE problem (
    eventid       bigint NOT NULL REFERENCES events (eventid) ON DELETE CASCADE,
    source        integer DEFAULT '0' NOT NULL,
    object        integer DEFAULT '0' NOT NULL,
    objectid      bigint DEFAULT '0' NOT NULL,
    clock         integer DEFAULT '0' NOT NULL,
    ns            integer DEFAULT '0' NOT NULL,
    r_eventid     bigint NULL REFERENCES events (eventid) ON DELETE CASCADE,
    r_clock       integer DEFAULT '0' NOT NULL,
    r_ns          integer DEFAULT '0' NOT NULL,
    correlationid bigint NULL,
    userid        bigint NULL,
    name          varchar(2048) DEFAULT '' NOT NULL,
    acknowledged  integer DEFAULT '0' NOT NULL,
    severity      integer DEFAULT '0' NOT NULL,
    PRIMARY KEY (eventid)
);
CREATE INDEX problem_1 ON problem (source, object, objectid);
CREATE INDEX problem_2 ON problem (r_clock);
INSERT INTO events
SELECT 1000 + i, 0, 0, 13000 + i / 2, extract(epoch FROM now() - (120 - i) * interval '11 minutes')::int, (i + 1) % 2, (i % 8 = 0)::int, i * 7000, 'High CPU utilization on host' || i / 2, i % 5
FROM generate_series(2, 111) i;
INSERT INTO problem (eventid, source, object, objectid, clock, ns, r_eventid, r_clock, r_ns, name, acknowledged, severity)
SELECT e.eventid, e.source, e.object, e.objectid, e.clock, e.ns, r.eventid, coalesce(r.clock, 0), coalesce(r.ns, 0), e.name, e.acknowledged, e.severity
FROM events e LEFT JOIN events r ON r.objectid = e.objectid AND r.value = 0 AND r.clock < extract(epoch FROM now() - interval '3 hours')
WHERE e.value = 1;
