// SPDX-License-Identifier: Apache-2.0
// The twin of outbox::Relay: a loop as a careful author writes it by hand with libpq and librdkafka. It has
// the windows between two snapshots, the check that what it publishes would survive a crash, the messages and
// the producer's settings of our relay; it reads the next batch while earlier ones are acknowledged, and
// writes its progress by ctid under its fence. It has no lanes, no parked events, no limit in bytes, no
// retries and no deadlines.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace onceover::bench {

// Where it publishes: Kafka, or lines of JSON on a descriptor that stays open.
class HandSink;
std::shared_ptr<HandSink> kafka_by_hand(const std::string& brokers);
std::shared_ptr<HandSink> lines_by_hand(int fd);

class HandRelay {
 public:
  HandRelay(const std::string& conninfo, std::shared_ptr<HandSink> to);
  ~HandRelay();
  HandRelay(const HandRelay&) = delete;
  HandRelay& operator=(const HandRelay&) = delete;

  int backend_pid() const;
  // From the beginning of the outbox until nothing is left and the progress says so. Returns how many events
  // were acknowledged.
  std::int64_t drain();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace onceover::bench
