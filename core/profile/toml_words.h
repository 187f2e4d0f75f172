// The words of a profile's TOML, for its reader and its writer. Inside the room only.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/profile/profile.h"

namespace onceover::profile {

template <typename Value, std::size_t size>
using Choices = std::array<std::pair<std::string_view, Value>, size>;

template <typename Value, std::size_t size>
std::optional<Value> choice_of(const Choices<Value, size>& choices, std::string_view word) {
  for (const auto& [known, value] : choices) {
    if (known == word) return value;
  }
  return std::nullopt;
}

template <typename Value, std::size_t size>
std::string_view choice_word(const Choices<Value, size>& choices, Value value) {
  for (const auto& [word, known] : choices) {
    if (known == value) return word;
  }
  return {};
}

// `"a", "b" or "c"`
template <typename Value, std::size_t size>
std::string listed(const Choices<Value, size>& choices) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) out += i + 1 == size ? " or " : ", ";
    out += "\"" + std::string(choices[i].first) + "\"";
  }
  return out;
}

inline constexpr Choices<Kind, 3> kind_choices{{{"idempotency", Kind::idempotency}, {"inbox", Kind::inbox}, {"outbox", Kind::outbox}}};
inline constexpr Choices<key::State, 4> state_choices{{{"in_progress", key::State::in_progress},
                                                       {"released", key::State::released},
                                                       {"succeeded", key::State::succeeded},
                                                       {"failed", key::State::failed}}};
inline constexpr Choices<TimeForm, 6> time_form_choices{{{"timestamptz", TimeForm::timestamptz},
                                                         {"timestamp", TimeForm::timestamp},
                                                         {"epoch_s", TimeForm::epoch_s},
                                                         {"epoch_ms", TimeForm::epoch_ms},
                                                         {"epoch_us", TimeForm::epoch_us},
                                                         {"iso_text", TimeForm::iso_text}}};
// One_of and between are tables: { one_of = […] }.
inline constexpr Choices<Condition::Is, 4> condition_choices{
    {{"null", Condition::Is::null}, {"not null", Condition::Is::not_null}, {"true", Condition::Is::yes}, {"false", Condition::Is::no}}};
inline constexpr Choices<Place::Holds, 2> holds_choices{{{"jsonb", Place::Holds::jsonb}, {"text", Place::Holds::text}}};
inline constexpr Choices<Lease::Form, 5> lease_choices{{{"deadline", Lease::Form::deadline},
                                                        {"since", Lease::Form::since},
                                                        {"heartbeat", Lease::Form::heartbeat},
                                                        {"owner_only", Lease::Form::owner_only},
                                                        {"none", Lease::Form::none}}};
inline constexpr Choices<Digest::Form, 3> digest_choices{
    {{"bytes", Digest::Form::bytes}, {"hex", Digest::Form::hex}, {"base64", Digest::Form::base64}}};
inline constexpr Choices<Body::Form, 3> body_choices{
    {{"bytes", Body::Form::bytes}, {"text", Body::Form::text}, {"json", Body::Form::json}}};
// A text is written as it stands.
inline constexpr Choices<Assignment::Value, 8> value_choices{{{"null", Assignment::Value::null},
                                                              {"now", Assignment::Value::now},
                                                              {"body", Assignment::Value::body},
                                                              {"code", Assignment::Value::code},
                                                              {"reason", Assignment::Value::reason},
                                                              {"lease_end", Assignment::Value::lease_end},
                                                              {"increment", Assignment::Value::increment},
                                                              {"zero", Assignment::Value::zero}}};

}  // namespace onceover::profile
