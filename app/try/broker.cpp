// SPDX-License-Identifier: Apache-2.0
#include "app/try/broker.h"

#include "core/kafka/client.h"

#ifdef ONCEOVER_KAFKA
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <cstdlib>
#endif

namespace onceover::try_it {
namespace {

constexpr const char* not_started = "No events are carried; keys work without them.";

}  // namespace

#ifndef ONCEOVER_KAFKA

struct Broker::Cluster {};
Result<std::unique_ptr<Broker>> Broker::start(const std::string&, int) {
  return fail(kafka::not_built_in(not_started));
}
Broker::Broker(std::unique_ptr<Cluster> cluster) : cluster_(std::move(cluster)) {}
Broker::~Broker() = default;
void Broker::lose_acknowledgements(int) {}
void Broker::answer_late(int) {}
void Broker::refuse(int) {}

#else

namespace {

constexpr int only_broker = 1;
constexpr std::int16_t produce = 0;  // the request's number in Kafka's protocol
constexpr int late_ms = 250;
constexpr int lost_ms = static_cast<int>(broker_answers_within / std::chrono::milliseconds(1)) * 3 / 2;

}  // namespace

struct Broker::Cluster {
  rd_kafka_t* client = nullptr;
  rd_kafka_mock_cluster_t* mock = nullptr;
  ~Cluster() {
    if (mock != nullptr) rd_kafka_mock_cluster_destroy(mock);
    if (client != nullptr) kafka::DestroyClient()(client);
  }
  void answer(int requests, int ms) const {
    for (int i = 0; i < requests; ++i)
      rd_kafka_mock_broker_push_request_error_rtts(mock, only_broker, produce, 1, RD_KAFKA_RESP_ERR_NO_ERROR,
                                                   ms);
  }
};

Result<std::unique_ptr<Broker>> Broker::start(const std::string& topic, int partitions) {
  // Without Nagle's algorithm, as real brokers: answers would wait up to 40 ms for a delayed acknowledgement
  // of TCP.
  auto conf = kafka::make_conf({.fixed = {{"log_level", "0"}, {"socket.nagle.disable", "true"}},
                                .defaults = {},
                                .user = "broker",
                                .not_done = not_started},
                               {});
  if (!conf) return fail(conf.error());
  auto cluster = std::make_unique<Cluster>();
  char why[512] = "";
  cluster->client = rd_kafka_new(RD_KAFKA_PRODUCER, conf->get(), why, sizeof why);
  if (cluster->client != nullptr) (void)conf->release();
  if (cluster->client != nullptr) cluster->mock = rd_kafka_mock_cluster_new(cluster->client, 1);
  if (cluster->mock == nullptr) return fail(ErrorKind::io, "librdkafka made no mock cluster.", not_started);
  rd_kafka_mock_topic_create(cluster->mock, topic.c_str(), partitions, 1);
  return std::unique_ptr<Broker>(new Broker(std::move(cluster)));
}

Broker::Broker(std::unique_ptr<Cluster> cluster) : cluster_(std::move(cluster)) {
  const std::string address = rd_kafka_mock_cluster_bootstraps(cluster_->mock);  // "127.0.0.1:PORT"
  port_ = std::atoi(address.substr(address.rfind(':') + 1).c_str());
}

Broker::~Broker() = default;

void Broker::lose_acknowledgements(int requests) { cluster_->answer(requests, lost_ms); }
void Broker::answer_late(int requests) { cluster_->answer(requests, late_ms); }
void Broker::refuse(int requests) {
  const std::vector<rd_kafka_resp_err_t> errors(static_cast<std::size_t>(requests),
                                                RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS);
  rd_kafka_mock_push_request_errors_array(cluster_->mock, produce, errors.size(), errors.data());
}

#endif

}  // namespace onceover::try_it
