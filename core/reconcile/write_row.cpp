// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/write_row.h"

#include "core/browse/key_row_sql.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/stop_switch.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row_sql.h"
#include "core/roles/role_functions.h"
#include "core/roles/row_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/inspect/try_write.h"
#include "core/tables/states.h"

namespace onceover::reconcile {
namespace {

// A write by a user who has no right on the table, and may call the function of a role (core/roles).

// What another database user asked for: the server takes it from the request on file, and the row must be as
// it was then.
Result<pg::Rows> agree(pg::Transaction& transaction, const tables::Profile& p, const tables::Access& access,
                       const WriteRequest& request, const audit::Actor& actor) {
  const auto act = roles::agreement_to(request.verb);
  if (!act) return refused_row(ErrorKind::internal, "Nothing of this kind waits for a second approver.");
  auto call = roles::call_of(transaction, p, access, *act);
  if (!call) return fail(call.error());
  if (!*call) {
    return refused_row(ErrorKind::not_permitted, "The role of this user has no function that approves.",
                       "Print its script again and have it run: oncectl roles print --role approver.");
  }
  return transaction.exec(**call + "($1::bigint, $2::text, $3::text, $4::text, $5::text)",
                          pg::params(request.approval->approval, actor.name, actor.host, actor.program,
                                     request.approval->reason));
}

Result<pg::Rows> write_verdict(pg::Transaction& transaction, const tables::Profile& p,
                               const tables::Access& access, const SeenRow& seen, const WriteRequest& request,
                               const audit::Actor& actor) {
  if (auto same = roles::check_function(transaction, roles::write_function(p, access, request.verb)); !same)
    return fail(same.error());
  pg::Params params;
  params.text(seen.row_key_json).text(seen.xmin).text(actor.name).text(actor.host).text(actor.program);
  params.text(request.reason).text(request.ticket).text(pg::or_null(request.evidence_json));
  params.text(request.verdict ? std::optional(std::string(word(*request.verdict))) : std::nullopt);
  params.integer(request.values.code).text(request.values.body).text(request.values.reason);
  request.values.lease ? params.interval(*request.values.lease) : params.null();
  params.boolean(request.although_held);
  return transaction.exec(fmt::format("SELECT onceover.{}($1::jsonb, $2::text, $3::text, $4::text, $5::text, "
                                      "$6::text, $7::text, $8::jsonb, $9::text, $10::int, $11::text, "
                                      "$12::text, $13::interval, $14::boolean)",
                                      tables::quoted_name(access.by_function.at(request.verb))),
                          params);
}

// The number of the audit row; none: the row is not as it was seen, is held, or the stop switch is on, and
// the transaction is of no use any more. The function is called only where its source is what the profile
// says. What another database user asked for (request.approval) is written by a function of its own, which
// uses the approval too.
Result<std::optional<std::int64_t>> write_by_function(pg::Transaction& transaction, const tables::Profile& p,
                                                      const tables::Access& access, const SeenRow& seen,
                                                      const WriteRequest& request,
                                                      const audit::Actor& actor) {
  if (request.owned_fence) {
    return refused_row(ErrorKind::not_permitted,
                       "This user writes the table only by the functions of a role, which do not do this.",
                       "A user with rights on the table can do it.");
  }
  auto written = request.approval ? agree(transaction, p, access, request, actor)
                                  : write_verdict(transaction, p, access, seen, request, actor);
  if (written) return std::optional(written->integer(0, 0));
  const Error& error = written.error();
  if (error.sqlstate == "OC004" || error.sqlstate == "OC007") return std::optional<std::int64_t>();
  if (error.sqlstate == "OC005" && request.approval)
    return fail(approval_error(error, request.approval->approval));
  if (error.sqlstate == "OC006") {
    return refused_row(
        ErrorKind::not_permitted,
        fmt::format("Approval {} is not waiting, or was asked for by another description of the table.",
                    request.approval ? request.approval->approval : 0),
        "See it: oncectl approvals show. A user with rights on the table can approve it, too.");
  }
  if (error.sqlstate == "OC005" && request.although_held && !seen.is_lease_over) {
    return refused_row(ErrorKind::not_permitted,
                       "The row is held: to overrule its lease needs a second approver.",
                       request.of_plan ? "Another database user runs the plan." : "Ask for one.");
  }
  if (error.sqlstate == "OC005") {
    return refused_row(
        ErrorKind::not_permitted,
        "The functions of this user's role write no word about the effect that no gateway confirms.",
        "A second approver is asked for it, and agrees.");
  }
  return fail(error);
}

using tables::Access;
using tables::Profile;
using tables::Verb;

// The transaction that wrote this audit row holds a lock of this name until it has ended, one way or the
// other.
std::string lock_of_write(std::int64_t audit_id) {
  return fmt::format(
      "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('onceover.write', {}))", audit_id);
}

Result<bool> is_row_written(pg::Connection& connection, const audit::Entry& entry, std::int64_t audit_id) {
  return as_result([&] {
    require(connection.reopen());
    // To write, so that a standby that has not heard of it yet is not asked.
    auto transaction = pg::Transaction::begin(connection, {.lock_timeout = std::chrono::seconds(2)}).value();
    require(transaction.exec(lock_of_write(audit_id)));
    return transaction.exec(sql::audit_has_row, pg::params(audit_id, entry.relation, entry.row_key_json))
        .value()
        .boolean(0, 0);
  });
}

// Why a statement that should have changed the row did not.
WriteOutcome untouched(pg::Connection& connection, const Profile& p, const Access& access,
                       const SeenRow& seen, const WriteRequest& request) {
  require(require_running(connection));
  auto now = read_row(connection, p, access, seen.row.id).value();
  if (!now) return Changed{};
  if (!now->is_same_as(seen)) return Changed{std::move(now->row)};
  if (asks_for_lease(p, seen, request) && !now->is_lease_over) return Held{std::move(now->row)};
  const bool guarded = std::ranges::find(now->withheld, request.verb) != now->withheld.end();
  return Withheld{std::move(now->row),
                  guarded ? fmt::format("The row does not meet the profile's condition for \"{}\".",
                                        tables::word(request.verb))
                          : "A policy or a trigger of the table let nothing through."};
}

Result<std::optional<browse::KeyRow>> row_now(pg::Connection& connection, const Profile& p,
                                              const Access& access, const key::Identity& id) {
  auto seen = read_row(connection, p, access, id);
  if (!seen && (connection.is_open() || connection.reopen())) seen = read_row(connection, p, access, id);
  return seen.map(
      [](const std::optional<SeenRow>& found) { return found ? std::optional(found->row) : std::nullopt; });
}

// What was written by a transaction.
struct InTransaction {
  std::int64_t audit_id = 0;  // 0: the statement changed no row
  std::string unconfirmed = {};
  bool taken_over = false;  // and so nothing was written
};

// What the audit row names is written.
InTransaction committed(pg::Connection& connection, pg::Transaction& transaction, const audit::Entry& entry,
                        std::int64_t audit_id, const Within& within) {
  require(transaction.exec(lock_of_write(audit_id)));
  if (within) require(within(transaction, audit_id));
  const auto is_there = [&] { return is_row_written(connection, entry, audit_id); };
  return {audit_id, pg::commit_or_find(transaction, is_there, "Nothing was written.").value().unconfirmed};
}

void settle_case(pg::Transaction& transaction, const Profile& p, const WriteRequest& request,
                 const audit::Entry& entry) {
  bool may_file = tables::says_of_effect(p, request.verb) && !request.owned_fence;
  if (may_file) {
    may_file = transaction.exec("SELECT pg_catalog.has_table_privilege('onceover.row_cases', 'INSERT')")
                   .value()
                   .boolean(0, 0);
  }
  const std::string sql = roles::settle_case_sql(p, request.verb,
                                                 {"$1::text", "$2::jsonb", "$6::text", "$7::text", "$8::text",
                                                  "$9::text", "$3::text", "$4::text", "$5::jsonb"},
                                                 may_file);
  if (sql.empty()) return;
  pg::Params params = pg::params(entry.relation, entry.row_key_json, entry.verdict, entry.reason,
                                 pg::or_null(entry.evidence_json));
  if (may_file) params.text(p.name).text(entry.id->tenant).text(entry.id->operation).text(entry.id->key);
  require(transaction.exec(sql, params));
}

Result<InTransaction> write_once(pg::Connection& connection, const Profile& p, const Access& access,
                                 const SeenRow& seen, const WriteRequest& request, const audit::Actor& actor,
                                 std::optional<std::int64_t> undone, const Within& within) {
  auto transaction = pg::Transaction::begin(connection, {.durable = true, .also = plain_values}).value();
  if (access.by_function.contains(request.verb)) {
    if (undone)
      return refused_row(ErrorKind::not_permitted,
                         "This user writes the table only by the functions of a role.",
                         "A user with rights on the table can undo this.");
    auto number = write_by_function(transaction, p, access, seen, request, actor).value();
    if (!number) return InTransaction{};
    return committed(connection, transaction, entry_for(p, seen, request), *number, within);
  }
  require(transaction.exec(path_of_triggers(p)));
  if (!p.writes.at(request.verb).deletes) {
    const tables::Query lock = lock_query(p, seen);
    require(transaction.exec(lock.sql(), lock.params()));
  }
  const tables::Query query = write_query(p, access, seen, request, true);
  auto rows = transaction.exec(query.sql(), query.params()).value();
  if (rows.empty()) return InTransaction{};
  if (rows.size() > 1) {
    return refused_row(
        ErrorKind::unsupported,
        fmt::format("{} rows have this identity: no unique key distinguishes them.", rows.size()),
        "Give the table a unique key, and look at it again.");
  }
  audit::Entry entry = entry_for(p, seen, request);
  if (undone) {
    entry.action = entry.verdict = "undo";
    entry.evidence_json = fmt::format(R"({{"undone": {}}})", *undone);
  }
  if (request.owned_fence) {  // behind the row's lock: who takes rows over locks them in the same order
    const pg::Params ours = pg::params(entry.relation, entry.row_key_json, *request.owned_fence);
    if (transaction.exec(sql::row_case_is_owned, ours).value().empty())
      return InTransaction{.taken_over = true};
    entry.fence_before = *request.owned_fence;
  }
  if (!p.writes.at(request.verb).deletes) {
    const tables::StateRule* rule = tables::rule_at(p, rows.optional_integer(0, 0));
    if (const auto wanted = roles::state_after(request.verb);
        wanted && (rule == nullptr || rule->state != *wanted)) {
      return refused_row(ErrorKind::unsupported,
                         fmt::format("What the profile writes for \"{}\" would leave the row {}.",
                                     tables::word(request.verb),
                                     rule == nullptr ? "in no state that it knows" : key::word(rule->state)),
                         "Correct the profile.");
    }
    entry.to_state = rule == nullptr ? "" : std::string(key::word(rule->state));
    entry.after_json = rows.text(0, 1);
  }
  auto noted = audit::append(connection, actor, entry).value();
  if (request.approval) {
    require(use_approval(transaction, *request.approval, noted, request_digest_of(request),
                         seen_digest_of(seen)));
  }
  settle_case(transaction, p, request, entry);
  if (undone)
    require(transaction.exec(sql::undo_case, pg::params(entry.relation, entry.row_key_json, entry.reason)));
  return committed(connection, transaction, entry, noted, within);
}

}  // namespace

bool may_write(const Access& access, Verb verb) {
  const auto offer = access.offers.find(verb);
  return offer != access.offers.end() && offer->second.is_offered();
}

Result<std::optional<SeenRow>> read_row(pg::Connection& connection, const Profile& p, const Access& access,
                                        const key::Identity& id) {
  return as_result([&]() -> Result<std::optional<SeenRow>> {
    if (const auto why = access.why_not_read(); !why.empty())
      return fail(ErrorKind::unsupported, why.front(), "Nothing was read.");
    if (p.identity.empty())
      return fail(ErrorKind::unsupported,
                  "The profile names no identity: no row can be distinguished from all others.");
    auto transaction = pg::Transaction::begin(connection, {.read_only = true, .also = plain_values}).value();
    const tables::Query query = look_query(p, access, id);
    auto rows = transaction.exec(query.sql(), query.params()).value();
    if (rows.empty()) return std::nullopt;
    if (rows.size() != 1) {
      return fail(ErrorKind::unsupported, "More than one row has this name: nothing here distinguishes them.",
                  "None of them was chosen.", "Name the row by all columns of its identity.");
    }
    int column = browse::key_row_width(p);
    SeenRow seen;
    seen.row = browse::key_row_from(p, rows, 0);
    rows.read(0, column, seen.as_of, seen.is_lease_over, seen.row_key_json, seen.before_json, seen.whole_json,
              seen.xmin);
    column += 6;
    for (const auto& [verb, write] : p.writes) {
      if (!rows.boolean(0, column++)) seen.withheld.push_back(verb);
    }
    seen.raw = compared_columns(p, access);
    for (SeenRow::Raw& raw : seen.raw) raw.value = rows.optional_text(0, column++);
    std::vector<browse::KeyRow> one{std::move(seen.row)};
    require(browse::join_cases(connection, p, one));
    seen.row = std::move(one.front());
    return seen;
  });
}

namespace {

// However often: a day after the first of the extensions that follow each other, a stuck row would be hidden
// for ever.
Result<void> require_short_extension(pg::Connection& connection, const Profile& p, const SeenRow& seen,
                                     const WriteRequest& request) {
  if (request.verb != Verb::extend) return {};
  Timestamp first = seen.as_of;
  const auto trail = audit::trail_of(connection, tables::table_name(p), seen.row_key_json, {}, 1000);
  if (!trail) return fail(trail.error());
  for (const audit::Record& act : trail->records) {
    if (act.action != "write") continue;
    if (act.verdict != tables::word(Verb::extend) || act.at + key::longest_lease < first) break;
    first = act.at;
  }
  if (seen.as_of + request.values.lease.value_or(Duration{0}) <= first + key::longest_lease) return {};
  return refused_row(
      ErrorKind::unsupported,
      fmt::format("Its lease has been extended again and again since {}: a day is the most.", moment(first)),
      "Find out what happened to the row and settle it, or wait until this lease ends.");
}

Result<WriteOutcome> written_or_why(pg::Connection& connection, const Profile& p, const Access& access,
                                    const SeenRow& seen, const WriteRequest& request,
                                    const audit::Actor& actor, std::optional<std::int64_t> undone,
                                    const Within& within) {
  auto written = write_once(connection, p, access, seen, request, actor, undone, within).value();
  if (written.taken_over) return Changed{row_now(connection, p, access, seen.row.id).value()};
  if (written.audit_id == 0) return untouched(connection, p, access, seen, request);
  RowWritten out{.after = {}, .audit_id = written.audit_id, .unconfirmed = std::move(written.unconfirmed)};
  if (p.writes.at(request.verb).deletes) return out;
  auto after = row_now(connection, p, access, seen.row.id);
  if (!after) {
    return fail(ErrorKind::in_doubt,
                fmt::format("It was written (audit row {}), and the row could not be read again: {}",
                            written.audit_id, after.error().what),
                {}, "Read the row again to see it as it is.");
  }
  out.after = std::move(*after);
  return out;
}

}  // namespace

Result<std::optional<std::string>> why_refused(pg::Connection& connection, const Profile& p,
                                               const Access& access, const SeenRow& seen,
                                               const WriteRequest& request) {
  return as_result([&]() -> std::optional<std::string> {
    const WriteRequest whole = with_reason(p, request);
    const auto tried =
        tables::try_write(connection, p, access, p.writes.at(request.verb), whole.values,
                          [&](tables::Query& query) { browse::key_row_is(query, p, seen.row.id); })
            .value();
    if (!tried.is_refused()) return std::nullopt;
    return fmt::format("The table would refuse it. {}", fmt::join(tried.why, " "));
  });
}

Result<WriteOutcome> write_back(pg::Connection& connection, const Profile& p, const Access& access,
                                const SeenRow& seen, const WriteRequest& request, const audit::Actor& actor,
                                std::int64_t undone) {
  return as_result([&] { return written_or_why(connection, p, access, seen, request, actor, undone, {}); });
}

Result<WriteOutcome> write(pg::Connection& connection, const Profile& p, const Access& access,
                           const SeenRow& seen, const WriteRequest& asked, const audit::Actor& actor,
                           const Within& within) {
  return as_result([&]() -> Result<WriteOutcome> {
    auto request = sound_request(p, access, seen, asked, RunBy::write).value();
    if (auto writable = schema::require_writable(connection); !writable) {
      Error error = writable.error();
      if (error.kind == ErrorKind::schema)
        error.next = "Install the onceover schema, or have the guarded SQL run as a script.";
      return fail(error);
    }
    if (asks_for_lease(p, seen, request) && !p.lease.is_observable()) return Held{seen.row, false};
    const auto is_recognised = [&] {
      return request.verb == Verb::release &&
             repeats_recognised_until(
                 seen.row, registered_window(connection, seen.row.id.operation).value_or(std::nullopt),
                 seen.as_of);
    };
    require(require_short_extension(connection, p, seen, request));
    const bool overrules = overrules_lease(p, access, seen, request);
    if (!request.approval &&
        (overrules || (needs_second_person(p, request.verb, request.verdict) && !is_recognised()))) {
      if (is_held(p, seen, request)) return Held{seen.row, true};
      if (overrules && (request.ticket.empty() || request.evidence_json.empty())) {
        return refused_row(ErrorKind::invalid_input,
                           "To overrule a lease needs a second approver, who reads a ticket and what shows "
                           "that no executor works on the row.",
                           "Give both.");
      }
      if (auto why = why_refused(connection, p, access, seen, request).value())
        return refused_row(ErrorKind::unsupported, std::move(*why),
                           "Correct what the profile writes, and inspect it again.");
      auto waiting = ask_approval(connection, p, access, seen, request, actor).value();
      return refused_row(
          ErrorKind::waits,
          fmt::format("{}: it waits for a second approver, as approval {}.",
                      overrules ? "The row is held" : "No gateway confirms this", waiting),
          fmt::format(
              "Another database user sees it with `oncectl approvals show {}`, and approves or refuses it.",
              waiting));
    }
    auto written =
        as_result([&] { return written_or_why(connection, p, access, seen, request, actor, {}, within); });
    // The server refused a statement, and with it the transaction.
    if (!written && !written.error().sqlstate.empty() && written.error().not_done.empty() &&
        written.error().kind != ErrorKind::in_doubt)
      written.error().not_done = "Nothing was written.";
    return written;
  });
}

}  // namespace onceover::reconcile
