// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/mapping.h"

#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/toml.h"

namespace onceover::tables {
namespace {

// Without the first three no row can be named, or it would be unknown without a word what is stuck. What else
// is open stays unknown.
struct Needed {
  const char *role, *title, *why;
};
constexpr Needed needed[] = {
    {"key", "Key",
     "No column looks like the key that a client sends. Please choose the column that holds it."},
    {"state", "State", "No column is known to hold the state. Please choose what shows it."},
    {"lease", "Lease", "It is unknown whether a row shows that a client works on it. Please choose."},
    {"created_at", nullptr, "It is unknown which column holds the time of creation. Please choose."}};

std::vector<std::string> never_null(const TableFacts& facts) {
  std::vector<std::string> names;
  for (const ColumnFacts& column : facts.columns) {
    if (column.not_null) names.push_back(column.name);
  }
  return names;
}

std::vector<std::string> unique_columns(const TableFacts& facts) {
  const auto index = std::ranges::find_if(facts.indexes, [](const IndexFacts& i) {
    return i.unique && i.predicate.empty() && !is_among(i.columns, "");
  });
  return index == facts.indexes.end() ? std::vector<std::string>() : index->columns;
}

Mapping blank(const TableFacts& facts) {
  Mapping mapping{.profile = {.name = facts.name, .schema = facts.schema, .table = facts.name},
                  .facts = facts};
  mapping.profile.never_null = never_null(facts);
  mapping.profile.identity = unique_columns(facts);
  for (const Needed& one : needed) mapping.unknown[one.role] = one.why;
  if (mapping.profile.identity.empty())
    mapping.unknown["identity"] =
        "No unique index covers only columns. Please choose the columns that identify a row.";
  return mapping;
}

// An answer that can be used and corrected later: a time without zone is shown as UTC, and of a method and
// its path the path is taken. A word of unknown meaning has to be chosen first.
bool is_filled(const Mapping& mapping, const std::string& role) {
  if (role == "operation") return !mapping.profile.operation.empty();
  const Instant* instant = part_named(instants_of(mapping.profile), role);
  return instant != nullptr && !instant->empty();
}

// Values that rows show and the profile does not name.
void take_states(Mapping& mapping, bool are_said) {
  mapping.state = choice_of(mapping.profile.states, mapping.profile.set_aside);
  if (!mapping.state.is_blank() || !mapping.state.column.empty())
    add_seen_values(mapping.state, mapping.facts);
  for (StateLine& line : mapping.state.lines) {
    if (are_said && !line.meaning) line.meaning = Meaning::unknown;
  }
}

void set_place(Mapping& mapping, Place& place, const RoleFields& fields) {
  const ColumnFacts* known = mapping.facts.column(fields.column);
  const bool is_jsonb = known != nullptr && known->type_name == "jsonb";
  place = {fields.column, fields.text, is_jsonb ? Place::Holds::jsonb : Place::Holds::text};
  if (&place == &mapping.profile.amount)
    mapping.profile.amount_decimals = fields.column.empty() ? 0 : fields.form;
}

void set_instant(Profile& p, Instant& at, const std::string& role, const RoleFields& fields) {
  const auto form = static_cast<TimeForm>(fields.form);
  const auto only_in = at.only_in;
  if (role == "lease") p.lease = {.form = fields.lease};
  if (role == "lease" && !has_time(p.lease.form)) return;
  const bool is_age = role == "lease" && p.lease.form == Lease::Form::age;
  if (is_age && fields.column.empty()) {
    at = p.created_at.empty() ? p.updated_at : p.created_at;
  } else {
    at = {fields.column, form, needs_zone(form) ? fields.zone : "UTC", only_in};
  }
  if (role != "lease") return;
  if (!is_age) p.lease.free = fields.text;
  if (!lasts_from_start(p.lease)) return;
  if (!is_age) p.lease.length_column = fields.second;
  if (p.lease.length_column.empty()) p.lease.length = fields.length;
}

}  // namespace

Mapping open_mapping(const TableFacts& facts, const std::optional<Candidate>& candidate) {
  Mapping mapping = blank(facts);
  mapping.has_kind = candidate.has_value();
  if (!candidate) return mapping;
  const Profile before = mapping.profile;
  Proposal proposal = propose(*candidate, facts);
  mapping.profile = std::move(proposal.profile);
  mapping.profile.name = before.name;
  mapping.profile.never_null = before.never_null;
  // Without a sure identity, a unique key still gives listings their order.
  if (mapping.profile.identity.empty()) mapping.profile.order = before.identity;
  for (const auto& [role, answer] : candidate->roles) mapping.told[role] = answer;
  // Where only the length is missing, only the length is asked for.
  if (!proposal.lease_without_length.at.empty()) mapping.profile.lease = proposal.lease_without_length;
  mapping.unknown.clear();
  for (const auto& [role, why] : proposal.unknown) {
    if (role == "may_retry" || is_filled(mapping, role)) continue;
    std::string& asked = mapping.unknown[role];
    asked += (asked.empty() ? "" : " ") + why;
  }
  if (!mapping.profile.key.empty())
    mapping.told["key"] = {.is = RoleAnswer::Is::found,
                           .columns = {mapping.profile.key},
                           .confidence = 0.85,
                           .why = "The rest of the identity."};
  take_states(mapping, !mapping.unknown.contains("state"));
  return mapping;
}

Mapping mapping_of(const Profile& profile, const TableFacts& facts) {
  Mapping mapping{.profile = profile, .facts = facts};
  mapping.profile.never_null = never_null(facts);
  take_states(mapping, true);
  mapping.said.insert("lease");
  return mapping;
}

void say_kind(Mapping& mapping, Kind kind) {
  if (kind == mapping.profile.kind && mapping.has_kind) return;
  const bool is_begun = !mapping.said.empty() || (mapping.has_kind && mapping.told.empty());
  mapping.has_kind = true;
  mapping.profile.kind = kind;
  if (is_begun) return;
  const std::string name = mapping.profile.name;
  mapping = open_mapping(mapping.facts, detect_as(mapping.facts, kind));
  mapping.profile.name = name;
  // Nothing was recognised, so what was not found is not known to be missing.
  const bool is_missing[] = {false, mapping.state.is_blank(), mapping.profile.lease.form == Lease::Form::none,
                             mapping.profile.created_at.empty()};
  for (std::size_t i = 0; i < std::size(needed); ++i) {
    if (is_missing[i]) mapping.unknown.emplace(needed[i].role, needed[i].why);
  }
  if (mapping.profile.identity.empty()) mapping.profile.identity = unique_columns(mapping.facts);
}

void say_state(Mapping& mapping, StateChoice choice) {
  mapping.state = std::move(choice);
  mapping.profile.states = states_of(mapping.state);
  mapping.profile.set_aside = set_aside_of(mapping.state);
  mapping.said.insert("state");
  if (mapping.state.is_blank() || unsaid_line(mapping.state)) {
    mapping.unknown.emplace("state", "Please choose what shows the state, and what each value means.");
  } else {
    mapping.unknown.erase("state");
  }
}

RoleFields fields_of(const Profile& p, const std::string& role) {
  if (const std::string* column = part_named(columns_of(p), role))
    return {.column = *column, .text = role == "operation" ? p.operation_name : ""};
  if (const Place* place = part_named(places_of(p), role)) {
    return {.column = place->column, .form = place == &p.amount ? p.amount_decimals : 0, .text = place->path};
  }
  if (role == "gateway_key") return {.text = p.gateway_key};
  if (role == "attempts")
    return {.column = p.attempts.empty() ? "" : p.attempts.front(),
            .second = p.attempts.size() > 1 ? p.attempts.back() : ""};
  if (role == "fingerprint")
    return {.column = p.fingerprint.column,
            .form = static_cast<int>(p.fingerprint.form),
            .text = p.fingerprint.prefix};
  if (role == "response_body")
    return {.column = p.response_body.column, .form = static_cast<int>(p.response_body.form)};
  const Instant* at = part_named(instants_of(p), role);
  if (at == nullptr) return {};
  RoleFields fields{.column = at->column, .form = static_cast<int>(at->form), .zone = at->zone};
  if (role != "lease") return fields;
  fields.second = p.lease.length_column;
  fields.text = p.lease.free;
  fields.lease = p.lease.form;
  fields.length = p.lease.length;
  return fields;
}

void set_fields(Mapping& mapping, const std::string& role, const RoleFields& fields) {
  Profile& p = mapping.profile;
  if (std::string* column = part_named(columns_of(p), role)) {
    *column = fields.column;
    if (role == "operation") p.operation_name = fields.column.empty() ? fields.text : "";
  } else if (Place* place = part_named(places_of(p), role)) {
    set_place(mapping, *place, fields);
  } else if (role == "gateway_key") {
    p.gateway_key = fields.text;
  } else if (role == "attempts") {
    p.attempts.clear();
    for (const std::string& counter : {fields.column, fields.second}) {
      if (!fields.column.empty() && !counter.empty()) p.attempts.push_back(counter);
    }
  } else if (role == "fingerprint") {
    const auto of = p.fingerprint.column == fields.column ? p.fingerprint.of : Digest::Of::unknown;
    p.fingerprint = {fields.column, static_cast<Digest::Form>(fields.form), fields.text, of};
  } else if (role == "response_body") {
    if (p.response_body.column != fields.column) p.response_body = {};
    p.response_body.column = fields.column;
    p.response_body.form = static_cast<Body::Form>(fields.form);
  } else if (Instant* at = part_named(instants_of(p), role)) {
    set_instant(p, *at, role, fields);
  }
}

int likely_form(const std::string& role, const ColumnFacts& column) {
  if (role == "amount") return likely_amount_decimals(column);
  if (role == "fingerprint")
    return static_cast<int>(column.is_bytes() ? Digest::Form::bytes : Digest::Form::hex);
  if (role == "response_body")
    return static_cast<int>(column.is_text()    ? Body::Form::text
                            : column.is_bytes() ? Body::Form::bytes
                                                : Body::Form::json);
  return static_cast<int>(likely_time_form(column));
}

void set_column(Mapping& mapping, const std::string& role, const std::string& column) {
  RoleFields fields = fields_of(mapping.profile, role);
  const ColumnFacts* facts = mapping.facts.column(column);
  fields.column = column;
  fields.text.clear();
  if (facts != nullptr) fields.form = likely_form(role, *facts);
  if (part_named(instants_of(mapping.profile), role) != nullptr && facts != nullptr)
    fields.zone = instant_kept_in(mapping.profile, *facts).zone;
  set_fields(mapping, role, fields);
  mapping.unknown.erase(role);
  mapping.said.insert(role);
}

bool is_open(const Mapping& mapping, const std::string& role) {
  if (mapping.unknown.contains(role)) return true;
  const Lease& lease = mapping.profile.lease;
  if (role != "lease" || !has_time(lease.form)) return false;
  return lease.at.empty() || lacks_length(lease);
}

std::vector<std::string> why_not_usable(const Mapping& mapping) {
  std::vector<std::string> why;
  if (!mapping.has_kind) why.emplace_back("What the table keeps: please choose.");
  for (const Needed& one : needed) {
    if (one.title != nullptr && mapping.unknown.contains(one.role))
      why.push_back(fmt::format("{}: please choose.", one.title));
  }
  const Lease& lease = mapping.profile.lease;
  if (!mapping.unknown.contains("lease")) {
    if (lacks_length(lease)) why.emplace_back("Lease: how many seconds does it last? No column shows it.");
    if (lease.at.has_unknown_zone()) why.emplace_back("Lease: in which time zone is it written?");
    if (has_time(lease.form) && lease.at.empty()) why.emplace_back("Lease: which column holds the time?");
  }
  if (!why.empty()) return why;
  if (const auto wrong = problem(mapping.profile)) {
    why.push_back(*wrong);
  } else if (const auto read = profiles_from_toml(to_toml(std::vector{mapping.profile}), "profile");
             !read && (!mapping.profile.writes.empty() || !mapping.profile.gateway_key.empty())) {
    why.push_back(read.error().what);  // writes and the gateway key are checked by the reader of TOML
  }
  return why;
}

Proposal proposal_of(const Mapping& mapping) {
  Proposal out{.profile = mapping.profile, .unknown = {}, .lease_without_length = {}, .writes = {}};
  for (const auto& [role, why] : mapping.unknown) out.unknown.emplace_back(role, why);
  const auto named = columns_named(out.profile);
  std::erase_if(out.profile.never_null,
                [&](const std::string& column) { return std::ranges::find(named, column) == named.end(); });
  Lease& lease = out.profile.lease;
  if (has_time(lease.form) && (lease.at.empty() || lacks_length(lease))) {
    if (!lease.at.empty() && lease.form != Lease::Form::age) out.lease_without_length = lease;
    out.unknown.emplace_back(
        "lease", "How long it lasts (length_s) is never in the catalog: ask the people who run the service.");
    lease = {};
  }
  out.writes = propose_writes(out.profile, mapping.facts);
  return out;
}

}  // namespace onceover::tables
