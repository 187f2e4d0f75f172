// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/enum_names.h"
#include "core/base/text.h"
#include "core/inbox/array.h"
#include "core/inbox/guards.h"
#include "core/inbox/inbox.h"
#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::inbox {
namespace {

constexpr int tries_to_store = 4;
constexpr std::int64_t most_taken = 10'000, most_pages = 1'000'000;

// NULL where there are none: the server compares nothing then.
void put_passed(pg::Params& params, const std::vector<std::string>& passed) {
  passed.empty() ? params.null() : params.texts(passed);
}

TakenEvent taken_from(const pg::Rows& rows, int row, bool started) {
  TakenEvent taken;
  taken.started = started;
  Attempt& attempt = taken.attempt;
  rows.read(row, 0, attempt.source, attempt.id, attempt.fence, attempt.number, attempt.locked_until);
  Event& event = taken.event;
  event.source = attempt.source;
  event.id = attempt.id;
  event.fingerprint = rows.text(row, 6);
  if (!rows.is_null(row, 7))
    event.aggregate = Aggregate{rows.text(row, 7), rows.text(row, 8), rows.integer(row, 9)};
  event.payload = rows.optional_text(row, 10);
  event.content_type = rows.text(row, 11);
  event.headers = headers_of(rows.view(row, 12));
  return taken;
}

}  // namespace

Result<std::vector<Answer>> Inbox::store(std::span<const Event> events) {
  if (const auto error = refuse_unusable(events)) return onceover::fail(*error);
  if (const auto error = refuse_in_transaction(connection_, "store")) return onceover::fail(*error);
  std::optional<Error> doubt;
  for (int tries = 1;; ++tries) {
    auto stored = as_result([&] {
      auto transaction = pg::Transaction::begin(connection_, {.statement_timeout = std::chrono::seconds(30),
                                                              .lock_timeout = {},
                                                              .durable = true})
                             .value();
      auto answers = Array(connection_, consumer_, policy_, events, Array::Kind::store).run().value();
      require(transaction.commit());
      return answers;
    });
    // After a lost answer they are sent again: what was stored is a duplicate then, and may be acknowledged
    // as well.
    if (stored || tries == tries_to_store)
      return stored || !doubt ? std::move(stored) : onceover::fail(*doubt);
    const Error& error = stored.error();
    if (error.is_in_doubt()) doubt = error;
    if (error.is_connection_lost() ? !connection_.reopen().has_value() : !error.is_retryable())
      return onceover::fail(doubt.value_or(error));
    pause(tries);
  }
}

Result<std::int64_t> Inbox::set_aside(std::span<const Event> events, std::span<const std::string> reasons) {
  if (const auto error = refuse_unusable(events)) return onceover::fail(*error);
  if (const auto error = refuse_in_transaction(connection_, "set_aside")) return onceover::fail(*error);
  // Two transactions in opposite order would wait for each other.
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tie(events[i].source, events[i].id); });
  std::vector<std::string> sources, ids, fingerprints, payloads, content_types, headers, whys;
  std::vector<std::int64_t> has_payload;
  for (const std::size_t i : order) {
    const Event& event = events[i];
    sources.push_back(event.source), ids.push_back(event.id), fingerprints.push_back(event.fingerprint);
    has_payload.push_back(event.payload ? 1 : 0), payloads.push_back(event.payload.value_or(""));
    content_types.push_back(event.content_type), headers.push_back(headers_json(event.headers));
    whys.push_back(storable_text(reasons[i]));
  }
  pg::Params params = pg::params(consumer_, sources, ids);
  params.byteas(fingerprints)
      .integers(has_payload)
      .byteas(payloads)
      .texts(content_types)
      .texts(headers)
      .texts(whys);
  const std::array<pg::Statement, 2> statements{durable_prelude(write_lock_wait),
                                                pg::Statement{sql::inbox_set_aside, std::move(params)}};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  return rows->back().size();
}

Result<Batch> Inbox::take(std::int64_t most, const std::string& owner,
                          const std::vector<std::string>& passed) {
  if (const auto error = refuse_in_transaction(connection_, "take")) return onceover::fail(*error);
  most = std::clamp<std::int64_t>(most, 1, most_taken);
  pg::Params params = pg::params(consumer_, storable_text(owner), policy_.lease, most,
                                 static_cast<std::int64_t>(policy_.attempts));
  put_passed(params, passed);
  const std::array<pg::Statement, 2> statements{durable_prelude(write_lock_wait),
                                                pg::Statement{sql::inbox_take, std::move(params)}};
  std::optional<Error> doubt;
  auto flush = committed(statements, doubt, false);
  if (!flush) return onceover::fail(flush.error());
  const pg::Rows& rows = flush->back();
  Batch batch;
  for (int row = 0; row < rows.size(); ++row) {
    if (rows.view(row, 5) == word(State::dead)) {
      batch.dead.push_back({rows.text(row, 0), rows.text(row, 1), rows.text(row, 13)});
    } else {
      batch.events.push_back(taken_from(rows, row, most == 1));
    }
  }
  return batch;
}

Result<std::optional<SetAside>> Inbox::set_aside_first(const std::string& why,
                                                       const std::vector<std::string>& passed) {
  pg::Params params = pg::params(consumer_, storable_text(why));
  put_passed(params, passed);
  const std::array<pg::Statement, 2> statements{durable_prelude(write_lock_wait),
                                                pg::Statement{sql::inbox_bury_first, std::move(params)}};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  if (rows->back().empty()) return std::nullopt;
  SetAside first;
  rows->back().read(0, 0, first.event.source, first.event.id);
  first.refused = rows->back().text(0, 2);
  return first;
}

Result<WriteOutcome> Inbox::start(TakenEvent& taken) {
  if (const auto error = refuse_in_transaction(connection_, "start")) return onceover::fail(*error);
  if (taken.started) return WriteOutcome(Done{});
  pg::Params params = fenced(taken.attempt);
  params.interval(policy_.lease);
  const std::array<pg::Statement, 3> statements{
      durable_prelude(write_lock_wait), pg::Statement{sql::inbox_start, std::move(params)},
      pg::Statement{sql::inbox_read, identity(taken.attempt.source, taken.attempt.id)}};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  const pg::Rows& read = rows->back();
  // A start whose answer was lost has counted one more attempt under this fence.
  const bool ours = !(*rows)[1].is_null(0, 0) ||
                    (doubt && !read.empty() && read.integer(0, 2) == taken.attempt.fence &&
                     read.optional_timestamp(0, 6) && read.integer(0, 3) == taken.attempt.number + 1);
  if (!ours || read.empty()) return WriteOutcome(OwnershipLost{});
  taken.started = true;
  taken.attempt.number = read.integer(0, 3);
  taken.attempt.locked_until = read.optional_timestamp(0, 4).value_or(taken.attempt.locked_until);
  return WriteOutcome(Done{connection_.take_unconfirmed()});
}

Result<std::int64_t> Inbox::release(std::span<const TakenEvent> taken) {
  if (const auto error = refuse_in_transaction(connection_, "release")) return onceover::fail(*error);
  std::vector<std::string_view> sources, ids;
  std::vector<std::int64_t> fences;
  for (const TakenEvent& one : taken) {
    if (one.started) continue;
    sources.push_back(one.attempt.source);
    ids.push_back(one.attempt.id);
    fences.push_back(one.attempt.fence);
  }
  if (ids.empty()) return 0;
  const std::array<pg::Statement, 1> statements{
      pg::Statement{sql::inbox_release, pg::params(consumer_, sources, ids, fences)}};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  return rows->back().integer(0, 0);
}

Result<bool> is_stopped(pg::Connection& connection) {
  return as_result([&] {
    const pg::Rows rows = connection.exec(sql::stop_read).value();
    return !rows.empty() && rows.boolean(0, 0);
  });
}

Result<Reaped> reap(pg::Connection& connection, Duration retention, const std::string& consumer,
                    std::int64_t from, std::int64_t pages) {
  if (retention < Duration::zero() || from < 0)
    return onceover::fail(ErrorKind::invalid_input, "A retention or a page is negative.",
                          "Nothing was deleted.", "Give a positive one.");
  pages = std::clamp<std::int64_t>(pages, 1, most_pages);
  auto rows = pg::run(connection, sql::inbox_reap, pg::params(from, pages, retention, pg::or_null(consumer)),
                      {.statement_timeout = std::chrono::seconds(30)});
  if (!rows) return onceover::fail(rows.error());
  return Reaped{rows->integer(0, 0), rows->optional_integer(0, 1)};
}

Result<std::int64_t> reap_versions(pg::Connection& connection, Duration retention,
                                   const std::string& consumer) {
  if (retention < Duration::zero())
    return onceover::fail(ErrorKind::invalid_input, "A retention is negative.", "Nothing was deleted.",
                          "Give a positive one.");
  auto rows = pg::run(connection, sql::inbox_reap_versions,
                      pg::params(retention, pg::or_null(consumer), most_versions),
                      {.statement_timeout = std::chrono::seconds(30)});
  if (!rows) return onceover::fail(rows.error());
  return rows->integer(0, 0);
}

Result<void> require_storing(pg::Connection& connection) {
  constexpr std::int64_t arguments = 11;  // of inbox_store
  const auto may = connection.exec(sql::role_function, pg::params("inbox_store", arguments, ""));
  if (!may) return fail(may.error());
  if (!may->empty()) return {};
  return fail({ErrorKind::not_permitted,
               "permission denied for function inbox_store",
               "Nothing was received.",
               "Connect as a member of the role consumer.",
               std::string(pg::sqlstate::insufficient_privilege),
               {}});
}

namespace {

constexpr auto erased_words = enum_names<Erased>();

}  // namespace

std::string_view word(Erased erased) { return erased_words.of(erased); }

Result<Erased> erase(pg::Connection& connection, const std::string& consumer, const std::string& source,
                     const std::string& event_id, const std::string& reason, const audit::Actor& actor,
                     bool is_dry) {
  return as_result([&] {
    if (reason.empty())
      raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was changed.",
            "Say why, for the audit trail.");
    const pg::Params params =
        pg::params(consumer, source, event_id, reason, actor.name, actor.host, actor.program);
    const pg::Rows rows =
        pg::run(connection, sql::inbox_erase, params, {.rolls_back = is_dry, .durable = !is_dry}).value();
    return *erased_words.from(rows.text(0, 0));
  });
}

}  // namespace onceover::inbox
