// SPDX-License-Identifier: Apache-2.0
#include "core/approval/approval.h"

#include <nlohmann/json.hpp>

#include "core/base/json_tree.h"
#include "core/browse/inspected.h"
#include "core/key/replay_headers.h"
#include "core/reconcile/second_approver.h"
#include "core/roles/role_functions.h"
#include "core/sql/statements.h"
#include "core/tables/toml.h"

namespace onceover::approval {

namespace {

using Json = nlohmann::ordered_json;

Approval approval_from(const pg::Rows& rows, int i) {
  Approval a;
  rows.read(i, 0, a.id, a.status, a.asked_at, a.requested_by, a.actor.name, a.actor.host, a.actor.program,
            a.act, a.known_as.tenant, a.known_as.operation, a.known_as.key, a.fence, a.profile,
            a.profile_toml, a.relation, a.row_key_json, a.seen_json, a.seen_digest, a.request_json,
            a.request_digest, a.response_headers, a.response_body, a.reason, a.ticket, a.evidence_json,
            a.verdict, a.decided_at, a.decided_by, a.decided_actor, a.decided_reason, a.audit_id, a.is_mine);
  return a;
}

std::vector<Approval> listed(pg::Connection& connection, std::optional<std::int64_t> id, bool waiting,
                             int limit) {
  const pg::Rows rows =
      pg::run(connection, sql::approval_list, pg::params(id, waiting, std::clamp(limit, 1, 1000))).value();
  return rows.map([&rows](int i) { return approval_from(rows, i); });
}

// By a database user who may not decide on approvals himself; none: he may.
std::optional<bool> ended_by_function(pg::Connection& connection, const Approval& a, const char* status,
                                      const audit::Actor& actor, const std::string& reason) {
  const auto p = profile_of(a);
  if (!p || !roles::has_call(connection, *p, roles::RoleAct::end_approval).value()) return std::nullopt;
  const tables::Access access = browse::inspected(connection, *p).value();
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  const auto call = roles::call_of(transaction, *p, access, roles::RoleAct::end_approval).value();
  if (!call) return std::nullopt;
  const auto ended = transaction
                         .exec(*call + "($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)",
                               pg::params(a.id, status, actor.name, actor.host, actor.program, reason))
                         .value();
  require(transaction.commit());
  return !ended.is_null(0, 0);
}

// False: it was decided already.
bool end(pg::Connection& connection, const Approval& a, const char* status, const audit::Actor& actor,
         const std::string& reason) {
  if (!a.relation.empty()) {
    if (const auto ended = ended_by_function(connection, a, status, actor, reason)) return *ended;
  }
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  if (a.relation.empty()) {
    const pg::Params params = pg::params(a.id, status, actor.name, actor.host, actor.program, reason);
    if (!transaction.exec(sql::approval_end_own, params).value().boolean(0, 0)) return false;
  } else {
    if (transaction.exec(sql::approval_end, pg::params(a.id, status, actor.name, reason)).value().empty())
      return false;
    const audit::Entry entry{
        .action = "end_approval",
        .id = a.known_as,
        .to_state = status,
        .evidence_json =
            Json{{"approval", {{"id", a.id}, {"act", a.act}, {"requested_by", a.requested_by}}}}.dump(
                -1, ' ', false, Json::error_handler_t::replace),
        .reason = reason,
        .ticket = a.ticket,
        .profile = a.profile,
        .relation = a.relation,
        .row_key_json = a.row_key_json};
    require(audit::append(connection, actor, entry));
  }
  require(transaction.commit());
  return true;
}

ApproveOutcome outdated(pg::Connection& connection, const Approval& a, std::optional<browse::KeyRow> now,
                        const audit::Actor& actor) {
  (void)end(connection, a, "outdated", actor, "The row is not as it was when the approval was asked for.");
  return Outdated{std::move(now)};
}

ApproveOutcome approve_own(pg::Connection& connection, const Approval& a, const reconcile::Approver& approver,
                           const audit::Actor& actor) {
  reconcile::Settlement settlement = settlement_of(a).value();
  settlement.approval = approver;
  auto outcome = reconcile::settle(connection, tables::own(), settlement, actor, a.ticket).value();
  if (auto* changed = std::get_if<reconcile::Changed>(&outcome))
    return outdated(connection, a, std::move(changed->now), actor);
  auto& settled = std::get<reconcile::Settled>(outcome);
  return Approved{std::move(settled.after), settled.audit_id, std::move(settled.unconfirmed)};
}

ApproveOutcome approve_republish(pg::Connection& connection, const Approval& a, const std::string& reason,
                                 const audit::Actor& actor) {
  auto transaction =
      pg::Transaction::begin(connection, {.statement_timeout = std::chrono::minutes(2), .durable = true})
          .value();
  pg::Params params = pg::params(a.id, actor.name, actor.host, actor.program, reason);
  const auto written = transaction.exec(sql::republish_agreed, params.bytes(a.request_digest));
  if (!written && written.error().sqlstate == "OC006")
    return Decided{find(connection, a.id).value().value_or(a)};
  if (!written && written.error().sqlstate == "OC004") {
    transaction.rollback();
    const std::string why =
        "The events are not those that were asked for: others were committed, erased or dropped since.";
    (void)end(connection, a, "outdated", actor, why);
    raise(ErrorKind::unsupported, why, "Nothing was written, and the request is out of date.",
          "Ask again: oncectl outbox republish.");
  }
  const std::int64_t audit_id = written.value().integer(0, 0);
  return Approved{std::nullopt, audit_id, transaction.commit().value().unconfirmed};
}

Result<ApproveOutcome> approve_row(pg::Connection& connection, const Approval& a,
                                   const reconcile::Approver& approver, const audit::Actor& actor) {
  const tables::Profile p = profile_of(a).value();
  reconcile::WriteRequest request = write_request_of(a).value();
  const key::Identity id = row_of(a, p).value();
  const bool by_version = reads_by_version(a).value();
  const tables::Access access = browse::inspected(connection, p).value();
  const auto seen = reconcile::read_row(connection, p, access, id).value();
  if (!seen) return outdated(connection, a, std::nullopt, actor);
  if (by_version != seen->xmin.has_value()) {
    return fail(ErrorKind::not_permitted,
                "This database user reads other columns of the row than the requester: whether it changed is "
                "unknown.",
                "Nothing was written.", "Approve it as a user with the same rights.");
  }
  if (reconcile::seen_digest_of(*seen) != a.seen_digest) return outdated(connection, a, seen->row, actor);
  request.approval = approver;
  auto outcome = reconcile::write(connection, p, access, *seen, request, actor).value();
  if (auto* changed = std::get_if<reconcile::Changed>(&outcome))
    return outdated(connection, a, std::move(changed->now), actor);
  if (std::holds_alternative<reconcile::Held>(outcome))
    return NotNow{"The row is held: its lease runs, or its table does not show it."};
  if (const auto* withheld = std::get_if<reconcile::Withheld>(&outcome)) return NotNow{withheld->why};
  auto& written = std::get<reconcile::RowWritten>(outcome);
  return Approved{std::move(written.after), written.audit_id, std::move(written.unconfirmed)};
}

void require_reason(const std::string& reason) {
  if (reason.empty())
    raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
}

// The approval that a decision with this reason is about.
Result<Approval> found_for(pg::Connection& connection, std::int64_t id, const std::string& reason) {
  require_reason(reason);
  auto found = find(connection, id).value();
  if (!found)
    return fail(ErrorKind::invalid_input, fmt::format("There is no approval {}.", id),
                "Nothing was written.");
  return *std::move(found);
}

}  // namespace

Result<std::vector<Approval>> list(pg::Connection& connection, bool all, int limit) {
  return as_result([&] { return listed(connection, std::nullopt, !all, limit); });
}

std::string list_sql(bool all, int limit) {
  return fmt::format("-- $1 = NULL, $2 = {}, $3 = {}\n{}", !all, limit, sql::approval_list);
}

Result<std::int64_t> count_waiting(pg::Connection& connection) {
  return pg::run(connection, sql::approval_waiting, pg::params(most_counted + 1))
      .map([](const pg::Rows& rows) { return rows.integer(0, 0); });
}

Result<std::optional<Approval>> find(pg::Connection& connection, std::int64_t id) {
  return as_result([&] {
    auto found = listed(connection, id, false, 1);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
  });
}

Result<ApproveOutcome> approve(pg::Connection& connection, std::int64_t id, const audit::Actor& actor,
                               const std::string& reason) {
  return as_result([&]() -> Result<ApproveOutcome> {
    const Approval a = found_for(connection, id, reason).value();
    if (!a.is_waiting()) return Decided{a};
    if (a.is_mine) {
      return fail(
          ErrorKind::not_permitted,
          fmt::format("Approval {} was asked for by this database user, {}.", id, visible(a.requested_by)),
          "Nothing was written.", "Another person approves it, by another database user.");
    }
    if (a.is_republish()) return approve_republish(connection, a, reason, actor);
    const reconcile::Approver approver{id, actor.name, reason};
    return a.relation.empty() ? approve_own(connection, a, approver, actor)
                              : approve_row(connection, a, approver, actor);
  });
}

Result<bool> refuse(pg::Connection& connection, std::int64_t id, const audit::Actor& actor,
                    const std::string& reason) {
  return as_result([&] {
    const Approval a = found_for(connection, id, reason).value();
    return a.is_waiting() && end(connection, a, "refused", actor, reason);
  });
}

namespace {

using Json = nlohmann::ordered_json;

// What was asked for stands beside the evidence in the row of the act itself.
std::string with_approval(const Approval& a) {
  Json evidence = Json::parse(a.evidence_json, nullptr, false);
  if (!evidence.is_object()) evidence = {{"said", evidence}};
  evidence["approval"] = {
      {"id", a.id}, {"requested_by", a.requested_by}, {"actor", a.actor.name}, {"host", a.actor.host}};
  // Replaced: names of a database without an encoding need not be UTF-8.
  return evidence.dump(-1, ' ', false, Json::error_handler_t::replace);
}

tl::unexpected<Error> unreadable(const Approval& a, const std::string& why) {
  return fail(ErrorKind::unsupported, fmt::format("Approval {} cannot be read: {}.", a.id, why),
              "Nothing was written.", "Refuse it, and ask again.");
}

std::optional<std::string> text_of(const Json& object, const std::string& name) {
  if (!object.is_object() || !object.contains(name) || object[name].is_null()) return std::nullopt;
  return object[name].is_string() ? object[name].get<std::string>() : object[name].dump();
}

std::vector<View::Value> side_by_side(const std::string& then_json, const std::string& now_json) {
  const Json then = Json::parse(then_json, nullptr, false), now = Json::parse(now_json, nullptr, false);
  std::vector<View::Value> values;
  for (const Json* from : {&then, &now}) {
    if (!from->is_object()) continue;
    for (const auto& [name, value] : from->items()) {
      const bool is_there = std::ranges::find(values, name, &View::Value::column) != values.end();
      if (!is_there) values.push_back({name, text_of(then, name), text_of(now, name)});
    }
  }
  return values;
}

void view_own(pg::Connection& connection, View& view) {
  view.profile = tables::own();
  reconcile::Settlement settlement = settlement_of(view.approval).value();
  view.now = reconcile::read(connection, view.profile, view.approval.known_as).value();
  const bool is_open = view.now && view.now->state == key::State::in_progress;
  view.is_as_seen = is_open && view.now->fence == view.approval.fence;
  const std::string as_it_is =
      view.now ? Json{{"state", key::word(view.now->state)}, {"fence", view.now->fence}}.dump() : "";
  view.values = side_by_side(view.approval.seen_json, as_it_is);
  // A body is named by its size: it is revealed beside.
  if (settlement.response) settlement.response->body.clear();
  view.sql = reconcile::settle_sql(settlement);
  const std::string_view empty = "response_body = '\\x'";
  if (const auto at = view.sql.find(empty); at != std::string::npos) {
    view.sql.replace(at, empty.size(),
                     fmt::format("response_body = /* {} bytes */", view.approval.response_body.size()));
  }
}

// The request names the events; nothing of them is compared.
void view_republish(View& view) {
  view.profile = tables::own_events("onceover.outbox", false).value_or(tables::own());
  view.is_as_seen = true;
  view.values = side_by_side(view.approval.request_json, view.approval.request_json);
  view.sql = std::string(sql::republish_agreed);
}

void view_row(pg::Connection& connection, View& view) {
  const Approval& a = view.approval;
  view.profile = profile_of(a).value();
  reconcile::WriteRequest request = write_request_of(a).value();
  const key::Identity id = row_of(a, view.profile).value();
  view.access = tables::inspect(connection, view.profile).value();
  view.seen = reconcile::read_row(connection, view.profile, view.access, id).value();
  if (!view.seen) {
    view.is_as_seen = false;
    view.values = side_by_side(a.seen_json, "");
    return;
  }
  view.now = view.seen->row;
  if (reads_by_version(a).value() == view.seen->xmin.has_value())
    view.is_as_seen = reconcile::seen_digest_of(*view.seen) == a.seen_digest;
  view.values = side_by_side(a.seen_json, view.seen->before_json);
  if (request.values.body) request.values.body = fmt::format("({} bytes)", request.values.body->size());
  if (view.profile.writes.contains(request.verb))
    view.sql = reconcile::write_sql(view.profile, view.access, *view.seen, request);
}

// What is filed cannot be read; nullopt: it can.
std::optional<Error> why_unreadable(const Approval& a) {
  const auto read = as_result([&] {
    if (a.relation.empty()) return require(settlement_of(a));
    require(row_of(a, profile_of(a).value()));
    require(write_request_of(a));
    require(reads_by_version(a));
  });
  return read ? std::nullopt : std::optional(read.error());
}

}  // namespace

Result<reconcile::Settlement> settlement_of(const Approval& a) {
  json::Fields request(a.request_json);
  const auto headers = key::decode_headers(a.response_headers);
  if (!headers) return unreadable(a, "its headers are not as this program writes them");
  reconcile::Settlement settlement{.id = a.known_as, .fence = a.fence.value_or(0)};
  settlement.verb = tables::verb_from_word(a.act);
  if (settlement.verb == tables::Verb::release) {
    std::string until;
    request.read("retry_before", until);
    settlement.retry_before = parse_iso(until);
    if (!until.empty() && !settlement.retry_before) request.refuse("retry_before", "is not a time");
  } else {
    settlement.response = key::StoredResponse{1, 0, *headers, a.response_body};
    request.read("code", settlement.response->code);
  }
  request.read("error_code", settlement.error_code);
  request.read("verdict", settlement.verdict);
  if (!settlement.verb) request.refuse("act", "is not known to this program");
  if (!request.problem().empty()) return unreadable(a, request.problem());
  settlement.reason = a.reason;
  settlement.evidence_json = with_approval(a);
  return settlement;
}

Result<tables::Profile> profile_of(const Approval& a) {
  auto profiles = tables::profiles_from_toml(a.profile_toml, fmt::format("approval {}", a.id));
  if (!profiles) return fail(profiles.error());
  if (profiles->empty()) return unreadable(a, "it describes no table");
  return std::move(profiles->front());
}

Result<reconcile::WriteRequest> write_request_of(const Approval& a) {
  json::Fields fields(a.request_json);
  const auto verb = tables::verb_from_word(a.act);
  if (!verb) return unreadable(a, fmt::format("this program does not know its act \"{}\"", visible(a.act)));
  reconcile::WriteRequest request{
      .verb = *verb, .reason = a.reason, .ticket = a.ticket, .evidence_json = with_approval(a)};
  bool has_body = false;
  fields.read("code", request.values.code);
  fields.read("has_body", has_body);
  fields.read("row_reason", request.values.reason);
  fields.read("although_held", request.although_held);
  if (!fields.problem().empty()) return unreadable(a, fields.problem());
  if (has_body) request.values.body = a.response_body;
  request.verdict = reconcile::verdict_kind_from_word(a.verdict);
  return request;
}

Result<bool> reads_by_version(const Approval& a) {
  json::Fields fields(a.request_json);
  bool by_version = false;
  fields.read("by_version", by_version);
  if (!fields.problem().empty()) return unreadable(a, fields.problem());
  return by_version;
}

// By every column of its identity, as the trail names it.
Result<key::Identity> row_of(const Approval& a, const tables::Profile& p) {
  if (a.relation.empty()) return a.known_as;
  auto columns = audit::row_key_values(p.identity, a.row_key_json);
  if (!columns) return unreadable(a, "it names no row");
  key::Identity id = a.known_as;
  id.columns = std::move(*columns);
  return id;
}

Result<std::optional<View>> view(pg::Connection& connection, std::int64_t id) {
  return as_result([&]() -> Result<std::optional<View>> {
    auto found = find(connection, id).value();
    if (!found) return std::nullopt;
    View view{.approval = *std::move(found)};
    view.as_of = pg::server_time(connection).value();
    if (view.approval.is_republish()) {
      view_republish(view);
      return view;
    }
    view.unreadable = why_unreadable(view.approval);
    if (view.unreadable) return view;
    view.approval.relation.empty() ? view_own(connection, view) : view_row(connection, view);
    return view;
  });
}

namespace {

std::optional<Duration> window_from(std::optional<std::int64_t> microseconds) {
  return microseconds ? std::optional<Duration>(std::chrono::microseconds(*microseconds)) : std::nullopt;
}

std::vector<Registered> listed(pg::Connection& connection, bool all) {
  const pg::Rows rows = pg::run(connection, sql::gateway_list, pg::params(all)).value();
  return rows.map([&rows](int i) {
    Registered one;
    std::optional<std::int64_t> window;
    rows.read(i, 0, one.id, one.declared.gateway, one.declared.operation, window, one.reason,
              one.registered_by, one.actor, one.registered_at, one.in_force_since, one.approved_by,
              one.ended_at, one.is_mine);
    one.declared.dedupe_window = window_from(window);
    return one;
  });
}

bool is_same(const Declared& a, const Declared& b) {
  return a.gateway == b.gateway && a.operation == b.operation && a.dedupe_window == b.dedupe_window;
}

}  // namespace

Result<std::vector<Registered>> declarations(pg::Connection& connection, bool all) {
  return as_result([&] { return listed(connection, all); });
}

Result<std::vector<Declared>> new_among(pg::Connection& connection, std::vector<Declared> declared) {
  return as_result([&] {
    const std::vector<Registered> known = listed(connection, false);
    std::erase_if(declared, [&](const Declared& one) {
      return std::ranges::any_of(known,
                                 [&](const Registered& other) { return is_same(other.declared, one); });
    });
    return std::move(declared);
  });
}

Result<std::vector<Registered>> register_gateway(pg::Connection& connection,
                                                 const std::vector<Declared>& declared,
                                                 const std::string& reason, const audit::Actor& actor) {
  return as_result([&] {
    require_reason(reason);
    const std::vector<Declared> unknown = new_among(connection, declared).value();
    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    std::vector<std::int64_t> made;
    for (const Declared& one : unknown) {
      pg::Params params = pg::params(one.gateway, one.operation);
      one.dedupe_window ? params.interval(*one.dedupe_window) : params.null();
      params.text(reason).text(actor.name).text(actor.host).text(actor.program);
      made.push_back(transaction.exec(sql::gateway_register, params).value().integer(0, 0));
    }
    require(transaction.commit());
    std::vector<Registered> now = listed(connection, false);
    std::erase_if(now, [&](const Registered& one) { return std::ranges::find(made, one.id) == made.end(); });
    return now;
  });
}

Result<bool> approve_declaration(pg::Connection& connection, std::int64_t id, const std::string& reason,
                                 const audit::Actor& actor, bool is_dry) {
  return as_result([&]() -> Result<bool> {
    require_reason(reason);
    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    const auto approved =
        transaction.exec(sql::gateway_approve, pg::params(id, reason, actor.name, actor.host, actor.program));
    if (!approved && approved.error().sqlstate == "OC005") {
      return fail(ErrorKind::not_permitted,
                  fmt::format("Declaration {} was registered by this database user.", id),
                  "Nothing was written.", "Another person approves it, by another database user.");
    }
    const bool done = approved.value().boolean(0, 0);
    if (!is_dry) require(transaction.commit());
    return done;
  });
}

}  // namespace onceover::approval
