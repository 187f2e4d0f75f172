// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/kafka_source.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <set>

#include "core/kafka/client.h"

#ifdef ONCEOVER_KAFKA
#include <librdkafka/rdkafka.h>
#endif

namespace onceover::inbox {
namespace {

constexpr const char* not_received = "No event was received.";
// of 255, of which set-aside events need some
constexpr std::size_t longest_topic = 249, longest_source = 230;

}  // namespace

Result<void> validate(const KafkaSourceConfig& config) {
  const auto invalid = [](std::string what, std::string next) -> Result<void> {
    return fail(ErrorKind::invalid_input, std::move(what), not_received, std::move(next));
  };
  if (config.brokers.empty()) return invalid("A Kafka source names no brokers.", "Give HOST:PORT.");
  if (config.group.empty())
    return invalid("A Kafka source names no group.", "Give the name of the consumer group.");
  if (config.topics.empty()) return invalid("A Kafka source names no topic.", "Give at least one.");
  for (const std::string& topic : config.topics) {
    const bool is_name = !topic.empty() && topic.size() <= longest_topic && topic != "." && topic != ".." &&
                         std::ranges::all_of(topic, [](char c) {
                           return is_ascii_alnum(c) || c == '.' || c == '_' || c == '-';
                         });
    if (!is_name)
      return invalid(fmt::format("\"{}\" is not the name of a topic.", visible(topic)),
                     "Use 1 to 249 of a-z A-Z 0-9 . _ -, no pattern.");
  }
  if (config.source.size() > longest_source)
    return invalid(fmt::format("The name of a source has {} bytes.", config.source.size()),
                   "Use at most 230.");
  return {};
}

#ifndef ONCEOVER_KAFKA

Result<std::unique_ptr<Source>> from_kafka(const KafkaSourceConfig&) {
  return fail(kafka::not_built_in(not_received));
}

#else

namespace {

using namespace std::chrono_literals;

constexpr Duration for_the_rest = 2ms;  // of a batch, after its first message
constexpr Duration between_commits = 100ms, between_probes = 1s, between_looks = 5s, for_last_commit = 5s,
                   for_ends = 1s;
constexpr std::int64_t not_committed = -1;  // no offset is negative
constexpr std::string_view note_begins = "onceover ";
constexpr std::size_t most_pending_bytes = 8'000'000;  // of payloads; one event may have more

struct DestroyQueue {
  void operator()(rd_kafka_queue_t* queue) const { rd_kafka_queue_destroy(queue); }
};
struct DestroyList {
  void operator()(rd_kafka_topic_partition_list_t* list) const {
    rd_kafka_topic_partition_list_destroy(list);
  }
};
struct DestroyMessage {
  void operator()(rd_kafka_message_t* message) const { rd_kafka_message_destroy(message); }
};
using List = std::unique_ptr<rd_kafka_topic_partition_list_t, DestroyList>;
using Message = std::unique_ptr<rd_kafka_message_t, DestroyMessage>;

int whole_ms(Duration span) { return static_cast<int>(std::max<std::int64_t>(0, span / 1ms)); }

class KafkaSource final : public Source {
 public:
  explicit KafkaSource(KafkaSourceConfig config) : config_(std::move(config)) {}
  ~KafkaSource() override { close(for_last_commit); }

  Result<void> open() {
    auto conf = kafka::make_conf(
        {.fixed =
             {{"bootstrap.servers", config_.brokers},
              {"group.id", config_.group},
              {"enable.auto.commit", "false"},
              {"enable.auto.offset.store", "false"},
              {"isolation.level", "read_committed"},
              {"enable.partition.eof", "true"},
              {"auto.offset.reset", "error"},  // see place_lanes()
              // Not cooperative-sticky: until librdkafka 2.6 its assignor can loop for ever (issue 4783).
              {"partition.assignment.strategy", "range"},
              {"log_level", "0"}},
         .defaults = {{"client.id", "onceover-consumer"},
                      {"queued.max.messages.kbytes", "16384"},
                      // Topics and partitions that are new are found soon.
                      {"topic.metadata.refresh.interval.ms", "15000"}},
         .user = "consumer",
         .not_done = not_received},
        config_.options);
    if (!conf) return fail(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), this);
    rd_kafka_conf_set_rebalance_cb(conf->get(), &KafkaSource::rebalanced);
    rd_kafka_conf_set_offset_commit_cb(conf->get(), &KafkaSource::offsets_committed);
    rd_kafka_conf_set_error_cb(conf->get(), &KafkaSource::went_wrong);
    rd_kafka_conf_set_ssl_cert_verify_cb(conf->get(), [](rd_kafka_t*, const char*, int32_t, int* error, int,
                                                         const char*, size_t, char*, size_t, void* self) {
      return static_cast<KafkaSource*>(self)->reach_.certificate(*error) ? 1 : 0;
    });
    char why[512];
    kafka::Client opened(rd_kafka_new(RD_KAFKA_CONSUMER, conf->get(), why, sizeof why));
    if (!opened)
      return fail(ErrorKind::invalid_input, fmt::format("Kafka's consumer was refused: {}", visible(why)),
                  not_received, "Correct the consumer's configuration.");
    (void)conf->release();
    rd_kafka_poll_set_consumer(opened.get());
    const List topics(rd_kafka_topic_partition_list_new(static_cast<int>(config_.topics.size())));
    for (const std::string& topic : config_.topics)
      rd_kafka_topic_partition_list_add(topics.get(), topic.c_str(), RD_KAFKA_PARTITION_UA);
    if (const auto error = rd_kafka_subscribe(opened.get(), topics.get());
        error != RD_KAFKA_RESP_ERR_NO_ERROR)
      return fail(ErrorKind::invalid_input, kafka::sentence(error), not_received,
                  "Correct the consumer's configuration.");
    kafka_ = std::move(opened);
    reach_.waits();
    probed_at_ = Steady::now();
    return {};
  }

  Result<std::span<const Received>> poll(std::size_t most, Duration wait) override {
    if (!kafka_) {
      if (auto opened = open(); !opened) return fail(opened.error());
    }
    // A full batch that is not acknowledged: only what is on its way is still taken in.
    const auto has_room = [&] { return pending_.size() < most && pending_bytes_ < most_pending_bytes; };
    set_paused(!has_room());
    const auto until = Steady::now() + (is_paused_ ? Duration{0} : wait);
    do {
      const Duration left = std::chrono::duration_cast<Duration>(until - Steady::now());
      const bool is_any = !pending_.empty() || is_any_stopped_;
      const Message message(
          rd_kafka_consumer_poll(kafka_.get(), whole_ms(is_any ? std::min(left, for_the_rest) : left)));
      if (message) {
        take(*message);
      } else if (is_any || left <= 1ms) {
        break;
      }
    } while (is_paused_ || has_room());
    if (const auto fatal = rd_kafka_fatal_error(kafka_.get(), nullptr, 0);
        fatal != RD_KAFKA_RESP_ERR_NO_ERROR) {
      forget_lanes();
      kafka_.reset();
      return fail(ErrorKind::io, kafka::sentence(fatal), "No more events are received over this connection.",
                  "Try again.");
    }
    if (is_any_stopped_) place_lanes();
    commit_soon();
    probe();
    if (auto refused = std::exchange(not_kept_, std::nullopt)) return fail(*std::move(refused));
    return std::span<const Received>(pending_);
  }

  void acknowledge(std::span<const std::uint64_t> tokens) override {
    const std::set<std::uint64_t> done(tokens.begin(), tokens.end());
    std::erase_if(pending_, [&](const Received& one) {
      if (!done.contains(one.token)) return false;
      Lane& lane = lanes_.at(one.lane);
      lane.waiting.erase(one.token);
      pending_bytes_ -= size_of(one);
      return true;
    });
    commit_soon();
  }

  void use(Positions* positions) override {
    if (positions == nullptr) keep();
    positions_ = positions;
    is_kept_ = is_kept_ || positions != nullptr;
    if (positions != nullptr && !lanes_.empty()) place_again();
  }

  std::string trouble() const override {
    if (std::string away = reach_.trouble(); !away.empty()) return away;
    if (!keep_trouble_.empty()) return keep_trouble_;
    return topic_trouble_.empty() ? trouble_ : topic_trouble_;
  }
  bool is_at_end() const override {
    return is_assigned_ && pending_.empty() &&
           std::ranges::all_of(lanes_, [](const auto& lane) { return lane.second.is_at_end; });
  }

  void close(Duration wait) override {
    if (!kafka_) return;
    const auto until = Steady::now() + wait;
    std::unique_ptr<rd_kafka_queue_t, DestroyQueue> queue(rd_kafka_queue_new(kafka_.get()));
    if (rd_kafka_error_t* error = rd_kafka_consumer_close_queue(kafka_.get(), queue.get());
        error != nullptr) {
      rd_kafka_error_destroy(error);
    } else {
      while (rd_kafka_consumer_closed(kafka_.get()) == 0 && Steady::now() < until)
        rd_kafka_queue_poll_callback(queue.get(), 50);
    }
    forget_lanes();
    queue.reset();  // what is left in it would keep the client from ending
    kafka_.reset();
  }

 private:
  struct Lane {
    std::string topic;
    std::int32_t partition = 0;
    std::uint64_t assignment = 0;
    bool is_at_end = false;
    std::map<std::uint64_t, std::int64_t> waiting;  // offsets of what is not acknowledged, by token
    std::int64_t next = not_committed;              // after the last one received
    std::int64_t committed =
        not_committed;  // to the broker, or on its way there; at first that of the first message
    std::int64_t confirmed = not_committed;  // by the broker; at first that of the first message
    std::optional<std::int64_t>
        stopped_at;                     // librdkafka reads no further: an offset, or RD_KAFKA_OFFSET_INVALID
    bool is_compared = true;            // false: whether the database knows what the group does is not known
    bool is_placed = true;              // false: what comes is not from where it is to be read
    std::optional<std::int64_t> kept;   // what the database knows
    std::optional<std::int64_t> first;  // where this consumer began to store
    std::string mark;                   // KnownPosition::mark
    std::int64_t reached() const { return waiting.empty() ? next : waiting.begin()->second; }
  };

  static std::string lane_of(std::string_view topic, std::int32_t partition) {
    return fmt::format("{}/{}", topic, partition);
  }
  static std::size_t size_of(const Received& one) {
    return one.event.payload ? one.event.payload->size() : 0;
  }

  void forget_lanes() {
    is_assigned_ = is_any_stopped_ = false;
    pending_.clear();
    pending_bytes_ = 0;
    lanes_.clear();
  }

  void set_paused(bool paused) {
    if (paused == is_paused_) return;
    is_paused_ = paused;
    pause_lanes();
  }
  void pause_lanes() {
    if (lanes_.empty()) return;
    const List list(rd_kafka_topic_partition_list_new(static_cast<int>(lanes_.size())));
    for (const auto& [name, lane] : lanes_)
      rd_kafka_topic_partition_list_add(list.get(), lane.topic.c_str(), lane.partition);
    (is_paused_ ? rd_kafka_pause_partitions : rd_kafka_resume_partitions)(kafka_.get(), list.get());
  }

  void take(const rd_kafka_message_t& message) {
    if (message.err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET) {
      const auto stopped = lanes_.find(lane_of(rd_kafka_topic_name(message.rkt), message.partition));
      if (stopped == lanes_.end() || !stopped->second.is_placed) return;
      stopped->second.stopped_at = message.offset;
      stopped->second.is_at_end = false;
      is_any_stopped_ = true;
      return;
    }
    const bool is_end = message.err == RD_KAFKA_RESP_ERR__PARTITION_EOF;
    if (message.err >= RD_KAFKA_RESP_ERR_NO_ERROR || is_end) reach_.answered();
    if (!is_end && !reach_.failed(message.err, rd_kafka_message_errstr(&message)))
      set_trouble(message.err, rd_kafka_message_errstr(&message));
    if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR && !is_end) return;
    KafkaMessage raw{
        .topic = rd_kafka_topic_name(message.rkt), .partition = message.partition, .offset = message.offset};
    const auto found = lanes_.find(lane_of(raw.topic, raw.partition));
    if (found == lanes_.end() || !found->second.is_placed) return;  // taken away meanwhile, or read again
    found->second.is_at_end = is_end;
    if (is_end) return;
    if (message.key != nullptr) raw.key = {static_cast<const char*>(message.key), message.key_len};
    if (message.payload != nullptr)
      raw.payload = std::string_view(static_cast<const char*>(message.payload), message.len);
    rd_kafka_headers_t* headers = nullptr;
    if (rd_kafka_message_headers(&message, &headers) == RD_KAFKA_RESP_ERR_NO_ERROR) {
      const char* name = nullptr;
      const void* value = nullptr;
      std::size_t size = 0;
      for (std::size_t i = 0;
           rd_kafka_header_get_all(headers, i, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR; ++i)
        raw.headers.emplace_back(
            name, std::string_view(static_cast<const char*>(value), value == nullptr ? 0 : size));
    }
    add(found->first, found->second, received(config_, raw), message.offset, message.offset + 1);
  }

  void add(const std::string& name, Lane& lane, Received one, std::int64_t offset, std::int64_t next) {
    one.token = ++token_;
    one.lane = name;
    one.assignment = lane.assignment;
    lane.waiting.emplace(one.token, offset);
    lane.next = next;
    if (lane.confirmed == not_committed) lane.committed = lane.confirmed = offset;
    pending_bytes_ += size_of(one);
    pending_.push_back(std::move(one));
  }

  // Where the group has no offset, or the broker has no message at it. librdkafka's own resets would pass
  // over messages in silence. What is gone becomes a message that is unusable: its row says so before any
  // offset after it is committed.
  void place_lanes() {
    if (!knows_partitions() || !compare_positions()) return;
    for (auto& [name, lane] : lanes_) {
      if (!lane.stopped_at) continue;
      std::int64_t first = 0, end = 0;
      const auto error = rd_kafka_query_watermark_offsets(kafka_.get(), lane.topic.c_str(), lane.partition,
                                                          &first, &end, whole_ms(for_ends));
      if (error != RD_KAFKA_RESP_ERR_NO_ERROR) {
        reach_.waits();
        if (!reach_.failed(error, nullptr)) set_trouble(error, nullptr);
        return;  // all of them the next time
      }
      reach_.answered();
      std::int64_t at = *std::exchange(lane.stopped_at, std::nullopt);
      const auto was = lane.kept ? lane.kept : lane.first;
      if (at < 0 && was && (*was < first || *was > end)) at = *was;
      if (at < 0) {
        // A partition that was added meanwhile, or a topic that was made, begins with its first message.
        const auto old = partitions_.find(lane.topic);
        const bool is_from_first =
            config_.from_beginning || old == partitions_.end() || lane.partition >= old->second;
        lane.next = is_from_first ? first : was.value_or(end);
        if (!is_from_first && !was && end > first && positions_ != nullptr)
          positions_->begins_at_end(name, first, end);
        // The end is committed at once: what comes while no member runs is not passed over.
        if (is_from_first) lane.committed = lane.confirmed = first;
      } else if (first <= at && at <= end) {
        lane.next = at;
      } else {
        add(name, lane, gone(lane, at, first, end), at, first);
      }
    }
    is_any_stopped_ = false;
    const List list(rd_kafka_topic_partition_list_new(static_cast<int>(lanes_.size())));
    for (const auto& [name, lane] : lanes_)
      rd_kafka_topic_partition_list_add(list.get(), lane.topic.c_str(), lane.partition)->offset =
          lane.next == not_committed ? RD_KAFKA_OFFSET_STORED : lane.next;
    rd_kafka_assign(kafka_.get(), list.get());
    for (auto& [name, lane] : lanes_) {
      lane.is_placed = true;
      if (!lane.first && lane.next != not_committed) lane.first = lane.next;
    }
    if (is_paused_) pause_lanes();
  }

  // False: not yet.
  bool compare_positions() {
    std::vector<std::pair<const std::string, Lane>*> open;
    for (auto& lane : lanes_) {
      if (!lane.second.is_compared) open.push_back(&lane);
    }
    if (open.empty()) return true;
    if (positions_ == nullptr) return false;
    const List told(rd_kafka_topic_partition_list_new(static_cast<int>(open.size())));
    for (const auto* lane : open)
      rd_kafka_topic_partition_list_add(told.get(), lane->second.topic.c_str(), lane->second.partition);
    auto error = rd_kafka_committed(kafka_.get(), told.get(), whole_ms(for_ends));
    for (int i = 0; i < told->cnt && error == RD_KAFKA_RESP_ERR_NO_ERROR; ++i) error = told->elems[i].err;
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR && cluster_.empty()) {
      if (char* id = rd_kafka_clusterid(kafka_.get(), whole_ms(for_ends)); id != nullptr) {
        cluster_ = id;
        rd_kafka_mem_free(kafka_.get(), id);
      } else {
        error = RD_KAFKA_RESP_ERR__TIMED_OUT;
      }
    }
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR) {
      reach_.waits();
      if (!reach_.failed(error, nullptr)) set_trouble(error, nullptr);
      return false;
    }
    reach_.answered();
    std::vector<std::string> places;
    for (const auto* lane : open) places.push_back(place_of(lane->first));
    auto known = positions_->known(places);
    if (!known) {
      not_kept_ = known.error();
      return false;
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      Lane& lane = open[i]->second;
      const std::int64_t at = told->elems[i].offset;
      const KnownPosition& here = (*known)[i];
      lane.is_compared = true;
      lane.kept = here.next;
      if (lane.mark != here.mark) lane.first.reset();  // of another database
      lane.mark = here.mark;
      if (const auto noted = first_noted(told->elems[i], lane.mark); noted) lane.first = noted;
      if (here.first) lane.first = here.first;
      if (at < 0) {
        lane.stopped_at = RD_KAFKA_OFFSET_INVALID;
        continue;
      }
      // From before the row: what was stored since it began is lost.
      const auto from = lane.kept ? lane.kept : lane.first;
      const bool is_behind = from && *from < at;
      lane.next = is_behind && !config_.follows_group ? *from : at;
      lane.committed = lane.confirmed = at;
      if (!from && at > 0) positions_->is_unknown(open[i]->first, at);
      if (is_behind) positions_->is_behind(open[i]->first, *from, at, !config_.follows_group);
      if (!lane.kept && config_.follows_group) lane.first = at;
    }
    return true;
  }

  // The note beside a committed offset: whose it is, and where that began.
  static void note(rd_kafka_topic_partition_t& one, const Lane& lane) {
    const std::string text = fmt::format("{}{} {}", note_begins, lane.mark, *lane.first);
    one.metadata = std::malloc(text.size());
    if (one.metadata == nullptr) return;
    std::memcpy(one.metadata, text.data(), text.size());
    one.metadata_size = text.size();
  }
  static std::optional<std::int64_t> first_noted(const rd_kafka_topic_partition_t& one,
                                                 std::string_view mark) {
    std::string_view text(static_cast<const char*>(one.metadata), one.metadata_size);
    for (const std::string_view part : {note_begins, mark, std::string_view(" ")}) {
      if (!text.starts_with(part)) return std::nullopt;
      text.remove_prefix(part.size());
    }
    const auto first = number_from<std::int64_t>(text);
    return first && *first >= 0 ? first : std::nullopt;
  }

  std::string place_of(const std::string& lane) const {
    return fmt::format("{}/{}/{}", cluster_, config_.group, lane);
  }

  // Before the broker is told.
  void keep() {
    if (positions_ == nullptr) return;
    std::vector<Position> moved;
    std::vector<Lane*> lanes;
    for (auto& [name, lane] : lanes_) {
      const std::int64_t reached = lane.reached();
      if (!lane.is_placed || reached == not_committed || lane.kept == reached) continue;
      moved.push_back({place_of(name), reached, lane.kept, std::min(lane.first.value_or(reached), reached)});
      lanes.push_back(&lane);
    }
    if (moved.empty()) return look_whether_restored();
    const auto kept = positions_->keep(moved);
    keep_trouble_.clear();
    if (!kept && kept.error().is_retryable()) {
      keep_trouble_ = "The broker is not told what is stored: " + visible(kept.error().sentence());
    } else if (!kept) {
      not_kept_ = kept.error();
    } else if (!*kept) {
      place_again();
    } else {
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        lanes[i]->kept = moved[i].next;
        lanes[i]->first = moved[i].first;
      }
    }
  }

  // The next position would show it, and on a quiet topic none comes.
  void look_whether_restored() {
    const auto now = Steady::now();
    if (now - looked_at_ < between_looks) return;
    looked_at_ = now;
    std::vector<std::string> places;
    std::vector<std::int64_t> kept;
    for (const auto& [name, lane] : lanes_) {
      if (!lane.is_placed || !lane.kept) continue;
      places.push_back(place_of(name));
      kept.push_back(*lane.kept);
    }
    if (places.empty()) return;
    const auto known = positions_->known(places);
    for (std::size_t i = 0; known && i < known->size(); ++i) {
      const auto& next = (*known)[i].next;
      if (!next || *next < kept[i]) return place_again();
    }
  }

  // What the database knows is compared anew, and read from there.
  void place_again() {
    pending_.clear();
    pending_bytes_ = 0;
    ++assignment_;
    for (auto& [name, lane] : lanes_)
      lane = {.topic = lane.topic,
              .partition = lane.partition,
              .assignment = assignment_,
              .is_compared = false,
              .is_placed = false,
              .first = lane.first,
              .mark = lane.mark};
    is_any_stopped_ = !lanes_.empty();
  }

  bool knows_partitions() {
    if (config_.from_beginning || knows_partitions_) return true;
    const struct rd_kafka_metadata* seen = nullptr;
    if (rd_kafka_metadata(kafka_.get(), 0, nullptr, &seen, whole_ms(for_ends)) != RD_KAFKA_RESP_ERR_NO_ERROR)
      return false;
    for (int i = 0; i < seen->topic_cnt; ++i)
      partitions_[seen->topics[i].topic] = seen->topics[i].partition_cnt;
    rd_kafka_metadata_destroy(seen);
    return knows_partitions_ = true;
  }

  Received gone(const Lane& lane, std::int64_t at, std::int64_t first, std::int64_t end) const {
    Received one = received(config_, {.topic = lane.topic, .partition = lane.partition, .offset = at});
    one.event.id.clear();
    one.event.aggregate.reset();
    if (at < first) {
      one.place = fmt::format("{}-{}", one.place, first - 1);
      one.unusable =
          fmt::format("Kafka deleted up to {} messages of {}/{} before they were received: offsets {} to {}.",
                      first - at, lane.topic, lane.partition, at, first - 1);
    } else {
      one.unusable = fmt::format(
          "{}/{} ends at offset {}, and the group was at {}: the topic was created again, or the brokers "
          "lost messages. Messages before {} may be missing. The partition is read from its beginning.",
          lane.topic, lane.partition, end, at, at);
    }
    return one;
  }

  // Offsets of what is acknowledged and was not told, or not confirmed. Empty: there are none.
  List missing(std::int64_t Lane::*at_broker) {
    keep();
    List list;
    for (auto& [name, lane] : lanes_) {
      const std::int64_t reached = is_kept_ ? lane.kept.value_or(not_committed) : lane.reached();
      if (reached == lane.*at_broker || reached == not_committed || !lane.is_placed) continue;
      if (!list) list.reset(rd_kafka_topic_partition_list_new(4));
      rd_kafka_topic_partition_t& told =
          *rd_kafka_topic_partition_list_add(list.get(), lane.topic.c_str(), lane.partition);
      told.offset = reached;
      if (is_kept_ && lane.first) note(told, lane);
      lane.committed = reached;
    }
    return list;
  }

  void commit_soon() {
    const auto now = Steady::now();
    if (now - committed_at_ < between_commits) return;
    committed_at_ = now;
    if (const List list = missing(&Lane::committed)) rd_kafka_commit(kafka_.get(), list.get(), 1);
  }

  // Before partitions are given back. With a limit: the group does not wait for ever.
  void commit_now() {
    const List list = missing(&Lane::confirmed);
    if (!list) return;
    const std::unique_ptr<rd_kafka_queue_t, DestroyQueue> queue(rd_kafka_queue_new(kafka_.get()));
    bool is_done = false;
    const auto done = [](rd_kafka_t*, rd_kafka_resp_err_t, rd_kafka_topic_partition_list_t*, void* flag) {
      *static_cast<bool*>(flag) = true;
    };
    // The flag outlives the answer: a late one is dropped with its queue.
    if (rd_kafka_commit_queue(kafka_.get(), list.get(), queue.get(), done, &is_done) !=
        RD_KAFKA_RESP_ERR_NO_ERROR)
      return;
    const auto until = Steady::now() + for_last_commit;
    while (!is_done && Steady::now() < until) rd_kafka_queue_poll_callback(queue.get(), 50);
  }

  static void rebalanced(rd_kafka_t* kafka, rd_kafka_resp_err_t what,
                         rd_kafka_topic_partition_list_t* partitions, void* opaque) {
    auto& self = *static_cast<KafkaSource*>(opaque);
    if (what != RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS) {
      // Lost partitions belong to another member already.
      if (rd_kafka_assignment_lost(kafka) == 0) self.commit_now();
      self.forget_lanes();
      rd_kafka_assign(kafka, nullptr);
      return;
    }
    ++self.assignment_;
    self.is_assigned_ = true;
    for (int i = 0; i < partitions->cnt; ++i) {
      const rd_kafka_topic_partition_t& one = partitions->elems[i];
      self.lanes_[lane_of(one.topic, one.partition)] = {.topic = one.topic,
                                                        .partition = one.partition,
                                                        .assignment = self.assignment_,
                                                        .is_compared = !self.is_kept_,
                                                        .is_placed = !self.is_kept_};
    }
    self.is_any_stopped_ = self.is_kept_ && partitions->cnt > 0;
    rd_kafka_assign(kafka, partitions);
    if (self.is_paused_) self.pause_lanes();
    self.reach_.answered();
    self.set_trouble(RD_KAFKA_RESP_ERR_NO_ERROR, {});
  }

  static void offsets_committed(rd_kafka_t*, rd_kafka_resp_err_t error,
                                rd_kafka_topic_partition_list_t* offsets, void* opaque) {
    auto& self = *static_cast<KafkaSource*>(opaque);
    for (int i = 0; offsets != nullptr && i < offsets->cnt; ++i) {
      const rd_kafka_topic_partition_t& one = offsets->elems[i];
      const auto lane = self.lanes_.find(lane_of(one.topic, one.partition));
      if (lane == self.lanes_.end()) continue;
      if (error == RD_KAFKA_RESP_ERR_NO_ERROR && one.err == RD_KAFKA_RESP_ERR_NO_ERROR) {
        lane->second.confirmed = one.offset;
      } else {
        lane->second.committed = not_committed;  // told again, with what is acknowledged by then
      }
    }
    const bool is_done = error == RD_KAFKA_RESP_ERR_NO_ERROR || error == RD_KAFKA_RESP_ERR__NO_OFFSET;
    if (!is_done && !self.reach_.failed(error, nullptr)) self.set_trouble(error, rd_kafka_err2str(error));
  }

  static void went_wrong(rd_kafka_t*, int error, const char* why, void* opaque) {
    auto& self = *static_cast<KafkaSource*>(opaque);
    // One broker of several may be away.
    if (error == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN) self.reach_.waits();
    if (!self.reach_.failed(error, why)) self.set_trouble(static_cast<rd_kafka_resp_err_t>(error), why);
  }

  void set_trouble(rd_kafka_resp_err_t error, const char* why) {
    if (error == RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED) return;
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR && trouble().empty()) probed_at_ = Steady::now();
    const bool is_of_topic = error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART ||
                             error == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED;
    (is_of_topic ? topic_trouble_ : trouble_) =
        error == RD_KAFKA_RESP_ERR_NO_ERROR
            ? std::string()
            : fmt::format("Kafka: {}.", visible(why == nullptr ? rd_kafka_err2str(error) : why));
  }

  // Nothing else shows that a broker is there while no message comes, or that a topic is there while others
  // are assigned.
  void probe() {
    const auto now = Steady::now();
    const bool asks_topics = !topic_trouble_.empty();
    if (!asks_topics && !reach_.is_waiting() && (trouble_.empty() || lanes_.empty())) return;
    if (now - probed_at_ < between_probes) return;
    probed_at_ = now;
    const struct rd_kafka_metadata* seen = nullptr;
    if (rd_kafka_metadata(kafka_.get(), asks_topics ? 1 : 0, nullptr, &seen, 100) !=
        RD_KAFKA_RESP_ERR_NO_ERROR)
      return;
    reach_.answered();
    std::set<std::string_view> readable;
    bool is_well = true;
    for (int i = 0; i < seen->topic_cnt; ++i) {
      const bool is_readable = seen->topics[i].err == RD_KAFKA_RESP_ERR_NO_ERROR;
      if (is_readable) readable.insert(seen->topics[i].topic);
      is_well = is_well && (is_readable || asks_topics);
    }
    if (asks_topics && std::ranges::all_of(config_.topics, [&](const std::string& topic) {
          return readable.contains(topic);
        }))
      topic_trouble_.clear();
    if (is_well && !lanes_.empty()) trouble_.clear();
    rd_kafka_metadata_destroy(seen);
  }

  KafkaSourceConfig config_;
  std::vector<Received> pending_;  // in the order in which they came
  std::size_t pending_bytes_ = 0;
  std::map<std::string, Lane> lanes_;
  // of each topic, when this client first knew; used where it begins at the end
  std::map<std::string, std::int32_t> partitions_;
  std::uint64_t token_ = 0, assignment_ = 0;
  kafka::Reach reach_;
  std::string trouble_;        // of the group
  std::string topic_trouble_;  // a topic is not there, or may not be read
  bool is_paused_ = false, is_assigned_ = false, is_any_stopped_ = false, knows_partitions_ = false;
  Positions* positions_ = nullptr;
  bool is_kept_ = false;  // positions are, or were, in use: the broker is told only what the database knows
  std::string cluster_;
  std::optional<Error> not_kept_;  // for the next poll()
  std::string keep_trouble_;       // it is tried again
  Steady::time_point committed_at_{}, probed_at_{}, looked_at_{};
  kafka::Client kafka_;  // last: its callbacks use all of the above
};

}  // namespace

Result<std::unique_ptr<Source>> from_kafka(const KafkaSourceConfig& config) {
  if (auto sound = validate(config); !sound) return fail(sound.error());
  auto source = std::make_unique<KafkaSource>(config);
  if (auto opened = source->open(); !opened) return fail(opened.error());
  return std::unique_ptr<Source>(std::move(source));
}

#endif

}  // namespace onceover::inbox
