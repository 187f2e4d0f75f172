// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {

std::vector<Shape> identity_shapes() {
  return {
      {.name = "one_text",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text PRIMARY KEY, status text NOT NULL CHECK (status IN ('NEW', 'DONE', 'BAD')), until timestamptz,
  created_at timestamptz NOT NULL);
CREATE INDEX ON s.keys (created_at, key);
INSERT INTO s.keys VALUES ('a', 'NEW', '2024-01-02 03:04:05.000006+00', '2024-01-01 00:00:01+00'),
  ('b', 'NEW', '2999-01-01 00:00:00+00', '2024-01-01 00:00:01+00'), ('b%', 'NEW', NULL, '2024-01-01 00:00:02+00'),
  ('b_c', 'DONE', NULL, '2024-01-01 00:00:03+00'), ('it''s', 'BAD', '2024-01-02 03:04:05+00', '2024-01-01 00:00:04.5+00');)",
       .toml = R"(format = 1
[[profile]]
name = "one text"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
never_null = ["key", "status", "created_at"]
[profile.state]
column = "status"
words = { NEW = "in_progress", DONE = "succeeded", BAD = "failed" }
[profile.lease]
form = "deadline"
at = "until"
[profile.times]
created_at = "created_at"
)",
       .rows =
           {R"(it's failed "BAD" lease=2024-01-02T03:04:05Z created=2024-01-01T00:00:04.500000Z)",
            R"(b_c succeeded "DONE" created=2024-01-01T00:00:03Z)",
            R"(b% in_progress "NEW" created=2024-01-01T00:00:02Z)",
            R"(b in_progress "NEW" lease=2999-01-01T00:00:00Z created=2024-01-01T00:00:01Z)",
            R"(a in_progress "NEW" lease=2024-01-02T03:04:05.000006Z stuck created=2024-01-01T00:00:01Z)"}},

      // The unique index is not the primary key; the primary key orders.
      {.name = "several_columns",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (id bigserial PRIMARY KEY, user_id bigint NOT NULL, key varchar(100) NOT NULL, path text NOT NULL,
  point text NOT NULL, locked_at timestamptz, code int, answer jsonb, asked jsonb NOT NULL, created_at timestamptz NOT NULL,
  UNIQUE (user_id, key));
INSERT INTO s.keys (user_id, key, path, point, locked_at, code, answer, asked, created_at) VALUES
  (7, 'k', '/rides', 'started', '2024-01-02 03:02:35.000006+00', NULL, NULL, '{"amount": 12.50, "who": {"id": "c-1"}}', '2024-01-01'),
  (8, 'k', '/rides', 'ride_created', '2998-12-31 23:58:30+00', NULL, NULL, '{"amount": "7", "who": {"id": 12}}', '2024-01-01'),
  (8, 'k2', '/refunds', 'finished', NULL, 201, '{"id": 1}', '{"amount": null}', '2024-01-01'),
  (8, 'k3', '/refunds', 'finished', NULL, 409, '{"error": "x"}', '[]', '2024-01-01');)",
       .toml = R"(format = 1
[[profile]]
name = "several columns"
table = { schema = "s", name = "keys" }
identity = ["user_id", "key"]
key = "key"
tenant = "user_id"
operation = "path"
order = ["created_at", "id"]
never_null = ["user_id", "key", "point", "created_at", "id"]
response_code = "code"
response_body = { column = "answer", form = "json" }
payload = "asked"
customer = { column = "asked", path = "/who/id" }
amount = { column = "asked", path = "/amount" }
[profile.state]
column = "point"
words = { finished = "succeeded" }
otherwise = "in_progress"
[profile.lease]
form = "since"
at = "locked_at"
length_s = 90
[profile.times]
created_at = "created_at"
)",
       .rows =
           {R"(k3 @8 #/refunds succeeded "finished" created=2024-01-01T00:00:00Z code=409 bytes=14 id=8,k3)",
            R"(k2 @8 #/refunds succeeded "finished" created=2024-01-01T00:00:00Z code=201 bytes=9 id=8,k2)",
            R"(k @8 #/rides in_progress "ride_created" lease=2999-01-01T00:00:00Z created=2024-01-01T00:00:00Z customer=12 amount=7 id=8,k)",
            R"(k @7 #/rides in_progress "started" lease=2024-01-02T03:04:05.000006Z stuck created=2024-01-01T00:00:00Z customer=c-1 amount=12.50 id=7,k)"},
       .body = R"({"error": "x"})"},

      {.name = "uuid",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.inbox (id uuid PRIMARY KEY, kind text NOT NULL, locked_until timestamptz NOT NULL DEFAULT to_timestamp(0),
  created_at timestamptz NOT NULL, processed_at timestamptz, abandoned_at timestamptz, started smallint NOT NULL, finished smallint NOT NULL);
INSERT INTO s.inbox VALUES
  ('00000000-0000-0000-0000-000000000001', 'order', DEFAULT, '2024-01-01 00:00:01+00', NULL, NULL, 0, 0),
  ('00000000-0000-0000-0000-000000000002', 'order', '2024-01-02 03:04:05.000006+00', '2024-01-01 00:00:02+00', NULL, NULL, 3, 2),
  ('00000000-0000-0000-0000-000000000003', 'order', '2999-01-01 00:00:00+00', '2024-01-01 00:00:03+00', NULL, NULL, 1, 0),
  ('00000000-0000-0000-0000-000000000004', 'order', DEFAULT, '2024-01-01 00:00:04+00', '2024-01-01 00:01:00+00', NULL, 1, 1),
  ('00000000-0000-0000-0000-000000000005', 'order', DEFAULT, '2024-01-01 00:00:05+00', NULL, '2024-01-01 00:01:00+00', 5, 5),
  ('00000000-0000-0000-0000-000000000006', 'order', DEFAULT, '2024-01-01 00:00:06+00', '2024-01-01 00:02:00+00', '2024-01-01 00:01:00+00', 5, 5);)",
       .toml = R"(format = 1
[[profile]]
name = "uuid"
kind = "inbox"
table = { schema = "s", name = "inbox" }
identity = ["id"]
key = "id"
operation = "kind"
never_null = ["id", "kind", "locked_until", "created_at"]
attempts = ["started", "finished"]
[profile.state]
otherwise = { state = "in_progress", word = "pending" }
[[profile.state.rule]]
when = [{ column = "processed_at", is = "not null" }]
state = "succeeded"
word = "processed"
[[profile.state.rule]]
when = [{ column = "abandoned_at", is = "not null" }]
state = "failed"
word = "abandoned"
[profile.lease]
form = "deadline"
at = "locked_until"
free = "1970-01-01 00:00:00+00"
[profile.times]
created_at = "created_at"
completed_at = "processed_at"
)",
       .rows =
           {R"(00000000-0000-0000-0000-000000000006 #order succeeded "processed" created=2024-01-01T00:00:06Z completed=2024-01-01T00:02:00Z attempts=5/5)",
            R"(00000000-0000-0000-0000-000000000005 #order failed "abandoned" created=2024-01-01T00:00:05Z attempts=5/5)",
            R"(00000000-0000-0000-0000-000000000004 #order succeeded "processed" created=2024-01-01T00:00:04Z completed=2024-01-01T00:01:00Z attempts=1/1)",
            R"(00000000-0000-0000-0000-000000000003 #order in_progress "pending" lease=2999-01-01T00:00:00Z created=2024-01-01T00:00:03Z attempts=1/0)",
            R"(00000000-0000-0000-0000-000000000002 #order in_progress "pending" lease=2024-01-02T03:04:05.000006Z stuck created=2024-01-01T00:00:02Z attempts=3/2)",
            R"(00000000-0000-0000-0000-000000000001 #order in_progress "pending" created=2024-01-01T00:00:01Z attempts=0/0)"}},

      {.name = "bytea",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key bytea PRIMARY KEY, done boolean NOT NULL);
INSERT INTO s.keys VALUES ('\x00ff', false), ('\x5c27', true), ('\x', true);)",
       .toml = R"(format = 1
[[profile]]
name = "bytea"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
operation_name = "charge"
never_null = ["key", "done"]
[profile.state]
[[profile.state.rule]]
when = [{ column = "done", is = "true" }]
state = "succeeded"
[[profile.state.rule]]
when = [{ column = "done", is = "false" }]
state = "in_progress"
)",
       .rows = {R"(\x5c27 #charge succeeded "")", R"(\x00ff #charge in_progress "" lease=?)",
                R"(\x #charge succeeded "")"}},

      {.name = "integers",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.events (shard int, id bigint, code smallint NOT NULL DEFAULT 1, PRIMARY KEY (shard, id));
INSERT INTO s.events VALUES (1, -5, 0), (1, 9223372036854775807, 1), (2, 10, 2), (2, 9, 3), (10, 1, 4);)",
       .toml = R"(format = 1
[[profile]]
name = "integers"
kind = "inbox"
table = { schema = "s", name = "events" }
identity = ["shard", "id"]
key = "id"
never_null = ["shard", "id", "code"]
[profile.state]
column = "code"
words = { "0" = "succeeded", "1" = "in_progress", "2" = { state = "failed", may_retry = true } }
released = [3]
)",
       .rows = {R"(1 unknown "4" id=10,1)", R"(10 failed "2" retry id=2,10)", R"(9 released "3" id=2,9)",
                R"(9223372036854775807 in_progress "1" lease=? id=1,9223372036854775807)",
                R"(-5 succeeded "0" id=1,-5)"}},

      // The partition's column stands in the key because it must, and names nothing.
      {.name = "partition_column",
       .sql = R"(CREATE SCHEMA s;
CREATE TYPE s."Status" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED', 'FILTERED');
CREATE TABLE s."Delivery" ("id" text NOT NULL, "status" s."Status" NOT NULL, "createdAt" timestamp(3) NOT NULL, "rawBodyHash" text,
  PRIMARY KEY ("id", "createdAt")) PARTITION BY RANGE ("createdAt");
CREATE TABLE s.p1 PARTITION OF s."Delivery" FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
CREATE TABLE s.p2 PARTITION OF s."Delivery" FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
INSERT INTO s."Delivery" VALUES ('d1', 'PENDING', '2024-01-05 10:00:00.123', NULL), ('d2', 'SUCCEEDED', '2024-02-05', 'ABCDEF01'),
  ('d3', 'FAILED', '2024-02-06', NULL), ('d4', 'FILTERED', '2024-02-07', NULL);)",
       .toml = R"(format = 1
[[profile]]
name = "partition column"
kind = "inbox"
table = { schema = "s", name = "Delivery" }
identity = ["id"]
key = "id"
order = ["createdAt", "id"]
never_null = ["id", "createdAt", "status"]
fingerprint = { column = "rawBodyHash", form = "hex" }
[profile.state]
column = "status"
words = { PENDING = "in_progress", SUCCEEDED = "succeeded", FAILED = "failed" }
succeeded = ["FILTERED"]
[profile.times]
created_at = { column = "createdAt", form = "timestamp", zone = "UTC" }
)",
       .rows = {R"(d4 succeeded "FILTERED" created=2024-02-07T00:00:00Z)",
                R"(d3 failed "FAILED" created=2024-02-06T00:00:00Z)",
                R"(d2 succeeded "SUCCEEDED" created=2024-02-05T00:00:00Z fp=abcdef01)",
                R"(d1 in_progress "PENDING" lease=? created=2024-01-05T10:00:00.123000Z)"}},

      // Unique over an expression and over a part of the rows: what names a row is the primary key.
      {.name = "expression_and_partial",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (id int PRIMARY KEY, tenant text, key text NOT NULL, state text NOT NULL, deleted_at timestamptz);
CREATE UNIQUE INDEX ON s.keys (lower(key)) WHERE deleted_at IS NULL;
INSERT INTO s.keys VALUES (1, 'x', 'Key', 'done', '2024-01-01'), (2, 'x', 'KEY', 'done', '2024-01-01'), (3, NULL, 'key', 'open', NULL);)",
       .toml = R"(format = 1
[[profile]]
name = "expression"
table = { schema = "s", name = "keys" }
identity = ["id"]
key = "key"
tenant = "tenant"
never_null = ["id", "key", "state"]
[profile.state]
column = "state"
words = { done = "succeeded", open = "in_progress" }
)",
       .rows = {R"(key in_progress "open" lease=? id=3)", R"(KEY @x succeeded "done" id=2)",
                R"(Key @x succeeded "done" id=1)"}},

      // A tenant may be NULL, and NULL is one tenant: a row is found, and a page goes on, behind it.
      {.name = "nulls_not_distinct",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (tenant text, key text NOT NULL, state text NOT NULL, UNIQUE NULLS NOT DISTINCT (tenant, key));
INSERT INTO s.keys VALUES (NULL, 'a', 'done'), (NULL, 'b', 'open'), ('', 'a', 'open'), ('t', 'a', 'done'), ('t', 'b', 'done'),
  (NULL, 'c', 'done');)",
       .toml = R"(format = 1
[[profile]]
name = "nulls"
table = { schema = "s", name = "keys" }
identity = ["tenant", "key"]
key = "key"
tenant = "tenant"
never_null = ["key", "state"]
[profile.state]
column = "state"
words = { done = "succeeded", open = "in_progress" }
)",
       .rows = {R"(c succeeded "done" id=NULL,c)", R"(b in_progress "open" lease=? id=NULL,b)",
                R"(a succeeded "done" id=NULL,a)", R"(b @t succeeded "done" id=t,b)",
                R"(a @t succeeded "done" id=t,a)", R"(a in_progress "open" lease=? id=,a)"}},

      // Nothing tells rows apart: the first page is all.
      {.name = "no_unique",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.log (event text, at timestamptz, ok boolean);
INSERT INTO s.log VALUES ('x', '2024-01-01', true), ('y', '2024-01-02', NULL), ('y', '2024-01-03', false), ('z', NULL, true);)",
       .toml = R"(format = 1
[[profile]]
name = "log"
kind = "inbox"
table = { schema = "s", name = "log" }
key = "event"
[profile.state]
otherwise = "in_progress"
[[profile.state.rule]]
when = [{ column = "ok", is = "true" }]
state = "succeeded"
[[profile.state.rule]]
when = [{ column = "ok", is = "false" }]
state = "failed"
[profile.times]
created_at = "at"
)",
       .rows = {R"(y failed "" created=2024-01-03T00:00:00Z id=)",
                R"(y in_progress "" lease=? created=2024-01-02T00:00:00Z id=)",
                R"(x succeeded "" created=2024-01-01T00:00:00Z id=)", R"(z succeeded "" id=)"},
       .has_identity = false},
  };
}

}  // namespace onceover::test
