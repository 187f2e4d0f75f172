#include "app/try/server_supervisor.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/try/server_supervision.h"

namespace onceover::try_it {
namespace {

using std::chrono::milliseconds;

Error system_error(const std::string& what, int number) {
  return Error{ErrorKind::io, what + ": " + std::strerror(number), "", "", "", ""};
}

}  // namespace

Result<std::unique_ptr<ServerSupervisor>> ServerSupervisor::launch(const SupervisorPlan& plan) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return fail(system_error("no socket for the supervisor", errno));
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
    const SupervisorRequest quit{'q', 0, 0};
    (void)!::send(socket_, &quit, sizeof quit, MSG_NOSIGNAL);
  }
  ::close(socket_);
  if (!ours) return;
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  // It has done so itself, unless somebody killed it.
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

Result<SupervisorReply> ServerSupervisor::ask(char verb, int argument, milliseconds answer_within) {
  const std::lock_guard lock(mutex_);
  if (::getpid() != owner_) return fail(ErrorKind::internal, "a forked process used its parent's private server");
  const SupervisorRequest request{verb, argument, static_cast<int>(answer_within.count())};
  const auto gone = [] {
    return Error{ErrorKind::io, "the supervisor of the private server is gone", "", "start a new private server", "", ""};
  };
  if (::send(socket_, &request, sizeof request, MSG_NOSIGNAL) < 0) return fail(gone());
  SupervisorReply reply;
  for (;;) {
    const ssize_t n = ::recv(socket_, &reply, sizeof reply, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n != static_cast<ssize_t>(sizeof reply)) return fail(gone());
    return reply;
  }
}

Result<pid_t> ServerSupervisor::run(int index) {
  auto reply = ask('r', index, milliseconds(0));
  if (!reply) return fail(reply.error());
  if (reply->error) return fail(system_error("the private server's program could not be started", reply->error));
  return reply->pid;
}

Result<std::optional<int>> ServerSupervisor::wait(milliseconds at_most) {
  auto reply = ask('w', 0, at_most);
  if (!reply) return fail(reply.error());
  if (!reply->idle) return std::optional<int>();
  return std::optional<int>(reply->status);
}

pid_t ServerSupervisor::running() {
  auto reply = ask('p', 0, milliseconds(0));
  return reply ? reply->pid : 0;
}

Result<void> ServerSupervisor::signal(int number) {
  auto reply = ask('k', number, milliseconds(0));
  if (!reply) return fail(reply.error());
  if (reply->error) return fail(system_error("the private server could not be signalled", reply->error));
  return {};
}

}  // namespace onceover::try_it
