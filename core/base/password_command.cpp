#include "core/base/password_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/bounded_program.h"
#include "core/base/text.h"

namespace onceover {
namespace {

constexpr std::size_t longest_password = 64 * 1024;  // tokens of cloud providers are a few kilobytes

Error refused(std::string what) {
  return {ErrorKind::invalid_input,
          std::move(what),
          "No connection was made.",
          "Check the password command: it must be an absolute path and its arguments.",
          "",
          ""};
}

}  // namespace

Result<std::vector<std::string>> command_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (const char c : command) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t') {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != '\0') return fail(refused("The password command has an open quote."));
  if (inside) words.push_back(word);
  if (words.empty() || !words.front().starts_with('/')) return fail(refused("The password command does not begin with an absolute path."));
  if (command.find('\0') != std::string_view::npos) return fail(refused("The password command contains a NUL byte."));
  return words;
}

Result<std::string> password_from(std::string_view command, Duration within) {
  auto words = command_words(command);
  if (!words) return fail(words.error());
  const std::string program = words->front();
  ProgramRun run = run_bounded(*std::move(words), within, longest_password);
  if (run.not_started != 0)
    return fail(
        refused(fmt::format("The password command could not be started: {}: {}.", visible(program), std::strerror(run.not_started))));
  if (!run.in_time)
    return fail(ErrorKind::timeout, fmt::format("The password command took longer than {}.", human(within)), "No connection was made.");
  if (run.exit_code != 0) return fail(refused("The password command failed; its messages are on standard error."));
  std::string printed = std::move(run.printed);
  printed.resize(std::min(printed.size(), printed.find('\n')));
  if (printed.ends_with('\r')) printed.pop_back();
  if (printed.empty() || printed.find('\0') != std::string::npos)
    return fail(refused("The password command printed no password on its first line."));
  return printed;
}

}  // namespace onceover
