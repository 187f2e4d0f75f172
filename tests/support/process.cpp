// SPDX-License-Identifier: Apache-2.0
#include "tests/support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <stdexcept>

namespace onceover::test {

using std::chrono::milliseconds;

struct Process::Captured {
  std::mutex mutex;
  std::condition_variable changed;
  std::string out, err;
  bool ended = false;
};

namespace {

struct Pipes {
  int out[2] = {-1, -1};
  int err[2] = {-1, -1};
  int in[2] = {-1, -1};  // a socket, because only a socket can be written to without SIGPIPE
  explicit Pipes(Input input = Input::ours) {
    if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0 ||
        (input == Input::written && ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)) {
      throw std::runtime_error("no pipes for a child");
    }
  }
};

// Forks; in the child the streams are ours and the parent's end is its end.
pid_t fork_with(const Pipes& pipes) {
  std::fflush(nullptr);  // or the child would write the parent's buffers a second time
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error("no child");
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(126);
    ::dup2(pipes.out[1], STDOUT_FILENO);
    ::dup2(pipes.err[1], STDERR_FILENO);
    if (pipes.in[1] >= 0) ::dup2(pipes.in[1], STDIN_FILENO);
    for (int fd : {pipes.out[0], pipes.out[1], pipes.err[0], pipes.err[1], pipes.in[0], pipes.in[1]}) {
      if (fd >= 0) ::close(fd);
    }
    return 0;
  }
  if (pipes.in[1] >= 0) ::close(pipes.in[1]);
  ::close(pipes.out[1]);
  ::close(pipes.err[1]);
  return pid;
}

// Until the child and all that inherited its streams have closed them. AddressSanitizer marks what lies
// around the variables of a function; in a child made by fork() this thread is gone, and its stack serves a
// new thread, with those marks.
template <class Append>
[[gnu::no_sanitize("address")]] void read_both(int out, int err, Append append) {
  pollfd fds[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    if (::poll(fds, 2, -1) < 0 && errno != EINTR) break;
    for (int i = 0; i < 2; ++i) {
      if (fds[i].fd < 0 || !fds[i].revents) continue;
      char buffer[4096];
      const ssize_t n = ::read(fds[i].fd, buffer, sizeof buffer);
      if (n > 0) {
        append(i == 1, std::string(buffer, static_cast<std::size_t>(n)));
      } else if (n == 0 || errno != EINTR) {
        ::close(fds[i].fd);
        fds[i].fd = -1;
      }
    }
  }
}

}  // namespace

Process::Process(pid_t pid, int out, int err, int in)
    : pid_(pid), in_(in), captured_(std::make_shared<Captured>()) {
  reader_ = std::thread([ captured = captured_, out, err ]() __attribute__((no_sanitize("address"))) {
    read_both(out, err, [&captured](bool is_err, const std::string& text) {
      const std::lock_guard lock(captured->mutex);
      (is_err ? captured->err : captured->out) += text;
      captured->changed.notify_all();
    });
    const std::lock_guard lock(captured->mutex);
    captured->ended = true;
    captured->changed.notify_all();
  });
}

Process::Process(Process&& other) noexcept
    : pid_(other.pid_),
      in_(other.in_),
      exit_(other.exit_),
      captured_(std::move(other.captured_)),
      reader_(std::move(other.reader_)) {
  other.pid_ = 0;
  other.in_ = -1;
}

Process::~Process() {
  if (pid_ == 0) return;
  if (in_ >= 0) ::close(in_);
  if (!exit_) {
    kill(SIGKILL);
    wait();
  }
  // A grandchild may hold the streams for as long as it likes; the reader ends with it.
  const bool ended = [this] {
    std::unique_lock lock(captured_->mutex);
    return captured_->changed.wait_for(lock, milliseconds(200), [this] { return captured_->ended; });
  }();
  if (ended) {
    reader_.join();
  } else {
    reader_.detach();
  }
}

Process Process::spawn(const std::vector<std::string>& argv,
                       const std::map<std::string, std::string>& environment, Input input) {
  std::vector<char*> words;
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<std::string> entries;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!environment.contains(text.substr(0, text.find('=')))) entries.push_back(text);
  }
  for (const auto& [name, value] : environment) entries.push_back(name + "=" + value);
  std::vector<char*> envp;
  for (auto& entry : entries) envp.push_back(entry.data());
  envp.push_back(nullptr);

  const Pipes pipes(input);
  const pid_t pid = fork_with(pipes);
  if (pid == 0) {
    ::execve(words[0], words.data(), envp.data());
    ::_exit(127);
  }
  return Process(pid, pipes.out[0], pipes.err[0], pipes.in[0]);
}

Process Process::forked(const std::function<int()>& body) {
  const Pipes pipes;
  const pid_t pid = fork_with(pipes);
  if (pid == 0) {
    int code = 125;
    try {
      code = body();
    } catch (const std::exception& error) {
      std::fputs(error.what(), stderr);
    }
    std::fflush(nullptr);
    ::_exit(code);
  }
  return Process(pid, pipes.out[0], pipes.err[0], pipes.in[0]);
}

void Process::kill(int number) {
  if (!exit_) ::kill(pid_, number);
}

void Process::stop() {
  kill(SIGSTOP);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WEXITED | WNOWAIT);
}

void Process::resume() { kill(SIGCONT); }

bool Process::is_running() { return !wait(milliseconds(0)); }

std::optional<Exit> Process::wait(milliseconds within) {
  if (exit_) return exit_;
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0U));
  if (fd < 0) throw std::runtime_error("no pidfd");
  const auto until = std::chrono::steady_clock::now() + within;
  int ready = 0;
  do {
    const auto left =
        std::chrono::duration_cast<milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd watched{fd, POLLIN, 0};
    ready = ::poll(&watched, 1, left > 0 ? static_cast<int>(left) : 0);
  } while (ready < 0 && errno == EINTR);
  ::close(fd);
  if (ready <= 0) return std::nullopt;
  int status = 0;
  if (::waitpid(pid_, &status, 0) != pid_) throw std::runtime_error("somebody else reaped the child");
  exit_ = WIFSIGNALED(status) ? Exit{0, WTERMSIG(status)} : Exit{WEXITSTATUS(status), 0};
  // Its last words may still be on their way to the reader; a grandchild may hold the streams for as long as
  // it likes.
  std::unique_lock lock(captured_->mutex);
  captured_->changed.wait_for(lock, std::chrono::seconds(2), [this] { return captured_->ended; });
  return exit_;
}

std::string Process::out() const {
  const std::lock_guard lock(captured_->mutex);
  return captured_->out;
}

std::string Process::err() const {
  const std::lock_guard lock(captured_->mutex);
  return captured_->err;
}

bool Process::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::send(in_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return true;
}

bool Process::wait_for(std::string Captured::*stream,
                       const std::function<bool(const std::string&)>& is_enough, milliseconds within) {
  std::unique_lock lock(captured_->mutex);
  const auto has = [&] { return is_enough((*captured_).*stream); };
  captured_->changed.wait_for(lock, within, [&] { return has() || captured_->ended; });
  return has();
}

bool Process::wait_for_out(const std::string& text, milliseconds within) {
  return wait_for_out([&](const std::string& out) { return out.find(text) != std::string::npos; }, within);
}
bool Process::wait_for_err(const std::string& text, milliseconds within) {
  return wait_for(
      &Captured::err, [&](const std::string& err) { return err.find(text) != std::string::npos; }, within);
}
bool Process::wait_for_out(const std::function<bool(const std::string&)>& is_enough, milliseconds within) {
  return wait_for(&Captured::out, is_enough, within);
}

}  // namespace onceover::test
