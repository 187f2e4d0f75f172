// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/inbox.h"

#include <fmt/format.h>

#include <map>
#include <thread>

#include "core/base/enum_names.h"
#include "core/inbox/array.h"
#include "core/inbox/guards.h"
#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::inbox {

namespace {

using pg::Connection;
using pg::Statement;

constexpr int tries_for_a_changing_row = 5;
constexpr int tries_for_a_busy_server = 4;
constexpr std::string_view received_before = "OC011";

Error unknown_state() {
  return {ErrorKind::unsupported,
          "The event's row contains a state that this version does not know.",
          "It was not processed.",
          "Use the version that wrote it.",
          "",
          ""};
}

}  // namespace

Inbox::Inbox(Connection& connection, std::string consumer, Policy policy)
    : connection_(connection),
      consumer_(std::move(consumer)),
      policy_(policy),
      random_(Random::from_system()) {}

pg::Params Inbox::identity(const std::string& source, const std::string& id) const {
  return pg::params(consumer_, source, id);
}

pg::Params Inbox::fenced(const Attempt& attempt) const {
  return pg::params(consumer_, attempt.source, attempt.id, attempt.fence);
}

void Inbox::pause(int tries) {
  std::this_thread::sleep_for(
      Duration(static_cast<std::int64_t>(random_.between(2'000, 10'000 * tries + 2'000))));
}

Result<std::vector<pg::Rows>> Inbox::committed(std::span<const Statement> statements,
                                               std::optional<Error>& doubt, bool repeats) {
  (void)connection_.take_unconfirmed();
  int busy = 0, lost = 0;
  for (;;) {
    auto rows = connection_.pipeline(statements, Connection::Ends::commits);
    if (rows) return rows;
    const Error& error = rows.error();
    if (error.is_in_doubt()) doubt = error;
    if (repeats && error.is_connection_lost() && ++lost <= 2 && connection_.reopen()) continue;
    if (error.is_retryable() && ++busy < tries_for_a_busy_server) {
      pause(busy);
      continue;
    }
    // After a lost answer this one tells that an earlier flush, of ours or of another, was committed.
    return onceover::fail(doubt && !was_received_before(error) ? *doubt : error);
  }
}

Result<std::vector<Answer>> Inbox::accept_within(std::span<const Event> events) {
  if (const auto error = refuse_unusable(events)) return onceover::fail(*error);
  if (const auto error = refuse_without_transaction(connection_, "accept_within"))
    return onceover::fail(*error);
  return Array(connection_, consumer_, policy_, events, Array::Kind::accept).run();
}

Result<Answer> Inbox::accept_within(const Event& event) {
  auto answers = accept_within(std::span(&event, 1));
  if (!answers) return onceover::fail(answers.error());
  return answers->front();
}

Statement Inbox::known_statement(const Event& event) const {
  return {sql::inbox_accept_known, of_one(consumer_, event, policy_.rival_wait)};
}

bool Inbox::was_received_before(const Error& error) { return error.sqlstate == received_before; }

Result<Answer> Inbox::answer_of(const Event& event) {
  auto rows = connection_.exec_prepared(sql::inbox_read, identity(event.source, event.id));
  if (!rows) return onceover::fail(rows.error());
  if (rows->empty()) return Answer::contended;  // reaped meanwhile, or rolled back
  return answer_to_repeat(rows->view(0, 1), event.fingerprint);
}

Result<Answer> Inbox::run_known(const Event& event, std::span<const Statement> business) {
  if (const auto error = refuse_unusable(std::span(&event, 1))) return onceover::fail(*error);
  if (const auto error = refuse_in_transaction(connection_, "run_known")) return onceover::fail(*error);
  std::vector<Statement> statements{known_statement(event)};
  statements.insert(statements.end(), business.begin(), business.end());
  std::optional<Error> doubt;
  // An answer that was lost: the next flush runs nothing if the first one was committed.
  auto rows = committed(statements, doubt);
  if (rows) return Answer::accepted;
  if (was_received_before(rows.error())) return answer_of(event);
  if (rows.error().sqlstate == pg::sqlstate::lock_not_available) return Answer::contended;
  return onceover::fail(rows.error());
}

Result<BeginOutcome> Inbox::begin(const Event& event, const std::string& owner) {
  if (const auto error = refuse_unusable(std::span(&event, 1))) return onceover::fail(*error);
  if (const auto error = refuse_in_transaction(connection_, "begin")) return onceover::fail(*error);
  const std::string token = unique_owner(storable_text(owner), random_);
  const Statement prelude = durable_prelude(policy_.rival_wait);
  const pg::Params id = identity(event.source, event.id);
  const auto begun = [&](std::int64_t fence, std::int64_t number, Timestamp until) {
    return Begun{{event.source, event.id, fence, number, until}, connection_.take_unconfirmed()};
  };
  for (int tries = 0; tries < tries_for_a_changing_row; ++tries) {
    pg::Params insert = id;
    insert.bytes(or_unknown(event.fingerprint)).text(token).interval(policy_.lease);
    const std::array<Statement, 3> first{prelude, Statement{sql::inbox_begin, std::move(insert)},
                                         Statement{sql::inbox_read, id}};
    std::optional<Error> doubt;
    auto rows = committed(first, doubt);
    if (!rows && rows.error().sqlstate == pg::sqlstate::lock_not_available) return BeginOutcome(InProgress{});
    if (!rows) return onceover::fail(rows.error());
    const pg::Rows& read = rows->back();
    if (const pg::Rows& inserted = (*rows)[1]; !inserted.empty()) {
      Begun fresh = begun(inserted.integer(0, 0), inserted.integer(0, 1), inserted.timestamp(0, 2));
      // The insert waited for a rival after it had read the clock: the lease gets its full length.
      if (inserted.timestamp(0, 2) - inserted.timestamp(0, 3) < policy_.lease - policy_.lease / 10)
        (void)renew(fresh.attempt);
      return BeginOutcome(std::move(fresh));
    }
    if (read.empty()) continue;  // reaped, or rolled back, between the two statements
    const auto state = state_from_word(read.view(0, 0));
    if (!state) return onceover::fail(unknown_state());
    const Existing row{*state,
                       read.text(0, 1),
                       read.integer(0, 2),
                       read.integer(0, 3),
                       read.optional_timestamp(0, 4),
                       read.optional_timestamp(0, 5)};
    // Our own attempt, whose answer was lost.
    if (row.state == State::in_progress && row.locked_until && read.view(0, 8) == token)
      return BeginOutcome(begun(row.fence, row.attempts, *row.locked_until));
    const BeginDecision decision = decide(row, event.fingerprint, read.timestamp(0, 7), policy_);
    if (const auto* duplicate = std::get_if<Duplicate>(&decision)) return BeginOutcome(*duplicate);
    if (std::holds_alternative<Mismatch>(decision)) return BeginOutcome(Mismatch{});
    if (const auto* elsewhere = std::get_if<InProgress>(&decision)) return BeginOutcome(*elsewhere);
    if (const auto* later = std::get_if<NotDue>(&decision)) return BeginOutcome(*later);
    if (std::holds_alternative<Dead>(decision)) return BeginOutcome(Dead{});
    const bool buries = std::holds_alternative<MustBury>(decision);
    pg::Params fenced_id = id, change = id;
    fenced_id.integer(row.fence);
    change.integer(row.fence);
    if (!buries) change.text(token).interval(policy_.lease);
    change.integer(static_cast<std::int64_t>(policy_.attempts));
    const std::array<Statement, 3> next{
        prelude, Statement{sql::inbox_lock, std::move(fenced_id)},
        Statement{buries ? sql::inbox_bury : sql::inbox_begin_again, std::move(change)}};
    rows = committed(next, doubt);
    if (!rows && rows.error().sqlstate == pg::sqlstate::lock_not_available) return BeginOutcome(InProgress{});
    if (!rows) return onceover::fail(rows.error());
    const pg::Rows& changed = rows->back();
    // it changed since it was read, or this flush was committed before its answer was lost
    if (changed.empty()) continue;
    if (buries) return BeginOutcome(Dead{});
    return BeginOutcome(begun(changed.integer(0, 0), changed.integer(0, 1), changed.timestamp(0, 2)));
  }
  return onceover::fail(ErrorKind::busy, "The event's row changed during each of several reads.",
                        "The attempt was not begun.", "Try again.");
}

Statement Inbox::finish_statement(const Attempt& attempt, const std::string& result_json) const {
  pg::Params params = fenced(attempt);
  params.text(pg::or_null(result_json));
  return {sql::inbox_finish, std::move(params)};
}

Result<WriteOutcome> Inbox::finish_within(const Attempt& attempt, const std::string& result_json) {
  if (const auto error = refuse_without_transaction(connection_, "finish_within"))
    return onceover::fail(*error);
  const Statement statement = finish_statement(attempt, result_json);
  auto rows = connection_.exec_prepared(statement.sql, statement.params);
  if (!rows) return onceover::fail(rows.error());
  return finished(*rows) ? WriteOutcome(Done{}) : WriteOutcome(OwnershipLost{});
}

Result<Inbox::Found> Inbox::find_out(const Attempt& attempt) {
  auto rows = connection_.exec_prepared(sql::inbox_read, identity(attempt.source, attempt.id));
  if (!rows) return onceover::fail(rows.error());
  if (rows->empty() || rows->integer(0, 2) != attempt.fence) return Found::other;
  const auto state = state_from_word(rows->view(0, 0));
  if (!state) return onceover::fail(unknown_state());
  if (*state == State::succeeded) return Found::finished;
  if (*state == State::dead) return Found::dead;
  return rows->optional_timestamp(0, 6) ? Found::same : Found::waits;
}

Result<WriteOutcome> Inbox::finish(const Attempt& attempt, const std::string& result_json) {
  if (const auto error = refuse_in_transaction(connection_, "finish")) return onceover::fail(*error);
  const std::array<Statement, 2> statements{durable_prelude(write_lock_wait),
                                            finish_statement(attempt, result_json)};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  if (finished(rows->back())) return WriteOutcome(Done{connection_.take_unconfirmed()});
  if (!doubt) return WriteOutcome(OwnershipLost{});
  auto found = find_out(attempt);
  if (!found) return onceover::fail(*doubt);
  return *found == Found::finished ? WriteOutcome(Done{pg::unconfirmed_after_doubt(connection_)})
                                   : WriteOutcome(OwnershipLost{});
}

Result<FailOutcome> Inbox::fail(const Attempt& attempt, const Failure& failure) {
  if (const auto error = refuse_in_transaction(connection_, "fail")) return onceover::fail(*error);
  const AfterFailure after =
      after_failure(policy_, attempt.number, failure.definitive, failure.retry_after, random_);
  const auto* retry = std::get_if<RetryIn>(&after);
  pg::Params params = fenced(attempt);
  params.text(storable_text(failure.error))
      .boolean(retry == nullptr)
      .interval(retry != nullptr ? retry->delay : Duration::zero());
  const std::array<Statement, 2> statements{durable_prelude(write_lock_wait),
                                            Statement{sql::inbox_fail, std::move(params)}};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  const FailOutcome outcome = retry != nullptr ? FailOutcome(*retry) : FailOutcome(BecomesDead{});
  if (rows->back().view(0, 0) != "lost") return outcome;
  if (!doubt) return FailOutcome(OwnershipLost{});
  auto found = find_out(attempt);
  if (!found) return onceover::fail(*doubt);
  return *found == (retry != nullptr ? Found::waits : Found::dead) ? outcome : FailOutcome(OwnershipLost{});
}

Result<WriteOutcome> Inbox::renew(Attempt& attempt) {
  if (const auto error = refuse_in_transaction(connection_, "renew")) return onceover::fail(*error);
  pg::Params params = fenced(attempt);
  params.interval(policy_.lease);
  const std::array<Statement, 3> statements{durable_prelude(write_lock_wait),
                                            Statement{sql::inbox_lock, fenced(attempt)},
                                            Statement{sql::inbox_renew, std::move(params)}};
  std::optional<Error> doubt;
  auto rows = committed(statements, doubt);
  if (!rows) return onceover::fail(rows.error());
  if (rows->back().empty()) return WriteOutcome(OwnershipLost{});
  attempt.locked_until = rows->back().timestamp(0, 0);
  return WriteOutcome(Done{connection_.take_unconfirmed()});
}

namespace {

constexpr auto state_words = enum_names<State>();
constexpr auto answer_words = enum_names<Answer>();

}  // namespace

std::string_view word(State state) { return state_words.of(state); }
std::optional<State> state_from_word(std::string_view word) { return state_words.from(word); }
std::string_view word(Answer answer) { return answer_words.of(answer); }

Content compare(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return Content::unknown;
  return left == right ? Content::same : Content::different;
}

Answer answer_to_repeat(std::string_view stored, std::string_view fingerprint) {
  switch (compare(stored, fingerprint)) {
    case Content::same: return Answer::duplicate;
    case Content::unknown: return Answer::duplicate_unverified;
    case Content::different: break;
  }
  return Answer::mismatch;
}

BeginDecision decide(const Existing& row, std::string_view fingerprint, Timestamp now, const Policy& policy) {
  const Content content = compare(row.fingerprint, fingerprint);
  if (content == Content::different) return Mismatch{};
  if (row.state == State::succeeded || row.state == State::discarded)
    return Duplicate{content == Content::same};
  if (row.state == State::dead) return Dead{};
  if (row.locked_until && now < *row.locked_until) return InProgress{row.locked_until};
  if (row.attempts >= static_cast<std::int64_t>(policy.attempts)) return MustBury{row.fence};
  if (row.next_try_at && now < *row.next_try_at) return NotDue{*row.next_try_at};
  return MayBegin{row.fence};
}

AfterFailure after_failure(const Policy& policy, std::int64_t attempts, bool definitive,
                           std::optional<Duration> retry_after, Random& random) {
  if (definitive || attempts >= static_cast<std::int64_t>(policy.attempts)) return BecomesDead{};
  if (retry_after) return RetryIn{std::clamp(*retry_after, Duration::zero(), key::longest_lease)};
  const auto n = static_cast<unsigned>(std::clamp<std::int64_t>(attempts - 1, 0, 1'000));
  // Failures of one event lie far apart and in different processes: there is no previous delay to go by.
  return RetryIn{
      std::min(retry::next_delay(policy.strategy, n, policy.base, policy.cap, std::nullopt, random),
               key::longest_lease)};
}

std::string settled_consumer(std::string_view operation) { return "settled:" + std::string(operation); }

Result<void> register_settled(pg::Connection& connection, const std::string& operation) {
  return connection.exec(sql::inbox_register_settled, pg::params(operation)).map([](const pg::Rows&) {});
}

std::optional<SettledKey> settled_key(const Event& event) {
  const std::map<std::string, std::string> values(event.headers.begin(), event.headers.end());
  const auto text = [&](const char* name) {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
  const auto fence = number_from<std::int64_t>(text("fence").value_or(""));
  const auto code = number_from<int>(text("response_code").value_or(""));
  if (!fence || !code || !text("operation") || text("key") != event.id) return std::nullopt;
  return SettledKey{{text("tenant").value_or(""), *text("operation"), event.id},
                    *fence,
                    *code,
                    {text("customer"), text("amount"), text("currency"), text("reference")},
                    text("correlation_id").value_or("")};
}

}  // namespace onceover::inbox
