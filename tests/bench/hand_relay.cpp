// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/hand_relay.h"

#include <fmt/format.h>
#include <librdkafka/rdkafka.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/pg/wire.h"
#include "tests/bench/common.h"
#include "tests/bench/hand.h"

namespace onceover::bench {
namespace {

constexpr int batch = 1000, most_on_their_way = 10'000;
constexpr auto between_writes = std::chrono::milliseconds(15);

constexpr const char* take =
    "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid, owner, fence, "
    "locked_until) SELECT 'by-hand', '{payments}', '3:3:', '3:3:', d.oid, 'by-hand', "
    "nextval('onceover.fence'), clock_timestamp() + interval '15 s' FROM pg_database d WHERE d.datname = "
    "current_database() RETURNING ctid::text, fence";
constexpr const char* window =
    "SELECT pg_current_snapshot()::text, (SELECT min(seq) FROM (SELECT seq FROM onceover.outbox WHERE xid = "
    "ANY (ARRAY (SELECT pg_snapshot_xip($1::pg_snapshot))) UNION ALL SELECT seq FROM onceover.outbox WHERE "
    "xid >= pg_snapshot_xmax($1::pg_snapshot)) w)";
constexpr const char* walk =
    "SELECT seq, id::text, topic, aggregatetype, aggregateid, type, payload, content_type, headers::text, "
    "created_at FROM onceover.outbox WHERE seq > $1::bigint AND NOT pg_visible_in_snapshot(xid, "
    "$2::pg_snapshot) AND pg_visible_in_snapshot(xid, $3::pg_snapshot) AND topic = 'payments' ORDER BY seq "
    "LIMIT 1000";
constexpr const char* flushed = "SELECT pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn()";
constexpr const char* progress =
    "UPDATE onceover.relays SET window_from = $3::pg_snapshot, window_to = $4::pg_snapshot, pos = "
    "$5::bigint, published = published + $6::bigint, published_at = clock_timestamp(), locked_until = "
    "clock_timestamp() + interval '15 s' WHERE ctid = $1::text::tid AND name = 'by-hand' AND fence = "
    "$2::bigint RETURNING ctid::text";

std::string_view cell(const PGresult* rows, int row, int column) {
  return {PQgetvalue(rows, row, column), static_cast<std::size_t>(PQgetlength(rows, row, column))};
}

}  // namespace

struct HandBatch {
  std::int64_t last = 0, events = 0;
  std::int64_t left = 0;  // not acknowledged yet
};

class HandSink {
 public:
  virtual ~HandSink() = default;
  virtual void take(const PGresult* rows, HandBatch& batch) = 0;
  // Acknowledges; waits up to ms for the first.
  virtual void poll(int ms) = 0;
};

namespace {

class KafkaSink final : public HandSink {
 public:
  explicit KafkaSink(const std::string& brokers) {
    char why[512];
    rd_kafka_conf_t* conf = rd_kafka_conf_new();
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"bootstrap.servers", brokers.c_str()},
                                                                    {"enable.idempotence", "true"},
                                                                    {"acks", "all"},
                                                                    {"partitioner", "murmur2_random"},
                                                                    {"linger.ms", "2"},
                                                                    {"log_level", "0"}})
      if (rd_kafka_conf_set(conf, name, value, why, sizeof why) != RD_KAFKA_CONF_OK) give_up(why);
    rd_kafka_conf_set_opaque(conf, this);
    rd_kafka_conf_set_dr_msg_cb(conf, [](rd_kafka_t*, const rd_kafka_message_t* message, void* self) {
      if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR)
        static_cast<KafkaSink*>(self)->error_ = rd_kafka_err2str(message->err);
      --static_cast<HandBatch*>(message->_private)->left;
    });
    kafka_ = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
    if (kafka_ == nullptr) give_up(why);
  }
  ~KafkaSink() override { rd_kafka_destroy(kafka_); }

  void take(const PGresult* rows, HandBatch& batch) override {
    for (int row = 0; row < PQntuples(rows); ++row) {
      rd_kafka_headers_t* headers = rd_kafka_headers_new(8);
      const auto add = [&](std::string_view name, std::string_view value) {
        rd_kafka_header_add(headers, name.data(), static_cast<ssize_t>(name.size()), value.data(),
                            static_cast<ssize_t>(value.size()));
      };
      add("id", cell(rows, row, 1));
      add("type", cell(rows, row, 5));
      add("content-type", cell(rows, row, 7));
      const auto own = nlohmann::json::parse(cell(rows, row, 8));
      for (const auto& [name, value] : own.items()) add(name, value.get_ref<const std::string&>());
      const std::string_view key = cell(rows, row, 4), value = cell(rows, row, 6);
      const rd_kafka_resp_err_t error =
          rd_kafka_producev(kafka_, RD_KAFKA_V_TOPIC(PQgetvalue(rows, row, 2)),
                            RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key.data(), key.size()),
                            RD_KAFKA_V_VALUE(const_cast<char*>(value.data()), value.size()),
                            RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_OPAQUE(&batch), RD_KAFKA_V_END);
      if (error != RD_KAFKA_RESP_ERR_NO_ERROR) give_up(rd_kafka_err2str(error));
    }
  }
  void poll(int ms) override {
    rd_kafka_poll(kafka_, ms);
    if (!error_.empty()) give_up(error_);
  }

 private:
  rd_kafka_t* kafka_ = nullptr;
  std::string error_;
};

class LineSink final : public HandSink {
 public:
  explicit LineSink(int fd) : fd_(fd) {}

  void take(const PGresult* rows, HandBatch& batch) override {
    out_.clear();
    for (int row = 0; row < PQntuples(rows); ++row) {
      fmt::format_to(std::back_inserter(out_), R"({{"seq":{},"id":"{}","topic":)",
                     pg::from_big_endian(cell(rows, row, 0)), cell(rows, row, 1));
      quoted(cell(rows, row, 2));
      out_ += ",\"aggregate_type\":", quoted(cell(rows, row, 3));
      out_ += ",\"aggregate_id\":", quoted(cell(rows, row, 4));
      out_ += ",\"type\":", quoted(cell(rows, row, 5));
      // PostgreSQL counts from 2000.
      const Timestamp created{pg::from_big_endian(cell(rows, row, 9)) + 946'684'800'000'000};
      out_ += ",\"created_at\":\"" + iso(created) + "\",\"content_type\":";
      quoted(cell(rows, row, 7));
      out_ += ",\"headers\":", out_ += cell(rows, row, 8);
      out_ += ",\"payload\":";
      const std::string_view payload = cell(rows, row, 6);
      if (nlohmann::json::accept(payload) && payload.find('\n') == std::string_view::npos) {
        out_ += payload;
      } else {
        out_ += nlohmann::json(payload).dump();
      }
      out_ += "}\n";
    }
    for (std::size_t sent = 0; sent < out_.size();) {
      const ssize_t n = ::write(fd_, out_.data() + sent, out_.size() - sent);
      if (n < 0 && errno != EINTR) give_up("the output cannot be written");
      if (n > 0) sent += static_cast<std::size_t>(n);
    }
    batch.left = 0;
  }
  void poll(int) override {}

 private:
  void quoted(std::string_view text) {
    out_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') out_ += '\\';
      out_ += c;
    }
    out_ += '"';
  }
  int fd_;
  std::string out_;
};

}  // namespace

struct HandRelay::State {
  State(const std::string& conninfo, std::shared_ptr<HandSink> to) : raw(conninfo), sink(std::move(to)) {
    raw.exec(
        "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET jit = off; SET "
        "synchronous_commit = on");
    for (const auto& [name, sql] :
         std::initializer_list<std::pair<const char*, const char*>>{{"take", take},
                                                                    {"window", window},
                                                                    {"walk", walk},
                                                                    {"flushed", flushed},
                                                                    {"progress", progress}}) {
      const HandResult prepared(PQprepare(raw.native(), name, sql, 0, nullptr));
      if (PQresultStatus(prepared.get()) != PGRES_COMMAND_OK) failed();
    }
    if (PQenterPipelineMode(raw.native()) == 0) failed();
    send("take", {});
    sync();
    const HandResult taken = one();
    ctid = cell(taken.get(), 0, 0);
    fence = pg::from_big_endian(cell(taken.get(), 0, 1));
    synced();
  }

  [[noreturn]] void failed() { give_up(PQerrorMessage(raw.native())); }
  void send(const char* name, const Values& v) {
    if (PQsendQueryPrepared(raw.native(), name, v.count(), v.values(), v.lengths(), v.formats(), 1) == 0)
      failed();
  }
  void sync() {
    if (PQpipelineSync(raw.native()) == 0) failed();
  }
  HandResult one() {
    HandResult result(PQgetResult(raw.native()));
    if (PQresultStatus(result.get()) != PGRES_TUPLES_OK) failed();
    if (PQgetResult(raw.native()) != nullptr) give_up("more than one result of a statement");
    return result;
  }
  void synced() {
    const HandResult result(PQgetResult(raw.native()));
    if (PQresultStatus(result.get()) != PGRES_PIPELINE_SYNC) failed();
  }
  void send_progress(const std::string& window_from) {
    Values v;
    v.text(ctid).integer(fence).text(window_from).text(to).integer(done_up_to).integer(done);
    send("progress", v);
    done = 0;
    written_at = Steady::now();
  }
  void take_progress() {
    const HandResult rows = one();
    if (PQntuples(rows.get()) != 1) give_up("the relay was taken over");
    ctid = cell(rows.get(), 0, 0);
  }
  void write_progress(const std::string& window_from) {
    send_progress(window_from);
    sync();
    take_progress();
    synced();
  }
  // The next batch is asked for, with the progress where it is due.
  void ask() {
    writes = done > 0 && Steady::now() - written_at >= between_writes;
    if (writes) send_progress(from);
    Values v;
    v.integer(pos).text(from).text(to);
    send("walk", v);
    send("flushed", {});
    sync();
  }
  // Its rows are there; none: the window is read.
  bool took() {
    if (writes) take_progress();
    const HandResult rows = one();
    const HandResult durable = one();
    synced();
    if (*PQgetvalue(durable.get(), 0, 0) == 0) write_progress(from);
    const int n = PQntuples(rows.get());
    if (n == 0) return false;
    pos = pg::from_big_endian(cell(rows.get(), n - 1, 0));
    batches.push_back({pos, n, n});
    on_their_way += n;
    sink->take(rows.get(), batches.back());
    return true;
  }
  void acknowledge(int ms) {
    sink->poll(ms);
    while (!batches.empty() && batches.front().left == 0) {
      done_up_to = batches.front().last;
      done += batches.front().events, total += batches.front().events, on_their_way -= batches.front().events;
      batches.pop_front();
    }
  }
  void publish_window() {
    for (bool is_read = false, asked = false; !is_read || !batches.empty();) {
      if (!is_read && !asked && on_their_way < most_on_their_way) ask(), asked = true;
      acknowledge(batches.empty() ? 0 : 1);
      if (!asked) continue;
      if (PQconsumeInput(raw.native()) == 0) failed();
      if (PQisBusy(raw.native()) != 0 && !batches.empty()) continue;
      asked = false;
      is_read = !took();
    }
  }

  test::RawConnection raw;
  std::shared_ptr<HandSink> sink;
  std::string ctid, from = "3:3:", to = "3:3:";
  std::int64_t fence = 0, pos = 0, done_up_to = 0, done = 0, total = 0, on_their_way = 0;
  bool writes = false;
  Deadline written_at{};
  std::deque<HandBatch> batches;
};

std::shared_ptr<HandSink> kafka_by_hand(const std::string& brokers) {
  return std::make_shared<KafkaSink>(brokers);
}
std::shared_ptr<HandSink> lines_by_hand(int fd) { return std::make_shared<LineSink>(fd); }

HandRelay::HandRelay(const std::string& conninfo, std::shared_ptr<HandSink> to)
    : state_(std::make_unique<State>(conninfo, std::move(to))) {}
HandRelay::~HandRelay() = default;

int HandRelay::backend_pid() const { return state_->raw.backend_pid(); }

std::int64_t HandRelay::drain() {
  State& s = *state_;
  for (;;) {
    Values v;
    v.text(s.to);
    s.send("window", v);
    s.sync();
    const HandResult next = s.one();
    s.synced();
    if (PQgetisnull(next.get(), 0, 1) != 0) return s.total;
    s.from = std::exchange(s.to, std::string(cell(next.get(), 0, 0)));
    s.pos = pg::from_big_endian(cell(next.get(), 0, 1)) - 1;
    s.publish_window();
    s.done_up_to = 0;
    s.write_progress(s.to);
  }
}

}  // namespace onceover::bench
