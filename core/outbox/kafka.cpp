// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/kafka.h"

#include <fmt/format.h>

#include <deque>
#include <iterator>

#include "core/kafka/client.h"
#include "core/outbox/outbox.h"

#ifdef ONCEOVER_KAFKA
#include <librdkafka/rdkafka.h>

#include <nlohmann/json.hpp>
#endif

namespace onceover::outbox {

bool has_kafka() { return kafka::is_built_in(); }

#ifndef ONCEOVER_KAFKA
Result<std::unique_ptr<Destination>> to_kafka(const KafkaConfig&) {
  return fail(kafka::not_built_in("Nothing was published."));
}

#else

namespace {

struct Close {
  void operator()(rd_kafka_t* kafka) const {
    // Without waiting: what is not acknowledged is published again, since the progress does not count it.
    rd_kafka_purge(kafka, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
    kafka::DestroyClient()(kafka);
  }
};

constexpr const char* not_published = "Nothing was published.";
constexpr Duration between_probes = std::chrono::seconds(2);

bool can_be_topic(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return !name.empty() && name.size() <= 249 && name.find_first_not_of(allowed) == std::string_view::npos &&
         name != "." && name != "..";
}

Report::Result result_of(rd_kafka_resp_err_t error) {
  switch (error) {
    case RD_KAFKA_RESP_ERR_NO_ERROR: return Report::Result::delivered;
    // This event, whatever is done.
    case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE:
    case RD_KAFKA_RESP_ERR_INVALID_MSG:
    case RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE:
    case RD_KAFKA_RESP_ERR_INVALID_RECORD:
    case RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE:
    case RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP: return Report::Result::refused;
    // Not for this one now.
    case RD_KAFKA_RESP_ERR_POLICY_VIOLATION: return Report::Result::failed;
    default: return Report::Result::unavailable;
  }
}

void add(rd_kafka_headers_t* headers, std::string_view name, std::string_view value) {
  rd_kafka_header_add(headers, name.data(), static_cast<ssize_t>(name.size()), value.data(),
                      static_cast<ssize_t>(value.size()));
}

// Adds the texts of a JSON object as they are read: a tree of each event's headers would cost an eighth of
// publishing it.
class OwnHeaders {
 public:
  OwnHeaders(rd_kafka_headers_t* headers, bool cloud_events)
      : headers_(headers), cloud_events_(cloud_events) {}

  bool key(std::string& name) {
    name_ = name;
    return true;
  }
  bool string(std::string& value) {
    const bool is_ours = is_set_by_relay(name_) || (cloud_events_ && name_.starts_with("ce_"));
    if (depth_ == 1 && !is_ours) add(headers_, name_, value);
    return true;
  }
  bool start_object(std::size_t) { return ++depth_, true; }
  bool end_object() { return --depth_, true; }
  bool start_array(std::size_t) { return ++depth_, true; }
  bool end_array() { return --depth_, true; }
  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(std::int64_t) { return true; }
  bool number_unsigned(std::uint64_t) { return true; }
  bool number_float(double, const std::string&) { return true; }
  bool binary(std::vector<std::uint8_t>&) { return true; }
  bool parse_error(std::size_t, const std::string&, const std::exception&) { return false; }

 private:
  rd_kafka_headers_t* headers_;
  bool cloud_events_;
  std::string name_;
  int depth_ = 0;
};

struct DestroyHeaders {
  void operator()(rd_kafka_headers_t* headers) const { rd_kafka_headers_destroy(headers); }
};

// A message that was refused with all of its batch: perhaps not for its own sake.
struct Suspect {
  std::uint64_t token;
  std::string topic, key;
  std::optional<std::string> payload;
  std::unique_ptr<rd_kafka_headers_t, DestroyHeaders> headers;
};

class Kafka final : public Destination {
 public:
  explicit Kafka(KafkaConfig config) : config_(std::move(config)) {}

  Result<void> open() {
    auto conf = kafka::make_conf(
        {.fixed = {{"bootstrap.servers", config_.brokers},
                   {"message.timeout.ms", std::to_string(config_.timeout / std::chrono::milliseconds(1))},
                   // What the order of an aggregate, and the count of what is stored, depend on.
                   {"enable.idempotence", "true"},
                   {"acks", "all"},
                   {"partitioner", "murmur2_random"},
                   {"log_level", "0"}},
         .defaults = {{"client.id", "onceover-relay"},
                      {"linger.ms", "2"},
                      // A topic that is missing is known before a message is too old, and found soon after it
                      // was made.
                      {"topic.metadata.propagation.max.ms", "5000"},
                      {"topic.metadata.refresh.interval.ms", "15000"}},
         .user = "relay",
         .not_done = not_published},
        config_.options);
    if (!conf) return fail(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), this);
    rd_kafka_conf_set_dr_msg_cb(conf->get(), &Kafka::ended);
    rd_kafka_conf_set_error_cb(conf->get(), [](rd_kafka_t*, int error, const char* why, void* self) {
      (void)static_cast<Kafka*>(self)->reach_.failed(error, why);
    });
    rd_kafka_conf_set_ssl_cert_verify_cb(conf->get(), [](rd_kafka_t*, const char*, int32_t, int* error, int,
                                                         const char*, size_t, char*, size_t, void* self) {
      return static_cast<Kafka*>(self)->reach_.certificate(*error) ? 1 : 0;
    });
    reach_.forget();
    on_their_way_ = 0;
    char why[512];
    kafka_.reset(rd_kafka_new(RD_KAFKA_PRODUCER, conf->get(), why, sizeof why));
    if (!kafka_)
      return fail(ErrorKind::invalid_input, fmt::format("Kafka's producer was refused: {}", visible(why)),
                  not_published, "Correct the relay's configuration.");
    (void)conf->release();
    return {};
  }

  bool send(std::uint64_t token, const Stored& event) override {
    if ((!kafka_ && !open()) || has_suspects()) return false;
    const std::string topic = config_.topic_prefix + std::string(event.topic);
    if (!can_be_topic(topic)) {
      reports_.push_back(
          {.token = token,
           .result = Report::Result::refused,
           .error = fmt::format(
               "Kafka has no topic named {}: 1 to 249 letters, digits, dots, underscores and hyphens.",
               visible(topic))});
      return true;
    }
    return produce(token, topic, event.aggregate_id, event.payload, headers_of(event));
  }

  bool keeps_dead() const override { return !config_.dead_letter_topic.empty(); }

  bool send_dead(std::uint64_t token, const Stored& event, const Death& death) override {
    if ((!kafka_ && !open()) || has_suspects()) return false;
    rd_kafka_headers_t* headers = headers_of(event);
    add(headers, "dlt-topic", config_.topic_prefix + std::string(event.topic));
    add(headers, "dlt-error", death.error);
    add(headers, "dlt-attempts", std::to_string(death.attempts));
    if (death.without_payload) add(headers, "dlt-payload", "left out");
    return produce(token, config_.dead_letter_topic, event.aggregate_id,
                   death.without_payload ? std::nullopt : event.payload, headers);
  }

  std::vector<Report> poll(Duration wait) override {
    if (!kafka_) return std::exchange(reports_, {});
    const auto ms =
        reports_.empty() ? std::chrono::duration_cast<std::chrono::milliseconds>(wait).count() : 0;
    rd_kafka_poll(kafka_.get(), static_cast<int>(ms));
    if (std::exchange(is_answered_, false)) reach_.answered();
    if (on_their_way_ == 0 && has_suspects()) send_suspects();
    if (on_their_way_ > 0) {
      reach_.waits();
      probe();
    }
    // An idempotent producer that cannot say any more what was stored must be made anew: all of its messages
    // come back first.
    if (rd_kafka_fatal_error(kafka_.get(), nullptr, 0) != RD_KAFKA_RESP_ERR_NO_ERROR) {
      rd_kafka_purge(kafka_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
      while (rd_kafka_outq_len(kafka_.get()) > 0 && rd_kafka_poll(kafka_.get(), 100) > 0) {
      }
      kafka_.reset();
    }
    return std::exchange(reports_, {});
  }

  std::string trouble() const override {
    if (on_their_way_ == 0) return {};
    std::string away = reach_.trouble();
    return away.empty() || not_stored_.empty() ? away : not_stored_;
  }

  void abandon(Duration) override {
    kafka_.reset();
    reports_.clear();
    refused_.clear();
    suspects_.clear();
    suspected_ = 0;
  }

 private:
  rd_kafka_headers_t* headers_of(const Stored& event) const {
    rd_kafka_headers_t* headers = rd_kafka_headers_new(8);
    add(headers, "id", event.id);
    if (!event.type.empty()) add(headers, "type", event.type);
    if (!event.content_type.empty()) add(headers, "content-type", event.content_type);
    if (config_.cloud_events) {
      add(headers, "ce_specversion", "1.0"), add(headers, "ce_id", event.id),
          add(headers, "ce_source", config_.source);
      add(headers, "ce_type", event.type.empty() ? event.topic : event.type),
          add(headers, "ce_time", iso(event.created_at));
    }
    if (event.headers == "{}") return headers;
    OwnHeaders own(headers, config_.cloud_events);
    nlohmann::json::sax_parse(event.headers, &own);
    return headers;
  }

  // librdkafka reports nothing while brokers answer that replicas are missing: it asks again until a message
  // is too old.
  void probe() {
    const auto now = Steady::now();
    if (reach_.trouble().empty() || !reach_.cause().empty()) return not_stored_.clear();
    if (now - probed_at_ < between_probes) return;
    probed_at_ = now;
    not_stored_.clear();
    const struct rd_kafka_metadata* seen = nullptr;
    if (rd_kafka_metadata(kafka_.get(), 0, nullptr, &seen, 100) != RD_KAFKA_RESP_ERR_NO_ERROR) return;
    not_stored_ = "Kafka: the brokers answer, and do not store events: check min.insync.replicas.";
    for (int i = 0; i < seen->topic_cnt; ++i) {
      const auto& topic = seen->topics[i];
      if (topic.err != RD_KAFKA_RESP_ERR_NO_ERROR) {
        not_stored_ = sentence(topic.err, topic.topic);
        break;
      }
      const auto behind = std::count_if(topic.partitions, topic.partitions + topic.partition_cnt,
                                        [](const auto& one) { return one.isr_cnt < one.replica_cnt; });
      if (behind == 0) continue;
      not_stored_ += fmt::format(" Replicas are missing in {} of {} partitions of topic {}.", behind,
                                 topic.partition_cnt, visible(topic.topic));
      break;
    }
    rd_kafka_metadata_destroy(seen);
  }

  bool has_suspects() const { return suspected_ > 0 || !refused_.empty() || !suspects_.empty(); }

  // A broker refuses a batch as a whole, though one of its messages may be too large for the topic. They go
  // again in halves, and nothing else meanwhile, until the one that is refused goes by itself.
  void send_suspects() {
    suspected_ = 0;
    if (!refused_.empty()) {
      const auto half = refused_.begin() + static_cast<std::ptrdiff_t>(refused_.size() / 2);
      std::vector<Suspect> later(std::make_move_iterator(half), std::make_move_iterator(refused_.end()));
      refused_.erase(half, refused_.end());
      suspects_.push_front(std::move(later));
      if (!refused_.empty()) suspects_.push_front(std::exchange(refused_, {}));
    }
    if (suspects_.empty()) return;
    const std::vector<Suspect> group = std::move(suspects_.front());
    suspects_.pop_front();
    suspected_ = group.size();
    for (const Suspect& one : group)
      if (!produce(one.token, one.topic, one.key, one.payload, rd_kafka_headers_copy(one.headers.get())))
        reports_.push_back({.token = one.token,
                            .result = Report::Result::unavailable,
                            .error = kafka::sentence(RD_KAFKA_RESP_ERR__QUEUE_FULL)});
  }

  // Takes the headers.
  bool produce(std::uint64_t token, const std::string& topic, std::string_view key,
               std::optional<std::string_view> payload, rd_kafka_headers_t* headers) {
    const rd_kafka_resp_err_t error = rd_kafka_producev(
        kafka_.get(), RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
        RD_KAFKA_V_KEY(key.data(), key.size()),
        RD_KAFKA_V_VALUE((payload ? const_cast<char*>(payload->data()) : nullptr),
                         (payload ? payload->size() : 0)),
        RD_KAFKA_V_HEADERS(headers),
        RD_KAFKA_V_OPAQUE(reinterpret_cast<void*>(static_cast<std::uintptr_t>(token))), RD_KAFKA_V_END);
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
      ++on_their_way_;
      return true;
    }
    rd_kafka_headers_destroy(headers);
    if (error == RD_KAFKA_RESP_ERR__QUEUE_FULL) return false;
    reports_.push_back({.token = token, .result = result_of(error), .error = sentence(error, topic)});
    return true;
  }

  // Of one topic among many: which one, and what to do about it.
  static std::string sentence(rd_kafka_resp_err_t error, const std::string& topic) {
    switch (error) {
      case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
      case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC:
      case RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION:
        return fmt::format("Kafka has no topic {}. Create it, or let the broker do so.", visible(topic));
      case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED:
        return fmt::format("Kafka: the relay may not write topic {}.", visible(topic));
      default: return kafka::sentence(error);
    }
  }

  static void ended(rd_kafka_t*, const rd_kafka_message_t* message, void* self) {
    const auto token = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(message->_private));
    Kafka& to = *static_cast<Kafka*>(self);
    // librdkafka's own errors are negative; the others are a broker's answers.
    if (message->err >= RD_KAFKA_RESP_ERR_NO_ERROR) to.is_answered_ = true;
    --to.on_their_way_;
    const Report::Result result = result_of(message->err);
    if ((result == Report::Result::refused || result == Report::Result::failed) && to.suspected_ != 1) {
      to.refused_.push_back(suspect(*message, token));
      return;
    }
    std::string error;
    if (message->err == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
      error = to.not_stored_.empty() ? to.reach_.cause() : to.not_stored_;
    if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR && error.empty())
      error = sentence(message->err, rd_kafka_topic_name(message->rkt));
    to.reports_.push_back({token, result, std::move(error), {}});
  }

  static Suspect suspect(const rd_kafka_message_t& message, std::uint64_t token) {
    const auto text = [](const void* bytes, std::size_t size) {
      return std::string(static_cast<const char*>(bytes), size);
    };
    Suspect out{.token = token,
                .topic = rd_kafka_topic_name(message.rkt),
                .key = {},
                .payload = {},
                .headers = nullptr};
    out.key = message.key_len > 0 ? text(message.key, message.key_len) : "";
    if (message.payload != nullptr) out.payload = text(message.payload, message.len);
    rd_kafka_headers_t* headers = nullptr;
    (void)rd_kafka_message_headers(&message, &headers);
    out.headers.reset(rd_kafka_headers_copy(headers));  // there are always some
    return out;
  }

  KafkaConfig config_;
  std::vector<Report> reports_;
  std::vector<Suspect> refused_;               // in the last group, or where none is on its way
  std::deque<std::vector<Suspect>> suspects_;  // groups that go together
  std::size_t suspected_ = 0;                  // messages of the group that is on its way
  kafka::Reach reach_;
  std::string not_stored_;  // why, where brokers answer
  Steady::time_point probed_at_{};
  std::int64_t on_their_way_ = 0;
  bool is_answered_ = false;                  // since the last look: the clock is not read for each message
  std::unique_ptr<rd_kafka_t, Close> kafka_;  // last: its end reports
};

}  // namespace

Result<std::unique_ptr<Destination>> to_kafka(const KafkaConfig& config) {
  const std::string& dead = config.dead_letter_topic;
  if (!dead.empty() && !can_be_topic(dead))
    return fail(ErrorKind::invalid_input, fmt::format("Kafka has no topic named {}.", visible(dead)),
                not_published,
                "A dead-letter topic's name has 1 to 249 letters, digits, dots, underscores and hyphens.");
  auto kafka = std::make_unique<Kafka>(config);
  if (auto opened = kafka->open(); !opened) return tl::unexpected(opened.error());
  return std::unique_ptr<Destination>(std::move(kafka));
}

#endif

}  // namespace onceover::outbox
