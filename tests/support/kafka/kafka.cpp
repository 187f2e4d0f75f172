// SPDX-License-Identifier: Apache-2.0
#include "tests/support/kafka/kafka.h"

#include <librdkafka/rdkafka.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stdexcept>

#include "core/kafka/client.h"

namespace onceover::test {
namespace {

std::size_t lines_of(const std::string& text, const std::string& line) {
  std::size_t n = 0;
  for (std::size_t at = text.find(line + '\n'); at != std::string::npos; at = text.find(line + '\n', at + 1))
    ++n;
  return n;
}

rd_kafka_t* made(rd_kafka_type_t type, const std::map<std::string, std::string>& options,
                 const std::function<void(rd_kafka_conf_t*)>& more) {
  char why[512];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  for (const auto& [name, value] : options)
    if (rd_kafka_conf_set(conf, name.c_str(), value.c_str(), why, sizeof why) != RD_KAFKA_CONF_OK)
      throw std::runtime_error(why);
  if (more) more(conf);
  rd_kafka_t* kafka = rd_kafka_new(type, conf, why, sizeof why);
  if (kafka == nullptr) throw std::runtime_error(why);
  return kafka;
}

// Of all partitions of the topic, from their beginnings.
rd_kafka_t* consumer(const std::string& bootstrap, const std::string& topic, int partitions) {
  rd_kafka_t* kafka = made(RD_KAFKA_CONSUMER,
                           {{"bootstrap.servers", bootstrap},
                            {"group.id", "reader"},
                            {"enable.auto.commit", "false"},
                            {"auto.offset.reset", "earliest"},
                            {"fetch.wait.max.ms", "20"},
                            {"log_level", "0"}},
                           {});
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(partitions);
  for (int p = 0; p < partitions; ++p) rd_kafka_topic_partition_list_add(list, topic.c_str(), p)->offset = 0;
  rd_kafka_assign(kafka, list);
  rd_kafka_topic_partition_list_destroy(list);
  return kafka;
}

// 0: there is no such topic, and this question makes the broker create it if it may.
int partitions_of(rd_kafka_t* kafka, const std::string& topic) {
  rd_kafka_topic_t* handle = rd_kafka_topic_new(kafka, topic.c_str(), nullptr);
  const rd_kafka_metadata_t* seen = nullptr;
  int partitions = 0;
  if (rd_kafka_metadata(kafka, 0, handle, &seen, 10'000) == RD_KAFKA_RESP_ERR_NO_ERROR) {
    if (seen->topic_cnt == 1 && seen->topics[0].err == RD_KAFKA_RESP_ERR_NO_ERROR)
      partitions = seen->topics[0].partition_cnt;
    rd_kafka_metadata_destroy(seen);
  }
  rd_kafka_topic_destroy(handle);
  return partitions;
}

// At a broker that is not ours: as a client may, or, where it has no administration, by asking for it.
void create_topic(const std::string& bootstrap, const std::string& name, int partitions) {
  rd_kafka_t* kafka =
      made(RD_KAFKA_PRODUCER,
           {{"bootstrap.servers", bootstrap}, {"log_level", "0"}, {"allow.auto.create.topics", "true"}}, {});
  char why[512];
  rd_kafka_NewTopic_t* topic = rd_kafka_NewTopic_new(name.c_str(), partitions, -1, why, sizeof why);
  rd_kafka_AdminOptions_t* options = rd_kafka_AdminOptions_new(kafka, RD_KAFKA_ADMIN_OP_CREATETOPICS);
  rd_kafka_AdminOptions_set_request_timeout(options, 5'000, why, sizeof why);
  rd_kafka_queue_t* answers = rd_kafka_queue_new(kafka);
  rd_kafka_CreateTopics(kafka, &topic, 1, options, answers);
  rd_kafka_event_t* answer = rd_kafka_queue_poll(answers, 15'000);
  if (answer != nullptr) rd_kafka_event_destroy(answer);
  rd_kafka_queue_destroy(answers);
  rd_kafka_AdminOptions_destroy(options);
  rd_kafka_NewTopic_destroy(topic);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  int there = 0;
  while ((there = partitions_of(kafka, name)) < partitions && std::chrono::steady_clock::now() < until)
    rd_kafka_poll(kafka, 50);
  kafka::DestroyClient()(kafka);
  if (there < partitions)
    throw std::runtime_error("the broker at KAFKA_BOOTSTRAP made topic " + name + " with " +
                             std::to_string(there) + " of " + std::to_string(partitions) + " partitions");
}

}  // namespace

Broker::Broker(int brokers) {
  if (const char* real = std::getenv("KAFKA_BOOTSTRAP")) {
    bootstrap_ = real;
    return;
  }
  process_.emplace(Process::spawn({std::string(ONCEOVER_BIN_DIR) + "/mock_kafka", std::to_string(brokers)},
                                  {}, Input::written));
  if (!process_->wait_for_out("\n"))
    throw std::runtime_error("the mock cluster did not start: " + process_->err());
  const std::string out = process_->out();
  bootstrap_ = out.substr(8, out.find('\n') - 8);
}

void Broker::order(const std::string& line) {
  if (!process_) throw std::runtime_error("only the mock cluster obeys");
  ++answers_;
  process_->write(line + '\n');
  if (!process_->wait_for_out(
          [&](const std::string& out) { return lines_of(out, "ok") >= static_cast<std::size_t>(answers_); }))
    throw std::runtime_error("the mock cluster did not obey: " + process_->out());
}

std::string Broker::make_topic(const std::string& name, int partitions) {
  if (is_mock()) {
    order("topic " + name + ' ' + std::to_string(partitions));
  } else {
    create_topic(bootstrap_, name, partitions);
  }
  return name;
}

Reader::Reader(const std::string& bootstrap, const std::string& topic, int partitions)
    : kafka_(nullptr), topic_(topic), partitions_(partitions) {
  // A broker that is not ours may have made more than it was asked for.
  rd_kafka_t* asks = made(RD_KAFKA_PRODUCER, {{"bootstrap.servers", bootstrap}, {"log_level", "0"}}, {});
  partitions_ = std::max(partitions, partitions_of(asks, topic));
  kafka::DestroyClient()(asks);
  kafka_ = consumer(bootstrap, topic, partitions_);
}

Producer::Producer(const std::string& bootstrap) {
  kafka_ = made(RD_KAFKA_PRODUCER, {{"bootstrap.servers", bootstrap}, {"linger.ms", "1"}, {"log_level", "0"}},
                [this](rd_kafka_conf_t* conf) {
                  rd_kafka_conf_set_opaque(conf, this);
                  rd_kafka_conf_set_dr_msg_cb(conf,
                                              [](rd_kafka_t*, const rd_kafka_message_t* message, void* self) {
                                                if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR)
                                                  ++static_cast<Producer*>(self)->failed_;
                                              });
                });
}

Producer::~Producer() { kafka::DestroyClient()(kafka_); }

void Producer::write(const std::string& topic, const std::string& key,
                     const std::optional<std::string>& value,
                     const std::vector<std::pair<std::string, std::string>>& headers, int partition) {
  rd_kafka_headers_t* all = rd_kafka_headers_new(headers.size());
  for (const auto& [name, text] : headers)
    rd_kafka_header_add(all, name.data(), static_cast<ssize_t>(name.size()), text.data(),
                        static_cast<ssize_t>(text.size()));
  void* bytes = value ? const_cast<char*>(value->data()) : nullptr;
  const std::size_t size = value ? value->size() : 0;
  const auto error =
      rd_kafka_producev(kafka_, RD_KAFKA_V_TOPIC(topic.c_str()),
                        RD_KAFKA_V_PARTITION(partition < 0 ? RD_KAFKA_PARTITION_UA : partition),
                        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key.data(), key.size()),
                        RD_KAFKA_V_VALUE(bytes, size), RD_KAFKA_V_HEADERS(all), RD_KAFKA_V_END);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) throw std::runtime_error(rd_kafka_err2str(error));
  rd_kafka_poll(kafka_, 0);
}

void Producer::flush() {
  if (rd_kafka_flush(kafka_, 30'000) != RD_KAFKA_RESP_ERR_NO_ERROR || failed_ > 0)
    throw std::runtime_error("messages were not stored");
}

std::int64_t committed_offset(const std::string& bootstrap, const std::string& group,
                              const std::string& topic, int partition) {
  rd_kafka_t* kafka = made(RD_KAFKA_CONSUMER,
                           {{"bootstrap.servers", bootstrap}, {"group.id", group}, {"log_level", "0"}}, {});
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, topic.c_str(), partition);
  const auto error = rd_kafka_committed(kafka, list, 10'000);
  const std::int64_t offset = list->elems[0].offset;
  rd_kafka_topic_partition_list_destroy(list);
  kafka::DestroyClient()(kafka);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) throw std::runtime_error(rd_kafka_err2str(error));
  return offset < 0 ? -1 : offset;
}

Reader::~Reader() {
  rd_kafka_consumer_close(kafka_);
  kafka::DestroyClient()(kafka_);
}

const std::vector<Message>& Reader::all(std::chrono::milliseconds within) {
  const auto until = std::chrono::steady_clock::now() + within;
  std::map<int, std::int64_t> ends;
  for (int p = 0; p < partitions_; ++p) {
    std::int64_t low = 0, high = 0;
    if (rd_kafka_query_watermark_offsets(kafka_, topic_.c_str(), p, &low, &high, 10'000) !=
        RD_KAFKA_RESP_ERR_NO_ERROR)
      throw std::runtime_error("the end of a partition is not known");
    ends[p] = high;
  }
  const auto is_behind = [&] {
    for (const auto& [partition, end] : ends) {
      if (next_[partition] < end) return true;
    }
    return false;
  };
  while (is_behind()) {
    if (std::chrono::steady_clock::now() > until) throw std::runtime_error("the reader does not keep up");
    rd_kafka_message_t* message = rd_kafka_consumer_poll(kafka_, 100);
    if (message == nullptr) continue;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
      Message m{
          .topic = topic_,
          .key = std::string(static_cast<const char*>(message->key), message->key_len),
          .value = message->payload == nullptr
                       ? std::nullopt
                       : std::optional(std::string(static_cast<const char*>(message->payload), message->len)),
          .partition = message->partition,
          .offset = message->offset};
      rd_kafka_headers_t* headers = nullptr;
      if (rd_kafka_message_headers(message, &headers) == RD_KAFKA_RESP_ERR_NO_ERROR) {
        const char* name = nullptr;
        const void* value = nullptr;
        std::size_t size = 0;
        for (std::size_t i = 0;
             rd_kafka_header_get_all(headers, i, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR; ++i)
          m.headers[name] = std::string(static_cast<const char*>(value), size);
      }
      next_[message->partition] = message->offset + 1;
      messages_.push_back(std::move(m));
    }
    rd_kafka_message_destroy(message);
  }
  return messages_;
}

void follow(const std::string& bootstrap, const std::string& topic, int partitions,
            const std::function<bool()>& go_on, const std::function<void(std::string_view value)>& arrived) {
  rd_kafka_t* kafka = consumer(bootstrap, topic, partitions);
  while (go_on()) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(kafka, 100);
    if (message == nullptr) continue;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
      arrived({static_cast<const char*>(message->payload), message->len});
    rd_kafka_message_destroy(message);
  }
  rd_kafka_consumer_close(kafka);
  kafka::DestroyClient()(kafka);
}

}  // namespace onceover::test
