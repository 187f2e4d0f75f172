// SPDX-License-Identifier: Apache-2.0
// What is planned for the tables of events is held against what the server says of their files and of its
// WAL.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/calculator/events.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

constexpr int events = 15'000;
constexpr double tolerance = 0.1;

class EventSizesTest : public testing::Test {
 protected:
  test::TestDatabase database{test::installed_schema()};
  test::RawConnection raw = database.connect();

  double number(const std::string& sql) { return std::stod(raw.scalar(sql)); }

  // Bytes that no compression makes smaller, and as many as are asked for: pieces of one value.
  void make_noise() {
    raw.exec(
        "CREATE TABLE public.noise AS SELECT string_agg(sha256(i::text::bytea), ''::bytea ORDER BY i) AS "
        "bytes FROM generate_series(1, 2000) i");
  }
  static std::string noise(double bytes) {
    return fmt::format("substr(n.bytes, 1 + (i * 37) % 50000, {})", bytes);
  }

  void expect_sizes(const EventSizing& planned, const std::string& tables, const std::string& what) {
    const double table = number("SELECT sum(pg_table_size(t)) FROM " + tables);
    const double indexes = number("SELECT sum(pg_indexes_size(t)) FROM " + tables);
    double planned_indexes = 0;
    for (const Figure& one : planned.table.indexes) planned_indexes += one.value;
    EXPECT_NEAR((planned.table.heap.value + planned.table.toast.value) / table, 1, tolerance)
        << what << ": heap and out of line " << table;
    EXPECT_NEAR(planned_indexes / indexes, 1, tolerance) << what << ": indexes " << indexes;
    RecordProperty(what + " table",
                   std::to_string((planned.table.heap.value + planned.table.toast.value) / table));
    RecordProperty(what + " indexes", std::to_string(planned_indexes / indexes));
  }

  // Of a statement that writes an event, each in a transaction of its own, all between two checkpoints.
  static constexpr int written = 5'000;
  double wal_of(const std::string& statement, const std::string& and_once = "SELECT") {
    // Off on a server for tests. The checkpointer switches it, in its own time.
    raw.exec("ALTER SYSTEM SET full_page_writes = on");
    raw.exec("SELECT pg_reload_conf()");
    raw.exec("SET synchronous_commit = off");
    EXPECT_TRUE(test::eventually([&] {
      raw.exec("CHECKPOINT");
      return raw.scalar("SELECT full_page_writes FROM pg_control_checkpoint()") == "t";
    }));
    const double before = number("SELECT pg_current_wal_insert_lsn() - '0/0'");
    raw.exec(fmt::format("DO $$ BEGIN FOR i IN 1..{} LOOP {}; COMMIT; END LOOP; END $$", written, statement));
    raw.exec(and_once);
    return (number("SELECT pg_current_wal_insert_lsn() - '0/0'") - before) / written;
  }

  static std::string said(const Result<EventSizing>& planned) {
    return planned ? "" : planned.error().sentence();
  }
};

class OutboxSizesTest : public EventSizesTest {
 protected:
  // Two days of partitions, and as many events as the retention of a day keeps.
  OutboxInput input(double payload, int rows = events) {
    OutboxInput in;
    in.flow.per_second = rows / (2 * 86'400.0);
    in.flow.payload_bytes = payload;
    in.retention = 24h;
    in.partition = 24h;
    in.topic_bytes = 8;           // payments
    in.aggregate_type_bytes = 7;  // payment
    in.type_bytes = 16;           // payment.captured
    in.aggregate_id_bytes = 36;
    return in;
  }
  void fill(const std::string& payload, const std::string& headers, int rows = events) {
    raw.exec("SELECT onceover.make_outbox_partitions('1 day', 1)");
    raw.exec(fmt::format(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload, headers, created_at) "
        "SELECT 'payments', 'payment', gen_random_uuid()::text, 'payment.captured', {}, {},   "
        "date_trunc('day', now(), 'UTC') + i * interval '2 days' / {} FROM generate_series(0, {} - 1) i, "
        "public.noise n",
        payload, headers, rows, rows));
    raw.exec("VACUUM onceover.outbox");
  }
  // The default partition is empty and not planned.
  static constexpr const char* tables =
      "(SELECT relid::regclass FROM pg_partition_tree('onceover.outbox') WHERE isleaf AND relid <> "
      "'onceover.outbox_rest'::regclass) p (t)";
};

TEST_F(OutboxSizesTest, AreThoseOfTheServerAtFivePayloads) {
  make_noise();
  for (const double payload : {0, 100, 1'000, 3'000, 8'000}) {
    raw.exec("TRUNCATE onceover.outbox");
    fill(payload > 0 ? noise(payload) : "NULL", "'{}'");
    const auto planned = size_outbox(input(payload));
    ASSERT_TRUE(planned) << said(planned);
    EXPECT_NEAR(planned->table.rows.value, events, 1);
    expect_sizes(*planned, tables, fmt::format("payload {}", payload));
  }
}

TEST_F(OutboxSizesTest, HeadersAndCorrelationIdsAreCounted) {
  make_noise();
  fill(noise(100),
       "jsonb_build_object('traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', "
       "'correlation_id', gen_random_uuid()::text)");
  OutboxInput in = input(100);
  in.flow.header_bytes = number("SELECT avg(octet_length(headers::text)) FROM onceover.outbox");
  in.correlation_bytes = 36;
  EXPECT_EQ(number("SELECT max(pg_column_size(headers)) FROM onceover.outbox"), in.flow.header_bytes + 8);
  const auto planned = size_outbox(in);
  ASSERT_TRUE(planned) << said(planned);
  expect_sizes(*planned, tables, "headers");
}

TEST_F(OutboxSizesTest, APayloadThatCompressesTakesWhatIsLeftOfIt) {
  make_noise();
  // Half zeros, half noise: about half is left.
  fill("decode(repeat('00', 1500), 'hex') || substr(n.bytes, 1 + (i * 37) % 50000, 1500)", "'{}'");
  OutboxInput in = input(3'000);
  in.flow.compressed = number("SELECT avg(pg_column_size(payload)) / 3000 FROM onceover.outbox");
  EXPECT_LT(in.flow.compressed, 0.6);
  const auto planned = size_outbox(in);
  ASSERT_TRUE(planned) << said(planned);
  expect_sizes(*planned, tables, "compressed");
}

TEST_F(OutboxSizesTest, AnEventWritesThePlannedWal) {
  make_noise();
  fill(noise(100), "'{}'");
  const double each = wal_of(
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload) SELECT 'payments', "
      "'payment', gen_random_uuid()::text, 'payment.captured', " +
      noise(100) + " FROM public.noise n");
  OutboxInput in = input(100);
  in.flow.checkpoint = Duration(static_cast<Duration::rep>(written / in.flow.per_second * 1e6));
  const auto planned = size_outbox(in);
  ASSERT_TRUE(planned) << said(planned);
  EXPECT_NEAR(planned->table.wal.value / (in.flow.per_second * 86'400) / each, 1, 0.15) << each;
}

class InboxSizesTest : public EventSizesTest {
 protected:
  InboxInput input(Reception reception) {
    InboxInput in;
    in.flow.per_second = events / 86'400.0;
    in.retention = 24h;
    in.reception = reception;
    in.consumer_bytes = 7;  // billing
    in.source_bytes = 6;    // orders
    in.vacuum_scale = 0;
    return in;
  }
  static constexpr const char* tables = "(VALUES ('onceover.inbox'::regclass)) p (t)";

  void expect_planned(const InboxInput& in, const std::string& what) {
    const auto planned = size_inbox(in);
    ASSERT_TRUE(planned) << said(planned);
    expect_sizes(*planned, tables, what);
  }
  // In arrays, as consumers do.
  void accept(const std::string& id, const std::string& fingerprint,
              const std::string& version = "NULL, NULL, NULL") {
    for (int from = 0; from < events; from += 1'000) {
      raw.exec(fmt::format(
          "INSERT INTO onceover.inbox (consumer, source, event_id, state, processed_at, fingerprint, "
          "aggregate_type, aggregate_id, aggregate_version) SELECT 'billing', 'orders', {}, 'succeeded', "
          "clock_timestamp(), {}, {} FROM generate_series({}, {}) i",
          id, fingerprint, version, from, from + 999));
    }
    raw.exec("VACUUM onceover.inbox");
  }
};

TEST_F(InboxSizesTest, OfAcceptedEventsAreThoseOfTheServer) {
  InboxInput in = input(Reception::accept);
  accept("gen_random_uuid()::text", "sha256(i::text::bytea)");
  expect_planned(in, "accepted");

  raw.exec("TRUNCATE onceover.inbox");
  accept("'payments-0-' || lpad(i::text, 10, '0')", "NULL");
  in.event_id_bytes = 21;
  in.fingerprint_bytes = 0;
  in.random_ids = false;
  expect_planned(in, "growing ids without a fingerprint");

  raw.exec("TRUNCATE onceover.inbox");
  accept("gen_random_uuid()::text", "sha256(i::text::bytea)", "'order', lpad(i::text, 15, '0'), i");
  in = input(Reception::accept);
  in.aggregate_bytes = 20;
  expect_planned(in, "versions");
}

// Each is begun and finished in transactions of its own, while its page has room.
TEST_F(InboxSizesTest, OfEventsThatAreBegunAndFinishedAreThoseOfTheServer) {
  raw.exec("SET synchronous_commit = off");
  raw.exec(
      fmt::format("DO $$ DECLARE id text; BEGIN FOR i IN 1 .. {} LOOP id := gen_random_uuid()::text; INSERT "
                  "INTO onceover.inbox (consumer, source, event_id, state, fingerprint, attempts, "
                  "started_at, locked_until, fence, owner) VALUES ('billing', 'orders', id, 'in_progress', "
                  "sha256(i::text::bytea), 1, clock_timestamp(), clock_timestamp() + interval '1 min', i, "
                  "'worker-1@host-17'); COMMIT; PERFORM onceover.inbox_finish('billing', 'orders', id, i); "
                  "COMMIT; END LOOP; END $$",
                  events));
  ASSERT_EQ(number("SELECT count(*) FROM onceover.inbox WHERE state = 'succeeded'"), events);
  expect_planned(input(Reception::attempt), "attempts");
}

TEST_F(InboxSizesTest, AnAcceptedEventWritesThePlannedWal) {
  accept("gen_random_uuid()::text", "sha256(i::text::bytea)");
  const double each = wal_of(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, processed_at, fingerprint) VALUES "
      "('billing', 'orders', gen_random_uuid()::text, 'succeeded', clock_timestamp(), "
      "sha256(i::text::bytea))",
      "DELETE FROM onceover.inbox WHERE ctid IN (SELECT ctid FROM onceover.inbox ORDER BY ctid LIMIT 5000)");
  InboxInput in = input(Reception::accept);
  in.flow.checkpoint = Duration(static_cast<Duration::rep>(written / in.flow.per_second * 1e6));
  const auto planned = size_inbox(in);
  ASSERT_TRUE(planned) << said(planned);
  EXPECT_NEAR(planned->table.wal.value / (in.flow.per_second * 86'400) / each, 1, 0.15) << each;
}

// An update within its page is logged as its difference, an update to another page as a whole row: the plan
// has whole rows.
TEST_F(InboxSizesTest, AStoredEventWritesNoMoreThanThePlannedWal) {
  accept("gen_random_uuid()::text", "sha256(i::text::bytea)");
  const double each = wal_of(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, next_try_at, fingerprint, "
      "payload, content_type) VALUES ('billing', 'orders', gen_random_uuid()::text, 'in_progress', true, "
      "statement_timestamp() - interval '1 second', sha256(i::text::bytea), sha256('a') || sha256('b') || "
      "sha256('c'), 'application/json'); COMMIT; DECLARE e onceover.inbox; BEGIN SELECT * INTO e FROM "
      "onceover.inbox_take('billing', 'worker-1@host-17', '1 minute', 2); COMMIT; PERFORM "
      "onceover.inbox_start(e.consumer, e.source, e.event_id, e.fence, '1 minute'); COMMIT; PERFORM "
      "onceover.inbox_finish(e.consumer, e.source, e.event_id, e.fence); END",
      "DELETE FROM onceover.inbox WHERE ctid IN (SELECT ctid FROM onceover.inbox ORDER BY ctid LIMIT 5000)");
  InboxInput in = input(Reception::store);
  in.flow.payload_bytes = 96;
  in.flow.checkpoint = Duration(static_cast<Duration::rep>(written / in.flow.per_second * 1e6));
  const auto planned = size_inbox(in);
  ASSERT_TRUE(planned) << said(planned);
  const double ratio = planned->table.wal.value / (in.flow.per_second * 86'400) / each;
  EXPECT_GT(ratio, 1) << each;
  EXPECT_LT(ratio, 1.6) << each;
}

// A worker takes, starts and finishes them in batches; vacuum comes whenever a fifth of the rows is dead, and
// last just before the end.
TEST_F(InboxSizesTest, OfStoredEventsAreThoseOfTheServerInLineAndOutOfLine) {
  make_noise();
  constexpr int batch = events / 15, at_a_time = 100;
  raw.exec("SET synchronous_commit = off");
  for (const double payload : {100, 3'000}) {
    raw.exec("TRUNCATE onceover.inbox");
    for (int from = 0; from < events; from += batch) {
      raw.exec("VACUUM onceover.inbox");
      raw.exec(fmt::format(
          "DO $$ DECLARE e onceover.inbox; noise bytea := (SELECT bytes FROM public.noise); BEGIN FOR a IN "
          "{} .. {} BY {} LOOP INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, "
          "next_try_at, fingerprint, payload, content_type, headers) SELECT 'billing', 'orders', "
          "gen_random_uuid()::text, 'in_progress', true, statement_timestamp() - interval '1 second' + i * "
          "interval '1 microsecond', sha256(i::text::bytea),   substr(noise, 1 + (i * 37) % 50000, {}), "
          "'application/json',   '{{\"traceparent\": "
          "\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\"}}' FROM generate_series(a, a + {}) i; "
          "COMMIT; FOR e IN SELECT * FROM onceover.inbox_take('billing', 'worker-1@host-17', '1 minute', {}) "
          "LOOP COMMIT; PERFORM onceover.inbox_start(e.consumer, e.source, e.event_id, e.fence, '1 minute'); "
          "COMMIT; PERFORM onceover.inbox_finish(e.consumer, e.source, e.event_id, e.fence); COMMIT; END "
          "LOOP; END LOOP; END $$",
          from, from + batch - 1, at_a_time, payload, at_a_time - 1, at_a_time));
    }
    ASSERT_EQ(number("SELECT count(*) FROM onceover.inbox WHERE state = 'succeeded'"), events);
    InboxInput in = input(Reception::store);
    in.flow.payload_bytes = payload;
    in.flow.header_bytes = number("SELECT max(octet_length(headers::text)) FROM onceover.inbox");
    in.vacuum_scale = 0.2;
    expect_planned(in, fmt::format("payload {}", payload));
  }
}

}  // namespace
}  // namespace onceover::calculator
