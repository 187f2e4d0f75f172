// SPDX-License-Identifier: Apache-2.0
// Values made from libpq's results. Only for this room.
#pragma once

#include <libpq-fe.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/result.h"

namespace onceover::pg {

struct ClearResult {
  void operator()(pg_result* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<pg_result, ClearResult>;

// A message as a person may see it: without trailing line ends and secrets, each line as visible() makes it
// (a function on the server can put anything into its messages), cut at most_message_bytes; null: empty.
inline constexpr std::size_t most_message_bytes = 16'384;
std::string trimmed(const char* text);
// PG_DIAG_*; empty if missing.
std::string_view field(const pg_result* result, int code);
// The SQLSTATE; internal_error where the server sent something else in its place.
std::string sqlstate_of(const pg_result* result);
bool is_failure(const pg_result* result);
Error error_of(const pg_result* result);
// The last message of the connection.
Error send_failed(pg_conn* connection);

// How much a server has sent. libpq keeps whatever arrives: a message may announce 2 GB, and a result may
// have any number of rows. Only for this room.

// Counts from its first call for a socket on.
class Received {
 public:
  // Before each read from the socket. Exact over TCP, with what still waits in the kernel. Another socket
  // (local, or a test's) does not tell: the sum of what waited at each call, which is too small where more
  // arrived while libpq read.
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

// One read of libpq goes on for as long as the server keeps up with it, up to the length that a message
// announces. While this lives, such a read ends after `most` bytes: the socket is shut down. Costs a thread:
// for what is more than one read. Must end before the socket is closed.
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
