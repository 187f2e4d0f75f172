// SPDX-License-Identifier: Apache-2.0
// The parts of a profile by the names of their roles, which are also their fields in TOML: so that no list of
// them is written twice. P is Profile or const Profile; no pointer is null, and each points into `p`.
#pragma once

#include "core/base/enum_names.h"
#include "core/tables/profile.h"

namespace onceover::tables {

inline constexpr auto lease_words = enum_names<Lease::Form>();

// The roles that are one column and nothing more.
template <class P>
auto columns_of(P& p) {
  return std::to_array<std::pair<const char*, decltype(&p.key)>>({{"key", &p.key},
                                                                  {"tenant", &p.tenant},
                                                                  {"operation", &p.operation},
                                                                  {"owner", &p.owner},
                                                                  {"correlation_id", &p.correlation_id},
                                                                  {"response_code", &p.response_code}});
}

template <class P>
auto times_of(P& p) {
  return std::to_array<std::pair<const char*, decltype(&p.created_at)>>({{"created_at", &p.created_at},
                                                                         {"updated_at", &p.updated_at},
                                                                         {"completed_at", &p.completed_at},
                                                                         {"expires_at", &p.expires_at},
                                                                         {"due", &p.due}});
}

// The times, and that of the lease.
template <class P>
auto instants_of(P& p) {
  return std::to_array<std::pair<const char*, decltype(&p.created_at)>>({{"lease", &p.lease.at},
                                                                         {"completed_at", &p.completed_at},
                                                                         {"updated_at", &p.updated_at},
                                                                         {"expires_at", &p.expires_at},
                                                                         {"created_at", &p.created_at},
                                                                         {"due", &p.due}});
}

template <class P>
auto places_of(P& p) {
  return std::to_array<std::pair<const char*, decltype(&p.payload)>>({{"payload", &p.payload},
                                                                      {"error", &p.error},
                                                                      {"customer", &p.customer},
                                                                      {"amount", &p.amount},
                                                                      {"currency", &p.currency},
                                                                      {"reference", &p.reference}});
}

// Those of the states' rules, in their order, then those of rows that are set aside.
inline std::vector<const Condition*> state_conditions(const Profile& p) {
  std::vector<const Condition*> all;
  for (const StateRule& rule : p.states.rules) {
    for (const Condition& condition : rule.when) all.push_back(&condition);
  }
  for (const Condition& condition : p.set_aside) all.push_back(&condition);
  return all;
}

// The part of that name; nullptr where the role is of another sort.
template <class Parts>
auto part_named(const Parts& parts, std::string_view role) {
  for (const auto& [name, part] : parts) {
    if (name == role) return part;
  }
  return typename Parts::value_type::second_type{};
}

// The instant that the profile reads from this column; nullptr where it reads none from it.
inline const Instant* instant_in(const Profile& p, std::string_view column) {
  for (const auto& [role, at] : instants_of(p)) {
    if (at->column == column && !at->empty()) return at;
  }
  return nullptr;
}

constexpr bool writes_instant(Assignment::Value value) {
  return value == Assignment::Value::now || value == Assignment::Value::lease_end;
}

// Its end is a length after `at`.
inline bool lasts_from_start(const Lease& lease) {
  using Form = Lease::Form;
  return lease.form == Form::since || lease.form == Form::heartbeat || lease.form == Form::age;
}

// A lease of this form is at a time in the row, whether or not that time's zone is known.
constexpr bool has_time(Lease::Form form) {
  return form != Lease::Form::none && form != Lease::Form::owner_only;
}

}  // namespace onceover::tables
