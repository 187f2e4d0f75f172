// SPDX-License-Identifier: Apache-2.0
#include "app/try/server_supervisor.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace onceover::try_it {

// The messages between the supervisor and its owner, each whole: SOCK_SEQPACKET.
struct SupervisorReply {
  int error = 0;     // errno of the request
  pid_t pid = 0;     // the program; 0: it has ended
  bool idle = true;  // the program and all its children have ended
  int status = 0;    // as waitpid gave it
};

namespace {

using std::chrono::milliseconds;

struct Request {
  char verb;  // r(un) k(ill) w(ait) q(uit)
  int argument;
  int timeout_ms;
};

// Everything the forked side needs, laid out before the fork: argv and envp as execve wants them.
struct PreparedPrograms {
  std::vector<std::vector<char*>> argvs;
  std::vector<char*> envp;
};

using Clock = std::chrono::steady_clock;

void close_all_but(int keep_a, int keep_b) {
  const auto low = static_cast<unsigned>(std::min(keep_a, keep_b));
  const auto high = static_cast<unsigned>(std::max(keep_a, keep_b));
  const auto range = [](unsigned first, unsigned last) {
    if (first > last) return;
    if (::syscall(SYS_close_range, first, last, 0U) == 0) return;
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    for (unsigned fd = first; fd <= last && fd < limit.rlim_cur; ++fd) ::close(static_cast<int>(fd));
  };
  if (low > 3) range(3, low - 1);
  range(low + 1, high - 1);
  range(high + 1, ~0U);
}

// The forked side. It may come from a process with threads, so it touches nothing but system calls and its
// own values, until the last step, when std::filesystem allocates (glibc keeps malloc usable in a forked
// child).
class Supervision {
 public:
  Supervision(const SupervisorPlan& plan, const PreparedPrograms& prepared, int socket, int owner_fd)
      : plan_(plan), prepared_(prepared), socket_(socket), owner_fd_(owner_fd) {}

  [[noreturn]] void run() {
    sigset_t chld;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    ::sigprocmask(SIG_SETMASK, &chld, nullptr);
    chld_fd_ = ::signalfd(-1, &chld, SFD_CLOEXEC | SFD_NONBLOCK);
    // Orphaned backends come to us, so that "gone" can mean all of them.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    bool owned = true;
    while (owned) {
      pollfd fds[3] = {{socket_, POLLIN, 0}, {chld_fd_, POLLIN, 0}, {owner_fd_, POLLIN, 0}};
      ::poll(fds, owner_fd_ >= 0 ? 3 : 2, wait_left());
      reap();
      if (waiting_ && (idle() || Clock::now() >= wait_until_)) {
        waiting_ = false;
        answer(0);
      }
      if (owner_fd_ >= 0 && fds[2].revents) owned = false;
      if (owned && fds[0].revents) owned = serve();
    }
    finish();
    ::_exit(0);
  }

 private:
  bool idle() const { return child_ == 0 && !orphans_; }

  int wait_left() const {
    if (!waiting_) return -1;
    const auto left = std::chrono::duration_cast<milliseconds>(wait_until_ - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left + 1, 0, 60'000));
  }

  void reap() {
    signalfd_siginfo info;
    while (::read(chld_fd_, &info, sizeof info) > 0) {
    }
    for (;;) {
      int status = 0;
      const pid_t gone = ::waitpid(-1, &status, WNOHANG);
      if (gone > 0) {
        if (gone == child_) {
          child_ = 0;
          status_ = status;
        }
        continue;
      }
      orphans_ = gone == 0 && child_ == 0;
      return;
    }
  }

  // False: the owner is gone, or asked us to end.
  bool serve() {
    Request request{};
    const ssize_t n = ::recv(socket_, &request, sizeof request, 0);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n != static_cast<ssize_t>(sizeof request) || request.verb == 'q') return false;
    if (request.verb == 'w') {
      if (idle()) {
        answer(0);
      } else {
        waiting_ = true;
        wait_until_ = Clock::now() + milliseconds(request.timeout_ms);
      }
    } else if (request.verb == 'k') {
      answer(child_ == 0 ? ESRCH : ::kill(child_, request.argument) == 0 ? 0 : errno);
    } else if (request.verb == 'r') {
      answer(start(static_cast<std::size_t>(request.argument)));
    } else {
      answer(EINVAL);
    }
    return true;
  }

  void answer(int error) {
    const SupervisorReply reply{error, child_, idle(), status_};
    (void)!::send(socket_, &reply, sizeof reply, MSG_NOSIGNAL);
  }

  int start(std::size_t index) {
    if (!idle()) return EBUSY;
    const pid_t supervisor = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return errno;
    if (pid == 0) become(index, supervisor);
    child_ = pid;
    status_ = 0;
    return 0;
  }

  [[noreturn]] void become(std::size_t index, pid_t supervisor) {
    ::setpgid(0, 0);
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int log = ::open(plan_.log_file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (log >= 0) {
      ::dup2(log, STDOUT_FILENO);
      ::dup2(log, STDERR_FILENO);
    }
    // The last groups go before the user does; only root reaches here with a uid.
    if (plan_.uid && (::setgroups(0, nullptr) != 0 || ::setgid(plan_.gid) != 0 || ::setuid(*plan_.uid) != 0))
      ::_exit(126);
    // After setuid, which clears it. Our parent has one thread, so it dies with the supervisor and not
    // before.
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (::getppid() != supervisor) ::_exit(126);
    ::execve(prepared_.argvs[index][0], prepared_.argvs[index].data(), prepared_.envp.data());
    ::_exit(127);
  }

  bool drained_within(milliseconds span) {
    const auto until = Clock::now() + span;
    for (reap(); !idle() && Clock::now() < until; reap()) {
      pollfd fd{chld_fd_, POLLIN, 0};
      ::poll(&fd, 1,
             static_cast<int>(std::chrono::duration_cast<milliseconds>(until - Clock::now()).count()) + 1);
    }
    return idle();
  }

  void finish() {
    if (child_ != 0) {
      ::kill(child_, SIGQUIT);
      ::kill(child_, SIGCONT);  // one that was stopped sees the SIGQUIT only when continued
    }
    // postgres itself kills its children 5 s after SIGQUIT; somewhat longer than that, then ourselves.
    if (!drained_within(milliseconds(8'000)) && child_ != 0) ::kill(-child_, SIGKILL);
    drained_within(milliseconds(2'000));
    std::error_code ignored;
    std::filesystem::remove_all(plan_.directory, ignored);
  }

  const SupervisorPlan& plan_;
  const PreparedPrograms& prepared_;
  int socket_;
  int owner_fd_;
  int chld_fd_ = -1;
  pid_t child_ = 0;
  int status_ = 0;
  bool orphans_ = false;
  bool waiting_ = false;
  Clock::time_point wait_until_;
};

PreparedPrograms prepare(const SupervisorPlan& plan) {
  PreparedPrograms out;
  for (const auto& program : plan.programs) {
    auto& argv = out.argvs.emplace_back();
    for (const auto& word : program) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
  }
  for (const auto& entry : plan.environment) out.envp.push_back(const_cast<char*>(entry.c_str()));
  out.envp.push_back(nullptr);
  return out;
}

void supervise(const SupervisorPlan& plan, const PreparedPrograms& prepared, int socket, pid_t owner) {
  ::setsid();  // a ^C at the owner's terminal is the owner's to answer
  if (::chdir("/") != 0) ::_exit(1);
  ::prctl(PR_SET_NAME, "onceover-superv");
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  // It ends when its owner does, and must live long enough to clean up after it.
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, SIG_IGN);
  // an owner that had closed its standard streams
  if (socket < 3) socket = ::fcntl(socket, F_DUPFD_CLOEXEC, 3);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3 && null >= 0; ++fd) ::dup2(null, fd);
  // A pidfd becomes readable when the whole process ends. PR_SET_PDEATHSIG would fire when the forking thread
  // ends, and the socket stays open as long as a forked child of the owner holds its copy. Kernels before 5.3
  // have only the socket.
  int owner_fd = static_cast<int>(::syscall(SYS_pidfd_open, owner, 0U));
  close_all_but(socket, owner_fd >= 0 ? owner_fd : socket);
  // An owner that ended before the pidfd was opened: the number may be that of another process by now.
  if (::getppid() != owner) {
    std::error_code ignored;
    std::filesystem::remove_all(plan.directory, ignored);
    ::_exit(0);
  }
  Supervision(plan, prepared, socket, owner_fd).run();
}

Error system_error(const std::string& what, int number) {
  return Error{ErrorKind::io, what + ": " + std::strerror(number), "", "", "", ""};
}

}  // namespace

Result<std::unique_ptr<ServerSupervisor>> ServerSupervisor::launch(const SupervisorPlan& plan) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail(system_error("no socket for the supervisor", errno));
  const PreparedPrograms prepared = prepare(plan);
  const pid_t owner = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) supervise(plan, prepared, ends[1], owner);
  const int number = errno;
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return fail(system_error("the supervisor could not be forked", number));
  }
  return std::unique_ptr<ServerSupervisor>(new ServerSupervisor(pid, owner, ends[0], plan.directory));
}

ServerSupervisor::~ServerSupervisor() {
  const bool ours = ::getpid() == owner_;
  if (ours) {
    const Request quit{'q', 0, 0};
    (void)!::send(socket_, &quit, sizeof quit, MSG_NOSIGNAL);
  }
  ::close(socket_);
  if (!ours) return;
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  // It has done so itself, unless it was killed.
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

Result<SupervisorReply> ServerSupervisor::ask(char verb, int argument, milliseconds answer_within,
                                              const char* failed) {
  const std::lock_guard lock(mutex_);
  if (::getpid() != owner_)
    return fail(ErrorKind::internal, "a forked process used its parent's private server");
  const Request request{verb, argument, static_cast<int>(answer_within.count())};
  const auto gone = [] {
    return Error{ErrorKind::io,
                 "the supervisor of the private server is gone",
                 "",
                 "start a new private server",
                 "",
                 ""};
  };
  if (::send(socket_, &request, sizeof request, MSG_NOSIGNAL) < 0) return fail(gone());
  SupervisorReply reply;
  for (;;) {
    const ssize_t n = ::recv(socket_, &reply, sizeof reply, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n != static_cast<ssize_t>(sizeof reply)) return fail(gone());
    if (reply.error) return fail(system_error(failed, reply.error));
    return reply;
  }
}

Result<pid_t> ServerSupervisor::run(int index) {
  return ask('r', index, milliseconds(0), "the private server's program could not be started")
      .map(&SupervisorReply::pid);
}

Result<std::optional<int>> ServerSupervisor::wait(milliseconds at_most) {
  return ask('w', 0, at_most).map([](const SupervisorReply& reply) {
    return reply.idle ? std::optional(reply.status) : std::nullopt;
  });
}

pid_t ServerSupervisor::running() { return ask('w', 0, milliseconds(0)).value_or(SupervisorReply{}).pid; }

Result<void> ServerSupervisor::signal(int number) {
  return ask('k', number, milliseconds(0), "the private server could not be signalled")
      .map([](const SupervisorReply&) {});
}

}  // namespace onceover::try_it
