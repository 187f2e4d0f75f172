// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/settle.h"

#include <fmt/format.h>

#include <iterator>
#include <set>

#include "core/browse/key_row_sql.h"
#include "core/key/replay_headers.h"
#include "core/reconcile/own_rows.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/stop_switch.h"
#include "core/reconcile/weigh.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

Result<void> require_own(const tables::Profile& profile) {
  if (tables::is_own(profile)) return {};
  return fail(ErrorKind::unsupported, "Only keys in the onceover schema can be settled.",
              "Nothing was written.");
}

std::string replaced(std::string_view sql, std::string_view mark, std::string_view by) {
  std::string text(sql);
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
    text.replace(at, mark.size(), by);
  return text;
}

std::string with_columns(std::string_view sql, const tables::Profile& profile) {
  return replaced(sql, "/*columns*/", browse::key_row_columns(profile));
}

std::string owner_of(const audit::Actor& actor) {
  return fmt::format("{}@{}/{}", actor.name, actor.host, actor.program);
}

// With these settings the statement of each batch has one plan, whatever the tables held when it was made, so
// that it may be kept. Planning took a tenth of a batch.
const std::string& owning() {
  static const std::string settings =
      std::string(walking) + "; SET LOCAL plan_cache_mode = force_generic_plan";
  return settings;
}

// In the order of the keys, or of the list of unfinished keys.
std::string due_sql(std::string sql, const DueOptions& options) {
  constexpr std::string_view listed =
      "onceover.unfinished u JOIN onceover.keys k ON k.key = u.key AND k.operation = u.operation AND "
      "k.tenant = u.tenant AND k.created_at = u.created_at AND u.look_at <= pg_catalog.clock_timestamp()";
  return replaced(replaced(std::move(sql), "{from}", options.listed ? listed : "onceover.keys k"), "{o}",
                  options.listed ? "u" : "k");
}

pg::Params due_params(const Place& behind, const DueOptions& options, const audit::Actor& actor) {
  const Place until = options.until.value_or(Place{Timestamp::infinity(), {}});
  return pg::params(behind.created_at, behind.id.key, behind.id.tenant, behind.id.operation, options.limit,
                    owner_of(actor), options.lease, actor.name, actor.host, actor.program, options.only_fresh,
                    until.created_at, until.id.key, key::no_end_is_later);
}

bool finishes(const Settlement& s) { return s.verb == tables::Verb::succeed || s.verb == tables::Verb::fail; }

tl::unexpected<Error> no_evidence() {
  return fail(ErrorKind::waits, "No evidence confirms this: it needs a second approver.",
              "Nothing was written.", "Ask for one: oncectl settle --overrule.");
}

Result<void> check(const Settlement& settlement) {
  if (settlement.reason.empty())
    return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
  if (finishes(settlement) && !settlement.response) {
    return fail(ErrorKind::invalid_input, "A finished key needs the answer that its clients will be given.",
                "Nothing was written.", "Supply the response.");
  }
  // A release is refused by the database, which knows the registered gateway.
  if (finishes(settlement) &&
      needs_second_person(tables::own(), settlement.verb, verdict_kind_from_word(settlement.verdict)))
    return no_evidence();
  return {};
}

std::vector<Written> written_from(const pg::Rows& rows) {
  return rows.map([&rows](int i) {
    Written written;
    rows.read(i, 0, written.id.tenant, written.id.operation, written.id.key, written.fence, written.audit_id);
    return written;
  });
}

// What the approver was shown must be what is on file.
std::vector<Written> write_agreed(pg::Transaction& transaction, const Settlement& settlement,
                                  const audit::Actor& actor) {
  const Approver& approver = *settlement.approval;
  pg::Params params = pg::params(approver.approval, actor.name, actor.host, actor.program, approver.reason);
  const auto rows = transaction.exec(
      sql::settle_agreed, params.bytes(request_digest_of(settlement)).bytes(seen_digest_of(settlement)));
  if (!rows) raise(approval_error(rows.error(), approver.approval));
  return written_from(*rows);
}

using Settlements = std::vector<const Settlement*>;

Settlements all_of(const std::vector<Settlement>& settlements) {
  Settlements all;
  for (const Settlement& one : settlements) all.push_back(&one);
  return all;
}

std::vector<Written> write_rows(pg::Transaction& transaction, const Settlements& settlements,
                                const audit::Actor& actor, const BatchOptions& options) {
  std::vector<std::string_view> tenants, operations, keys, acts, verdicts, places;
  std::vector<std::string> headers, bodies, errors, retries, evidence, reasons;
  std::vector<std::int64_t> fences, codes, next_tries;
  for (const Settlement* each : settlements) {
    const Settlement& s = *each;
    require(check(s));
    tenants.emplace_back(s.id.tenant);
    operations.emplace_back(s.id.operation);
    keys.emplace_back(s.id.key);
    fences.push_back(s.fence);
    acts.push_back(word_of(s));
    codes.push_back(s.response ? s.response->code : 0);
    headers.push_back(s.response ? key::encode_headers(s.response->headers) : "");
    bodies.push_back(s.response ? s.response->body : "");
    // Words of a gateway may hold anything; a text column may not.
    errors.push_back(storable_text(s.error_code));
    retries.push_back(s.retry_before ? iso(*s.retry_before) : "");
    evidence.push_back(s.evidence ? storable_json(gateway::to_json(*s.evidence))
                                  : storable_json(s.evidence_json));
    verdicts.emplace_back(s.verdict);
    reasons.push_back(storable_text(s.reason));
    places.push_back(s.at.empty() ? std::string_view("(0,0)") : std::string_view(s.at));
    next_tries.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(
                             std::min<Duration>(s.next_try_in, key::longest_lease))
                             .count());
  }
  pg::Params params = pg::params(tenants, operations, keys, fences, acts, codes);
  params.byteas(headers)
      .byteas(bodies)
      .texts(errors)
      .texts(retries)
      .texts(evidence)
      .views(verdicts)
      .texts(reasons)
      .integers(next_tries);
  params.text(actor.name).text(actor.host).text(actor.program).text(options.ticket).views(places);
  const auto rows = transaction.exec_prepared(sql::settle_batch, params);
  if (!rows && rows.error().sqlstate == "OC005") {
    raise(no_evidence().value());
  }
  return written_from(rows.value());
}

std::vector<Written> write_batch(pg::Transaction& transaction, const Settlements& settlements,
                                 const audit::Actor& actor, const BatchOptions& options) {
  if (settlements.size() == 1 && settlements.front()->approval)
    return write_agreed(transaction, *settlements.front(), actor);
  auto written = write_rows(transaction, settlements, actor, options);
  if (written.size() == settlements.size()) return written;
  // Lost to another, or moved by a table that was rewritten meanwhile.
  std::set<key::Identity> found;
  for (const Written& row : written) found.insert(row.id);
  std::vector<Settlement> moved;
  for (const Settlement* s : settlements) {
    if (s->at.empty() || found.contains(s->id)) continue;
    moved.push_back(*s);
    moved.back().at.clear();
  }
  if (moved.empty()) return written;
  const std::vector<Written> others = write_rows(transaction, all_of(moved), actor, options);
  written.insert(written.end(), others.begin(), others.end());
  return written;
}

// A lost commit: the row's lock is waited for, so that a backend that still lives has decided. Then its audit
// row, written in the same transaction, tells: the key itself may have moved on since.
Result<bool> is_committed(pg::Connection& connection, const Written& written) {
  return as_result([&] {
    require(connection.reopen());
    auto transaction = pg::Transaction::begin(connection, {.lock_timeout = std::chrono::seconds(2)}).value();
    pg::Params id = pg::params(written.id.tenant, written.id.operation, written.id.key);
    require(transaction.exec(sql::key_lock_any, id));
    return transaction.exec(sql::audit_has, id.integer(written.fence)).value().boolean(0, 0);
  });
}

}  // namespace

std::string take_keys_sql(const tables::Profile& profile) { return with_columns(sql::take_keys, profile); }

FencedRow fenced(const browse::KeyRow& row) { return {row.id, row.state, row.fence}; }

std::optional<tables::Verb> verb_alone(VerdictKind kind) {
  return kind == VerdictKind::done_needs_response ? std::nullopt : verb_for(kind);
}

std::string_view word_of(const Settlement& settlement) {
  if (settlement.verb) return tables::word(*settlement.verb);
  return settlement.needs_person ? "needs_human" : "unresolved";
}

Result<std::optional<browse::KeyRow>> read(pg::Connection& connection, const tables::Profile& profile,
                                           const key::Identity& id) {
  return as_result([&] {
    const std::string sql = browse::key_row_select(profile) + " WHERE " + browse::key_row_is(profile);
    const pg::Rows rows = pg::run(connection, sql, pg::params(id.tenant, id.operation, id.key)).value();
    return rows.empty() ? std::nullopt : std::optional(browse::key_row_from(profile, rows, 0));
  });
}

Result<std::optional<browse::KeyRow>> read_written(pg::Connection& connection, const tables::Profile& profile,
                                                   const key::Identity& id, std::int64_t audit_id) {
  auto now = read(connection, profile, id);
  if (!now && (connection.is_open() || connection.reopen())) now = read(connection, profile, id);
  return now.map_error([&](Error error) {
    error.kind = ErrorKind::in_doubt;
    error.what = fmt::format("It was written (audit row {}), and the row could not be read again: {}",
                             audit_id, error.what);
    error.next = "Read the key again to see it as it is.";
    return error;
  });
}

Result<std::optional<Duration>> registered_window(pg::Connection& connection, const std::string& operation) {
  return connection.exec(sql::gateway_window, pg::params(operation)).map([](const pg::Rows& rows) {
    const auto microseconds = rows.optional_integer(0, 0);
    return microseconds ? std::optional<Duration>(std::chrono::microseconds(*microseconds)) : std::nullopt;
  });
}

Result<OwnOutcome> own(pg::Connection& connection, const tables::Profile& profile, const FencedRow& seen,
                       Duration lease, const audit::Actor& actor, const std::string& reason) {
  return as_result([&]() -> Result<OwnOutcome> {
    require(require_own(profile));
    if (reason.empty())
      return fail(ErrorKind::invalid_input, "A reason is needed.", "The key was not taken over.", "Say why.");
    require(schema::require_writable(connection));
    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    const std::vector<std::string_view> tenants{seen.id.tenant}, operations{seen.id.operation},
        keys{seen.id.key};
    const std::vector<std::int64_t> fences{seen.fence}, positions{0};
    pg::Params params = pg::params(tenants, operations, keys, fences, positions, owner_of(actor), lease,
                                   actor.name, actor.host, actor.program, reason, "");
    const pg::Rows rows = transaction.exec(take_keys_sql(profile), params.null()).value();
    if (rows.empty()) {
      transaction.rollback();
      require(require_running(connection));
      return Changed{read(connection, profile, seen.id).value()};
    }
    Owned owned{browse::key_row_from(profile, rows, 0)};
    const auto is_there = [&] { return is_committed(connection, {owned.row.id, owned.row.fence, 0}); };
    owned.unconfirmed =
        pg::commit_or_find(transaction, is_there, "The key was not taken over.").value().unconfirmed;
    return owned;
  });
}

Result<std::vector<Written>> settle_batch(pg::Connection& connection, const tables::Profile& profile,
                                          const std::vector<Settlement>& settlements,
                                          const audit::Actor& actor, const BatchOptions& options) {
  return settle_batch(connection, profile, all_of(settlements), actor, options);
}

Result<std::vector<Written>> settle_batch(pg::Connection& connection, const tables::Profile& profile,
                                          const Settlements& settlements, const audit::Actor& actor,
                                          const BatchOptions& options) {
  return as_result([&]() -> Result<std::vector<Written>> {
    require(require_own(profile));
    if (settlements.empty()) return std::vector<Written>();
    auto transaction =
        pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(30), .durable = true})
            .value();
    auto written = write_batch(transaction, settlements, actor, options);
    if (options.within) {
      require(options.within(transaction, written));
    }
    // All or nothing was committed together: one row tells for all.
    const pg::Committed committed =
        (written.empty() ? transaction.commit()
                         : pg::commit_or_find(
                               transaction, [&] { return is_committed(connection, written.front()); },
                               "Nothing was written."))
            .value();
    for (Written& one : written) one.unconfirmed = committed.unconfirmed;
    return written;
  });
}

Result<SettleOutcome> settle(pg::Connection& connection, const tables::Profile& profile,
                             const Settlement& settlement, const audit::Actor& actor,
                             const std::string& ticket) {
  return as_result([&]() -> Result<SettleOutcome> {
    require(schema::require_writable(connection));
    auto written =
        settle_batch(connection, profile, Settlements{&settlement}, actor, {.ticket = ticket}).value();
    if (written.empty()) {
      auto now = read(connection, profile, settlement.id).value();
      require(require_running(connection));
      return Changed{std::move(now)};
    }
    // What is written stays written, even if it cannot be read back.
    auto now = read_written(connection, profile, settlement.id, written.front().audit_id).value();
    if (!now) return Changed{};
    return Settled{std::move(*now), written.front().audit_id, std::move(written.front().unconfirmed)};
  });
}

browse::KeyRow preview(const browse::KeyRow& row, const Settlement& settlement, Timestamp now) {
  browse::KeyRow after = row;
  after.fence = 0;
  after.updated_at = now;
  after.case_attempts = row.case_status == "settled" ? 1 : row.case_attempts + 1;
  after.locked_until = now;
  after.case_status = "settled";
  if (finishes(settlement)) {
    after.state = *settled_as(*settlement.verb);
    after.locked_until.reset();
    after.completed_at = now;
    after.error_code = settlement.verb == tables::Verb::fail ? settlement.error_code : row.error_code;
    if (settlement.response) {
      after.response_code = settlement.response->code;
      after.response_bytes = static_cast<std::int64_t>(settlement.response->body.size());
    }
  } else if (settlement.verb) {
    after.state = key::State::released;
    after.locked_until.reset();
    after.retry_before = settlement.retry_before;
  } else if (settlement.needs_person) {
    after.case_status = "needs_human";
  } else {
    if (row.was_released()) {
      after.state = key::State::released;
      after.locked_until.reset();
    }
    after.case_status = "open";
    after.next_try_at = now + settlement.next_try_in;
  }
  after.state_word = std::string(key::word(after.state));
  return after;
}

std::string settle_sql(const Settlement& s) {
  using tables::literal;
  std::string set = "locked_until = stuck_since";
  if (finishes(s)) {
    set = fmt::format(
        "state = '{}', response_code = {}, response_body = {}, completed_at = clock_timestamp(), "
        "locked_until = NULL",
        key::word(*settled_as(*s.verb)), s.response ? s.response->code : 0,
        s.response ? fmt::format("'\\x{}'", to_hex(s.response->body)) : "NULL");
  } else if (s.verb) {
    set = fmt::format("state = 'released', locked_until = NULL, retry_before = {}",
                      s.retry_before ? "'" + iso(*s.retry_before) + "'" : "NULL");
  }
  return fmt::format(
      "-- in one transaction with its case and its audit row ({})\n"
      "UPDATE onceover.keys\nSET {}, fence = nextval('onceover.fence')\n"
      "WHERE tenant = {} AND operation = {} AND key = {}\n  AND state = 'in_progress' AND holder <> "
      "'executor' AND fence = {};",
      s.reason.empty() ? "reason: to be given" : "reason: " + visible(s.reason), set, literal(s.id.tenant),
      literal(s.id.operation), literal(s.id.key), s.fence);
}

Result<std::vector<DueRow>> own_due(pg::Connection& connection, const tables::Profile& profile,
                                    const Place& behind, const DueOptions& options,
                                    const audit::Actor& actor) {
  return as_result([&] {
    require(require_own(profile));
    auto transaction =
        pg::Transaction::begin(
            connection, {.statement_timeout = std::chrono::seconds(30), .durable = true, .also = owning()})
            .value();
    const std::string sql = due_sql(with_columns(sql::sweep_own, profile), options);
    auto rows = transaction.exec_prepared(sql, due_params(behind, options, actor)).value();
    const int width = browse::key_row_width(profile);
    std::vector<DueRow> due = rows.map([&](int i) {
      return DueRow{browse::key_row_from(profile, rows, i), rows.text(i, width + 5),
                    rows.optional_timestamp(i, width + 4)};
    });
    // A commit in doubt is not looked into: the rows are either ours until the lease ends, or were never
    // taken.
    const pg::Committed committed = transaction.commit().value();
    for (DueRow& row : due) row.unconfirmed = committed.unconfirmed;
    return due;
  });
}

Result<std::optional<FirstDue>> first_due(pg::Connection& connection, const tables::Profile& profile,
                                          const Place& behind, const DueOptions& options,
                                          const audit::Actor& actor) {
  return as_result([&]() -> Result<std::optional<FirstDue>> {
    require(require_own(profile));
    const std::string_view whole = sql::sweep_own;
    const std::string sql =
        std::string(whole.substr(0, whole.find(", owned AS ("))) + '\n' + std::string(sql::sweep_first);
    DueOptions first = options;
    first.limit = 1;
    const auto rows = pg::run(connection, due_sql(sql, first), due_params(behind, first, actor),
                              {.statement_timeout = std::chrono::seconds(30), .also = owning()})
                          .value();
    if (rows.empty()) return std::nullopt;
    FirstDue found;
    rows.read(0, 0, found.place.created_at, found.place.id.key, found.place.id.tenant,
              found.place.id.operation, found.fence);
    return found;
  });
}

Result<std::optional<std::string>> set_aside(pg::Connection& connection, const key::Identity& id,
                                             std::int64_t fence, const Aside& aside,
                                             const audit::Actor& actor) {
  return as_result([&]() -> Result<std::optional<std::string>> {
    const auto rows =
        pg::run(connection, sql::case_aside,
                pg::params(id.tenant, id.operation, id.key, fence, storable_text(aside.why), actor.name,
                           actor.host, aside.next_try_in, aside.max_attempts, actor.program),
                {.durable = true})
            .value();
    return rows.empty() ? std::nullopt : rows.optional_text(0, 0);
  });
}

Result<browse::Count> count_due(pg::Connection& connection, const tables::Profile& profile) {
  if (auto ours = require_own(profile); !ours) return fail(ours.error());
  return browse::Browser(connection, profile).count({.stuck = true, .due = true}, 1'000'000);
}

}  // namespace onceover::reconcile
