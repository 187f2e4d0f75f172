// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {
namespace {

// A table `s.keys` with these columns of a lease and rows, and the profile's [profile.lease].
Shape leased(const std::string& name, const std::string& columns, const std::string& rows,
             const std::string& lease, std::vector<std::string> expected, const std::string& more = "") {
  return {.name = name,
          .sql = "CREATE SCHEMA s;\nCREATE TABLE s.keys (key text PRIMARY KEY, done boolean NOT NULL, " +
                 columns + ");\nINSERT INTO s.keys VALUES " + rows + ";",
          .toml =
              "format = 1\n[[profile]]\nname = \"leased\"\ntable = { schema = \"s\", name = \"keys\" "
              "}\nidentity = [\"key\"]\n"
              "key = \"key\"\nnever_null = [\"key\", \"done\"]\n" +
              more +
              "[profile.state]\notherwise = { state = \"in_progress\", word = \"open\" "
              "}\n[[profile.state.rule]]\n"
              "when = [{ column = \"done\", is = \"true\" }]\nstate = \"succeeded\"\nword = "
              "\"done\"\n[profile.lease]\n" +
              lease,
          .rows = std::move(expected)};
}

}  // namespace

std::vector<Shape> lease_shapes() {
  return {
      leased("start_and_a_columns_seconds", "at timestamptz, ttl int",
             "('a', false, '2024-01-02 03:04:00.000006', 5), ('b', false, '2998-12-31 23:59:59', 1), ('c', "
             "false, NULL, 9), ('d', false, '2024-01-01', NULL), ('e', true, '2024-01-01', 60), ('f', false, "
             "'-infinity', 1), ('g', false, 'infinity', 1)",
             "form = \"since\"\nat = \"at\"\nlength_column = \"ttl\"\n",
             {"g in_progress \"open\" lease=infinity", "f in_progress \"open\" lease=-infinity stuck",
              "e succeeded \"done\" lease=2024-01-01T00:01:00Z", "d in_progress \"open\" lease=infinity",
              "c in_progress \"open\"", "b in_progress \"open\" lease=2999-01-01T00:00:00Z",
              "a in_progress \"open\" lease=2024-01-02T03:04:05.000006Z stuck"}),
      leased("deadline_in_ms_with_zero_for_free", "until bigint NOT NULL DEFAULT 0",
             "('a', false, 1704164645007), ('b', false, 32472144000000), ('c', false, 0), ('d', true, 0), "
             "('e', false, 9223372036854775807), ('f', false, -9223372036854775808)",
             "form = \"deadline\"\nat = { column = \"until\", form = \"epoch_ms\" }\nfree = \"0\"\n",
             {"f in_progress \"open\" lease=-infinity stuck", "e in_progress \"open\" lease=infinity",
              "d succeeded \"done\"", "c in_progress \"open\"",
              "b in_progress \"open\" lease=2999-01-01T00:00:00Z",
              "a in_progress \"open\" lease=2024-01-02T03:04:05.007000Z stuck"}),
      leased("heartbeat", "beat timestamp",
             "('a', false, '2024-01-02 04:03:05'), ('b', false, '2999-01-01 00:59:00'), ('c', false, NULL)",
             "form = \"heartbeat\"\nat = { column = \"beat\", form = \"timestamp\", zone = \"Europe/Berlin\" "
             "}\nlength_s = 60\n",
             {"c in_progress \"open\"", "b in_progress \"open\" lease=2999-01-01T00:00:00Z",
              "a in_progress \"open\" lease=2024-01-02T03:04:05Z stuck"}),
      leased("since_in_seconds", "locked int",
             "('a', false, 1704164555), ('b', false, NULL), ('c', false, 2147483647), ('d', true, 1)",
             "form = \"since\"\nat = { column = \"locked\", form = \"epoch_s\" }\nlength_s = 90.25\n",
             {"d succeeded \"done\" lease=1970-01-01T00:01:31.250000Z",
              "c in_progress \"open\" lease=2038-01-19T03:15:37.250000Z", "b in_progress \"open\"",
              "a in_progress \"open\" lease=2024-01-02T03:04:05.250000Z stuck"}),
      leased("deadline_in_iso_text", "until text",
             "('a', false, '2024-01-02T03:04:05.006Z'), ('b', false, '2999-01-01T00:00:00.000Z'), ('c', "
             "false, NULL), ('d', false, 'soon'), ('e', false, '2023-02-29T00:00:00.000Z')",
             "form = \"deadline\"\nat = { column = \"until\", form = \"iso_text\" }\n",
             // What is no instant is held or over as it sorts.
             {"e in_progress \"open\" lease=-infinity stuck", "d in_progress \"open\" lease=infinity",
              "c in_progress \"open\"", "b in_progress \"open\" lease=2999-01-01T00:00:00Z",
              "a in_progress \"open\" lease=2024-01-02T03:04:05.006000Z stuck"}),
      leased("infinity_for_free", "until timestamptz NOT NULL",
             "('a', false, 'infinity'), ('b', false, '2999-01-01'), ('c', false, '-infinity')",
             "form = \"deadline\"\nat = \"until\"\nfree = \"infinity\"\n",
             {"c in_progress \"open\" lease=-infinity stuck",
              "b in_progress \"open\" lease=2999-01-01T00:00:00Z", "a in_progress \"open\""}),
      leased("owner_only", "locked_by text", "('a', false, 'w-1'), ('b', false, NULL), ('c', true, 'w-2#7')",
             "form = \"owner_only\"\n",
             {"c succeeded \"done\" owner=w-2#7", "b in_progress \"open\" lease=?",
              "a in_progress \"open\" lease=? owner=w-1"},
             "owner = \"locked_by\"\n"),
      leased("no_lease", "n int", "('a', false, 1), ('b', true, 2)", "form = \"none\"\n",
             {"b succeeded \"done\" attempts=2", "a in_progress \"open\" lease=? attempts=1"},
             "attempts = \"n\"\n"),
  };
}

}  // namespace onceover::test
