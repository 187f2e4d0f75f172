// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {
namespace {

// What the two tables have in common; `more` follows the profile's own fields.
std::string profile_of(const std::string& name, const std::string& table, const std::string& more,
                       const std::string& rest) {
  return "[[profile]]\nname = \"" + name + "\"\ntable = { schema = \"s\", name = \"" + table + "\" }\n" +
         more + rest;
}

}  // namespace

// A table from which finished rows are moved to another: both are one listing.
std::vector<Shape> twin_shapes() {
  const std::string common = R"(identity = ["account", "key"]
key = "key"
tenant = "account"
order = ["made", "key", "account"]
never_null = ["account", "key", "made"]
response_code = "code"
response_body = { column = "answer", form = "bytes" }
customer = { column = "asked", path = "/who" }
)";
  const std::string times = "[profile.times]\ncreated_at = \"made\"\n";
  const std::string states = R"([profile.state]
column = "phase"
words = { NEW = "in_progress", DONE = "succeeded", BAD = "failed" }
)";
  return {
      // The archive has a column more, another type of the same family, no lease, and words of its own for
      // the same.
      {.name = "archive_twin",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text NOT NULL, account int NOT NULL, phase text NOT NULL, until timestamptz, code int, answer bytea, asked jsonb,
  made timestamptz NOT NULL, PRIMARY KEY (account, key));
CREATE UNIQUE INDEX ON s.keys (made, key, account);
CREATE TABLE s.old (moved_at timestamptz NOT NULL DEFAULT now(), made timestamptz NOT NULL, account bigint NOT NULL, key varchar(100) NOT NULL,
  outcome smallint NOT NULL, code text, answer bytea, asked jsonb, PRIMARY KEY (account, key));
CREATE UNIQUE INDEX ON s.old (made, key, account);
INSERT INTO s.keys VALUES
  ('d', 2, 'DONE', NULL, 201, '\x6f6b', '{"who": "Ada"}', '2024-01-01 00:00:04+00'),
  ('b', 1, 'NEW', '2024-01-02 03:04:05+00', NULL, NULL, NULL, '2024-01-01 00:00:03+00'),
  ('a', 1, 'NEW', '2999-01-01 00:00:00+00', NULL, NULL, NULL, '2024-01-01 00:00:02+00'),
  ('x%', 1, 'BAD', NULL, 402, NULL, NULL, '2024-01-01 00:00:01+00');
INSERT INTO s.old (made, account, key, outcome, code, answer, asked) VALUES
  ('2024-01-01 00:00:03+00', 1, 'c', 1, '200', '\x61', '{"who": "Bob"}'),
  ('2024-01-01 00:00:03+00', 2, 'b', 1, '200', '\x6262', NULL),
  ('2024-01-01 00:00:02+00', 1, '_', 2, '500', NULL, NULL),
  ('2024-01-01 00:00:00+00', 1, 'z', 1, '204', NULL, NULL);)",
       .toml = "format = 1\n" + profile_of("old keys", "old", common, R"([profile.state]
column = "outcome"
words = { "1" = "succeeded", "2" = "failed" }
)" + times) +
               profile_of("keys", "keys", common + "archive = \"old keys\"\n",
                          states + "[profile.lease]\nform = \"deadline\"\nat = \"until\"\n" + times),
       .rows =
           {R"(d @2 succeeded "DONE" created=2024-01-01T00:00:04Z code=201 customer=Ada bytes=2 id=2,d)",
            R"(c @1 succeeded "1" created=2024-01-01T00:00:03Z code=200 customer=Bob bytes=1 id=1,c archived)",
            R"(b @2 succeeded "1" created=2024-01-01T00:00:03Z code=200 bytes=2 id=2,b archived)",
            R"(b @1 in_progress "NEW" lease=2024-01-02T03:04:05Z stuck created=2024-01-01T00:00:03Z id=1,b)",
            R"(a @1 in_progress "NEW" lease=2999-01-01T00:00:00Z created=2024-01-01T00:00:02Z id=1,a)",
            R"(_ @1 failed "2" created=2024-01-01T00:00:02Z code=500 id=1,_ archived)",
            R"(x% @1 failed "BAD" created=2024-01-01T00:00:01Z code=402 id=1,x%)",
            R"(z @1 succeeded "1" created=2024-01-01T00:00:00Z code=204 id=1,z archived)"},
       .body = "ok"},

      // Columns of the order may be NULL, and the values are no texts.
      {.name = "archive_twin_with_nulls",
       .sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key uuid NOT NULL, part int, phase text, UNIQUE NULLS NOT DISTINCT (part, key));
CREATE TABLE s.old (key uuid NOT NULL, part int, phase text, UNIQUE NULLS NOT DISTINCT (part, key));
INSERT INTO s.keys VALUES ('00000000-0000-4000-8000-000000000001', NULL, 'NEW'), ('00000000-0000-4000-8000-000000000003', 1, 'NEW');
INSERT INTO s.old VALUES ('00000000-0000-4000-8000-000000000002', NULL, 'DONE'), ('00000000-0000-4000-8000-000000000004', 1, 'DONE'),
  ('00000000-0000-4000-8000-000000000005', 0, 'BAD');)",
       .toml = "format = 1\n" +
               profile_of("old", "old", "identity = [\"part\", \"key\"]\nkey = \"key\"\n", states) +
               profile_of("keys", "keys",
                          "identity = [\"part\", \"key\"]\nkey = \"key\"\narchive = \"old\"\n", states),
       .rows =
           {R"(00000000-0000-4000-8000-000000000002 succeeded "DONE" id=NULL,00000000-0000-4000-8000-000000000002 archived)",
            R"(00000000-0000-4000-8000-000000000001 in_progress "NEW" lease=? id=NULL,00000000-0000-4000-8000-000000000001)",
            R"(00000000-0000-4000-8000-000000000004 succeeded "DONE" id=1,00000000-0000-4000-8000-000000000004 archived)",
            R"(00000000-0000-4000-8000-000000000003 in_progress "NEW" lease=? id=1,00000000-0000-4000-8000-000000000003)",
            R"(00000000-0000-4000-8000-000000000005 failed "BAD" id=0,00000000-0000-4000-8000-000000000005 archived)"}},
  };
}

}  // namespace onceover::test
