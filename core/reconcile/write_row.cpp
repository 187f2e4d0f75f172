#include "core/reconcile/write_row.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/browse/key_row_sql.h"
#include "core/pg/transaction.h"
#include "core/profile/states.h"
#include "core/reconcile/approval.h"
#include "core/reconcile/approval_use.h"
#include "core/reconcile/stop_switch.h"
#include "core/reconcile/undo_row.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

using profile::Access;
using profile::Profile;
using profile::Verb;

constexpr std::string_view nothing_written = "Nothing was written.";

std::string words_of(const std::vector<key::State>& states) {
  std::vector<std::string_view> words;
  for (const key::State state : states) words.push_back(key::word(state));
  return fmt::format("{}", fmt::join(words, " or "));
}

tl::unexpected<Error> refused_row(ErrorKind kind, std::string what, std::string next = {}) {
  return fail(kind, std::move(what), std::string(nothing_written), std::move(next));
}

// The row's own reason is the audit row's where no other was given.
void with_reason(const Profile& p, WriteRequest& request) {
  const profile::Write& write = p.writes.at(request.verb);
  if (profile::writes(write, profile::Assignment::Value::reason) && !request.values.reason) request.values.reason = request.reason;
}

// What the request must be before anything is sent; its values as they will be written.
Result<WriteRequest> sound(const Profile& p, const Access& access, const SeenRow& seen, WriteRequest request,
                           std::optional<std::string> why_not) {
  if (profile::is_own(p)) {
    return refused_row(ErrorKind::unsupported, "Keys in the onceover schema are settled under their fence, not written by verb.");
  }
  if (why_not) return refused_row(ErrorKind::unsupported, std::move(*why_not));
  if (request.reason.empty()) return refused_row(ErrorKind::invalid_input, "A reason is needed.", "Say why.");
  for (const std::string* text : {&request.reason, &request.ticket}) {
    if (!is_storable(*text)) return refused_row(ErrorKind::invalid_input, "Reason and ticket are text in UTF-8, without NUL.");
  }
  if (auto lacks = missing_word(p, request)) {
    return refused_row(ErrorKind::invalid_input, std::move(*lacks), "Give a ticket and what shows it, or ask a gateway that can be asked.");
  }
  const profile::Write& write = p.writes.at(request.verb);
  if (auto missing = profile::missing_value(request.verb, write, request.values)) {
    return refused_row(ErrorKind::invalid_input, std::move(*missing));
  }
  with_reason(p, request);
  if (request.values.reason && !is_storable(*request.values.reason)) {
    return refused_row(ErrorKind::invalid_input, "The reason for the row is text in UTF-8, without NUL.");
  }
  for (const profile::Assignment& a : write.set) {
    const Access::Column* column = access.column(a.column);
    const bool bytes = column != nullptr && column->holds() == profile::Holds::bytes;
    if (a.value == profile::Assignment::Value::body && !bytes && !is_storable(*request.values.body)) {
      return refused_row(ErrorKind::invalid_input,
                         fmt::format("\"{}\" holds text, and the body is not UTF-8 or holds NUL.", visible(a.column)));
    }
  }
  if (request.verb == Verb::extend && request.values.lease && seen.row.locked_until &&
      *seen.row.locked_until > seen.as_of + *request.values.lease) {
    return refused_row(ErrorKind::invalid_input,
                       fmt::format("The lease lasts until {}: this would shorten it.", iso(*seen.row.locked_until)));
  }
  if (changes_nothing(p, seen, request)) {
    return refused_row(ErrorKind::unsupported, fmt::format("The row is already as \"{}\" would leave it.", profile::word(request.verb)));
  }
  return request;
}

audit::Entry entry_for(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  audit::Entry entry;
  entry.action = "write";
  entry.id = known_of(seen);
  entry.from_state = key::word(seen.row.state);
  entry.before_json = p.writes.at(request.verb).deletes ? seen.whole_json : seen.before_json;
  entry.evidence_json = request.evidence_json;
  if (request.although_held && !seen.is_lease_over) {
    auto evidence = nlohmann::ordered_json::parse(request.evidence_json, nullptr, false);
    if (!evidence.is_object()) evidence = nlohmann::ordered_json::object();
    evidence["although_held"] = true;
    if (seen.row.locked_until) evidence["locked_until"] = iso(*seen.row.locked_until);
    entry.evidence_json = evidence.dump();
  }
  entry.verdict = request.verdict ? word(*request.verdict) : profile::word(request.verb);
  entry.reason = request.reason;
  entry.ticket = request.ticket;
  entry.correlation_id = seen.row.correlation_id;
  entry.profile = p.name;
  entry.relation = profile::table_name(p);
  entry.row_key_json = seen.row_key_json;
  return entry;
}

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
  auto stop = stop_switch(connection);
  if (!stop) return fail(stop.error());
  if (stop->stopped) {
    return refused_row(ErrorKind::stopped, fmt::format("The store's stop switch is on: {}", visible(stop->reason)),
                       "Switch it off first: oncectl start.");
  }
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

Result<InTransaction> write_once(pg::Connection& connection, const Profile& p, const Access& access, const SeenRow& seen,
                                 const WriteRequest& request, const audit::Actor& actor, std::optional<std::int64_t> undone,
                                 const Within& within) {
  auto transaction = pg::Transaction::begin(connection, {.durable = true, .also = plain_values});
  if (!transaction) return fail(transaction.error());
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
  if (auto locked = transaction->exec(lock_of_write(*noted)); !locked) return fail(locked.error());
  if (closes_case(request.verb)) {
    pg::Params closed;
    closed.text(entry.relation).text(entry.row_key_json).text(entry.verdict).text(entry.reason);
    closed.text(entry.evidence_json.empty() ? std::nullopt : std::optional(entry.evidence_json));
    if (auto settled = transaction->exec(sql::row_case_settle, closed); !settled) return fail(settled.error());
  }
  if (undone) {
    pg::Params opened;
    opened.text(entry.relation).text(entry.row_key_json).text(entry.reason);
    if (auto again = transaction->exec(sql::undo_case, opened); !again) return fail(again.error());
  }
  if (within) {
    if (auto done = within(*transaction, *noted); !done) return fail(done.error());
  }
  InTransaction written{1, *noted, {}};
  auto committed = transaction->commit();
  if (committed) {
    written.unconfirmed = std::move(committed->unconfirmed);
    return written;
  }
  if (!committed.error().is_in_doubt()) return fail(committed.error());
  auto there = is_row_written(connection, entry, *noted);
  if (!there) return fail(committed.error());
  if (!*there) return refused_row(ErrorKind::connection, "The connection was lost before the commit.", "Try again.");
  written.unconfirmed = pg::unconfirmed_after_doubt(connection);
  return written;
}

}  // namespace

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
  return std::optional(std::move(seen));
}

namespace {

std::optional<std::string> why_not(const Profile& p, const Access& access, const SeenRow& seen, Verb verb, bool by_script) {
  const auto write = p.writes.find(verb);
  if (write == p.writes.end()) return fmt::format("The profile does not say what \"{}\" writes.", profile::word(verb));
  const auto offer = access.offers.find(verb);
  if (offer == access.offers.end()) return fmt::format("\"{}\" was not looked at.", profile::word(verb));
  if (by_script ? !offer->second.is_for_script() : !offer->second.is_offered())
    return fmt::format("{}", fmt::join(offer->second.why_not, " "));
  if (!seen.row.state_known) return fmt::format("The profile does not know the row's state, \"{}\".", visible(seen.row.state_word));
  const std::vector<key::State> from = profile::offered_from(write->second, verb);
  if (std::ranges::find(from, seen.row.state) == from.end()) {
    return fmt::format("\"{}\" is for rows that are {}; this one is {}.", profile::word(verb), words_of(from), key::word(seen.row.state));
  }
  for (std::size_t i = 0; i < p.identity.size() && i < seen.row.id.columns.size(); ++i) {
    if (!seen.row.id.columns[i] && std::ranges::find(access.null_columns, p.identity[i]) != access.null_columns.end()) {
      return fmt::format("\"{}\" is NULL, and the unique key \"{}\" does not tell such rows apart.", visible(p.identity[i]),
                         visible(access.unique_index));
    }
  }
  if (std::ranges::find(seen.withheld, verb) != seen.withheld.end()) {
    return fmt::format("The row does not meet the profile's condition for \"{}\".", profile::word(verb));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_not_written(const Profile& p, const Access& access, const SeenRow& seen, Verb verb) {
  return why_not(p, access, seen, verb, false);
}

std::optional<std::string> why_not_scripted(const Profile& p, const Access& access, const SeenRow& seen, Verb verb) {
  return why_not(p, access, seen, verb, true);
}

Result<WriteRequest> sound_request(const Profile& p, const Access& access, const SeenRow& seen, WriteRequest request) {
  const profile::Verb verb = request.verb;
  return sound(p, access, seen, std::move(request), why_not_written(p, access, seen, verb));
}

bool changes_nothing(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  const profile::Write& write = p.writes.at(request.verb);
  const auto before = nlohmann::json::parse(seen.before_json, nullptr, false);
  if (write.deletes || !before.is_object()) return false;
  return std::ranges::all_of(write.set, [&](const profile::Assignment& a) {
    const auto now = before.find(a.column);
    if (now == before.end()) return false;
    if (a.value == profile::Assignment::Value::null) return now->is_null();
    return now->is_string() && *now == profile::shown_value(a, request.values);
  });
}

bool is_held(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  return asks_for_lease(p, seen, request) && !(p.lease.is_observable() && seen.is_lease_over);
}

std::string write_sql(const Profile& p, const Access& access, const SeenRow& seen, const WriteRequest& asked) {
  WriteRequest request = asked;
  with_reason(p, request);
  return write_query(p, access, seen, request, true).spelled_out();
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
  auto request = sound(p, access, seen, asked, why_not_written(p, access, seen, asked.verb));
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
        ErrorKind::waits, fmt::format("No gateway bears this out: it waits for a second person, as approval {}.", *waiting),
        fmt::format("Another database user sees it with `oncectl approvals show {}`, and approves or refuses it.", *waiting));
  }
  return written_or_why(connection, p, access, seen, *request, actor, {}, within);
}

Result<std::string> script(const Profile& p, const Access& access, const SeenRow& seen, const WriteRequest& asked,
                           const audit::Actor& actor, AuditTo audit_to) {
  auto request = sound(p, access, seen, asked, why_not_scripted(p, access, seen, asked.verb));
  if (!request) return fail(request.error());
  if (asks_for_lease(p, seen, *request) && !p.lease.is_observable()) {
    return refused_row(ErrorKind::unsupported, "Nobody can tell from this table whether somebody is at work on the row.",
                       "Say that nobody is.");
  }
  using profile::literal;
  const bool deletes = p.writes.at(request->verb).deletes;
  const auto or_null = [](const std::string& text) { return text.empty() ? std::string("NULL") : literal(text); };
  const audit::Entry entry = entry_for(p, seen, *request);
  std::string wrong_state;
  if (const auto wanted = state_after(request->verb); wanted && !deletes) {
    wrong_state = fmt::format(
        "  IF ({}) IS DISTINCT FROM '{}' THEN\n    RAISE EXCEPTION 'onceover: the row would be left in another state than {}; nothing was "
        "written';\n  END IF;\n",
        state_word_of(p, "onceover_state"), key::word(*wanted), key::word(*wanted));
  }
  const std::string names =
      "action, actor, host, program, tenant, operation, key, from_state, to_state, before, after, evidence, verdict, reason, ticket, "
      "correlation_id, profile, relation, row_key";
  const std::string values = fmt::format(
      "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}::jsonb, onceover_after::jsonb,\n          {}::jsonb, {}, {}, {}, {}, {}, {}, {}::jsonb",
      literal(entry.action), literal(actor.name), literal(actor.host), literal(actor.program), literal(entry.id->tenant),
      literal(entry.id->operation), literal(entry.id->key), literal(entry.from_state),
      deletes ? "NULL" : state_word_of(p, "onceover_state"), or_null(entry.before_json), or_null(entry.evidence_json),
      literal(entry.verdict), literal(entry.reason), or_null(entry.ticket), or_null(entry.correlation_id), literal(entry.profile),
      literal(entry.relation), literal(entry.row_key_json));
  std::string note;
  if (audit_to == AuditTo::trail) {
    note = fmt::format("  INSERT INTO onceover.audit ({})\n  VALUES ({});\n", names, values);
    if (closes_case(request->verb)) {
      note += fmt::format(
          "  UPDATE onceover.row_cases SET status = 'settled', next_try_at = NULL, updated_at = pg_catalog.clock_timestamp(), verdict = "
          "{}, "
          "reason = {}\n  WHERE relation = {} AND row_digest = pg_catalog.sha256(pg_catalog.convert_to({}::jsonb::text, 'UTF8')) AND "
          "status "
          "<> 'settled';\n",
          literal(entry.verdict), literal(entry.reason), literal(entry.relation), literal(entry.row_key_json));
    }
  } else {
    note = fmt::format(
        "  RAISE NOTICE 'onceover audit: %', (SELECT pg_catalog.to_jsonb(a) FROM (VALUES (pg_catalog.clock_timestamp(), "
        "session_user::text, "
        "{})) AS a (at, db_user, {}));\n",
        values, names);
  }
  const std::string lock = deletes ? "" : lock_query(p, seen).spelled_out();
  const std::string body = fmt::format(
      "#variable_conflict use_column\nDECLARE\n  onceover_state bigint;\n  onceover_after text;\nBEGIN\n{}{}\nINTO onceover_state, "
      "onceover_after;\n  IF NOT FOUND THEN\n    RAISE EXCEPTION 'onceover: the row is not as it was seen; nothing was written' USING "
      "ERRCODE = 'OC004';\n  END IF;\n{}{}END\n",
      lock.empty() ? "" : "PERFORM" + lock.substr(std::string_view("SELECT").size()) + ";\n",
      write_query(p, access, seen, *request, audit_to == AuditTo::trail).spelled_out(), wrong_state, note);
  const std::string_view second = needs_second_person(request->verb, request->verdict)
                                      ? "-- No gateway bears this out: a second person must have agreed to it before it is run.\n"
                                      : "";
  std::string tag = "$onceover$";
  for (int i = 1; body.find(tag) != std::string::npos; ++i) tag = fmt::format("$onceover{}$", i);
  return fmt::format(
      "-- {} of one row of {}, as it was seen at {}: that row changes, or nothing does.\n-- Row: {}\n-- Reason: {}\n{}"
      "-- Run with: psql -v ON_ERROR_STOP=1 -f this-file\nBEGIN;\nSET LOCAL client_encoding = 'UTF8'; SET LOCAL search_path = pg_catalog; "
      "SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = '1s';\n{};\nDO {}\n{}{};\nCOMMIT;\n",
      profile::word(request->verb), visible(profile::table_name(p)), iso(seen.as_of), visible(seen.row_key_json), visible(request->reason),
      second, plain_values, tag, body, tag);
}

}  // namespace onceover::reconcile
