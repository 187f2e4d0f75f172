// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/case_list.h"

#include <nlohmann/json.hpp>

#include "core/browse/key_row_sql.h"
#include "core/reconcile/write_row_sql.h"
#include "core/roles/role_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {

namespace {

using Json = nlohmann::ordered_json;

// Rows of one table that are looked for in one statement.
constexpr std::size_t rows_a_look = 50;
// As the generated column of the cases has them.
constexpr std::int64_t needs_person = 1, asked_again = 2;

Shout shout_of(const std::string& status, const std::string& evidence_json) {
  if (status != "needs_human") return Shout::none;
  const Json evidence = Json::parse(evidence_json, nullptr, false);
  if (!evidence.is_object()) return Shout::none;
  if (evidence.contains("duplicate_effects")) return Shout::two_effects;
  return evidence.contains("other_effect") ? Shout::another_effect : Shout::none;
}

bool tells_anything(const key::Subject& subject) {
  return subject.customer || subject.amount || subject.currency || subject.reference;
}

ListedCase case_from(const pg::Rows& rows, int i) {
  ListedCase one;
  std::string digest;
  rows.read(i, 3, one.id.tenant, one.id.operation, one.id.key, one.relation, digest, one.row_key_json,
            one.profile, one.status, one.attempts, one.next_try_at, one.updated_at, one.verdict, one.reason,
            one.evidence_json);
  one.opened_at = rows.timestamp(i, 1);
  one.shout = shout_of(one.status, one.evidence_json);
  if (const auto state = rows.optional_text(i, 17)) {
    one.state = key::state_from_word(*state);
    one.state_word = *state;
    key::Subject subject;
    rows.read(i, 18, subject.customer, subject.amount, subject.currency, subject.reference);
    if (tells_anything(subject)) one.subject = std::move(subject);
  }
  return one;
}

CasePlace place_from(const pg::Rows& rows, int i) {
  CasePlace place;
  rows.read(i, 0, place.urgency, place.opened_at, place.is_elsewhere, place.id.tenant, place.id.operation,
            place.id.key, place.relation, place.row_digest);
  return place;
}

pg::Params params_of(const CaseListRequest& request, std::int64_t limit) {
  const CasePlace begin{.urgency = -1, .opened_at = Timestamp::minus_infinity()};
  const CasePlace& at = request.after ? *request.after : begin;
  const bool here = at.is_elsewhere;
  // Of our own keys behind a row's place nothing at that instant is left.
  pg::Params params =
      pg::params(request.open_too ? asked_again : needs_person, at.urgency, at.opened_at, here,
                 here ? "" : at.id.tenant, here ? "" : at.id.operation, here ? "" : at.id.key, at.relation);
  return params.bytes(at.row_digest).integer(limit);
}

std::string spelled_out(const CaseListRequest& request, std::int64_t limit) {
  std::string sql = fmt::format("-- $1 = {}, $10 = {}", request.open_too ? asked_again : needs_person, limit);
  if (request.after) {
    const CasePlace& at = *request.after;
    sql += fmt::format(", $2 = {}, $3 = '{}', $4 = {}, $5 to $7 = {}, {}, {}, $8 = {}, $9 = '\\x{}'",
                       at.urgency, iso(at.opened_at), at.is_elsewhere, tables::literal(at.id.tenant),
                       tables::literal(at.id.operation), tables::literal(at.id.key),
                       tables::literal(at.relation), to_hex(at.row_digest));
  } else {
    sql += ", $2 = -1, $3 = '-infinity', $4 = false, $5 to $8 = '', $9 = ''";
  }
  return sql + '\n' + std::string(sql::case_list);
}

// One statement for some rows of one table. What cannot be read stays unknown; a lost connection or a cancel
// is an error.
void look_at_rows(pg::Connection& connection, const tables::Profile& p, std::span<ListedCase*> cases) {
  tables::Query query(browse::key_row_select(p) + " WHERE ");
  std::map<std::vector<std::optional<std::string>>, ListedCase*> wanted;
  for (ListedCase* one : cases) {
    const auto id = row_of(*one, p);
    if (!id || !wanted.emplace(id->columns, one).second) continue;
    query << (wanted.size() == 1 ? "(" : " OR (");
    browse::key_row_is(query, p, *id);
    query << ")";
  }
  if (wanted.empty()) return;
  auto transaction = pg::Transaction::begin(connection, {.read_only = true, .also = plain_values}).value();
  auto rows = transaction.exec(query.sql(), query.params());
  if (!rows) {
    if (rows.error().is_connection_lost() || rows.error().is_cancelled() || !connection.is_open())
      raise(rows.error());
    return;
  }
  for (int i = 0; i < rows->size(); ++i) {
    browse::KeyRow row = browse::key_row_from(p, *rows, i);
    const auto at = wanted.find(row.id.columns);
    if (at == wanted.end()) continue;
    if (row.state_known) at->second->state = row.state;
    at->second->state_word = std::move(row.state_word);
    if (tells_anything(row.subject)) at->second->subject = std::move(row.subject);
  }
}

void look_elsewhere(pg::Connection& connection, std::vector<ListedCase>& cases,
                    std::span<const std::shared_ptr<const tables::Profile>> tables) {
  for (const auto& table : tables) {
    if (tables::is_own(*table) || tables::problem(*table)) continue;
    const std::string name = tables::table_name(*table);
    std::vector<ListedCase*> its;
    for (ListedCase& one : cases) {
      if (one.relation == name && !one.state) its.push_back(&one);
    }
    for (std::size_t from = 0; from < its.size(); from += rows_a_look) {
      const auto some = std::span(its).subspan(from, std::min(rows_a_look, its.size() - from));
      look_at_rows(connection, *table, some);
    }
  }
}

}  // namespace

constexpr auto shout_words = words<Shout>(
    {{Shout::none, ""}, {Shout::two_effects, "two_effects"}, {Shout::another_effect, "another_effect"}});
std::string_view word(Shout shout) { return shout_words.of(shout); }

std::string to_text(const CasePlace& place) {
  const Json json{place.urgency,           place.opened_at.us,         place.is_elsewhere,
                  to_hex(place.id.tenant), to_hex(place.id.operation), to_hex(place.id.key),
                  to_hex(place.relation),  to_hex(place.row_digest)};
  return to_hex(json.dump());
}

std::optional<CasePlace> case_place(const std::string& text) {
  std::string plain;
  if (!from_hex(text, plain)) return std::nullopt;
  const Json json = Json::parse(plain, nullptr, false);
  if (!json.is_array() || json.size() != 8 || !json[0].is_number_integer() || !json[1].is_number_integer() ||
      !json[2].is_boolean()) {
    return std::nullopt;
  }
  CasePlace place{.urgency = json[0].get<std::int64_t>(),
                  .opened_at = {json[1].get<std::int64_t>()},
                  .is_elsewhere = json[2].get<bool>()};
  std::size_t at = 3;
  for (std::string* into :
       {&place.id.tenant, &place.id.operation, &place.id.key, &place.relation, &place.row_digest}) {
    const Json& one = json[at++];
    if (!one.is_string() || !from_hex(one.get<std::string>(), *into)) return std::nullopt;
  }
  return place;
}

std::optional<key::Identity> row_of(const ListedCase& one, const tables::Profile& p) {
  if (one.is_own()) return tables::is_own(p) ? std::optional(one.id) : std::nullopt;
  if (one.relation != tables::table_name(p)) return std::nullopt;
  auto columns = audit::row_key_values(p.identity, one.row_key_json);
  if (!columns || columns->empty()) return std::nullopt;
  key::Identity id = one.id;
  id.columns = std::move(*columns);
  return id;
}

Result<CaseList> list_cases(pg::Connection& connection, const CaseListRequest& request,
                            std::span<const std::shared_ptr<const tables::Profile>> tables) {
  return as_result([&]() -> Result<CaseList> {
    auto status = schema::status(connection).value();
    if (!status.is_readable()) return fail(ErrorKind::schema, status.sentence(), "Nothing was read.");
    const int limit = std::clamp(request.limit, 1, 1000);
    CaseList list;
    list.sql = spelled_out(request, limit);
    {
      auto transaction = pg::Transaction::begin(connection, {.read_only = true}).value();
      auto clock = transaction.exec("SELECT now()").value();
      list.as_of = clock.timestamp(0, 0);
      auto rows = transaction.exec(sql::case_list, params_of(request, limit + 1)).value();
      const int shown = std::min(rows.size(), limit);
      for (int i = 0; i < shown; ++i) list.cases.push_back(case_from(rows, i));
      if (rows.size() > limit) list.next = place_from(rows, limit - 1);
    }
    look_elsewhere(connection, list.cases, tables);
    return list;
  });
}

namespace {

CaseKept committed(pg::Transaction& transaction, CaseKept kept, const Within& within) {
  if (within) require(within(transaction, kept.audit_id));
  require(transaction.commit());
  return kept;
}

// By a database user who has no right on the cases themselves.
Result<CaseOutcome> kept_by_function(pg::Transaction& transaction, const std::string& call,
                                     const SeenRow& seen, const audit::Entry& entry, Duration wait,
                                     const audit::Actor& actor, const Within& within, const SeenRow& now) {
  const auto kept =
      transaction.exec(fmt::format("SELECT k[1], k[2] FROM ({}($1::jsonb, $2::text, $3::text, $4::text, "
                                   "$5::text, $6::text, $7::text, $8::jsonb, $9::text, $10::interval) AS k) "
                                   "done",
                                   call),
                       pg::params(seen.row_key_json, seen.xmin, actor.name, actor.host, actor.program,
                                  entry.reason, entry.ticket, entry.evidence_json, entry.verdict, wait));
  if (!kept && kept.error().sqlstate == "OC004") return Changed{now.row};
  const pg::Rows& done = kept.value();
  const std::string status = entry.action == "unresolved" ? "open" : "needs_human";
  return committed(transaction, {status, static_cast<int>(done.integer(0, 1)), done.integer(0, 0)}, within);
}

}  // namespace

Result<std::optional<RowCase>> case_of(pg::Connection& connection, const std::string& relation,
                                       const std::string& row_key_json) {
  return as_result([&]() -> Result<std::optional<RowCase>> {
    if (!schema::status(connection).value().is_readable()) return std::nullopt;
    const pg::Rows rows =
        pg::run(connection, sql::row_case_list, pg::params(relation, row_key_json, 1)).value();
    if (rows.empty()) return std::nullopt;
    RowCase one;
    rows.read(0, 0, one.relation, one.row_key_json, one.profile, one.id.tenant, one.id.operation, one.id.key,
              one.status, one.attempts, one.next_try_at, one.opened_at, one.updated_at, one.verdict,
              one.reason, one.evidence_json);
    return one;
  });
}

Result<CaseOutcome> keep_case(pg::Connection& connection, const tables::Profile& p,
                              const tables::Access& access, const SeenRow& seen, const JudgedEvidence& asked,
                              const std::string& reason, const std::string& ticket, Duration next_try_in,
                              const audit::Actor& actor, const Within& within,
                              std::optional<std::int64_t> owned_fence) {
  return as_result([&]() -> Result<CaseOutcome> {
    const bool open = asked.verdict.kind == VerdictKind::unresolved;
    if (verb_alone(asked.verdict.kind)) {
      return fail(ErrorKind::invalid_input, "This evidence settles the row: there is no case to keep.",
                  "Nothing was written.");
    }
    require(schema::require_writable(connection));
    auto now = read_row(connection, p, access, seen.row.id).value();
    if (!now) return Changed{};
    if (!now->is_same_as(seen)) return Changed{std::move(now->row)};

    const std::string state(key::word(seen.row.state));
    const audit::Entry entry{
        .action = open ? "unresolved" : "needs_human",
        .id = known_of(seen),
        .from_state = state,
        .to_state = state,
        .evidence_json = gateway::to_json(asked.evidence),
        .verdict = std::string(word(asked.verdict.kind)),
        .reason = asked.verdict.why + (reason.empty() ? "" : " (asked for because: " + reason + ")"),
        .ticket = ticket,
        .correlation_id = seen.row.correlation_id,
        .profile = p.name,
        .relation = tables::table_name(p),
        .row_key_json = seen.row_key_json};

    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    const Duration wait = std::min<Duration>(wait_before(asked.verdict, next_try_in), key::longest_lease);
    if (!owned_fence) {  // a sweeper has rights of its own
      auto call = roles::call_of(transaction, p, access, roles::RoleAct::keep_case).value();
      if (call) return kept_by_function(transaction, *call, seen, entry, wait, actor, within, *now);
    }
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(wait).count();
    const pg::Rows kept =
        transaction
            .exec(sql::row_case_keep,
                  pg::params(entry.relation, entry.row_key_json, p.name, entry.id->tenant,
                             entry.id->operation, entry.id->key, open ? "open" : "needs_human", milliseconds,
                             entry.verdict, entry.reason, entry.evidence_json, owned_fence))
            .value();
    if (kept.empty()) return Changed{std::move(now->row)};
    const std::int64_t noted = audit::append(connection, actor, entry).value();
    return committed(transaction, {kept.text(0, 1), static_cast<int>(kept.integer(0, 0)), noted}, within);
  });
}

}  // namespace onceover::reconcile
