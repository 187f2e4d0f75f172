// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {
namespace {

// A table whose rows are keys with a time of creation in this form.
Shape timed(const std::string& name, const std::string& type, const std::string& rows,
            const std::string& form, std::vector<std::string> expected) {
  return {.name = name,
          .sql = "CREATE SCHEMA s;\nCREATE TABLE s.keys (key text PRIMARY KEY, made " + type +
                 " NOT NULL);\nINSERT INTO s.keys VALUES " + rows + ";",
          .toml =
              "format = 1\n[[profile]]\nname = \"timed\"\ntable = { schema = \"s\", name = \"keys\" "
              "}\nidentity = [\"key\"]\n"
              "key = \"key\"\norder = [\"made\", \"key\"]\nnever_null = [\"key\", \"made\"]\n"
              "[profile.state]\notherwise = { state = \"succeeded\", word = \"seen\" }\n[profile.times]\n"
              "created_at = { column = \"made\"" +
              form + " }\n",
          .rows = std::move(expected)};
}

}  // namespace

std::vector<Shape> time_shapes() {
  return {
      // Infinite times, and years before 1.
      timed("timestamptz", "timestamptz",
            "('a', '-infinity'), ('b', '0044-03-15 00:00:00+00 BC'), ('c', '2024-01-01 00:00:00.000001+00'), "
            "('d', 'infinity')",
            "",
            {"d succeeded \"seen\" created=infinity",
             "c succeeded \"seen\" created=2024-01-01T00:00:00.000001Z",
             "b succeeded \"seen\" created=0044-03-15T00:00:00Z BC", "a succeeded \"seen\""}),
      // 02:30 on 31 March 2024 never was in Berlin, and 02:30 on 27 October was twice: the server takes
      // winter's time for both.
      timed("timestamp_in_berlin", "timestamp",
            "('a', '2024-03-31 01:59:59.999999'), ('b', '2024-03-31 02:30:00'), ('c', '2024-03-31 "
            "03:00:00'), ('d', '2024-10-27 01:59:59'), ('e', '2024-10-27 02:30:00'), ('f', '2024-10-27 "
            "03:00:00'), ('g', '-infinity'), ('h', '0044-03-15 00:53:28 BC'), ('i', '4713-01-01 00:00:00 "
            "BC')",
            ", form = \"timestamp\", zone = \"Europe/Berlin\"",
            {"f succeeded \"seen\" created=2024-10-27T02:00:00Z",
             "e succeeded \"seen\" created=2024-10-27T01:30:00Z",
             "d succeeded \"seen\" created=2024-10-26T23:59:59Z",
             "c succeeded \"seen\" created=2024-03-31T01:00:00Z",
             "b succeeded \"seen\" created=2024-03-31T01:30:00Z",
             "a succeeded \"seen\" created=2024-03-31T00:59:59.999999Z",
             "h succeeded \"seen\" created=0044-03-15T00:00:00Z BC", "i succeeded \"seen\"",
             "g succeeded \"seen\""}),
      timed("epoch_ms", "bigint", "('a', 1704067200123), ('b', 0), ('c', -1), ('d', 9223372036854775807)",
            ", form = \"epoch_ms\"",
            {"d succeeded \"seen\"", "a succeeded \"seen\" created=2024-01-01T00:00:00.123000Z",
             "b succeeded \"seen\" created=1970-01-01T00:00:00Z",
             "c succeeded \"seen\" created=1969-12-31T23:59:59.999000Z"}),
      timed("epoch_us", "bigint", "('a', 1704067200123456), ('b', 1704067200123457)", ", form = \"epoch_us\"",
            {"b succeeded \"seen\" created=2024-01-01T00:00:00.123457Z",
             "a succeeded \"seen\" created=2024-01-01T00:00:00.123456Z"}),
      timed("epoch_ns", "bigint",
            "('a', 1704067200123456789), ('b', 1704067200123457999), ('c', 9223372036854775807), ('d', -1)",
            ", form = \"epoch_ns\"",
            {"c succeeded \"seen\"", "b succeeded \"seen\" created=2024-01-01T00:00:00.123457Z",
             "a succeeded \"seen\" created=2024-01-01T00:00:00.123456Z",
             "d succeeded \"seen\" created=1969-12-31T23:59:59.999999Z"}),
      timed("epoch_s", "int", "('a', 1704067200), ('b', 2147483647)", ", form = \"epoch_s\"",
            {"b succeeded \"seen\" created=2038-01-19T03:14:07Z",
             "a succeeded \"seen\" created=2024-01-01T00:00:00Z"}),
      timed("iso_text", "text",
            "('a', '2024-02-29T00:00:00.000Z'), ('b', '2024-01-01T00:00:00.001Z'), ('c', 'yesterday'), ('d', "
            "'2024-03-01T00:00:00+02:00')",
            ", form = \"iso_text\"",
            {"c succeeded \"seen\"", "d succeeded \"seen\" created=2024-02-29T22:00:00Z",
             "a succeeded \"seen\" created=2024-02-29T00:00:00Z",
             "b succeeded \"seen\" created=2024-01-01T00:00:00.001000Z"}),
      timed("iso_text_without_offset", "text",
            "('a', '2024-02-29T01:00:00'), ('b', '2024-07-01 02:00:00+00')",
            ", form = \"iso_text\", zone = \"Europe/Berlin\"",
            {"b succeeded \"seen\" created=2024-07-01T02:00:00Z",
             "a succeeded \"seen\" created=2024-02-29T00:00:00Z"}),
      timed("day", "date", "('a', '2024-02-29'), ('b', '2024-07-01')",
            ", form = \"timestamp\", zone = \"Europe/Berlin\"",
            {"b succeeded \"seen\" created=2024-06-30T22:00:00Z",
             "a succeeded \"seen\" created=2024-02-28T23:00:00Z"}),
  };
}

}  // namespace onceover::test
