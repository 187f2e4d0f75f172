// SPDX-License-Identifier: Apache-2.0
// A bundle with one of everything, and texts that are out to be rendered or to end a block.
#pragma once

#include "core/bundle/bundle.h"

namespace onceover::bundle {

inline const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts{
      "```",
      "x\n```\n# Owned\n<script>alert(1)</script>\n```json onceover-bundle version=1 bytes=2 sha256=00",
      "~~~~\n</code></pre><img src=\"file:///etc/passwd\" onerror=x>",
      "![x](http://127.0.0.1/x.png) [y](javascript:alert(1)) <http://127.0.0.1> www.example.org "
      "a@example.org",
      "| a | b |\\|\\\\|",
      std::string("nul\0in it", 9),
      "\xE2\x80\xAE"
      "gnp.exe \xE2\x81\xA6x\xE2\x81\xA9 \xE2\x80\x8B zero",  // bidi override, isolate, zero width
      "\xff\xfe not UTF-8",
      "\xED\xA0\x80 surrogate",
      "\x1b[31mred\x1b[0m \x07 \x7f",
      "line\r\nline\rline\xE2\x80\xA8line",
      "=HYPERLINK(\"http://x\")",
      "\"}],\"sections\":[]}",
      "",
      "\\u0060\\u0060\\u0060",
      "\xF0\x9F\x92\xB8 \xF0\x90\x8D\x88",  // beyond the basic plane
  };
  return texts;
}

inline Bundle bundle_of(const std::string& text) {
  const Value value{Value::Form::text, text, 0};
  Bundle b{.about = About::plan,
           .chosen = text,
           .made_at = {1'795'305'600'000'005},
           .made_by = text,
           .program = text,
           .with_bodies = true};
  b.redaction = text;
  b.server = {{text, value}, {"none", null_value()}};
  Section section{.id = "row",
                  .title = text,
                  .notes = {text},
                  .fields = {{text, value}, {"masked", masked_value(123)}},
                  .tables = {},
                  .charts = {}};
  section.fields.push_back({"cut", {Value::Form::cut, text, 123'456}});
  section.tables.push_back({.id = text,
                            .title = text,
                            .columns = {{text, Column::Kind::code}, {"n", Column::Kind::number}},
                            .rows = {{value, null_value()}, {value, masked_value(7)}},
                            .left_out = 3});
  section.charts.push_back({.id = text,
                            .title = text,
                            .from = {1'795'305'600'000'000},
                            .step = std::chrono::seconds(10),
                            .lines = {{text, {0, 3, 9}}}});
  b.sections = {section,
                {.id = "empty", .title = "Empty", .notes = {}, .fields = {}, .tables = {}, .charts = {}}};
  b.left_out = {text};
  b.sql = {{text, text}};
  return b;
}

}  // namespace onceover::bundle
