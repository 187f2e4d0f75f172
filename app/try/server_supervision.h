// The supervisor's own side: what runs in the forked process, and the messages between it and its owner.
#pragma once

#include <sys/types.h>

#include <vector>

#include "app/try/server_supervisor.h"

namespace onceover::try_it {

struct SupervisorRequest {
  char verb;  // r(un) p(id) k(ill) w(ait) q(uit)
  int argument;
  int timeout_ms;
};

struct SupervisorReply {
  int error = 0;     // errno of the request
  pid_t pid = 0;     // the program; 0: it has ended
  bool idle = true;  // the program and all its children have ended
  int status = 0;    // as waitpid gave it
};

// Everything the forked side needs, laid out before the fork: argv and envp as execve wants them.
struct PreparedPrograms {
  std::vector<std::vector<char*>> argvs;
  std::vector<char*> envp;
};

// The plan must outlive what is made of it.
PreparedPrograms prepare(const SupervisorPlan& plan);

// Runs until the owner is gone or says so; never returns. socket is one end of a SOCK_SEQPACKET pair.
[[noreturn]] void supervise(const SupervisorPlan& plan, const PreparedPrograms& prepared, int socket, pid_t owner);

}  // namespace onceover::try_it
