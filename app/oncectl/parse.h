// SPDX-License-Identifier: Apache-2.0
// Options whose values are more than words: durations, moments, cursors, files.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"

namespace onceover::oncectl {

// "a:b:" → "a", "b", "": at least one part.
std::vector<std::string_view> split(std::string_view text, char at);

// A moment, or a time before the database's now: "2026-11-21T02:00:00Z", "2h".
using When = std::variant<Timestamp, Duration>;
std::optional<When> parse_when(std::string_view text);

// Its default is shown.
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& name, Number& value,
                        std::type_identity_t<Number> least, std::type_identity_t<Number> most,
                        const std::string& description) {
  return app.add_option(name, value, description)->check(CLI::Range(least, most))->capture_default_str();
}

// What parse makes of the text, an optional; "--name must …" where it makes nothing.
template <class Value, class Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, Value& value, const std::string& description,
                        const char* must, Parse parse) {
  return app.add_option_function<std::string>(
      name,
      [&value, name, must, parse](const std::string& text) {
        const auto parsed = parse(text);
        if (!parsed) throw CLI::ValidationError(name, must);
        value = *parsed;
      },
      description);
}

CLI::Option* add_duration(CLI::App& app, const std::string& name, Duration& value,
                          const std::string& description);
CLI::Option* add_when(CLI::App& app, const std::string& name, std::optional<When>& value,
                      const std::string& description);
// Tells "" from "not given".
CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description);

// As PostgreSQL reads one: a hyphen after each four digits may be left out, and braces may be around it.
bool is_uuid(std::string_view text);
inline constexpr const char* must_be_uuid = "must be a UUID such as 7f3c0e1a-5b7d-4c6e-9a41-0d2f6b8c9e10";

// The number of a row in the store; required.
void add_row_number(CLI::App& app, const std::string& name, std::int64_t& value,
                    const std::string& description);

// --limit, up to 1000.
void add_limit(CLI::App& app, int& limit, const std::string& what = "Rows");

// --reason, required; only blanks are none.
void add_reason(CLI::App& app, std::string& value);

// --ticket.
void add_ticket(CLI::App& app, std::string& value);

// --reveal.
void add_reveal(CLI::App& app, bool& value);

// Every command that writes has it: it gives the answer of the real call, and nothing is written.
void add_dry_run(CLI::App& app, bool& value);

// COLUMN=VALUE, again and again; COLUMN without a value is NULL.
CLI::Option* add_columns(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                         const std::string& description);
std::vector<std::pair<std::string, std::optional<std::string>>> parse_columns(
    const std::vector<std::string>& texts);

// A place in a listing as one word. Opaque: it may look different in another version.
std::string cursor_token(const browse::Cursor& cursor);
std::optional<browse::Cursor> cursor_from_token(std::string_view token);

// The bytes of a file, "-" for standard input; at most 16 MiB.
Result<std::string> read_file(const std::string& path);

}  // namespace onceover::oncectl
