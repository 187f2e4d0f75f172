// SPDX-License-Identifier: Apache-2.0
// One value in each format. Pure; everything is appended, so that a reused buffer costs no allocation.
#pragma once

#include <string>
#include <string_view>

namespace onceover::exports {

// A spreadsheet may run it as a formula: it begins with = + - @ or their full-width forms, a tab, a carriage
// return or a line feed (OWASP, "CSV Injection").
bool is_formula(std::string_view text);

// A number in JSON's own grammar: -12.50, 1e+20. Not NaN, +1, 007.
bool is_plain_number(std::string_view text);

// RFC 4180: quoted if it contains a comma, quote or line end, begins or ends with a blank, is empty, or
// equals null_text. Control and bidirectional characters remain: a CSV file is data. Bytes that are not UTF-8
// become \x6865….
void append_csv(std::string& out, std::string_view text, bool neutralise, std::string_view null_text = {});

// A quoted JSON string; control, bidirectional and zero-width characters are escaped, which changes only the
// look. Bytes that are not UTF-8 become {"hex": "6865…"}.
void append_json(std::string& out, std::string_view text);

// A cell of a GitHub table as literal text: markup and HTML are escaped, a line end becomes <br>, control and
// bidirectional characters become \u{202e}, bytes that are not UTF-8 become \x6865…. Some viewers still turn
// a web address into a link.
void append_markdown(std::string& out, std::string_view text, bool neutralise);

}  // namespace onceover::exports
