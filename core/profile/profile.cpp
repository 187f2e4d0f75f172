#include "core/profile/profile.h"

namespace onceover::profile {

std::string Profile::word_for(key::State wanted) const {
  for (const StateWord& entry : words) {
    if (entry.state == wanted) return entry.word;
  }
  return {};
}

std::optional<key::State> Profile::state_for(std::string_view word) const {
  for (const StateWord& entry : words) {
    if (entry.word == word) return entry.state;
  }
  return std::nullopt;
}

const Profile& own() {
  static const Profile profile{
      .name = "onceover",
      .schema = "onceover",
      .table = "keys",
      .tenant = "tenant",
      .operation = "operation",
      .key = "key",
      .state = "state",
      .words = {{"in_progress", key::State::in_progress},
                {"released", key::State::released},
                {"succeeded", key::State::succeeded},
                {"failed", key::State::failed}},
      .created_at = "created_at",
      .updated_at = "updated_at",
      .completed_at = "completed_at",
      .expires_at = "expires_at",
      .locked_until = "locked_until",
      .retry_before = "retry_before",
      .fence = "fence",
      .holder = "holder",
      .owner = "owner",
      .attempts = "attempts",
      .correlation_id = "correlation_id",
      .error_code = "error_code",
      .fingerprint = "fingerprint",
      .fingerprint_kind = "fingerprint_kind",
      .response_version = "response_version",
      .response_code = "response_code",
      .response_headers = "response_headers",
      .response_body = "response_body",
      .retention_s = "retention_s",
      .customer = "customer",
      .amount = "amount",
      .currency = "currency",
      .reference = "reference",
  };
  return profile;
}

}  // namespace onceover::profile
