// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {

std::vector<Shape> state_shapes() {
  return {
      // Words that nothing closes: one that the profile does not know is shown as unknown, NULL too.
      {.name = "words_without_check",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text PRIMARY KEY, status varchar(20));
INSERT INTO s.keys VALUES ('a', 'running'), ('b', 'ok'), ('c', 'Ok'), ('d', NULL), ('e', ''), ('f', 'released');)",
       .toml = R"(format = 1
[[profile]]
name = "words"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
never_null = ["key"]
[profile.state]
column = "status"
words = { running = "in_progress", ok = "succeeded", released = "released" }
)",
       .rows = {R"(f released)", R"(e unknown "")", R"(d unknown "")", R"(c unknown "Ok")",
                R"(b succeeded "ok")", R"(a in_progress "running" lease=?)"}},

      {.name = "enum_that_may_be_retried",
       .sql = R"(CREATE SCHEMA s;
CREATE TYPE s.status AS ENUM ('Failed', 'Scheduled', 'Succeeded', 'Delayed', 'Queued');
CREATE TABLE s.received ("Id" bigint PRIMARY KEY, "Group" varchar(200), "Retries" int NOT NULL, "Added" timestamp NOT NULL,
  "ExpiresAt" timestamp, "StatusName" s.status NOT NULL);
INSERT INTO s.received VALUES (1, 'g', 3, '2024-01-01 12:00', '2024-02-01', 'Failed'), (2, 'g', 0, '2024-01-01 12:00', '2024-03-01', 'Succeeded'),
  (3, NULL, 0, '2024-07-01 12:00', '2024-03-01', 'Delayed'), (4, 'h', 1, '2024-07-01 12:00', NULL, 'Queued');)",
       .toml = R"(format = 1
[[profile]]
name = "enum"
kind = "inbox"
table = { schema = "s", name = "received" }
identity = ["Id"]
key = "Id"
operation = "Group"
never_null = ["Id", "Added", "StatusName"]
attempts = "Retries"
[profile.state]
column = "StatusName"
words = { Failed = { state = "failed", may_retry = true }, Succeeded = "succeeded" }
in_progress = ["Scheduled", "Delayed", "Queued"]
[profile.times]
created_at = { column = "Added", form = "timestamp", zone = "Europe/Berlin" }
# One column in two roles: the end of retention of what is finished, and the time at which the rest is due.
expires_at = { column = "ExpiresAt", form = "timestamp", zone = "Europe/Berlin", only_in = ["succeeded", "failed"] }
)",
       .rows =
           {R"(4 #h in_progress "Queued" lease=? created=2024-07-01T10:00:00Z attempts=1)",
            R"(3 in_progress "Delayed" lease=? created=2024-07-01T10:00:00Z)",
            R"(2 #g succeeded "Succeeded" created=2024-01-01T11:00:00Z expires=2024-02-29T23:00:00Z)",
            R"(1 #g failed "Failed" retry created=2024-01-01T11:00:00Z expires=2024-01-31T23:00:00Z attempts=3)"}},

      {.name = "several_booleans",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text PRIMARY KEY, done boolean, failed boolean NOT NULL, again boolean);
INSERT INTO s.keys VALUES ('a', NULL, false, NULL), ('b', false, false, NULL), ('c', true, false, NULL), ('d', false, true, false),
  ('e', NULL, true, true), ('f', true, true, NULL);)",
       .toml = R"(format = 1
[[profile]]
name = "booleans"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
never_null = ["key", "failed"]
[profile.state]
otherwise = { state = "in_progress", word = "open" }
[[profile.state.rule]]
when = [{ column = "failed", is = "true" }, { column = "again", is = "true" }]
state = "failed"
word = "again"
may_retry = true
[[profile.state.rule]]
when = [{ column = "failed", is = "true" }]
state = "failed"
word = "dead"
[[profile.state.rule]]
when = [{ column = "done", is = "true" }]
state = "succeeded"
word = "done"
)",
       .rows = {R"(f failed "dead")", R"(e failed "again" retry)", R"(d failed "dead")",
                R"(c succeeded "done")", R"(b in_progress "open" lease=?)",
                R"(a in_progress "open" lease=?)"}},

      {.name = "one_timestamp",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.action (key text, type text, client text, created_at timestamp NOT NULL, last_run_at timestamp, completed_at timestamp,
  result bytea, PRIMARY KEY (key, type, client));
INSERT INTO s.action VALUES ('k', 'pay', 'a', '2024-01-01 00:00:01', NULL, NULL, NULL),
  ('k', 'pay', 'b', '2024-01-01 00:00:02', '2024-01-01 00:00:03', '2024-01-01 00:00:04.000001', '\x00ff'),
  ('k', 'refund', 'a', '2024-01-01 00:00:02', '2024-01-01 00:00:03', 'infinity', '');)",
       .toml = R"(format = 1
[[profile]]
name = "action"
table = { schema = "s", name = "action" }
identity = ["key", "type", "client"]
key = "key"
tenant = "client"
operation = "type"
never_null = ["key", "type", "client", "created_at"]
response_body = "result"
[profile.state]
otherwise = { state = "in_progress", word = "created" }
[[profile.state.rule]]
when = [{ column = "completed_at", is = "not null" }]
state = "succeeded"
word = "completed"
[profile.times]
created_at = { column = "created_at", form = "timestamp", zone = "UTC" }
updated_at = { column = "last_run_at", form = "timestamp", zone = "UTC" }
completed_at = { column = "completed_at", form = "timestamp", zone = "UTC" }
)",
       .rows =
           {R"(k @a #refund succeeded "completed" created=2024-01-01T00:00:02Z updated=2024-01-01T00:00:03Z completed=infinity bytes=0 id=k,refund,a)",
            R"(k @b #pay succeeded "completed" created=2024-01-01T00:00:02Z updated=2024-01-01T00:00:03Z completed=2024-01-01T00:00:04.000001Z bytes=2 id=k,pay,b)",
            R"(k @a #pay in_progress "created" lease=? created=2024-01-01T00:00:01Z id=k,pay,a)"}},

      {.name = "presence",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.received (consumer varchar(1000), message varchar(1000), created bigint, PRIMARY KEY (consumer, message));
INSERT INTO s.received VALUES ('c1', 'm1', 1704067200123), ('c1', 'm2', NULL), ('c2', 'm1', 1704067200124);)",
       .toml = R"(format = 1
[[profile]]
name = "presence"
kind = "inbox"
table = { schema = "s", name = "received" }
identity = ["consumer", "message"]
key = "message"
operation = "consumer"
never_null = ["consumer", "message"]
[profile.state]
otherwise = { state = "succeeded", word = "received" }
[profile.times]
created_at = { column = "created", form = "epoch_ms" }
)",
       .rows = {R"(m1 #c2 succeeded "received" created=2024-01-01T00:00:00.124000Z id=c2,m1)",
                R"(m2 #c1 succeeded "received" id=c1,m2)",
                R"(m1 #c1 succeeded "received" created=2024-01-01T00:00:00.123000Z id=c1,m1)"}},

      // An older program wrote no word: then the time of completion says it.
      {.name = "word_with_a_fallback",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text PRIMARY KEY, outcome text, finished_at timestamptz);
INSERT INTO s.keys VALUES ('a', NULL, NULL), ('b', NULL, '2024-01-01'), ('c', 'refused', '2024-01-01'), ('d', 'ok', NULL), ('e', 'odd', NULL);)",
       .toml = R"(format = 1
[[profile]]
name = "fallback"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
never_null = ["key"]
[profile.state]
column = "outcome"
words = { ok = "succeeded", refused = "failed" }
[[profile.state.rule]]
when = [{ column = "outcome", is = "null" }, { column = "finished_at", is = "not null" }]
state = "succeeded"
word = "finished"
[[profile.state.rule]]
when = [{ column = "outcome", is = "null" }]
state = "in_progress"
word = "open"
[profile.times]
completed_at = "finished_at"
)",
       .rows = {R"(e unknown "odd")", R"(d succeeded "ok")",
                R"(c failed "refused" completed=2024-01-01T00:00:00Z)",
                R"(b succeeded "finished" completed=2024-01-01T00:00:00Z)",
                R"(a in_progress "open" lease=?)"}},

      {.name = "the_code_itself",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text PRIMARY KEY, code smallint, body text);
INSERT INTO s.keys VALUES ('a', NULL, NULL), ('b', 200, 'ok'), ('c', 299, ''), ('d', 422, 'no'), ('e', 500, 'oops'), ('f', 503, NULL),
  ('g', 100, NULL);)",
       .toml = R"(format = 1
[[profile]]
name = "code"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
never_null = ["key"]
response_code = "code"
response_body = { column = "body", form = "text" }
[profile.state]
[[profile.state.rule]]
when = [{ column = "code", is = "null" }]
state = "in_progress"
word = "no answer"
[[profile.state.rule]]
when = [{ column = "code", is = { one_of = [503, 504] } }]
state = "released"
word = "busy"
[[profile.state.rule]]
when = [{ column = "code", is = { between = [200, 499] } }]
state = "succeeded"
word = "answered"
[[profile.state.rule]]
when = [{ column = "code", is = { between = [500, 599] } }]
state = "failed"
word = "broken"
may_retry = true
)",
       .rows = {R"(g unknown "" code=100)", R"(f released "busy" code=503)",
                R"(e failed "broken" retry code=500 bytes=4)", R"(d succeeded "answered" code=422 bytes=2)",
                R"(c succeeded "answered" code=299 bytes=0)", R"(b succeeded "answered" code=200 bytes=2)",
                R"(a in_progress "no answer" lease=?)"},
       .body = "oops"},
  };
}

}  // namespace onceover::test
