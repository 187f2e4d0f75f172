// SPDX-License-Identifier: Apache-2.0
#include "core/base/bounded_program.h"

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

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace onceover {
namespace {

// Until one of them can be read, or has ended.
bool wait_readable(std::array<pollfd, 2>& polled, Deadline until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Steady::now()).count();
    if (left <= 0) return false;
    const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(left));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

bool ends_until(pid_t pid, Deadline until) {
  // glibc 2.36 declares its own without extern "C"
  const auto process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return true;  // a kernel without pidfd: waits without a limit
  std::array<pollfd, 2> polled{pollfd{process, POLLIN, 0}, pollfd{-1, 0, 0}};
  const bool ended = wait_readable(polled, until);
  ::close(process);
  return ended;
}

struct Pipe {
  int out = -1, in = -1;
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    out = ends[0];
    in = ends[1];
    return true;
  }
  void close_in() {
    if (in >= 0) ::close(std::exchange(in, -1));
  }
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_in();
    if (out >= 0) ::close(out);
  }
};

// 0, or errno. The program's signals are neither blocked nor ignored, whatever ours are: a daemon blocks
// SIGTERM, and a program that inherited this could not be ended by it. Its process group is its own, so that
// its children can be ended with it.
int start(std::vector<std::string>& words, int out, int err, pid_t& pid) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (err >= 0) posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int failed =
      ::posix_spawnp(&pid, words.front().c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

}  // namespace

ProgramRun run_bounded(std::vector<std::string> words, Duration within, std::size_t most,
                       StandardError error) {
  ProgramRun run;
  Pipe printed, complaints;
  const bool hears = error == StandardError::heard;
  if (!printed.open() || (hears && !complaints.open())) {
    run.not_started = errno;
    return run;
  }
  pid_t pid = 0;
  run.not_started = start(words, printed.in, complaints.in, pid);
  printed.close_in();
  complaints.close_in();
  if (run.not_started != 0) return run;

  const Deadline until = Steady::now() + within;
  std::array<char, 4096> buffer{};
  std::array<pollfd, 2> polled{pollfd{printed.out, POLLIN, 0}, pollfd{complaints.out, POLLIN, 0}};
  const auto hear = [&] {
    const ssize_t got = ::read(complaints.out, buffer.data(), buffer.size());
    run.complained = run.complained || got > 0;
    if (got <= 0) polled[1].fd = -1;
  };
  for (bool goes_on = true; goes_on && run.printed.size() <= most;) {
    run.in_time = wait_readable(polled, until);
    if (!run.in_time) break;
    if (polled[1].fd >= 0 && polled[1].revents != 0) hear();
    if (polled[0].revents == 0) continue;
    const ssize_t got = ::read(printed.out, buffer.data(), buffer.size());
    goes_on = got > 0;
    if (goes_on) run.printed.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(std::exchange(printed.out, -1));
  // A program may close its output and keep running, which would need an endless wait.
  if (run.in_time) run.in_time = ends_until(pid, until);
  // With its children. Before waitpid(), after which the kernel may give the number to another process.
  if (!run.in_time) ::kill(-pid, SIGKILL);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  polled[0].fd = -1;
  if (polled[1].fd >= 0 && ::poll(polled.data(), polled.size(), 0) > 0) hear();
  return run;
}

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
  if (words.empty() || !words.front().starts_with('/'))
    return fail(refused("The password command does not begin with an absolute path."));
  if (command.find('\0') != std::string_view::npos)
    return fail(refused("The password command contains a NUL byte."));
  return words;
}

Result<std::string> password_from(std::string_view command, Duration within) {
  auto words = command_words(command);
  if (!words) return fail(words.error());
  const std::string program = words->front();
  ProgramRun run = run_bounded(*std::move(words), within, longest_password);
  if (run.not_started != 0)
    return fail(refused(fmt::format("The password command could not be started: {}: {}.", visible(program),
                                    std::strerror(run.not_started))));
  if (!run.in_time)
    return fail(ErrorKind::timeout, fmt::format("The password command took longer than {}.", human(within)),
                "No connection was made.");
  if (run.exit_code != 0)
    return fail(refused("The password command failed; its messages are on standard error."));
  std::string printed = std::move(run.printed);
  printed.resize(std::min(printed.size(), printed.find('\n')));
  if (printed.ends_with('\r')) printed.pop_back();
  if (printed.empty() || printed.find('\0') != std::string::npos)
    return fail(refused("The password command printed no password on its first line."));
  return printed;
}

}  // namespace onceover
