// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/parse.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace onceover::oncectl {
namespace {

constexpr std::size_t max_file_bytes = 16U * 1024 * 1024;  // what the store's own screens show of a body

}  // namespace

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(at); end != std::string_view::npos; end = text.find(at)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::optional<When> parse_when(std::string_view text) {
  if (const auto ago = parse_duration(text)) return When(*ago);
  if (const auto at = parse_iso(text)) return When(*at);
  return std::nullopt;
}

CLI::Option* add_duration(CLI::App& app, const std::string& name, Duration& value,
                          const std::string& description) {
  return add_parsed(app, name, value, description,
                    "must be a time such as 500ms, 30s, 5m, 2h or 3d, longer than 0", parse_duration)
      ->type_name("TIME");
}

CLI::Option* add_when(CLI::App& app, const std::string& name, std::optional<When>& value,
                      const std::string& description) {
  return add_parsed(app, name, value, description,
                    "must be a moment (2026-11-21T02:00:00Z) or a time ago (2h)", parse_when)
      ->type_name("WHEN");
}

CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& description) {
  return app.add_option_function<std::string>(
      name, [&value](const std::string& text) { value = text; }, description);
}

bool is_uuid(std::string_view text) {
  if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  int digits = 0;
  char before = '-';
  for (const char c : text) {
    const bool is_hyphen = c == '-' && before != '-' && digits % 4 == 0 && digits < 32;
    if (!is_hyphen && std::string_view("0123456789abcdefABCDEF").find(c) == std::string_view::npos)
      return false;
    if (!is_hyphen) ++digits;
    before = c;
  }
  return digits == 32;
}

void add_row_number(CLI::App& app, const std::string& name, std::int64_t& value,
                    const std::string& description) {
  add_parsed(app, name, value, description, "must be a whole number from 1 on such as 4711",
             [](std::string_view text) {
               const auto number = number_from<std::int64_t>(text);
               return number && *number > 0 ? number : std::nullopt;
             })
      ->required();
}

void add_limit(CLI::App& app, int& limit, const std::string& what) {
  add_number(app, "--limit", limit, 1, 1000, what + ", up to 1000");
}

void add_reason(CLI::App& app, std::string& value) {
  add_parsed(app, "--reason", value, "Why; kept in the audit trail", "must say something",
             [](const std::string& text) {
               return text.find_first_not_of(" \t\r\n") == std::string::npos ? std::nullopt
                                                                             : std::optional(text);
             })
      ->required();
}

void add_ticket(CLI::App& app, std::string& value) {
  app.add_option("--ticket", value, "Incident or ticket; kept in the audit trail");
}

void add_reveal(CLI::App& app, bool& value) { app.add_flag("--reveal", value, "Show bodies"); }

void add_dry_run(CLI::App& app, bool& value) {
  app.add_flag("--dry-run", value, "Show what would be written");
}

CLI::Option* add_columns(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                         const std::string& description) {
  return app.add_option(name, values, description)
      ->allow_extra_args(false)  // one a flag: what follows is no further value
      ->type_name("COLUMN=VALUE")
      ->check(CLI::Validator(
          [](std::string& text) {
            return text.empty() || text[0] == '='
                       ? std::string("must be COLUMN=VALUE; COLUMN without a value is NULL")
                       : std::string();
          },
          std::string()));
}

std::vector<std::pair<std::string, std::optional<std::string>>> parse_columns(
    const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::optional<std::string>>> columns;
  for (const std::string& text : texts) {
    const auto sign = text.find('=');
    columns.emplace_back(text.substr(0, sign),
                         sign == std::string::npos ? std::nullopt : std::optional(text.substr(sign + 1)));
  }
  return columns;
}

std::string cursor_token(const browse::Cursor& cursor) {
  // no text column holds a NUL
  return to_hex(fmt::format("{}", fmt::join(cursor.at, std::string_view("\0", 1))));
}

std::optional<browse::Cursor> cursor_from_token(std::string_view token) {
  std::string bytes;
  if (!from_hex(token, bytes)) return std::nullopt;
  browse::Cursor cursor;
  for (const std::string_view part : split(bytes, '\0')) cursor.at.emplace_back(part);
  return cursor;
}

namespace {

// A pipe that is opened for reading without blocking. A writer may come a little later; false: none did.
bool has_writer(int pipe) {
  constexpr int patience_ms = 5000;
  pollfd wanted{pipe, POLLIN, 0};
  while (::poll(&wanted, 1, patience_ms) < 0 && errno == EINTR) {
  }
  if ((wanted.revents & POLLIN) != 0) return true;
  char none = 0;
  return ::read(pipe, &none, 1) < 0 && errno == EAGAIN;  // 0: the end, as no writer is there
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  const auto refused = [&path](const std::string& why) {
    return fail(ErrorKind::invalid_input, fmt::format("{} cannot be read: {}.", visible(path), why),
                "Nothing was done.", "Name a readable file, or - for standard input.");
  };
  const bool is_input = path == "-";
  // Opening a pipe to which no program writes would wait for ever.
  const int opened =
      is_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (opened < 0) return refused(std::generic_category().message(errno));
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(is_input ? stdin : ::fdopen(opened, "rb"), close);
  struct stat status {};
  if (!is_input && ::fstat(opened, &status) == 0 && S_ISFIFO(status.st_mode) && !has_writer(opened))
    return refused("it is a pipe, and no program writes into it");
  if (!is_input) (void)::fcntl(opened, F_SETFL, 0);
  std::string text(max_file_bytes + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) return refused(std::generic_category().message(errno));
  if (text.size() > max_file_bytes) return refused("it has more than 16 MiB");
  return text;
}

}  // namespace onceover::oncectl
