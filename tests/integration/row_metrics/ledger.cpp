// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/row_metrics/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/metrics/counters.h"

namespace onceover::test::ledger {
namespace {

using key::State;
using tables::Condition;
using tables::Instant;
using tables::Profile;
using tables::StateRule;
using tables::TimeForm;

std::string known_tables_sql() {
  std::ifstream file(std::string(ONCEOVER_SOURCE_DIR) + "/tests/support/known/tables.sql");
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("there is no tables.sql");
  return text.str();
}

StateRule word_is(const std::string& column, std::vector<std::string> words, State state,
                  bool may_retry = false) {
  const std::string first = words.front();
  return {
      {{.column = column, .is = Condition::Is::one_of, .values = std::move(words)}}, state, first, may_retry};
}
StateRule is_set(const std::string& column, State state, const std::string& word) {
  return {{{.column = column, .is = Condition::Is::not_null}}, state, word};
}
StateRule otherwise(State state, const std::string& word) { return {{}, state, word}; }

Shape rides() {
  Shape s{
      .name = "rides",
      .setup = "INSERT INTO rides.users SELECT i, i || '@example', 'c' || i FROM generate_series(1, 9) i",
      .insert =
          "INSERT INTO rides.idempotency_keys (id, created_at, idempotency_key, locked_at, request_method, "
          "request_params, request_path, response_code, recovery_point, user_id) SELECT id, created, 'k' || "
          "id, NULL, 'POST', '{}', operation, nullif(code, 0), CASE kind WHEN 'none' THEN 'started' WHEN "
          "'succeeded' THEN 'finished' WHEN 'failed' THEN 'failed' ELSE 'odd' END, tenant::bigint FROM model "
          "m WHERE true",
      .remove = "DELETE FROM rides.idempotency_keys WHERE id",
      .reads = "rides.idempotency_keys",
      .profile = {
          .name = "rides",
          .schema = "rides",
          .table = "idempotency_keys",
          .identity = {"user_id", "idempotency_key"},
          .key = "idempotency_key",
          .tenant = "user_id",
          .operation = "request_path",
          .never_null = {"id", "created_at", "recovery_point", "user_id"},
          .states = {.column = "recovery_point",
                     .rules = {word_is("recovery_point", {"finished"}, State::succeeded),
                               word_is("recovery_point", {"failed"}, State::failed),
                               word_is("recovery_point", {"started", "ride_booked"}, State::in_progress)}},
          .created_at = {.column = "created_at"},
          .response_code = "response_code"}};
  s.dates_success = s.dates_failure = false;
  return s;
}

Shape actions() {
  Shape s{.name = "actions",
          .setup = "",
          .insert =
              "INSERT INTO actions.idempotent_action (key, type, client, created_at, completed_at) SELECT "
              "id::text, operation, tenant, created AT TIME ZONE 'UTC', CASE kind WHEN 'succeeded' THEN "
              "ended AT TIME ZONE 'UTC' END FROM model m WHERE true",
          .remove = "DELETE FROM actions.idempotent_action WHERE key::int",
          .reads = "actions.idempotent_action",
          .profile = {.name = "actions",
                      .schema = "actions",
                      .table = "idempotent_action",
                      .identity = {"key", "type", "client"},
                      .key = "key",
                      .tenant = "client",
                      .operation = "type",
                      .never_null = {"key", "type", "client", "created_at"},
                      .states = {.rules = {is_set("completed_at", State::succeeded, "completed")},
                                 .otherwise = otherwise(State::in_progress, "running")},
                      .created_at = {.column = "created_at", .form = TimeForm::timestamp},
                      .completed_at = {.column = "completed_at", .form = TimeForm::timestamp}}};
  s.has_failures = s.has_unknown = false;
  return s;
}

// An index on the time of success; failures have a time of their own, of which the profile says nothing.
Shape mailroom() {
  Shape s{.name = "mailroom",
          .setup = "",
          .insert =
              "INSERT INTO mailroom.inbox (id, aggregate_type, aggregate_id, message_type, segment, payload, "
              "created_at, processed_at, abandoned_at) SELECT lpad(id::text, 32, '0')::uuid, 'a', 'a', "
              "operation, tenant, '{}', created, CASE kind WHEN 'succeeded' THEN ended END, CASE kind WHEN "
              "'failed' THEN ended END FROM model m WHERE true",
          .remove = "DELETE FROM mailroom.inbox WHERE right(id::text, 12)::int",
          .reads = "mailroom.inbox",
          .profile = {.name = "mailroom",
                      .kind = tables::Kind::inbox,
                      .schema = "mailroom",
                      .table = "inbox",
                      .identity = {"id"},
                      .key = "id",
                      .tenant = "segment",
                      .operation = "message_type",
                      .never_null = {"id", "message_type", "created_at"},
                      .states = {.rules = {is_set("processed_at", State::succeeded, "processed"),
                                           is_set("abandoned_at", State::failed, "abandoned")},
                                 .otherwise = otherwise(State::in_progress, "waiting")},
                      .created_at = {.column = "created_at"},
                      .completed_at = {.column = "processed_at"}}};
  s.dates_failure = false;
  s.has_unknown = false;
  return s;
}

// In partitions, in milliseconds, no index that begins with a time; failures are dated by their last change.
Shape hooks() {
  Shape s{
      .name = "hooks",
      .setup =
          "CREATE TABLE hooks.\"WebhookDelivery_rest\" PARTITION OF hooks.\"WebhookDelivery\" DEFAULT;"
          "ALTER TYPE hooks.\"WebhookDeliveryStatus\" ADD VALUE 'ODD'",
      .insert =
          "INSERT INTO hooks.\"WebhookDelivery\" (\"id\", \"friendlyId\", \"webhookEndpointId\", "
          "\"organizationId\", \"projectId\", \"runtimeEnvironmentId\", \"environmentType\", "
          "\"externalDeliveryId\", \"idempotencyKey\", \"status\", \"createdAt\", \"updatedAt\", "
          "\"processedAt\") SELECT id::text, 'f', operation, tenant, 'p', 'r', 'PRODUCTION', 'd', 'k', (CASE "
          "kind WHEN 'none' THEN 'PROCESSING' WHEN 'succeeded' THEN 'SUCCEEDED' WHEN 'failed' THEN 'FAILED' "
          "ELSE 'ODD' END)::hooks.\"WebhookDeliveryStatus\", date_trunc('milliseconds', created) AT TIME "
          "ZONE 'UTC', date_trunc('milliseconds', ended) AT TIME ZONE 'UTC', CASE kind WHEN 'succeeded' THEN "
          "date_trunc('milliseconds', ended) AT TIME ZONE 'UTC' END FROM model m WHERE true",
      .remove = "DELETE FROM hooks.\"WebhookDelivery\" WHERE \"id\"::int",
      .reads = "hooks.\"WebhookDelivery\"",
      .profile = {.name = "hooks",
                  .kind = tables::Kind::inbox,
                  .schema = "hooks",
                  .table = "WebhookDelivery",
                  .identity = {"id", "createdAt"},
                  .key = "id",
                  .tenant = "organizationId",
                  .operation = "webhookEndpointId",
                  .never_null = {"id", "createdAt", "status", "updatedAt"},
                  .states = {.column = "status",
                             .rules = {word_is("status", {"SUCCEEDED"}, State::succeeded),
                                       word_is("status", {"FAILED"}, State::failed),
                                       word_is("status", {"PENDING", "PROCESSING"}, State::in_progress)}},
                  .created_at = {.column = "createdAt", .form = TimeForm::timestamp},
                  .updated_at = {.column = "updatedAt", .form = TimeForm::timestamp},
                  .completed_at = {
                      .column = "processedAt", .form = TimeForm::timestamp, .only_in = {State::succeeded}}}};
  s.unit = std::chrono::milliseconds(1);
  return s;
}

// Local time of a zone, no time of completion.
Shape bus() {
  Shape s{
      .name = "bus",
      .setup = "CREATE INDEX ON bus.received (\"Added\")",
      .insert =
          "INSERT INTO bus.received SELECT id, 'v1', operation, tenant, '{}', 1, created AT TIME ZONE "
          "'Asia/Kolkata', NULL, CASE kind WHEN 'none' THEN 'Scheduled' WHEN 'succeeded' THEN 'Succeeded' "
          "WHEN 'failed' THEN 'Failed' ELSE 'Odd' END FROM model m WHERE true",
      .remove = "DELETE FROM bus.received WHERE \"Id\"",
      .reads = "bus.received",
      .profile = {.name = "bus",
                  .kind = tables::Kind::inbox,
                  .schema = "bus",
                  .table = "received",
                  .identity = {"Id"},
                  .key = "Id",
                  .tenant = "Group",
                  .operation = "Name",
                  .never_null = {"Id", "Added", "StatusName"},
                  .states = {.column = "StatusName",
                             .rules = {word_is("StatusName", {"Succeeded"}, State::succeeded),
                                       word_is("StatusName", {"Failed"}, State::failed),
                                       word_is("StatusName", {"Scheduled"}, State::in_progress)}},
                  .created_at = {.column = "Added", .form = TimeForm::timestamp, .zone = "Asia/Kolkata"}}};
  s.dates_success = s.dates_failure = false;
  return s;
}

// Milliseconds in a number; a number as state; what failed is tried again by the relay itself, and is not
// failed for good.
Shape outbox() {
  Shape s{.name = "log",
          .setup = "CREATE INDEX ON log.message (creation_time)",
          .insert =
              "INSERT INTO log.message (dbid, id, destination, headers, payload, published, creation_time) "
              "SELECT id, id::text, operation, '{}', '{}', CASE kind WHEN 'none' THEN 0 WHEN 'succeeded' "
              "THEN 1 WHEN 'failed' THEN 2 ELSE 9 END, floor(extract(epoch FROM created) * 1000) FROM model "
              "m WHERE true",
          .remove = "DELETE FROM log.message WHERE dbid",
          .reads = "log.message",
          .profile = {.name = "log",
                      .kind = tables::Kind::outbox,
                      .schema = "log",
                      .table = "message",
                      .identity = {"dbid"},
                      .key = "dbid",
                      .operation = "destination",
                      .never_null = {"dbid", "destination"},
                      .states = {.column = "published",
                                 .rules = {word_is("published", {"0"}, State::in_progress),
                                           word_is("published", {"1"}, State::succeeded),
                                           word_is("published", {"2"}, State::failed, true)}},
                      .created_at = {.column = "creation_time", .form = TimeForm::epoch_ms}}};
  s.unit = std::chrono::milliseconds(1);
  s.dates_success = s.dates_failure = false;
  s.has_failures = false;
  return s;
}

// Texts, and an index on when a row finished: it alone finds those.
Shape orders() {
  const std::string text = "to_char(x AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')";
  const auto in_text = [&](const std::string& x) {
    std::string out = text;
    return out.replace(out.find('x'), 1, "date_trunc('milliseconds', " + x + ")");
  };
  Shape s{.name = "orders",
          .setup =
              "CREATE TABLE orders (id int PRIMARY KEY, made text NOT NULL, over text, phase text NOT NULL, "
              "shop text NOT NULL, route text NOT NULL, answer text); CREATE INDEX ON orders (made COLLATE "
              "\"C\"); CREATE INDEX ON orders (made); CREATE INDEX ON orders (over) WHERE over IS NOT NULL",
          .insert = "INSERT INTO orders SELECT id, " + in_text("created") +
                    ", CASE WHEN kind IN ('succeeded', 'failed') THEN " + in_text("ended") +
                    " END, kind, tenant, operation, nullif(code, 0)::text FROM model m WHERE true",
          .remove = "DELETE FROM orders WHERE id",
          .reads = "orders",
          .profile = {.name = "orders",
                      .schema = "public",
                      .table = "orders",
                      .identity = {"id"},
                      .key = "id",
                      .tenant = "shop",
                      .operation = "route",
                      .never_null = {"id", "made", "phase", "shop", "route"},
                      .states = {.column = "phase",
                                 .rules = {word_is("phase", {"none"}, State::in_progress),
                                           word_is("phase", {"succeeded"}, State::succeeded),
                                           word_is("phase", {"failed"}, State::failed)}},
                      .created_at = {.column = "made", .form = TimeForm::iso_text},
                      .completed_at = {.column = "over", .form = TimeForm::iso_text},
                      .response_code = "answer"}};
  s.unit = std::chrono::milliseconds(1);
  return s;
}

// Seconds in a number.
Shape seconds_table() {
  Shape s{.name = "seconds",
          .setup =
              "CREATE TABLE seconds_table (id int PRIMARY KEY, made bigint NOT NULL, done bigint, state int "
              "NOT NULL, t text, o text); CREATE INDEX ON seconds_table (made, id)",
          .insert =
              "INSERT INTO seconds_table SELECT id, floor(extract(epoch FROM created)), CASE WHEN kind IN "
              "('succeeded', 'failed') THEN floor(extract(epoch FROM ended)) END, CASE kind WHEN 'none' THEN "
              "0 WHEN 'succeeded' THEN 1 WHEN 'failed' THEN 2 ELSE 7 END, tenant, operation FROM model m "
              "WHERE true",
          .remove = "DELETE FROM seconds_table WHERE id",
          .reads = "seconds_table",
          .profile = {.name = "seconds",
                      .schema = "public",
                      .table = "seconds_table",
                      .identity = {"id"},
                      .key = "id",
                      .tenant = "t",
                      .operation = "o",
                      .never_null = {"id", "made", "state"},
                      .states = {.column = "state",
                                 .rules = {word_is("state", {"0"}, State::in_progress),
                                           word_is("state", {"1"}, State::succeeded),
                                           word_is("state", {"2"}, State::failed)}},
                      .created_at = {.column = "made", .form = TimeForm::epoch_s},
                      .completed_at = {.column = "done", .form = TimeForm::epoch_s}}};
  s.unit = std::chrono::seconds(1);
  return s;
}

Shape own() {
  Shape s{.name = "own",
          .setup = "",
          .insert =
              "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, "
              "locked_until, completed_at, expires_at, response_code, response_version, state, "
              "fingerprint_kind, fingerprint, response_body) SELECT tenant, operation, id::text, created, "
              "ended, id, CASE kind WHEN 'none' THEN created + interval '1 minute' END, CASE WHEN kind IN "
              "('succeeded', 'failed') THEN ended END, CASE WHEN kind IN ('succeeded', 'failed') THEN ended "
              "+ interval '3 days' END, CASE WHEN kind IN ('succeeded', 'failed') THEN code END, CASE WHEN "
              "kind IN ('succeeded', 'failed') THEN 1 END, CASE kind WHEN 'none' THEN 'in_progress' ELSE "
              "kind END, 'raw-sha256', sha256(id::text::bytea), CASE WHEN kind IN ('succeeded', 'failed') "
              "THEN ''::bytea END FROM model m WHERE true",
          .remove = "DELETE FROM onceover.keys WHERE key::int",
          .reads = "onceover.keys",
          .profile = tables::own()};
  s.has_unknown = false;
  return s;
}

const char* word(End end) {
  switch (end) {
    case End::none: return "none";
    case End::succeeded: return "succeeded";
    case End::failed: return "failed";
    case End::unknown: return "unknown";
  }
  return "";
}

Timestamp rounded(Timestamp at, Duration unit) { return {at.us - at.us % unit.count()}; }

}  // namespace

std::vector<Shape> shapes() {
  std::vector<Shape> all{rides(),  actions(), mailroom(),      hooks(), bus(),
                         outbox(), orders(),  seconds_table(), own()};
  const std::string tables = known_tables_sql();
  for (Shape& shape : all) {
    if (shape.name != "own") shape.setup = tables + ";" + shape.setup;
  }
  return all;
}

std::vector<Event> history(Random& random, int first_id, int rows, Timestamp from, Timestamp to) {
  std::vector<Event> out;
  const auto length = static_cast<std::uint64_t>((to - from).count());
  const Timestamp burst = from + Duration(static_cast<std::int64_t>(random.below(length)));
  for (int i = 0; i < rows; ++i) {
    Event event;
    event.id = first_id + i;
    const bool in_burst = random.chance(0.3);
    event.created = in_burst ? burst + Duration(static_cast<std::int64_t>(random.below(90'000'000)))
                             : from + Duration(static_cast<std::int64_t>(random.below(length)));
    if (event.created >= to) event.created = from;
    // Exactly on a step's beginning now and then.
    if (random.chance(0.1)) event.created = rounded(event.created, std::chrono::minutes(1));
    event.created = std::max(event.created, from);
    event.tenant = std::to_string(1 + random.below(random.chance(0.5) ? 2 : 6));
    event.operation = random.chance(0.6) ? "POST /pay" : random.chance(0.5) ? "POST /refund" : "it's \"odd\"";
    const double fate = random.between(0, 1);
    event.end = fate < 0.75   ? End::succeeded
                : fate < 0.87 ? End::failed
                : fate < 0.97 ? End::none
                              : End::unknown;
    // From a millisecond to hours, and now and then on a bound exactly.
    const auto took = random.chance(0.2)
                          ? static_cast<std::int64_t>(metrics::bounds_ms[random.below(16)] * 1000)
                          : static_cast<std::int64_t>(std::pow(10.0, random.between(2.5, 9.8)));
    event.ended = event.created + Duration(took);
    if (event.ended >= to) event.end = event.end == End::unknown ? End::unknown : End::none;
    event.code = event.end == End::succeeded ? (random.chance(0.8) ? 201 : 200)
                 : event.end == End::failed  ? 402
                                             : 0;
    out.push_back(event);
  }
  return out;
}

void fill(RawConnection& raw, const Shape& shape, const std::vector<Event>& events) {
  raw.exec(
      "CREATE TABLE IF NOT EXISTS model (id int, created timestamptz, ended timestamptz, kind text, tenant "
      "text, operation text, code int); TRUNCATE model");
  for (std::size_t at = 0; at < events.size(); at += 500) {
    std::string values;
    for (std::size_t i = at; i < std::min(at + 500, events.size()); ++i) {
      const Event& e = events[i];
      values += fmt::format("{}({}, '{}', '{}', '{}', '{}', {}, {})", values.empty() ? "" : ", ", e.id,
                            iso(e.created), iso(e.ended),
                            word(e.end == End::unknown && !shape.has_unknown ? End::none : e.end), e.tenant,
                            quoted_text(e.operation), e.code);
    }
    raw.exec("INSERT INTO model VALUES " + values);
  }
  raw.exec(shape.insert);
  raw.exec("ANALYZE " + shape.reads);
}

Answer::Answer(const Shape& shape, const std::vector<Event>& events, const metrics::Request& request) {
  const auto step_of = [&](Timestamp at) -> std::int64_t {
    return at < request.from || at >= request.to ? -1 : (at - request.from) / request.step;
  };
  for (const Event& event : events) {
    if (!request.tenant.empty() && event.tenant != request.tenant) continue;
    if (!request.operation.empty() && event.operation != request.operation) continue;
    const Timestamp created = rounded(event.created, shape.unit), ended = rounded(event.ended, shape.unit);
    const bool succeeded = event.end == End::succeeded;
    const bool finished = succeeded || (event.end == End::failed && shape.has_failures);
    const std::string group = request.by == metrics::By::tenant      ? event.tenant
                              : request.by == metrics::By::operation ? event.operation
                              : request.by == metrics::By::code      ? std::to_string(event.code)
                                                                     : "";
    if (const auto step = step_of(created); step >= 0 && request.by != metrics::By::code)
      ++counts_[{"created", group, step}];
    if (!finished) continue;
    if (!oldest_ || created < *oldest_) oldest_ = created;
    const bool dated = succeeded ? shape.dates_success : shape.dates_failure;
    const auto step = step_of(dated ? ended : created);
    if (step < 0) continue;
    ++counts_[{succeeded ? "completed" : "failed", group, step}];
    if (!dated) continue;
    const double bound = metrics::bound_for(ended - created);
    const auto* found = std::find(metrics::bounds_ms.begin(), metrics::bounds_ms.end(), bound);
    ++took_[{step, static_cast<std::size_t>(found - metrics::bounds_ms.begin())}];
  }
}

double Answer::at(const std::string& metric, const std::optional<std::string>& group,
                  std::size_t step) const {
  const auto found = counts_.find({metric, group.value_or(""), static_cast<std::int64_t>(step)});
  return found == counts_.end() ? 0 : found->second;
}

double Answer::took(std::size_t step, std::size_t bound) const {
  const auto found = took_.find({static_cast<std::int64_t>(step), bound});
  return found == took_.end() ? 0 : found->second;
}

double Answer::sum(const std::string& metric, const std::string& group) const {
  double sum = 0;
  for (const auto& [place, n] : counts_) {
    if (std::get<0>(place) == metric && std::get<1>(place) == group) sum += n;
  }
  return sum;
}

std::vector<std::string> Answer::groups() const {
  std::set<std::string> out;
  for (const auto& [place, n] : counts_) out.insert(std::get<1>(place));
  return {out.begin(), out.end()};
}

}  // namespace onceover::test::ledger
