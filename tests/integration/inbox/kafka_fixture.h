// SPDX-License-Identifier: Apache-2.0
// What the tests with a broker share: a topic, a group, and sources and consumers of it.
#pragma once

#include "core/base/random.h"
#include "core/inbox/consumer.h"
#include "core/inbox/kafka_source.h"
#include "core/kafka/client.h"
#include "tests/integration/inbox/fixture.h"
#include "tests/support/kafka/kafka.h"

namespace onceover::test {

class KafkaInboxTest : public InboxTest {
 protected:
  using ms = std::chrono::milliseconds;
  static constexpr int partitions = 3;

  void SetUp() override {
    if (!kafka::is_built_in()) GTEST_SKIP() << "built without Kafka";
    raw.exec("CREATE TABLE ledger (id text, note text)");
  }

  inbox::KafkaSourceConfig from() const {
    inbox::KafkaSourceConfig config{
        .brokers = broker.bootstrap(), .topics = {topic}, .group = group, .source = "orders"};
    // Short, so that a member that was killed is missed soon.
    config.options = {{"session.timeout.ms", broker.shortest_session()},
                      {"heartbeat.interval.ms", "300"},
                      {"fetch.wait.max.ms", "20"},
                      {"reconnect.backoff.max.ms", "200"},
                      {"socket.timeout.ms", "2000"}};
    return config;
  }
  static std::unique_ptr<inbox::Source> open(const inbox::KafkaSourceConfig& config) {
    return must(inbox::from_kafka(config));
  }

  void write(const std::string& id, const std::string& payload = "{}", int partition = -1) {
    writer.write(topic, id, payload, {{"id", id}}, partition);
  }
  // The events of a source as far as `enough` says, none acknowledged.
  static std::vector<inbox::Received> read(inbox::Source& source, std::size_t enough) {
    std::vector<inbox::Received> all;
    eventually([&] {
      const auto got = must(source.poll(1000, ms(100)));
      all.assign(got.begin(), got.end());
      return all.size() >= enough;
    });
    return all;
  }
  static std::vector<std::uint64_t> tokens_of(const std::vector<inbox::Received>& received) {
    std::vector<std::uint64_t> tokens;
    for (const auto& one : received) tokens.push_back(one.token);
    return tokens;
  }
  std::int64_t committed(int partition) const {
    return committed_offset(broker.bootstrap(), group, topic, partition);
  }

  // An effect in the ledger, as often as the handler commits.
  static std::optional<inbox::Failure> book(inbox::Work& work) {
    for (const inbox::Event& event : work.events)
      (void)must(
          work.connection.exec("INSERT INTO public.ledger VALUES ($1, 'effect')", pg::params(event.id)));
    return std::nullopt;
  }
  // "100 100": effects, and different ones.
  std::string ledger() { return raw.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM ledger"); }

  Broker broker;
  const std::string topic = broker.make_topic("orders-" + new_uuid(), partitions);
  const std::string group = "ledger-" + new_uuid();
  Producer writer{broker.bootstrap()};
};

}  // namespace onceover::test
