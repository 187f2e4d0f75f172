// SPDX-License-Identifier: Apache-2.0
#include "app/try/keeper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>

#include "app/try/faults.h"

namespace onceover::try_it {
namespace {

// In the forked child: nothing but system calls until execve.
[[noreturn]] void become(const std::vector<char*>& argv, int link, int err, pid_t keeper) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(126);
  ::setpgid(0, 0);  // a ^C at the terminal is handled by the program that started us
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGCHLD}) ::signal(number, SIG_DFL);
  ::dup2(link, STDIN_FILENO);
  ::dup2(link, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::syscall(SYS_close_range, 3U, ~0U, 0U);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

Keeper::Keeper(std::string log_file, Callbacks callbacks)
    : log_file_(std::move(log_file)), callbacks_(std::move(callbacks)) {}

Keeper::~Keeper() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& child : children_) {
      if (child->pid != 0) ::kill(child->pid, SIGKILL);
    }
  }
  changed_.notify_all();
  for (const auto& child : children_) child->thread.join();
}

Result<Keeper::Started> Keeper::start(ChildSpec spec, Duration within) {
  std::unique_lock lock(mutex_);
  const std::size_t index = children_.size();
  Child& child = *children_.emplace_back(std::make_unique<Child>());
  child.spec = std::move(spec);
  child.thread = std::thread([this, &child] { keep(child); });
  changed_.wait_for(lock, within, [&] { return child.is_ready || !child.error.empty() || stopping_; });
  if (child.is_ready) return Started{index, child.port};
  child.spec.start_again = false;
  return fail(ErrorKind::io,
              fmt::format("Of the try-out, {} did not start{}.", child.spec.name,
                          child.error.empty() ? " in time" : ": " + child.error),
              "Nothing of the try-out was kept.",
              "See that this program may start itself again (/proc/self/exe).");
}

void Keeper::send_line(std::size_t index, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (index >= children_.size() || children_[index]->link < 0) return;
  const std::string text = line + "\n";
  (void)!::send(children_[index]->link, text.data(), text.size(), MSG_NOSIGNAL);
}

void Keeper::signal(std::size_t index, int number) {
  const std::lock_guard lock(mutex_);
  // A pid is ours until reap() has waited for it, which happens under this lock.
  if (index < children_.size() && children_[index]->pid != 0) ::kill(children_[index]->pid, number);
}

std::string Keeper::spawn(Child& child) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return std::strerror(errno);
  const int err = ::open(log_file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  std::vector<char*> argv;
  for (auto& word : child.spec.argv) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t self = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) become(argv, ends[1], err, self);
  const int number = errno;
  ::close(ends[1]);
  if (err >= 0) ::close(err);
  child.link = ends[0];
  child.pid = std::max(pid, 0);
  if (pid > 0) return {};
  ::close(std::exchange(child.link, -1));
  return std::strerror(number);
}

// Until its output ends: then it has ended, or is about to.
void Keeper::listen(Child& child) {
  std::string partial;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t n = ::read(child.link, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    partial.append(buffer.data(), static_cast<std::size_t>(n));
    for (std::size_t end; (end = partial.find('\n')) != std::string::npos; partial.erase(0, end + 1)) {
      const std::string line = partial.substr(0, end);
      if (!line.starts_with("ready")) {
        callbacks_.on_line(child.spec.name, line);
        continue;
      }
      const std::lock_guard lock(mutex_);
      child.is_ready = true;
      child.port = static_cast<int>(std::strtol(line.c_str() + 5, nullptr, 10));
      changed_.notify_all();
    }
  }
}

int Keeper::reap(Child& child) {
  ::close(std::exchange(child.link, -1));
  int status = 0;
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  child.pid = 0;
  return status;
}

void Keeper::keep(Child& child) {
  ::prctl(PR_SET_NAME, "try-keeper");
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    child.error = spawn(child);
    if (child.error.empty()) {
      lock.unlock();
      listen(child);
      lock.lock();
      const int status = reap(child);
      if (!child.is_ready) {
        child.error = WIFEXITED(status) ? fmt::format("it ended with code {}", WEXITSTATUS(status))
                                        : fmt::format("it was ended by signal {}", WTERMSIG(status));
      }
      if (stopping_) return;
      lock.unlock();
      callbacks_.died(child.spec.name, status);
      lock.lock();
    }
    changed_.notify_all();
    if (!child.error.empty() || !child.spec.start_again) return;
    changed_.wait_for(lock, child.spec.start_again_after, [this] { return stopping_; });
  }
}

void say(std::string line) {
  line += '\n';
  (void)!::write(STDOUT_FILENO, line.data(), line.size());
}

void die(const std::string& where) {
  say("died " + where);
  ::_exit(crash_exit_code);
}

int refused(const Error& error) {
  std::cerr << error.sentence() << std::endl;
  return 1;
}

void obey(const std::function<void(const std::string& line)>& order) {
  for (std::string line; std::getline(std::cin, line);) order(line);
}

}  // namespace onceover::try_it
