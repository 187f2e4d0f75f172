// SPDX-License-Identifier: Apache-2.0
// The process between us and a private server. It is forked, and starts the server's programs as its
// children. When its owner goes, SIGKILL included, it stops the server, removes the directory and ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace onceover::try_it {

struct SupervisorReply;

struct SupervisorPlan {
  std::vector<std::vector<std::string>> programs;  // argv of each; its first word is the absolute path
  std::vector<std::string> environment;            // NAME=value, all of it
  std::string log_file;                            // stdout and stderr of every program are appended
  std::string directory;                           // removed at the end, with all that is in it
  std::optional<uid_t> uid;                        // programs run as this user; none: as ourselves
  gid_t gid = 0;
};

// Safe from any thread; one call at a time gets through. A fork of the owner must not use its copy.
class ServerSupervisor {
 public:
  static Result<std::unique_ptr<ServerSupervisor>> launch(const SupervisorPlan& plan);
  // Stops what runs (SIGQUIT, then SIGKILL after 8 s), removes the directory, waits for the supervisor to
  // end.
  ~ServerSupervisor();
  ServerSupervisor(const ServerSupervisor&) = delete;
  ServerSupervisor& operator=(const ServerSupervisor&) = delete;

  // Starts plan.programs[index]; one program at a time. The pid is the program's.
  Result<pid_t> run(int index);
  // Waits until the program and all its children are gone: its wait status; nullopt when the time ran out.
  Result<std::optional<int>> wait(std::chrono::milliseconds at_most);
  // To the program itself. io error with ESRCH's words where none runs.
  Result<void> signal(int number);

  // What runs now; 0: nothing, or the supervisor is gone.
  pid_t running();

 private:
  ServerSupervisor(pid_t pid, pid_t owner, int socket, std::string directory)
      : pid_(pid), owner_(owner), socket_(socket), directory_(std::move(directory)) {}
  Result<SupervisorReply> ask(char verb, int argument, std::chrono::milliseconds answer_within,
                              const char* failed = "");

  std::mutex mutex_;
  pid_t pid_;
  pid_t owner_;
  int socket_;
  std::string directory_;
};

}  // namespace onceover::try_it
