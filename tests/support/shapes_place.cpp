// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {
namespace {

const std::string keys_toml = R"(format = 1
[[profile]]
name = "keys"
table = { schema = "s", name = "keys" }
identity = ["key"]
key = "key"
tenant = "tenant"
never_null = ["key", "status"]
[profile.state]
column = "status"
words = { open = "in_progress", done = "succeeded" }
[profile.lease]
form = "deadline"
at = "until"
)";

const std::string keys_sql = R"(CREATE SCHEMA s;
CREATE TABLE s.keys (key text PRIMARY KEY, tenant text, status text NOT NULL, until timestamptz, secret text);
INSERT INTO s.keys VALUES ('a', 'x', 'open', '2024-01-02 03:04:05+00', '?'), ('b', 'y', 'open', '2999-01-01 00:00:00+00', '?'),
  ('c', 'x', 'done', NULL, '?');
)";

const std::vector<std::string> keys_rows = {R"(c @x succeeded "done")",
                                            R"(b @y in_progress "open" lease=2999-01-01T00:00:00Z)",
                                            R"(a @x in_progress "open" lease=2024-01-02T03:04:05Z stuck)"};

std::string instead(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

std::vector<Shape> place_shapes() {
  const std::string longest(63, 'n');
  return {
      {.name = "odd_names",
       .sql = R"(CREATE SCHEMA """; drop table x;--";
CREATE TABLE """; drop table x;--"."""SELECT""" ("user" int NOT NULL, "Group By" text NOT NULL, "ключ😀" text NOT NULL, ")" +
              longest +
              R"(" text, "a""b'c\d" timestamptz, UNIQUE ("Group By", "ключ😀"));
INSERT INTO """; drop table x;--"."""SELECT""" VALUES (1, 'g', 'é😀', 'it''s', '2024-01-02 03:04:05+00'), (2, 'g', 'z\', 'x', NULL),
  (3, '$1', '%', '\', '2999-01-01 00:00:00+00');)",
       .toml = R"(format = 1
[[profile]]
name = "odd names"
table = { schema = "\"; drop table x;--", name = "\"SELECT\"" }
identity = ["Group By", "ключ😀"]
key = "ключ😀"
tenant = "user"
operation = "Group By"
never_null = ["user", "Group By", "ключ😀"]
[profile.state]
column = ")" + longest +
               R"("
words = { "it's" = "in_progress", '\' = "in_progress", x = "succeeded" }
[profile.lease]
form = "deadline"
at = "a\"b'c\\d"
)",
       .rows = {R"(é😀 @1 #g in_progress "it's" lease=2024-01-02T03:04:05Z stuck id=g,é😀)",
                R"(z\ @2 #g succeeded "x" id=g,z\)",
                R"(% @3 #$1 in_progress "\" lease=2999-01-01T00:00:00Z id=$1,%)"}},

      {.name = "view",
       .sql =
           keys_sql + "CREATE VIEW s.shown AS SELECT upper(key) AS key, tenant, status, until FROM s.keys;",
       .toml = instead(keys_toml, "name = \"keys\" }", "name = \"shown\" }"),
       .rows = {R"(C @x succeeded "done")", R"(B @y in_progress "open" lease=2999-01-01T00:00:00Z)",
                R"(A @x in_progress "open" lease=2024-01-02T03:04:05Z stuck)"},
       .is = Shape::Is::view},

      {.name = "row_security",
       .sql = keys_sql + R"(CREATE ROLE rls_reader LOGIN;
GRANT USAGE ON SCHEMA s TO rls_reader; GRANT SELECT ON s.keys TO rls_reader;
ALTER TABLE s.keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY only_x ON s.keys TO rls_reader USING (tenant = 'x');)",
       .toml = keys_toml,
       .rows = {keys_rows[0], keys_rows[2]},
       .role = "rls_reader"},

      // The role sees the columns that the profile names, and neither the others nor xmin.
      {.name = "column_grants",
       .sql = keys_sql + R"(CREATE ROLE column_reader LOGIN;
GRANT USAGE ON SCHEMA s TO column_reader; GRANT SELECT (key, tenant, status, until) ON s.keys TO column_reader;)",
       .toml = keys_toml,
       .rows = keys_rows,
       .role = "column_reader"},

      {.name = "foreign_table",
       .sql = keys_sql + R"(CREATE EXTENSION postgres_fdw;
DO $$ BEGIN
  EXECUTE format('CREATE SERVER loop FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L, port %L, dbname %L)',
                 split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), current_database());
END $$;
CREATE USER MAPPING FOR CURRENT_USER SERVER loop OPTIONS (user 'postgres');
CREATE FOREIGN TABLE s.far (key text NOT NULL, tenant text, status text NOT NULL, until timestamptz) SERVER loop
  OPTIONS (schema_name 's', table_name 'keys');)",
       .toml = instead(keys_toml, "name = \"keys\" }", "name = \"far\" }"),
       .rows = keys_rows,
       .extension = "postgres_fdw",
       .is = Shape::Is::foreign},

      {.name = "file",
       .sql =
           R"(CREATE EXTENSION file_fdw; CREATE SCHEMA s; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE s.keys (key text NOT NULL, tenant text, status text NOT NULL, until timestamptz) SERVER files
  OPTIONS (program 'echo a,x,open,2024-01-02 03:04:05+00; echo b,y,open,2999-01-01 00:00:00+00; echo c,x,done,', format 'csv');)",
       .toml = keys_toml,
       .rows = keys_rows,
       .extension = "file_fdw",
       .is = Shape::Is::foreign},
  };
}

}  // namespace onceover::test
