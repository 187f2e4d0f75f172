// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

namespace onceover::test {
namespace {

// A table of finished keys with one more column, and what the profile says of it.
Shape holding(const std::string& name, const std::string& columns, const std::string& rows,
              const std::string& fields, std::vector<std::string> expected, const std::string& body = "",
              const std::string& before = "") {
  return {.name = name,
          .sql = "CREATE SCHEMA s;\n" + before + "CREATE TABLE s.keys (key text PRIMARY KEY, " + columns +
                 ");\nINSERT INTO s.keys VALUES " + rows + ";",
          .toml =
              "format = 1\n[[profile]]\nname = \"holding\"\ntable = { schema = \"s\", name = \"keys\" "
              "}\nidentity = [\"key\"]\n"
              "key = \"key\"\nnever_null = [\"key\"]\n" +
              fields + "[profile.state]\notherwise = { state = \"succeeded\", word = \"done\" }\n",
          .rows = std::move(expected),
          .body = body};
}

}  // namespace

std::vector<Shape> content_shapes() {
  return {
      holding("fingerprint_bytes", "fp bytea", R"(('a', '\x00FF'), ('b', NULL))", "fingerprint = \"fp\"\n",
              {"b succeeded \"done\"", "a succeeded \"done\" fp=00ff"}),
      holding("fingerprint_base64", "fp text", "('a', 'AP8='), ('b', 'AP8'), ('c', '!')",
              "fingerprint = { column = \"fp\", form = \"base64\" }\n",
              {"c succeeded \"done\" fp=!", "b succeeded \"done\" fp=00ff", "a succeeded \"done\" fp=00ff"}),
      holding("fingerprint_prefixed", "fp text", "('a', 'sha256:00FF'), ('b', '00ff')",
              "fingerprint = { column = \"fp\", form = \"hex\", prefix = \"sha256:\" }\n",
              {"b succeeded \"done\" fp=00ff", "a succeeded \"done\" fp=00ff"}),
      holding("response_json", "code int, body json", R"(('a', 201, '{"b" : 1,  "b":2}'), ('b', NULL, NULL))",
              "response_code = \"code\"\nresponse_body = { column = \"body\", form = \"json\" }\n",
              {"b succeeded \"done\"", "a succeeded \"done\" code=201 bytes=17"}, R"({"b" : 1,  "b":2})"),
      holding("response_bytes", "code int, body bytea", R"(('a', 200, '\x00c3'))",
              "response_code = \"code\"\nresponse_body = { column = \"body\", form = \"bytes\" }\n",
              {"a succeeded \"done\" code=200 bytes=2"}, std::string("\0\xC3", 2)),
      holding("response_elsewhere", "code int, answer uuid",
              "('a', 200, '00000000-0000-0000-0000-00000000000a')",
              "response_code = \"code\"\nresponse_body = { column = \"answer\", form = \"json\", in = { "
              "schema = \"s\", table = \"bodies\", key = \"id\", body = \"doc\" } }\n",
              {"a succeeded \"done\" code=200"}, R"({"ok": true})",
              "CREATE TABLE s.bodies (id uuid PRIMARY KEY, doc jsonb);\nINSERT INTO s.bodies VALUES "
              "('00000000-0000-0000-0000-00000000000a', '{\"ok\":true}');\n"),
      holding("who_and_how_much_in_columns",
              "who bigint, amount numeric(12,2), ccy char(3), ref uuid, err text, trace text",
              "('a', 7, 12.50, 'EUR', '00000000-0000-0000-0000-00000000000a', NULL, 't-1'), ('b', NULL, "
              "NULL, NULL, NULL, 'card_declined', NULL)",
              "customer = \"who\"\namount = \"amount\"\ncurrency = \"ccy\"\nreference = \"ref\"\nerror = "
              "\"err\"\ncorrelation_id = \"trace\"\n",
              {"b succeeded \"done\" error=card_declined",
               "a succeeded \"done\" corr=t-1 customer=7 amount=12.50 currency=EUR "
               "ref=00000000-0000-0000-0000-00000000000a"}),
      holding(
          "who_and_how_much_in_jsonb", "doc jsonb",
          R"(('a', '{"who": {"id": 7}, "lines": [{"amount": "12.50"}], "a/b": "EUR", "": "r"}'), ('b', '{"who": null}'), ('c', NULL), ('d', '3'))",
          "customer = { column = \"doc\", path = \"/who/id\" }\namount = { column = \"doc\", path = "
          "\"/lines/0/amount\" }\n"
          "currency = { column = \"doc\", path = \"/a~1b\" }\nreference = { column = \"doc\", path = \"/\" "
          "}\n"
          "error = { column = \"doc\", path = \"/error/code\" }\n",
          {"d succeeded \"done\"", "c succeeded \"done\"", "b succeeded \"done\"",
           "a succeeded \"done\" customer=7 amount=12.50 currency=EUR ref=r"}),
      holding(
          "who_and_how_much_in_text", "doc json, raw text",
          R"(('a', '{"who": "c-1", "amount": 0.10, "error": "e"}', '{"ccy": "USD", "ref": {"x": 1}}'), ('b', '{}', 'no json'), ('c', NULL, '{"ccy": null}'))",
          "customer = { column = \"doc\", path = \"/who\", holds = \"text\" }\namount = { column = \"doc\", "
          "path = \"/amount\", holds = \"text\" }\ncurrency = { column = \"raw\", path = \"/ccy\", holds = "
          "\"text\" }\nreference = { column = \"raw\", path = \"/ref\", holds = \"text\" }\nerror = { column "
          "= \"doc\", path = \"/error\", holds = \"text\" }\n",
          {"c succeeded \"done\"", "b succeeded \"done\"",
           R"(a succeeded "done" error=e customer=c-1 amount=0.10 currency=USD ref={"x":1})"}),
  };
}

}  // namespace onceover::test
