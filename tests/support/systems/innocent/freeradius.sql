CREATE TABLE radacct (
    radacctid          bigserial PRIMARY KEY,
    acctsessionid      text NOT NULL,
    acctuniqueid       text NOT NULL UNIQUE,
    username           text,
    realm              text,
    nasipaddress       inet NOT NULL,
    nasportid          text,
    nasporttype        text,
    acctstarttime      timestamptz,
    acctupdatetime     timestamptz,
    acctstoptime       timestamptz,
    acctinterval       bigint,
    acctsessiontime    bigint,
    acctauthentic      text,
    acctinputoctets    bigint,
    acctoutputoctets   bigint,
    calledstationid    text,
    callingstationid   text,
    acctterminatecause text,
    servicetype        text,
    framedprotocol     text,
    framedipaddress    inet
);
CREATE INDEX radacct_active_session_idx ON radacct (acctuniqueid) WHERE acctstoptime IS NULL;
CREATE INDEX radacct_start_user_idx ON radacct (acctstarttime, username);
CREATE TABLE radpostauth (
    id               bigserial PRIMARY KEY,
    username         text NOT NULL,
    pass             text,
    reply            text,
    calledstationid  text,
    callingstationid text,
    authdate         timestamptz NOT NULL DEFAULT now(),
    "class"          text
);
INSERT INTO radacct (acctsessionid, acctuniqueid, username, nasipaddress, nasportid, nasporttype, acctstarttime, acctupdatetime, acctstoptime, acctinterval, acctsessiontime, acctauthentic,
    acctinputoctets, acctoutputoctets, calledstationid, callingstationid, acctterminatecause, servicetype, framedprotocol, framedipaddress)
SELECT upper(left(md5('s' || i), 16)), md5('u' || i), 'sub' || i % 30, ('10.0.0.' || i % 4 + 1)::inet, (i % 48)::text, 'Wireless-802.11', t,
       CASE WHEN i <= 15 THEN now() - i * interval '20 seconds' ELSE t + interval '50 minutes' END, CASE WHEN i > 15 THEN t + interval '50 minutes' END, 300, CASE WHEN i > 15 THEN 3000 ELSE 600 * i END, 'RADIUS',
       i * 91000, i * 770000, 'AA-BB-CC-00-11-22:wifi', '02-00-00-00-00-' || lpad(to_hex(i), 2, '0'), CASE WHEN i > 15 THEN (ARRAY['User-Request', 'Session-Timeout', 'Lost-Carrier'])[i % 3 + 1] END,
       'Framed-User', 'PPP', ('100.64.0.' || i)::inet
FROM (SELECT i, now() - i * interval '38 minutes' AS t FROM generate_series(1, 95) i) s;
INSERT INTO radpostauth (username, pass, reply, calledstationid, callingstationid, authdate)
SELECT 'sub' || i % 30, 'x', CASE WHEN i % 8 = 0 THEN 'Access-Reject' ELSE 'Access-Accept' END, 'AA-BB-CC-00-11-22:wifi', '02-00-00-00-00-0' || i % 9, now() - i * interval '17 minutes' FROM generate_series(1, 100) i;
