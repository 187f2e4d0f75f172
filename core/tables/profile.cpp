// SPDX-License-Identifier: Apache-2.0
#include "core/tables/profile.h"

#include "core/tables/facts.h"
#include "core/tables/parts.h"
#include "core/tables/states.h"

namespace onceover::tables {
namespace {

StateRule is_word(key::State state) {
  const std::string word(key::word(state));
  return {.when = {{.column = "state", .is = Condition::Is::one_of, .values = {word}}},
          .state = state,
          .word = word,
          .may_retry = state == key::State::failed ? std::optional(false) : std::nullopt};
}

}  // namespace

bool Profile::is_never_null(std::string_view column) const {
  return std::ranges::find(never_null, column) != never_null.end();
}

const Profile& own() {
  using key::State;
  static const Profile profile{
      .name = "onceover",
      .schema = "onceover",
      .table = "keys",
      .identity = {"tenant", "operation", "key"},
      .key = "key",
      .tenant = "tenant",
      .operation = "operation",
      .order = {"created_at", "key", "tenant", "operation"},
      .never_null = {"tenant", "operation", "key", "state", "created_at", "updated_at", "fence"},
      .states = {.column = "state",
                 .rules = {is_word(State::in_progress), is_word(State::released), is_word(State::succeeded),
                           is_word(State::failed)}},
      .lease = {.form = Lease::Form::deadline, .at = {.column = "locked_until"}},
      .created_at = {.column = "created_at"},
      .updated_at = {.column = "updated_at"},
      .completed_at = {.column = "completed_at"},
      .expires_at = {.column = "expires_at"},
      .fingerprint = {.column = "fingerprint", .of = Digest::Of::body},
      .response_code = "response_code",
      .response_body = {.column = "response_body"},
      .attempts = {"attempts"},
      .owner = "owner",
      .correlation_id = "correlation_id",
      .error = {.column = "error_code"},
      .customer = {.column = "customer"},
      .amount = {.column = "amount"},
      .currency = {.column = "currency"},
      .reference = {.column = "reference"},
      .fence = "fence",
      .holder = "holder",
      .retry_before = "retry_before",
      .fingerprint_kind = "fingerprint_kind",
      .response_version = "response_version",
      .response_headers = "response_headers",
      .retention_s = "retention_s",
  };
  return profile;
}

Profile own_inbox(bool with_payload) {
  using key::State;
  using Is = Condition::Is;
  using Value = Assignment::Value;
  return {
      .name = "onceover.inbox",
      .kind = Kind::inbox,
      .schema = "onceover",
      .table = "inbox",
      .identity = {"event_id", "source", "consumer"},
      .key = "event_id",
      .tenant = "source",
      .operation = "consumer",
      .order = {"received_at", "event_id", "source", "consumer"},
      .never_null = {"event_id", "source", "consumer", "received_at", "fence", "attempts", "stored", "state"},
      // By times, which have indexes: none names the state, so that finishing an event stays cheap.
      .states =
          {.column = "state",
           .rules =
               {{.when = {{.column = "dead_at"}}, .state = State::failed, .word = "dead", .may_retry = false},
                {.when = {{.column = "processed_at"}}, .state = State::succeeded, .word = "succeeded"}},
           .otherwise = StateRule{.state = State::in_progress, .word = "in_progress"}},
      .lease = {.form = Lease::Form::deadline, .at = {.column = "locked_until"}},
      .created_at = {.column = "received_at"},
      .completed_at = {.column = "processed_at"},
      .due = {.column = "next_try_at"},
      .fingerprint = {.column = "fingerprint", .of = Digest::Of::body},
      .payload = with_payload ? Place{.column = "payload", .holds = Place::Holds::text} : Place{},
      .attempts = {"attempts"},
      .owner = "owner",
      .error = {.column = "last_error"},
      .reference = {.column = "aggregate_id"},
      .writes = {{Verb::requeue,
                  {.set = {{.column = "state", .text = "in_progress"},
                           {.column = "dead_at", .value = Value::null},
                           {.column = "next_try_at", .value = Value::now},
                           {.column = "attempts", .value = Value::zero}},
                   .guard = {{.column = "stored", .is = Is::yes}},
                   .from = {State::failed}}},
                 {Verb::discard,
                  {.set = {{.column = "state", .text = "discarded"},
                           {.column = "dead_at", .value = Value::null},
                           {.column = "processed_at", .value = Value::now}},
                   .from = {State::failed}}}},
  };
}

Profile own_outbox(bool with_payload) {
  return {
      .name = "onceover.outbox",
      .kind = Kind::outbox,
      .schema = "onceover",
      .table = "outbox",
      .identity = {"seq"},
      .key = "id",
      .tenant = "aggregatetype",
      .operation = "topic",
      .order = {"seq"},
      .never_null = {"seq", "id", "topic", "aggregatetype", "aggregateid", "type", "content_type", "headers",
                     "created_at"},
      .created_at = {.column = "created_at"},
      .payload = with_payload ? Place{.column = "payload", .holds = Place::Holds::text} : Place{},
      .correlation_id = "correlation_id",
      .reference = {.column = "aggregateid"},
  };
}

std::optional<Profile> own_events(std::string_view name, bool with_payload) {
  if (name == "onceover.inbox") return own_inbox(with_payload);
  if (name == "onceover.outbox") return own_outbox(with_payload);
  return std::nullopt;
}

std::optional<std::string> gateway_key_of(const Profile& profile, const key::Identity& id) {
  if (profile.gateway_key.empty()) return std::nullopt;
  const std::pair<std::string_view, std::string_view> parts[] = {
      {"{key}", id.key}, {"{tenant}", id.tenant}, {"{operation}", id.operation}};
  std::string out;
  for (std::string_view rest = profile.gateway_key; !rest.empty();) {
    const auto part =
        std::ranges::find_if(parts, [&](const auto& one) { return rest.starts_with(one.first); });
    const bool is_part = part != std::end(parts);
    out += is_part ? part->second : rest.substr(0, 1);
    rest.remove_prefix(is_part ? part->first.size() : 1);
  }
  return out;
}

std::string discarded_word(const Profile& p) {
  const auto discard = p.writes.find(Verb::discard);
  if (p.kind != Kind::inbox || discard == p.writes.end() || p.states.column.empty()) return {};
  for (const Assignment& a : discard->second.set) {
    // Another word may be that of processed events, too.
    const bool says_so = a.value == Assignment::Value::text &&
                         ascii_lower(std::string_view(a.text)).find("discard") != std::string::npos;
    if (a.column == p.states.column && says_so) return a.text;
  }
  return {};
}

bool is_own(const Profile& profile) { return profile.schema == own().schema && profile.table == own().table; }

std::optional<Profile> stuck_by_age(Profile profile, Duration length) {
  const Instant& at = profile.created_at.empty() ? profile.updated_at : profile.created_at;
  if (is_own(profile) || at.empty() || at.has_unknown_zone()) return std::nullopt;
  profile.lease = {.form = Lease::Form::age, .at = at, .length = length};
  return profile;
}

bool Twin::operator==(const Twin& other) const {
  return profile == other.profile || (profile && other.profile && *profile == *other.profile);
}

std::optional<std::string> twin_problem(const Profile& live, const Profile& archive) {
  if (is_own(live) || is_own(archive))
    return "must be no profile of onceover.keys, which keeps its finished keys itself";
  if (archive.archive || archive.twin.profile) return "must be a profile that has no archive itself";
  const auto order = order_columns(live), its_order = order_columns(archive);
  if (live.identity.empty() || live.identity.size() != archive.identity.size())
    return "must have an identity of as many columns as this one (identity)";
  if (order.size() != its_order.size())
    return "must be listed in the order of as many columns as this one (order)";
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (live.is_never_null(order[i]) != archive.is_never_null(its_order[i]))
      return "must say the same of its order's columns (never_null) as this one";
  }
  const auto is_bytes = [](const Digest& digest) {
    return !digest.empty() && digest.form == Digest::Form::bytes;
  };
  if (is_bytes(live.fingerprint) != is_bytes(archive.fingerprint))
    return "must keep fingerprints as this one does";
  return std::nullopt;
}

std::vector<std::string> columns_named(const Profile& p) {
  std::vector<std::string> columns;
  for (const auto* names : {&p.identity, &p.order, &p.attempts}) {
    for (const std::string& name : *names) add_once(columns, name);
  }
  for (const std::string& column : state_columns(p)) add_once(columns, column);
  for (const auto& [role, instant] : instants_of(p)) add_once(columns, instant->column);
  for (const auto& [role, place] : places_of(p)) add_once(columns, place->column);
  for (const auto& [role, column] : columns_of(p)) add_once(columns, *column);
  for (const std::string* column :
       {&p.lease.length_column, &p.fingerprint.column, &p.response_body.column, &p.fence, &p.holder,
        &p.retry_before, &p.fingerprint_kind, &p.response_version, &p.response_headers, &p.retention_s})
    add_once(columns, *column);
  for (const auto& [verb, write] : p.writes) {
    for (const Assignment& assignment : write.set) add_once(columns, assignment.column);
    for (const Condition& condition : write.guard) add_once(columns, condition.column);
  }
  return columns;
}

std::vector<std::string> order_columns(const Profile& profile) {
  if (!profile.order.empty()) return profile.order;
  std::vector<std::string> columns;
  if (profile.identity.empty()) return columns;
  if (profile.is_never_null(profile.created_at.column)) add_once(columns, profile.created_at.column);
  for (const std::string& column : profile.identity) add_once(columns, column);
  return columns;
}

}  // namespace onceover::tables
