// SPDX-License-Identifier: Apache-2.0
// A broker for tests, and a reader of what it stored. KAFKA_BOOTSTRAP=host:port names a real one; then faults
// that only the mock cluster can show are skipped.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/process.h"

struct rd_kafka_s;

namespace onceover::test {

class Broker {
 public:
  explicit Broker(int brokers = 1);
  const std::string& bootstrap() const { return bootstrap_; }
  bool is_mock() const { return process_.has_value(); }
  // Of a consumer, in milliseconds: a real broker's default is group.min.session.timeout.ms=6000.
  const char* shortest_session() const { return is_mock() ? "3000" : "6000"; }
  // See broker_main.cpp. Throws where it is not obeyed.
  void order(const std::string& line);
  // Before any client of the mock cluster asks for it, which would make it with another count. Returns the
  // name.
  std::string make_topic(const std::string& name, int partitions);
  static constexpr int produce = 0;  // number of the request in Kafka's protocol

 private:
  std::optional<Process> process_;
  std::string bootstrap_;
  int answers_ = 0;
};

struct Message {
  std::string topic, key;
  std::optional<std::string> value;
  std::map<std::string, std::string> headers;
  int partition = 0;
  std::int64_t offset = 0;
};

// Writes messages, each to a partition of its own choice or by its key.
class Producer {
 public:
  explicit Producer(const std::string& bootstrap);
  ~Producer();
  Producer(const Producer&) = delete;
  Producer& operator=(const Producer&) = delete;
  // partition -1: by the key.
  void write(const std::string& topic, const std::string& key, const std::optional<std::string>& value,
             const std::vector<std::pair<std::string, std::string>>& headers, int partition = -1);
  // Until all are stored; throws where one is not.
  void flush();

 private:
  rd_kafka_s* kafka_ = nullptr;
  int failed_ = 0;
};

// The offset that a group has committed for a partition; -1: none.
std::int64_t committed_offset(const std::string& bootstrap, const std::string& group,
                              const std::string& topic, int partition);

// Reads a topic from its beginning, alone.
class Reader {
 public:
  Reader(const std::string& bootstrap, const std::string& topic, int partitions);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  // All that was stored up to now, with what came before. Waits until the end of each partition is reached.
  const std::vector<Message>& all(std::chrono::milliseconds within = std::chrono::seconds(30));

 private:
  rd_kafka_s* kafka_ = nullptr;
  std::string topic_;
  int partitions_;
  std::vector<Message> messages_;
  std::map<int, std::int64_t> next_;  // offset of each partition
};

// Hands the values of a topic on as they arrive, from its beginning, as long as go_on says so.
void follow(const std::string& bootstrap, const std::string& topic, int partitions,
            const std::function<bool()>& go_on, const std::function<void(std::string_view value)>& arrived);

}  // namespace onceover::test
