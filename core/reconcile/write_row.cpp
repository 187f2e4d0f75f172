#include "core/reconcile/write_row.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/row_cases.h"
#include "core/pg/transaction.h"
#include "core/profile/states.h"
#include "core/reconcile/approval.h"
#include "core/reconcile/approval_use.h"
#include "core/reconcile/stop_switch.h"
#include "core/reconcile/undo_row.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_by_function.h"
#include "core/reconcile/write_request.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

using profile::Access;
using profile::Profile;
using profile::Verb;

// The transaction that wrote this audit row holds a lock of this name until it has ended, one way or the other.
std::string lock_of_write(std::int64_t audit_id) {
  return fmt::format("SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('onceover.write', {}))", audit_id);
}

Result<bool> is_row_written(pg::Connection& connection, const audit::Entry& entry, std::int64_t audit_id) {
  if (auto opened = connection.reopen(); !opened) return fail(opened.error());
  // To write, so that a standby that has not heard of it yet is not asked.
  auto transaction = pg::Transaction::begin(connection, {.lock_timeout = std::chrono::seconds(2)});
  if (!transaction) return fail(transaction.error());
  if (auto ended = transaction->exec(lock_of_write(audit_id)); !ended) return fail(ended.error());
  pg::Params params;
  params.integer(audit_id).text(entry.relation).text(entry.row_key_json);
  auto noted = transaction->exec(sql::audit_has_row, params);
  if (!noted) return fail(noted.error());
  return noted->boolean(0, 0);
}

// Why a statement that should have changed the row did not.
Result<WriteOutcome> untouched(pg::Connection& connection, const Profile& p, const Access& access, const SeenRow& seen,
                               const WriteRequest& request) {
  if (auto running = require_running(connection); !running) return fail(running.error());
  auto now = look(connection, p, access, seen.row.id);
  if (!now) return fail(now.error());
  if (!*now) return WriteOutcome(Changed{});
  if (!(*now)->is_same_as(seen)) return WriteOutcome(Changed{std::move((*now)->row)});
  if (asks_for_lease(p, seen, request) && !(*now)->is_lease_over) return WriteOutcome(Held{std::move((*now)->row)});
  const bool guarded = std::ranges::find((*now)->withheld, request.verb) != (*now)->withheld.end();
  return WriteOutcome(Withheld{std::move((*now)->row), guarded ? fmt::format("The row does not meet the profile's condition for \"{}\".",
                                                                             profile::word(request.verb))
                                                               : "A policy or a trigger of the table let nothing through."});
}

Result<std::optional<browse::KeyRow>> row_now(pg::Connection& connection, const Profile& p, const Access& access, const key::Identity& id) {
  auto seen = look(connection, p, access, id);
  if (!seen && (connection.is_open() || connection.reopen())) seen = look(connection, p, access, id);
  if (!seen) return fail(seen.error());
  if (!*seen) return std::optional<browse::KeyRow>();
  return std::optional((*seen)->row);
}

struct InTransaction {
  std::int64_t rows = 0, audit_id = 0;
  std::string unconfirmed;
  bool taken_over = false;  // and so nothing was written
};

// What the audit row tells of is written.
Result<InTransaction> committed(pg::Connection& connection, pg::Transaction& transaction, const audit::Entry& entry, std::int64_t audit_id,
                                const Within& within) {
  if (auto locked = transaction.exec(lock_of_write(audit_id)); !locked) return fail(locked.error());
  if (within) {
    if (auto done = within(transaction, audit_id); !done) return fail(done.error());
  }
  InTransaction written{1, audit_id, {}};
  auto done = transaction.commit();
  if (done) {
    written.unconfirmed = std::move(done->unconfirmed);
    return written;
  }
  if (!done.error().is_in_doubt()) return fail(done.error());
  auto there = is_row_written(connection, entry, audit_id);
  if (!there) return fail(done.error());
  if (!*there) return refused_row(ErrorKind::connection, "The connection was lost before the commit.", "Try again.");
  written.unconfirmed = pg::unconfirmed_after_doubt(connection);
  return written;
}

Result<void> settle_case(pg::Transaction& transaction, const Profile& p, const WriteRequest& request, const audit::Entry& entry) {
  bool may_file = says_of_effect(p, request.verb) && !request.owned_fence;
  if (may_file) {
    auto may = transaction.exec("SELECT pg_catalog.has_table_privilege('onceover.row_cases', 'INSERT')");
    if (!may) return fail(may.error());
    may_file = may->boolean(0, 0);
  }
  const std::string sql = settle_case_sql(
      p, request.verb, {"$1::text", "$2::jsonb", "$6::text", "$7::text", "$8::text", "$9::text", "$3::text", "$4::text", "$5::jsonb"},
      may_file);
  if (sql.empty()) return {};
  pg::Params params;
  params.text(entry.relation).text(entry.row_key_json).text(entry.verdict).text(entry.reason);
  params.text(entry.evidence_json.empty() ? std::nullopt : std::optional(entry.evidence_json));
  if (may_file) params.text(p.name).text(entry.id->tenant).text(entry.id->operation).text(entry.id->key);
  if (auto settled = transaction.exec(sql, params); !settled) return fail(settled.error());
  return {};
}

Result<InTransaction> write_once(pg::Connection& connection, const Profile& p, const Access& access, const SeenRow& seen,
                                 const WriteRequest& request, const audit::Actor& actor, std::optional<std::int64_t> undone,
                                 const Within& within) {
  auto transaction = pg::Transaction::begin(connection, {.durable = true, .also = plain_values});
  if (!transaction) return fail(transaction.error());
  if (access.by_function.contains(request.verb)) {
    if (undone)
      return refused_row(ErrorKind::not_permitted, "This user writes the table by the functions of his role alone.",
                         "Somebody with rights on it undoes this.");
    auto number = write_by_function(*transaction, p, access, seen, request, actor);
    if (!number) return fail(number.error());
    if (!*number) return InTransaction{};
    return committed(connection, *transaction, entry_for(p, seen, request), **number, within);
  }
  if (!p.writes.at(request.verb).deletes) {
    const profile::Query lock = lock_query(p, seen);
    if (auto locked = transaction->exec(lock.sql(), lock.params()); !locked) return fail(locked.error());
  }
  const profile::Query query = write_query(p, access, seen, request, true);
  auto rows = transaction->exec(query.sql(), query.params());
  if (!rows) return fail(rows.error());
  if (rows->empty()) return InTransaction{};
  if (rows->size() > 1) {
    return refused_row(ErrorKind::unsupported, fmt::format("{} rows have this identity: no unique key tells them apart.", rows->size()),
                       "Give the table a unique key, and look at it again.");
  }
  audit::Entry entry = entry_for(p, seen, request);
  if (undone) {
    entry.action = entry.verdict = "undo";
    entry.evidence_json = fmt::format(R"({{"undone": {}}})", *undone);
  }
  if (request.owned_fence) {  // behind the row's lock: who takes rows over locks them in the same order
    pg::Params ours;
    ours.text(entry.relation).text(entry.row_key_json).integer(*request.owned_fence);
    auto owned = transaction->exec(sql::row_case_is_owned, ours);
    if (!owned) return fail(owned.error());
    if (owned->empty()) return InTransaction{.taken_over = true};
    entry.fence_before = *request.owned_fence;
  }
  if (!p.writes.at(request.verb).deletes) {
    const profile::StateRule* rule = profile::rule_at(p, rows->optional_integer(0, 0));
    if (const auto wanted = state_after(request.verb); wanted && (rule == nullptr || rule->state != *wanted)) {
      return refused_row(ErrorKind::unsupported,
                         fmt::format("What the profile writes for \"{}\" would leave the row {}.", profile::word(request.verb),
                                     rule == nullptr ? "in no state that it knows" : key::word(rule->state)),
                         "Correct the profile.");
    }
    entry.to_state = rule == nullptr ? "" : std::string(key::word(rule->state));
    entry.after_json = rows->text(0, 1);
  }
  auto noted = audit::append(connection, actor, entry);
  if (!noted) return fail(noted.error());
  if (request.approval) {
    if (auto used = use_approval(*transaction, *request.approval, *noted, request_digest_of(request), seen_digest_of(seen)); !used) {
      return fail(used.error());
    }
  }
  if (auto settled = settle_case(*transaction, p, request, entry); !settled) return fail(settled.error());
  if (undone) {
    pg::Params opened;
    opened.text(entry.relation).text(entry.row_key_json).text(entry.reason);
    if (auto again = transaction->exec(sql::undo_case, opened); !again) return fail(again.error());
  }
  return committed(connection, *transaction, entry, *noted, within);
}

}  // namespace

bool may_write(const Access& access, Verb verb) {
  const auto offer = access.offers.find(verb);
  return offer != access.offers.end() && offer->second.is_offered();
}

Result<std::optional<SeenRow>> look(pg::Connection& connection, const Profile& p, const Access& access, const key::Identity& id) {
  if (const auto why = access.why_not_read(); !why.empty()) return fail(ErrorKind::unsupported, why.front(), "Nothing was read.");
  if (p.identity.empty()) return fail(ErrorKind::unsupported, "The profile names no identity: no row can be told from all others.");
  auto transaction = pg::Transaction::begin(connection, {.read_only = true, .also = plain_values});
  if (!transaction) return fail(transaction.error());
  const profile::Query query = look_query(p, access, id);
  auto rows = transaction->exec(query.sql(), query.params());
  if (!rows) return fail(rows.error());
  if (rows->empty()) return std::optional<SeenRow>();
  if (rows->size() != 1) {
    return fail(ErrorKind::unsupported, "More than one row is called so: nothing here tells them apart.", "None of them was chosen.",
                "Name the row by all columns of its identity.");
  }
  int column = browse::key_row_width(p);
  SeenRow seen;
  seen.row = browse::key_row_from(p, *rows, 0);
  seen.as_of = rows->timestamp(0, column++);
  seen.is_lease_over = rows->boolean(0, column++);
  seen.row_key_json = rows->text(0, column++);
  seen.before_json = rows->text(0, column++);
  seen.whole_json = rows->text(0, column++);
  seen.xmin = rows->optional_text(0, column++);
  for (const auto& [verb, write] : p.writes) {
    if (!rows->boolean(0, column++)) seen.withheld.push_back(verb);
  }
  seen.raw = compared_columns(p, access);
  for (SeenRow::Raw& raw : seen.raw) raw.value = rows->optional_text(0, column++);
  std::vector<browse::KeyRow> one{std::move(seen.row)};
  if (auto joined = browse::join_cases(connection, p, one); !joined) return fail(joined.error());
  seen.row = std::move(one.front());
  return std::optional(std::move(seen));
}

namespace {

Result<WriteOutcome> written_or_why(pg::Connection& connection, const Profile& p, const Access& access, const SeenRow& seen,
                                    const WriteRequest& request, const audit::Actor& actor, std::optional<std::int64_t> undone,
                                    const Within& within) {
  auto written = write_once(connection, p, access, seen, request, actor, undone, within);
  if (!written) return fail(written.error());
  if (written->taken_over) {
    auto now = row_now(connection, p, access, seen.row.id);
    if (!now) return fail(now.error());
    return WriteOutcome(Changed{std::move(*now)});
  }
  if (written->rows == 0) return untouched(connection, p, access, seen, request);
  RowWritten out{.after = {}, .audit_id = written->audit_id, .unconfirmed = std::move(written->unconfirmed)};
  if (p.writes.at(request.verb).deletes) return WriteOutcome(std::move(out));
  auto after = row_now(connection, p, access, seen.row.id);
  if (!after) {
    return fail(
        ErrorKind::in_doubt,
        fmt::format("It was written (audit row {}), and the row could not be read again: {}", written->audit_id, after.error().what), {},
        "Read the row again to see it as it is.");
  }
  out.after = std::move(*after);
  return WriteOutcome(std::move(out));
}

}  // namespace

Result<WriteOutcome> write_back(pg::Connection& connection, const Profile& p, const Access& access, const SeenRow& seen,
                                const WriteRequest& request, const audit::Actor& actor, std::int64_t undone) {
  return written_or_why(connection, p, access, seen, request, actor, undone, {});
}

Result<WriteOutcome> write(pg::Connection& connection, const Profile& p, const Access& access, const SeenRow& seen,
                           const WriteRequest& asked, const audit::Actor& actor, const Within& within) {
  auto request = sound_request(p, access, seen, asked, RunBy::write);
  if (!request) return fail(request.error());
  if (auto writable = schema::require_writable(connection); !writable) {
    Error error = writable.error();
    if (error.kind == ErrorKind::schema) error.next = "Install the onceover schema, or have the guarded SQL run as a script.";
    return fail(error);
  }
  if (asks_for_lease(p, seen, *request) && !p.lease.is_observable()) return WriteOutcome(Held{seen.row, false});
  if (!request->approval && needs_second_person(request->verb, request->verdict)) {
    if (is_held(p, seen, *request)) return WriteOutcome(Held{seen.row, true});
    auto waiting = ask_approval(connection, p, access, seen, *request, actor);
    if (!waiting) return fail(waiting.error());
    return refused_row(
        ErrorKind::waits, fmt::format("No gateway confirms this: it waits for a second approver, as approval {}.", *waiting),
        fmt::format("Another database user sees it with `oncectl approvals show {}`, and approves or refuses it.", *waiting));
  }
  return written_or_why(connection, p, access, seen, *request, actor, {}, within);
}

}  // namespace onceover::reconcile
