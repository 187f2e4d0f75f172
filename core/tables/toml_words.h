// The words of a profile's TOML, for its reader and its writer. Inside the room only.
#pragma once

#include <string>

#include "core/base/words.h"
#include "core/tables/profile.h"

namespace onceover::tables {

// `"a", "b" or "c"`
template <typename E, std::size_t size>
std::string listed(const Words<E, size>& words) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) out += i + 1 == size ? " or " : ", ";
    out += "\"" + std::string(words.pairs[i].second) + "\"";
  }
  return out;
}

inline constexpr auto kind_words =
    words<Kind>({{Kind::idempotency, "idempotency"}, {Kind::inbox, "inbox"}, {Kind::outbox, "outbox"}, {Kind::queue, "queue"}});
inline constexpr auto time_form_words = words<TimeForm>({{TimeForm::timestamptz, "timestamptz"},
                                                         {TimeForm::timestamp, "timestamp"},
                                                         {TimeForm::epoch_s, "epoch_s"},
                                                         {TimeForm::epoch_ms, "epoch_ms"},
                                                         {TimeForm::epoch_us, "epoch_us"},
                                                         {TimeForm::epoch_ns, "epoch_ns"},
                                                         {TimeForm::iso_text, "iso_text"}});
inline constexpr auto verb_words = words<Verb>({{Verb::succeed, "succeed"},
                                                {Verb::fail, "fail"},
                                                {Verb::release, "release"},
                                                {Verb::extend, "extend"},
                                                {Verb::requeue, "requeue"},
                                                {Verb::discard, "discard"},
                                                {Verb::settle, "settle"},
                                                {Verb::reap, "reap"}});
// One_of and between are tables: { one_of = […] }.
inline constexpr auto condition_words = some_words<Condition::Is>(
    {{Condition::Is::null, "null"}, {Condition::Is::not_null, "not null"}, {Condition::Is::yes, "true"}, {Condition::Is::no, "false"}});
inline constexpr auto holds_words = words<Place::Holds>({{Place::Holds::jsonb, "jsonb"}, {Place::Holds::text, "text"}});
inline constexpr auto lease_words = some_words<Lease::Form>({{Lease::Form::deadline, "deadline"},
                                                             {Lease::Form::since, "since"},
                                                             {Lease::Form::heartbeat, "heartbeat"},
                                                             {Lease::Form::age, "age"},
                                                             {Lease::Form::owner_only, "owner_only"},
                                                             {Lease::Form::none, "none"}});
inline constexpr auto digest_words =
    words<Digest::Form>({{Digest::Form::bytes, "bytes"}, {Digest::Form::hex, "hex"}, {Digest::Form::base64, "base64"}});
inline constexpr auto digest_of_words =
    words<Digest::Of>({{Digest::Of::unknown, "unknown"}, {Digest::Of::body, "body"}, {Digest::Of::request, "request"}});
inline constexpr auto body_words =
    words<Body::Form>({{Body::Form::bytes, "bytes"}, {Body::Form::text, "text"}, {Body::Form::json, "json"}});
// A text is written as it is.
inline constexpr auto value_words = some_words<Assignment::Value>({{Assignment::Value::null, "null"},
                                                                   {Assignment::Value::now, "now"},
                                                                   {Assignment::Value::body, "body"},
                                                                   {Assignment::Value::code, "code"},
                                                                   {Assignment::Value::reason, "reason"},
                                                                   {Assignment::Value::lease_end, "lease_end"},
                                                                   {Assignment::Value::increment, "increment"},
                                                                   {Assignment::Value::zero, "zero"}});

}  // namespace onceover::tables
