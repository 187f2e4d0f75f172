// A gateway as data: where it is asked, how its answers are read, and what it declares. TOML, version 1.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/gateway/evidence.h"

namespace onceover::gateway {

// A header sent with every request. The value itself stands in no configuration: it is read from one of the two places.
struct Auth {
  std::string header;      // "Authorization"
  std::string value_env;   // name of an environment variable; empty: value_file
  std::string value_file;  // a regular file that nobody else may read (0600)
};

// How an effect is looked up and its answer read. Pointers are JSON pointers into the effect; an empty one means "not told".
struct Lookup {
  std::string url;      // path and query behind base_url, with {key} or {reference}, percent-encoded when filled
  std::string effects;  // pointer to the array of effects; empty: the answer is one effect, or an array of them
  std::string status;   // pointer to the gateway's word for the effect's state
  std::vector<std::string> done, refused, pending;
  std::vector<int> refused_statuses;  // HTTP statuses that are a refusal by themselves
  std::string echoed_key, amount, currency, reference;
  std::optional<int> amount_minor_digits;  // the amount is told in minor units: 1250 with 2 digits is 12.50
  std::vector<int> not_found_statuses = {404};
  std::string not_found;                     // pointer to the word by which the gateway itself says "no such key"
  std::vector<std::string> not_found_words;  // where declared, a not-found status without the word proves nothing
};

// How a key is cancelled. Used only where Declaration::cancel is not none.
struct CancelCall {
  std::string url;                // as Lookup::url
  std::string method = "POST";    // POST, PUT, PATCH or DELETE; no body
  std::string status;             // pointer
  std::vector<std::string> held;  // words that confirm it
};

struct Operation {
  std::string name;    // "POST /payments"; "*" serves every operation that is not named
  std::string effect;  // its downstream key is derived from it
  Declaration declaration;
};

struct Limits {
  Duration connect_timeout = std::chrono::seconds(3);
  Duration timeout = std::chrono::seconds(8);  // of one question, connecting included
  int parallel = 8;                            // questions under way at once
  std::size_t max_answer_bytes = 256 * 1024;
};

struct Config {
  std::string name;
  std::string base_url;  // https, or http to a loopback host; no user, query or fragment
  std::string ca_file;   // trusted in place of the system's authorities; empty: the system's
  std::optional<Auth> auth;
  Lookup lookup;
  std::optional<CancelCall> cancel;
  Limits limits;
  std::vector<Operation> operations;
};

// Every error is ErrorKind::invalid_input and names file, line and field; nothing of the file's values but that field's.
// file: for the messages alone.
Result<Config> parse_config(std::string_view toml, const std::string& file);
Result<Config> load_config(const std::string& path);

// The header's value. Refuses a file that others may read, an empty value, and one with control characters. No message holds any of it.
Result<std::string> read_credential(const Auth& auth);

}  // namespace onceover::gateway
