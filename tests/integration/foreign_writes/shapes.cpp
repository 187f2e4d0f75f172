// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/foreign_writes/shapes.h"

#include <chrono>
#include <stdexcept>

#include "tests/support/raw.h"

namespace onceover::test {
namespace {

using key::State;
using tables::Assignment;
using tables::Condition;
using tables::Lease;
using tables::Profile;
using tables::StateRule;
using tables::TimeForm;
using tables::Verb;
using tables::Write;
using Value = Assignment::Value;

StateRule word_is(const std::string& column, const std::string& word, State state) {
  return {.when = {{.column = column, .is = Condition::Is::one_of, .values = {word}}},
          .state = state,
          .word = word};
}
Assignment text(const std::string& column, const std::string& value) {
  return {.column = column, .value = Value::text, .text = value};
}
Assignment as(const std::string& column, Value value) { return {.column = column, .value = value}; }
Assignment at(const std::string& column, Value value, TimeForm form, const std::string& zone = "UTC") {
  return {.column = column, .value = value, .form = form, .zone = zone};
}

// Words in a text column, a deadline, a composite identity.
TableShape words() {
  Profile p{.name = "words",
            .schema = "public",
            .table = "words",
            .identity = {"tenant", "key"},
            .key = "key",
            .tenant = "tenant"};
  p.operation_name = "pay";
  p.states = {
      .column = "status",
      .rules = {word_is("status", "RUNNING", State::in_progress), word_is("status", "DONE", State::succeeded),
                word_is("status", "ERROR", State::failed), word_is("status", "NEW", State::released)}};
  p.lease = {.form = Lease::Form::deadline, .at = {.column = "locked_until"}};
  p.owner = "owner";
  p.attempts = {"attempts"};
  p.created_at = {.column = "created_at"};
  p.response_code = "code";
  p.response_body = {.column = "body", .form = tables::Body::Form::json};
  p.error = {.column = "error"};
  p.customer = {.column = "customer"};
  p.writes = {
      {Verb::succeed,
       {.set = {text("status", "DONE"), as("code", Value::code), as("body", Value::body),
                as("locked_until", Value::null), at("updated_at", Value::now, TimeForm::timestamptz)}}},
      {Verb::fail,
       {.set = {text("status", "ERROR"), as("error", Value::reason), as("locked_until", Value::null)}}},
      {Verb::release,
       {.set = {text("status", "NEW"), as("locked_until", Value::null), as("owner", Value::null)}}},
      {Verb::extend, {.set = {at("locked_until", Value::lease_end, TimeForm::timestamptz)}}},
      {Verb::requeue,
       {.set = {text("status", "NEW"), as("attempts", Value::zero), as("error", Value::null)}}},
      {Verb::discard,
       {.set = {text("status", "DONE"), as("attempts", Value::increment)},
        .guard = {{.column = "error", .is = Condition::Is::not_null}}}},
  };
  return {"words", R"(
      CREATE TABLE words (tenant uuid NOT NULL, key text NOT NULL, status text NOT NULL, locked_until timestamptz, owner text,
        attempts int NOT NULL DEFAULT 0, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz, code int, body jsonb, error text,
        customer text, note text, marker int, PRIMARY KEY (tenant, key));
      INSERT INTO words VALUES
        ('6f0c24e2-0000-4000-8000-000000000001', 'k', 'RUNNING', now() - interval '1 minute', 'w-1', 2, now(), now(), NULL, NULL, NULL, 'c_1', 'n', 1),
        ('6f0c24e2-0000-4000-8000-000000000002', 'k', 'ERROR', NULL, NULL, 5, now(), now(), 500, '{"a": 1}', 'boom', 'c_2', 'n', 2),
        ('6f0c24e2-0000-4000-8000-000000000003', 'k', 'RUNNING', now() + interval '1 hour', 'w-3', 1, now(), now(), NULL, NULL, NULL, 'c_3', 'n', 3))",
          p};
}

// An enum, keys of bytes, a lease that began at a local time, bodies of bytes.
TableShape enumeration() {
  Profile p{.name = "enumeration", .schema = "public", .table = "enumerated", .identity = {"k"}, .key = "k"};
  p.states = {
      .column = "state",
      .rules = {word_is("state", "processing", State::in_progress),
                word_is("state", "completed", State::succeeded), word_is("state", "failed", State::failed),
                word_is("state", "queued", State::released)}};
  p.lease = {.form = Lease::Form::since,
             .at = {.column = "locked_at", .form = TimeForm::timestamp, .zone = "Europe/Berlin"},
             .length = std::chrono::seconds(90)};
  p.response_body = {.column = "payload"};
  p.writes = {
      {Verb::succeed,
       {.set = {text("state", "completed"), as("payload", Value::body),
                at("finished_at", Value::now, TimeForm::timestamp, "Europe/Berlin")}}},
      {Verb::fail, {.set = {text("state", "failed"), as("locked_at", Value::null)}}},
      {Verb::release, {.set = {text("state", "queued"), as("locked_at", Value::null)}}},
      {Verb::extend, {.set = {at("locked_at", Value::now, TimeForm::timestamp, "Europe/Berlin")}}},
      {Verb::requeue, {.set = {text("state", "queued")}}},
  };
  return {"enumeration", R"(
      CREATE TYPE step AS ENUM ('queued', 'processing', 'completed', 'failed');
      CREATE TABLE enumerated (k bytea PRIMARY KEY, state step NOT NULL, locked_at timestamp, finished_at timestamp, payload bytea, marker int);
      INSERT INTO enumerated VALUES
        ('\x00ff01', 'processing', (now() - interval '5 minutes') AT TIME ZONE 'Europe/Berlin', NULL, NULL, 1),
        ('\x00ff02', 'failed', NULL, NULL, '\x0001', 2),
        ('\x00ff03', 'processing', (now() + interval '1 hour') AT TIME ZONE 'Europe/Berlin', NULL, NULL, 3))",
          p};
}

// Numbers for states, milliseconds for times, a text body; in partitions.
TableShape codes() {
  Profile p{.name = "codes", .schema = "public", .table = "codes", .identity = {"day", "id"}, .key = "id"};
  p.states = {.column = "code",
              .rules = {word_is("code", "1", State::in_progress), word_is("code", "2", State::succeeded),
                        word_is("code", "-1", State::failed), word_is("code", "0", State::released)}};
  p.lease = {
      .form = Lease::Form::deadline, .at = {.column = "until_ms", .form = TimeForm::epoch_ms}, .free = "0"};
  p.response_code = "http";
  p.response_body = {.column = "answer", .form = tables::Body::Form::text};
  p.writes = {
      {Verb::succeed,
       {.set = {text("code", "2"), as("http", Value::code), as("answer", Value::body),
                as("until_ms", Value::zero), at("done_ms", Value::now, TimeForm::epoch_ms)}}},
      {Verb::fail, {.set = {text("code", "-1"), as("until_ms", Value::zero)}}},
      {Verb::release, {.set = {text("code", "0"), as("until_ms", Value::zero)}}},
      {Verb::extend, {.set = {at("until_ms", Value::lease_end, TimeForm::epoch_ms)}}},
      {Verb::discard, {.deletes = true}},
  };
  return {"codes", R"(
      CREATE TABLE codes (day date NOT NULL, id bigint NOT NULL, code smallint NOT NULL, until_ms bigint NOT NULL DEFAULT 0, done_ms bigint, http smallint,
        answer text, marker int, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
      CREATE TABLE codes_1 PARTITION OF codes FOR VALUES FROM ('2020-01-01') TO ('2026-01-02');
      CREATE TABLE codes_2 PARTITION OF codes FOR VALUES FROM ('2026-01-02') TO ('2040-01-01');
      INSERT INTO codes VALUES ('2026-01-01', 7, 1, extract(epoch FROM now()) * 1000 - 60000, NULL, NULL, NULL, 1),
        ('2026-01-02', 7, -1, 0, NULL, NULL, NULL, 2), ('2026-01-03', 7, 1, extract(epoch FROM now()) * 1000 + 3600000, NULL, NULL, NULL, 3))",
          p};
}

// Booleans, a NULL in the identity, seconds, a heartbeat whose length stands in the row.
TableShape booleans() {
  Profile p{.name = "booleans",
            .schema = "public",
            .table = "booleans",
            .identity = {"tenant", "key"},
            .key = "key",
            .tenant = "tenant"};
  p.states = {.column = "",
              .rules = {{.when = {{.column = "failed", .is = Condition::Is::yes}},
                         .state = State::failed,
                         .word = "failed"},
                        {.when = {{.column = "done", .is = Condition::Is::yes}},
                         .state = State::succeeded,
                         .word = "done"}},
              .otherwise = StateRule{.when = {}, .state = State::in_progress, .word = "open"}};
  p.lease = {.form = Lease::Form::heartbeat,
             .at = {.column = "beat", .form = TimeForm::epoch_s},
             .length_column = "beat_seconds"};
  p.writes = {
      {Verb::succeed, {.set = {text("done", "true"), as("beat", Value::null)}}},
      {Verb::fail, {.set = {text("failed", "true"), as("beat", Value::null)}}},
      {Verb::release, {.set = {as("beat", Value::null)}}},
      {Verb::extend, {.set = {at("beat", Value::now, TimeForm::epoch_s)}}},
      {Verb::requeue, {.set = {text("failed", "false")}}},
  };
  return {"booleans", R"(
      CREATE TABLE booleans (tenant text, key varchar(40) NOT NULL, done boolean NOT NULL DEFAULT false, failed boolean NOT NULL DEFAULT false, beat int,
        beat_seconds int NOT NULL DEFAULT 30, marker int, UNIQUE NULLS NOT DISTINCT (tenant, key));
      INSERT INTO booleans VALUES (NULL, 'k', false, false, extract(epoch FROM now())::int - 600, 30, 1), ('', 'k', false, true, NULL, 30, 2),
        ('t', 'k', false, false, extract(epoch FROM now())::int + 3600, 30, 3))",
          p};
}

// Two instants tell the state; times are text; to release is to delete.
TableShape presence() {
  Profile p{.name = "presence", .schema = "public", .table = "presence", .identity = {"key"}, .key = "key"};
  p.states = {.column = "",
              .rules = {{.when = {{.column = "finished_at", .is = Condition::Is::not_null}},
                         .state = State::succeeded,
                         .word = "finished"},
                        {.when = {{.column = "failed_at", .is = Condition::Is::not_null}},
                         .state = State::failed,
                         .word = "failed"}},
              .otherwise = StateRule{.when = {}, .state = State::in_progress, .word = "started"}};
  p.lease = {.form = Lease::Form::deadline, .at = {.column = "until", .form = TimeForm::iso_text}};
  p.payload = {.column = "request"};
  p.writes = {
      {Verb::succeed, {.set = {at("finished_at", Value::now, TimeForm::iso_text), as("until", Value::null)}}},
      {Verb::fail, {.set = {at("failed_at", Value::now, TimeForm::iso_text), as("until", Value::null)}}},
      {Verb::release, {.deletes = true}},
      {Verb::extend, {.set = {at("until", Value::lease_end, TimeForm::iso_text)}}},
      {Verb::requeue, {.set = {as("failed_at", Value::null)}}},
  };
  return {"presence", R"(
      CREATE TABLE presence (key uuid PRIMARY KEY, finished_at text, failed_at text, until text, request jsonb, marker int);
      INSERT INTO presence VALUES ('6f0c24e2-0000-4000-8000-000000000001', NULL, NULL, '2020-01-01T00:00:00.000Z', '{"card": "4111"}', 1),
        ('6f0c24e2-0000-4000-8000-000000000002', NULL, '2020-01-01T00:00:00.000Z', NULL, '{"card": "4111"}', 2),
        ('6f0c24e2-0000-4000-8000-000000000003', NULL, NULL, to_char((now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '{"card": "4111"}', 3))",
          p};
}

// Names and values that are statements, quotes and pictures.
TableShape hostile() {
  const std::string& column = hostile_column();
  const std::string longest(63, 'x');
  Profile p{.name = "hostile \"'; --",
            .schema = "Sch\"ema ;",
            .table = hostile_table(),
            .identity = {"SELECT", longest},
            .key = "SELECT"};
  p.states = {.column = column,
              .rules = {word_is(column, "it's \"on\"; --", State::in_progress),
                        word_is(column, "$onceover$\\", State::succeeded),
                        word_is(column, "\xF0\x9F\x92\xA5", State::failed)}};
  p.lease = {.form = Lease::Form::deadline, .at = {.column = "locked; until"}};
  p.response_body = {.column = "body'", .form = tables::Body::Form::text};
  p.writes = {
      {Verb::succeed,
       {.set = {text(column, "$onceover$\\"), as("body'", Value::body), as("locked; until", Value::null)}}},
      {Verb::fail, {.set = {text(column, "\xF0\x9F\x92\xA5")}}},
      {Verb::extend, {.set = {at("locked; until", Value::lease_end, TimeForm::timestamptz)}}},
      {Verb::requeue, {.set = {text(column, "it's \"on\"; --")}}},
  };
  const std::string table = quoted_name(p.schema) + "." + quoted_name(p.table);
  return {"hostile",
          "CREATE SCHEMA " + quoted_name(p.schema) + "; CREATE TABLE " + table +
              " (\"SELECT\" text NOT NULL, " + quoted_name(longest) + " text NOT NULL, " +
              quoted_name(column) +
              " text NOT NULL, \"locked; until\" timestamptz, \"body'\" text, marker int, PRIMARY KEY "
              "(\"SELECT\", " +
              quoted_name(longest) + ")); INSERT INTO " + table + R"( VALUES
        (E'''; DROP TABLE x; --\\ $onceover$ %s :x', E'\u202e\u00a0', 'it''s "on"; --', now() - interval '1 minute', NULL, 1),
        ('b', '', U&'\+01F4A5', NULL, NULL, 2),
        ('c', '', 'it''s "on"; --', now() + interval '1 hour', NULL, 3))",
          p};
}

}  // namespace

const std::string& hostile_table() {
  static const std::string name = "\"; drop table x;--\xF0\x9F\x92\xA5";
  return name;
}

const std::string& hostile_column() {
  static const std::string name = "st\"ate' || \\ $1 \xE2\x80\xAE";
  return name;
}

const std::vector<TableShape>& table_shapes() {
  static const std::vector<TableShape> all = [] {
    std::vector<TableShape> shapes{words(), enumeration(), codes(), booleans(), presence(), hostile()};
    for (TableShape& shape : shapes) {
      for (auto& [verb, write] : shape.profile.writes) write.declared = true;
    }
    return shapes;
  }();
  return all;
}

const TableShape& table_shape(std::string_view name) {
  for (const TableShape& shape : table_shapes()) {
    if (shape.name == name) return shape;
  }
  throw std::runtime_error("no such shape");
}

}  // namespace onceover::test
