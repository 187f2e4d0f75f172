// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/shapes/told.h"

namespace onceover::browse {
namespace {

std::string at(Timestamp time) {
  std::string text = iso(time);
  const auto zeros = text.find(".000000Z");
  if (zeros != std::string::npos) text.erase(zeros, 7);
  return text;
}

std::string joined(const std::vector<std::optional<std::string>>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) out += (i > 0 ? "," : "") + values[i].value_or("NULL");
  return out;
}

}  // namespace

std::string told(const KeyRow& row, Timestamp as_of) {
  std::string out = row.id.key;
  const auto say = [&](const char* name, const std::string& value) {
    if (!value.empty()) out += name + value;
  };
  say(" @", row.id.tenant);
  say(" #", row.id.operation);
  const std::string state = row.state_known ? std::string(key::word(row.state)) : "unknown";
  out += " " + state;
  if (row.state_word != state) out += " \"" + row.state_word + "\"";
  if (row.may_retry) out += " retry";
  if (!row.lease_known && row.state_known && row.state == key::State::in_progress) out += " lease=?";
  if (row.locked_until) out += " lease=" + at(*row.locked_until);
  if (row.is_stuck(as_of)) out += " stuck";
  if (row.created_at != Timestamp::minus_infinity()) out += " created=" + at(row.created_at);
  if (row.updated_at != row.created_at && row.updated_at != Timestamp::minus_infinity())
    out += " updated=" + at(row.updated_at);
  if (row.completed_at) out += " completed=" + at(*row.completed_at);
  if (row.expires_at) out += " expires=" + at(*row.expires_at);
  if (row.response_code) out += " code=" + std::to_string(*row.response_code);
  if (row.attempts != 0 || row.attempts_finished) out += " attempts=" + std::to_string(row.attempts);
  if (row.attempts_finished) out += "/" + std::to_string(*row.attempts_finished);
  say(" fp=", row.fingerprint);
  say(" owner=", row.owner);
  say(" corr=", row.correlation_id);
  say(" error=", row.error_code);
  say(" customer=", row.subject.customer.value_or(""));
  say(" amount=", row.subject.amount.value_or(""));
  say(" currency=", row.subject.currency.value_or(""));
  say(" ref=", row.subject.reference.value_or(""));
  if (row.response_bytes) out += " bytes=" + std::to_string(*row.response_bytes);
  if (row.id.columns != std::vector<std::optional<std::string>>{row.id.key})
    out += " id=" + joined(row.id.columns);
  if (row.archived) out += " archived";
  return out;
}

}  // namespace onceover::browse
