// SPDX-License-Identifier: Apache-2.0
// Clients of the payment service: they make a key once, keep it until the answer is known, retry with jitter,
// honour Retry-After; and now and then do what clients do wrong: the same request twice at once, or another
// request under an old key.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/try/local_http.h"
#include "core/base/random.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/metrics/counters.h"
#include "core/retry/policy.h"

namespace onceover::try_it {

struct ClientOptions {
  int port = 0;
  std::uint64_t seed = 1;
  int threads = 12;                 // requests at once at most; duplicates come on top
  double requests_per_second = 10;  // new keys of all threads together; 0.1 to 100
  double duplicate = 0.06;          // of new keys: sent twice at once
  double repeat = 0.05;             // an answered key sent again later: a replay
  double mismatch = 0.01;           // an answered key sent again with another amount
  static constexpr Duration come_back_after =
      // by hand, where the retries ended without an answer; doubled each time, up to 5 min
      std::chrono::seconds(15);
  retry::Policy policy;
  bool paused = false;  // from the beginning
};

// One answer, or its absence, as a client saw it.
struct Answered {
  std::string tenant, operation, key;
  std::string body;           // what was sent
  bool changed_body = false;  // deliberately another than the key's first
  int status = 0;             // 0: none came
  std::string digest;         // SHA-256 of the body, in hex
  std::string error_code;
};

// Safe from any thread.
class Clients {
 public:
  // counters may be null (retry delays are observed there); must outlive the clients.
  Clients(const ClientOptions& options, metrics::Counters* counters);
  ~Clients();
  Clients(const Clients&) = delete;
  Clients& operator=(const Clients&) = delete;

  void pause();  // no new requests; those under way end
  // No new keys any more; those without an answer are asked for again at once, until they have one.
  void finish();
  bool is_running() const;

  // Every answer so far, oldest first; the last 200,000 are kept.
  std::vector<Answered> answers() const;
  // Keys whose answer is not known yet.
  std::size_t unanswered() const;

 private:
  static constexpr Duration answer_within = std::chrono::seconds(5);
  // A key on its way to an answer.
  struct Intent {
    std::string tenant, path, key, body;
    bool is_new = true;  // no answer has come yet
    Steady::time_point due{};
    unsigned rounds = 0;  // of retries, that ended without an answer
  };

  void run(std::size_t index);
  std::optional<Intent> next_intent(std::unique_lock<std::mutex>& lock, Steady::time_point& next_new,
                                    Random& random);
  Intent make_intent(Random& random);
  // False: stopping.
  bool pause(Duration span);
  HttpReply send(const Intent& intent, bool changed_body, Duration within = answer_within);
  void be_clumsy(const Intent& answered, Random& random);

  ClientOptions options_;
  metrics::Counters* counters_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false, paused_ = false, finishing_ = false;
  std::deque<Intent> open_;  // to be asked for again when they are due
  std::size_t under_way_ = 0;
  std::deque<Answered> answers_;
  std::vector<std::thread> threads_;
};

}  // namespace onceover::try_it
