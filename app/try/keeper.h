// SPDX-License-Identifier: Apache-2.0
// Keeps the child processes: starts them, reads what they say, starts a worker that died again. Each has a
// thread that forks it and lives as long as it, since the kernel ties PR_SET_PDEATHSIG to the thread that
// forked: when this process goes, SIGKILL included, so do they.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover::try_it {

struct ChildSpec {
  std::string name;               // "worker 2"
  std::vector<std::string> argv;  // argv[0]: absolute path
  bool start_again = true;        // when it died without being asked to
  // Long enough that clients meet a closed port now and then, short enough that they get through.
  Duration start_again_after = std::chrono::milliseconds(300);
};

class Keeper {
 public:
  struct Callbacks {
    // From the child's thread; must not call the keeper.
    std::function<void(const std::string& name, const std::string& line)> on_line;
    std::function<void(const std::string& name, int wait_status)> died;  // not while stopping
  };
  // Standard error of every child is appended to log_file.
  Keeper(std::string log_file, Callbacks callbacks);
  ~Keeper();  // kills all: nothing of theirs is worth an orderly end
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  // Starts a child and waits for its first line, "ready" or "ready PORT": its index and its port. Any thread.
  struct Started {
    std::size_t child = 0;
    int port = 0;
  };
  Result<Started> start(ChildSpec spec, Duration within = std::chrono::seconds(20));

  // A line to its standard input; nothing where it is dead at the moment.
  void send_line(std::size_t child, const std::string& line);
  void signal(std::size_t child, int number);

 private:
  struct Child {
    ChildSpec spec;
    pid_t pid = 0;
    int link = -1;  // its standard input and output
    bool is_ready = false;
    int port = 0;  // from "ready"; 0: it has none
    std::string error;
    std::thread thread;
  };
  void keep(Child& child);
  std::string spawn(Child& child);  // why it was not started; empty: it runs
  void listen(Child& child);
  static int reap(Child& child);  // its wait status

  std::string log_file_;
  Callbacks callbacks_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Child>> children_;
  bool stopping_ = false;
};

// How a child process of *Try it* speaks with its keeper (keeper.h): lines on standard input and output.

// One write, so that lines of several threads do not mix, and so that it is out before an _exit.
void say(std::string line);
// Says why it dies, for people ("after it had published events"), and ends the process at once: no destructor
// runs, no buffer is flushed.
[[noreturn]] void die(const std::string& where);
// To the log. Returns the exit code.
int refused(const Error& error);
// Each line of standard input, until it ends.
void obey(const std::function<void(const std::string& line)>& order);

}  // namespace onceover::try_it
