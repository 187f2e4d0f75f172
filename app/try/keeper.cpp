#include "app/try/keeper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace onceover::try_it {
namespace {

// Long enough that clients meet a closed port now and then, short enough that they get through.
constexpr auto start_again_after = std::chrono::milliseconds(300);

struct Pipe {
  int read = -1, write = -1;
};

bool make_pipe(Pipe& out) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  out = {ends[0], ends[1]};
  return true;
}

// In the forked child: nothing but system calls until execve.
[[noreturn]] void become(const std::vector<char*>& argv, int in, int out, int err, pid_t keeper) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(126);
  ::setpgid(0, 0);  // a ^C at the terminal is answered by whoever started us
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGCHLD}) ::signal(number, SIG_DFL);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::syscall(SYS_close_range, 3U, ~0U, 0U);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

Keeper::Keeper(std::string log_file, Callbacks callbacks)
    : log_file_(std::move(log_file)), callbacks_(std::move(callbacks)), wake_fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  thread_ = std::thread([this] { run(); });
}

Keeper::~Keeper() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  wake();
  thread_.join();
  ::close(wake_fd_);
}

void Keeper::wake() {
  const std::uint64_t one = 1;
  (void)!::write(wake_fd_, &one, sizeof one);
}

Result<Keeper::Started> Keeper::start(ChildSpec spec, Duration within) {
  std::unique_lock lock(mutex_);
  const std::size_t index = children_.size();
  const std::string name = spec.name;
  children_.push_back(std::make_unique<Child>());
  Child& child = *children_.back();
  child.spec = std::move(spec);
  child.wanted = true;
  wake();
  changed_.wait_for(lock, within, [&] { return child.port != 0 || !child.error.empty() || stopping_; });
  if (child.port != 0) return Started{index, child.port};
  child.spec.start_again = false;
  return fail(ErrorKind::io, fmt::format("The try-out's {} did not start{}.", name, child.error.empty() ? " in time" : ": " + child.error),
              "Nothing of the try-out was kept.", "See that this program may start itself again (/proc/self/exe).");
}

void Keeper::tell(std::size_t index, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (index >= children_.size() || children_[index]->in < 0) return;
  const std::string text = line + "\n";
  (void)!::write(children_[index]->in, text.data(), text.size());
}

void Keeper::signal(std::size_t index, int number) {
  const std::lock_guard lock(mutex_);
  // A pid is ours until bury() has waited for it, which happens under this lock.
  if (index < children_.size() && children_[index]->pid != 0) ::kill(children_[index]->pid, number);
}

pid_t Keeper::pid(std::size_t index) const {
  const std::lock_guard lock(mutex_);
  return index < children_.size() ? children_[index]->pid : 0;
}

void Keeper::start_due() {
  const auto now = Steady::now();
  const pid_t self = ::getpid();
  for (auto& child : children_) {
    if (!child->wanted || child->pid != 0 || child->start_at > now) continue;
    child->wanted = false;
    Pipe in, out;
    const int err = ::open(log_file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    std::vector<char*> argv;
    for (auto& word : child->spec.argv) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (!make_pipe(in) || !make_pipe(out)) {
      child->error = std::strerror(errno);
    } else {
      const pid_t pid = ::fork();
      if (pid == 0) become(argv, in.read, out.write, err, self);
      if (pid > 0) {
        child->pid = pid;
        child->in = in.write;
        child->out = out.read;
        ++child->starts;
        in.write = out.read = -1;
      } else {
        child->error = std::strerror(errno);
      }
    }
    for (const int fd : {in.read, in.write, out.read, out.write, err}) {
      if (fd >= 0) ::close(fd);
    }
    changed_.notify_all();
  }
}

void Keeper::read_from(std::size_t index, std::unique_lock<std::mutex>& lock) {
  Child& child = *children_[index];
  std::array<char, 4096> buffer;
  const ssize_t n = ::read(child.out, buffer.data(), buffer.size());
  if (n < 0 && errno == EINTR) return;
  if (n <= 0) return bury(index, lock);
  child.partial.append(buffer.data(), static_cast<std::size_t>(n));
  for (std::size_t end; (end = child.partial.find('\n')) != std::string::npos;) {
    const std::string line = child.partial.substr(0, end);
    child.partial.erase(0, end + 1);
    if (line.starts_with("ready ")) {
      child.port = static_cast<int>(std::strtol(line.c_str() + 6, nullptr, 10));
      changed_.notify_all();
      continue;
    }
    lock.unlock();
    callbacks_.said(index, line);
    lock.lock();
  }
}

void Keeper::bury(std::size_t index, std::unique_lock<std::mutex>& lock) {
  Child& child = *children_[index];
  ::close(child.in);
  ::close(child.out);
  child.in = child.out = -1;
  child.partial.clear();
  int status = 0;
  // Its output has ended, so it has ended or is about to.
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  child.pid = 0;
  if (child.port == 0) {
    child.error = WIFEXITED(status) ? fmt::format("it ended with code {}", WEXITSTATUS(status))
                                    : fmt::format("it was ended by signal {}", WTERMSIG(status));
    child.spec.start_again = false;
  }
  if (child.spec.start_again) {
    child.wanted = true;
    child.start_at = Steady::now() + start_again_after;
  }
  changed_.notify_all();
  lock.unlock();
  callbacks_.died(index, status);
  lock.lock();
}

void Keeper::run() {
  ::prctl(PR_SET_NAME, "try-keeper");
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    start_due();
    std::vector<pollfd> fds{{wake_fd_, POLLIN, 0}};
    std::vector<std::size_t> owners;
    int timeout = -1;
    for (std::size_t i = 0; i < children_.size(); ++i) {
      const Child& child = *children_[i];
      if (child.out >= 0) {
        fds.push_back({child.out, POLLIN, 0});
        owners.push_back(i);
      }
      if (child.wanted && child.pid == 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(child.start_at - Steady::now()).count();
        const int wait = static_cast<int>(std::clamp<long long>(left + 1, 0, 1'000));
        timeout = timeout < 0 ? wait : std::min(timeout, wait);
      }
    }
    lock.unlock();
    ::poll(fds.data(), fds.size(), timeout);
    lock.lock();
    std::uint64_t ignored;
    (void)!::read(wake_fd_, &ignored, sizeof ignored);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (fds[i + 1].revents != 0 && !stopping_) read_from(owners[i], lock);
    }
  }
  end_all();
}

void Keeper::end_all() {
  for (auto& child : children_) {
    if (child->pid != 0) ::kill(child->pid, SIGKILL);
  }
  for (auto& child : children_) {
    if (child->pid == 0) continue;
    ::close(child->in);
    ::close(child->out);
    child->in = child->out = -1;
    while (::waitpid(child->pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    child->pid = 0;
  }
}

}  // namespace onceover::try_it
