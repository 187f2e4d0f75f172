// SPDX-License-Identifier: Apache-2.0
// Child processes for tests that kill, stop and watch them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/patience.h"

namespace onceover::test {

struct Exit {
  int code = 0;    // of _exit; meaningless where a signal ended it
  int signal = 0;  // 0: it exited
  bool operator==(const Exit&) const = default;
};

enum class Input { ours, written };  // what the child reads: our own input, or what write() gives it

// ThreadSanitizer takes a thread that begins after a fork for one of the parent's.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool forks_may_have_threads = false;
#else
inline constexpr bool forks_may_have_threads = true;
#endif

// A child with captured output. The kernel kills it when the thread that started it ends; the destructor
// kills and reaps it.
class Process {
 public:
  // argv[0] is the program's path; environment is added to ours. Throws where there can be no child; a
  // program that cannot be run exits with 127.
  static Process spawn(const std::vector<std::string>& argv,
                       const std::map<std::string, std::string>& environment = {}, Input input = Input::ours);
  // The function's value is the exit code. It runs in a fork: only this thread exists there, and no
  // destructor of the parent's objects runs. An escaping exception is exit code 125, its words on stderr.
  static Process forked(const std::function<int()>& body);

  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  pid_t pid() const { return pid_; }
  void kill(int number);
  void stop();    // SIGSTOP, and waits until it has stopped
  void resume();  // SIGCONT
  bool is_running();
  // Waits for the end; nullopt where the time ran out. May be asked again.
  std::optional<Exit> wait(std::chrono::milliseconds within = patience);

  // Only with Input::written. False where the child does not read any more.
  bool write(const std::string& text);

  // What it has written so far.
  std::string out() const;
  std::string err() const;
  // False where the text did not come before the time ran out or the streams ended.
  bool wait_for_out(const std::string& text, std::chrono::milliseconds within = patience);
  bool wait_for_err(const std::string& text, std::chrono::milliseconds within = patience);
  // The same for whatever makes up enough; asked whenever there is more.
  bool wait_for_out(const std::function<bool(const std::string& out)>& is_enough,
                    std::chrono::milliseconds within = patience);

 private:
  struct Captured;
  Process(pid_t pid, int out, int err, int in);
  bool wait_for(std::string Captured::*stream, const std::function<bool(const std::string&)>& is_enough,
                std::chrono::milliseconds within);

  pid_t pid_ = 0;
  int in_ = -1;
  std::optional<Exit> exit_;
  std::shared_ptr<Captured> captured_;
  std::thread reader_;
};

}  // namespace onceover::test
