// An operator's table as data: which column plays which role. Our own schema is one more profile. Names are unquoted here;
// sql.h quotes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/key/types.h"

namespace onceover::profile {

struct StateWord {
  std::string word;
  key::State state;
};

struct Profile {
  std::string name;
  std::string schema, table;
  std::string tenant, operation, key;  // identity columns
  std::string state;
  std::vector<StateWord> words;  // every word the state column may hold
  std::string created_at, updated_at, completed_at, expires_at, locked_until, retry_before;
  std::string fence, holder, owner, attempts, correlation_id, error_code;
  std::string fingerprint, fingerprint_kind;
  std::string response_version, response_code, response_headers, response_body, retention_s;
  std::string customer, amount, currency, reference;

  std::string word_for(key::State state) const;
  std::optional<key::State> state_for(std::string_view word) const;
};

// onceover.keys.
const Profile& own();

}  // namespace onceover::profile
