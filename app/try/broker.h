// SPDX-License-Identifier: Apache-2.0
// The broker of *Try it*: librdkafka's mock cluster on 127.0.0.1, in a process that no accident kills, since
// its messages are in its memory.
//
// What comes from the mock cluster: it stores messages and sends the acknowledgement too late, so that the
// producer sends them again and they are stored twice (a real broker would recognise the repeat of an
// idempotent producer, this one does not); it refuses requests for a while; it answers late. What it cannot
// do, this program does where messages are received: messengers.h. It keeps about 5 MB of each partition,
// which is hours of this traffic.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover::try_it {

// How long the relay waits for an answer.
inline constexpr Duration broker_answers_within = std::chrono::milliseconds(1000);

// Belongs to one thread.
class Broker {
 public:
  // unsupported: this build is without Kafka; io: librdkafka made no mock cluster.
  static Result<std::unique_ptr<Broker>> start(const std::string& topic, int partitions);
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  int port() const { return port_; }
  // The next requests that write messages: stored, and acknowledged after the producer has given up waiting.
  void lose_acknowledgements(int requests);
  // Stored, and acknowledged late, but in time.
  void answer_late(int requests);
  // Not stored, with an error that passes.
  void refuse(int requests);

 private:
  struct Cluster;
  explicit Broker(std::unique_ptr<Cluster> cluster);
  std::unique_ptr<Cluster> cluster_;
  int port_ = 0;
};

}  // namespace onceover::try_it
