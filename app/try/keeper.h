// Keeps the child processes: starts them, reads what they say, starts a worker that died again. One thread of its own does all
// the forking, since the kernel ties PR_SET_PDEATHSIG to the thread that forked: when this process goes, SIGKILL included, so do they.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover::try_it {

struct ChildSpec {
  std::string name;               // "worker 2"
  std::vector<std::string> argv;  // argv[0]: absolute path
  bool start_again = true;        // when it died without being asked to
};

class Keeper {
 public:
  struct Callbacks {
    // From the keeper's thread; must not call the keeper.
    std::function<void(std::size_t child, const std::string& line)> said;
    std::function<void(std::size_t child, int wait_status)> died;  // not while stopping
  };
  // Standard error of every child is appended to log_file.
  Keeper(std::string log_file, Callbacks callbacks);
  ~Keeper();  // kills all: nothing of theirs is worth an orderly end
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  // Starts a child and waits for its first line, "ready PORT": its index and its port. Any thread.
  struct Started {
    std::size_t child = 0;
    int port = 0;
  };
  Result<Started> start(ChildSpec spec, Duration within = std::chrono::seconds(20));

  // A line to its standard input; nothing where it is dead at the moment.
  void tell(std::size_t child, const std::string& line);
  void signal(std::size_t child, int number);
  pid_t pid(std::size_t child) const;  // 0: dead at the moment

 private:
  struct Child {
    ChildSpec spec;
    pid_t pid = 0;
    int in = -1, out = -1;
    std::string partial;
    int port = 0;  // from "ready"
    int starts = 0;
    bool wanted = false;  // to be started at `start_at`
    Steady::time_point start_at;
    std::string error;
  };
  void run();
  void start_due();
  void read_from(std::size_t index, std::unique_lock<std::mutex>& lock);
  void bury(std::size_t index, std::unique_lock<std::mutex>& lock);
  void wake();
  void end_all();

  std::string log_file_;
  Callbacks callbacks_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Child>> children_;
  bool stopping_ = false;
  int wake_fd_ = -1;
  std::thread thread_;
};

}  // namespace onceover::try_it
