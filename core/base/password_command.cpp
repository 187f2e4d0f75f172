#include "core/base/password_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/base/text.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace onceover {
namespace {

constexpr std::size_t longest_password = 64 * 1024;  // tokens of cloud providers are a few kilobytes

Error refused(std::string what) {
  return {ErrorKind::invalid_input,
          std::move(what),
          "No connection was made.",
          "See the password command: an absolute path and its arguments.",
          "",
          ""};
}

bool is_readable(int fd, Deadline until) {
  pollfd polled{fd, POLLIN, 0};
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Steady::now()).count();
    if (left <= 0) return false;
    const int ready = ::poll(&polled, 1, static_cast<int>(left));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

bool ends_until(pid_t pid, Deadline until) {
  const auto process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));  // glibc 2.36 declares its own without extern "C"
  if (process < 0) return true;                                              // a kernel without them: it is waited for as long as it takes
  const bool ended = is_readable(process, until);
  ::close(process);
  return ended;
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
  if (command.find('\0') != std::string_view::npos) return fail(refused("The password command holds a NUL byte."));
  return words;
}

Result<std::string> password_from(std::string_view command, Duration within) {
  auto words = command_words(command);
  if (!words) return fail(words.error());
  std::array<int, 2> pipe_ends{};
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    return fail(ErrorKind::io, "No pipe could be made for the password command.", "No connection was made.");
  std::vector<char*> arguments;
  for (std::string& word : *words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, words->front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe_ends[1]);
  if (failed != 0) {
    ::close(pipe_ends[0]);
    return fail(refused(fmt::format("The password command could not be started: {}: {}.", visible(words->front()), std::strerror(failed))));
  }
  std::string printed;
  bool in_time = true;
  const Deadline until = Steady::now() + within;
  for (;;) {
    in_time = is_readable(pipe_ends[0], until);
    if (!in_time) break;
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(pipe_ends[0], buffer.data(), buffer.size());
    if (got <= 0 || printed.size() > longest_password) break;
    printed.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(pipe_ends[0]);
  // A program that has closed its output may go on, and would be waited for without end.
  if (in_time) in_time = ends_until(pid, until);
  if (!in_time) ::kill(pid, SIGKILL);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (!in_time)
    return fail(ErrorKind::timeout, fmt::format("The password command took longer than {}.", human(within)), "No connection was made.");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return fail(refused("The password command failed; what it said is on standard error."));
  printed.resize(std::min(printed.size(), printed.find('\n')));
  if (printed.ends_with('\r')) printed.pop_back();
  if (printed.empty() || printed.find('\0') != std::string::npos)
    return fail(refused("The password command printed no password on its first line."));
  return printed;
}

}  // namespace onceover
