// How much a server has sent. libpq keeps whatever arrives: a message may announce 2 GB, and a result may have any number of rows. Only for
// this room.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace onceover::pg {

// Counts from its first call for a socket on.
class Received {
 public:
  // Before each read from the socket. Exact over TCP, with what still waits in the kernel. Another socket (local, or a test's) does not
  // tell: the sum of what waited at each call, which is too small where more arrived while libpq read.
  std::int64_t count(int socket);
  // count() was called once: most answers are one read.
  bool is_first() const { return calls_ == 1; }
  // A new answer begins.
  void restart() {
    calls_ = 0;
    waited_ = 0;
  }

 private:
  int calls_ = 0;
  std::int64_t at_first_ = 0, waited_ = 0;
};

// One read of libpq goes on for as long as the server keeps up with it, up to the length that a message announces. While this lives, such a
// read ends after `most` bytes: the socket is shut down. Costs a thread: for what is more than one read. Must end before the socket is
// closed.
class ReadGuard {
 public:
  ReadGuard(int socket, std::int64_t most);
  ~ReadGuard();
  ReadGuard(const ReadGuard&) = delete;
  ReadGuard& operator=(const ReadGuard&) = delete;

  void begin() { ++reads_; }
  void end() { ++reads_; }
  bool has_tripped() const { return tripped_; }

 private:
  void watch();

  const int socket_;
  const std::int64_t most_;
  std::atomic<std::uint64_t> reads_ = 0;  // odd: libpq reads
  std::atomic<bool> tripped_ = false;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool ends_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace onceover::pg
