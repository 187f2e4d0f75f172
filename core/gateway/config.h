// SPDX-License-Identifier: Apache-2.0
// A gateway as data: where to ask it, how to read its answers, and what it declares. TOML, version 1.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/gateway/evidence.h"

namespace onceover::gateway {

// A header sent with every request. The value is never in the configuration: it is read from exactly one of
// the four places.
struct Auth {
  std::string header;               // "Authorization"
  std::string value_env;            // name of an environment variable
  std::string value_file;           // a private regular file (0600)
  std::string value_command;        // a program (absolute path, arguments; no shell) that prints it
  std::string scheme;               // "Bearer": precedes the value, with a blank; empty: only the value
  std::string value_keychain = {};  // name of an entry in the keychain of the program's user
};

// Reads an entry by its name. Core has no keychain: the program passes its own, or none (empty). Called on
// the thread that opens or asks the gateway, and may take time. The texts of an error contain nothing of the
// value.
using Keychain = std::function<Result<std::string>(const std::string& name)>;
// The attribute of the entries besides their name, so that every program finds the same ones. Passwords of
// databases have another, so no gateway description can name one.
inline constexpr const char* keychain_service = "onceover-gateway";

// An answer in several pages. The next one is named by the answer (`next`), or follows from the last effect
// (`item_cursor`).
struct Pages {
  std::string
      next;  // pointer to the next page's cursor or address; missing, null, false or "": the last page
  std::string has_more;     // pointer to true or false; if declared, an answer without it proves nothing
  std::string item_cursor;  // pointer within the last effect of the page
  std::string query;  // added to the URL: "starting_after={cursor}"; empty: `next` is an address, or the body
                      // has {cursor}
  int max = 10;       // an answer with more pages is incomplete and proves nothing
};

// How an effect is looked up, and how the answer is read. Pointers are JSON pointers into the effect; empty:
// the answer does not have it.
struct Lookup {
  std::string url;  // path and query after base_url; it or the body has {key} or {reference}, percent-encoded
                    // when filled
  // pointer to the array of effects; empty: the answer is one effect, or an array of them
  std::string effects;
  std::string status;  // pointer to the gateway's word for the effect's state
  std::vector<std::string> done, refused, pending;
  std::vector<int> refused_statuses;  // HTTP statuses that mean a refusal
  std::string echoed_key, amount, currency, reference;
  std::optional<int> amount_minor_digits;  // the amount is in minor units: 1250 with 2 digits is 12.50
  std::vector<int> not_found_statuses = {404};
  std::string not_found;  // pointer to the gateway's own word for "no such key"
  // if declared, a not-found status without the word proves nothing
  std::vector<std::string> not_found_words;
  std::string method = "GET";  // or POST, for a search
  std::string body;            // of a POST: JSON with {key}, {reference} or {cursor} in its strings
  std::optional<Pages> pages;  // only for answers that list effects
  // Ignores effects of another key: a search by our reference finds all keys of an order. Otherwise one such
  // effect makes the whole answer unknown.
  bool skips_other_keys = false;
};

// How a key is cancelled. Used only where Declaration::cancel is not none.
struct CancelCall {
  std::string url;                // as Lookup::url
  std::string method = "POST";    // POST, PUT, PATCH or DELETE
  std::string status;             // pointer
  std::vector<std::string> held;  // words that confirm it
  std::string body = {};          // JSON with {key} in its strings; empty: no body
};

// How the gateway lists its effects of a time range, for `drift`. Effects are read as in a look-up; settings
// here take precedence.
struct Listing {
  enum class Time { rfc3339, epoch_s, epoch_ms };
  Lookup item;     // url, method, body with {from} and {to}; effects, words, pointers and pages
  std::string id;  // pointer: the gateway's own id of an effect, which identifies one that is on two pages
  std::string at;  // pointer to the time when it happened; empty: none
  Time time = Time::rfc3339;
  int max_effects = 200'000;
};

struct Operation {
  std::string name;    // "POST /payments"; "*" serves every other operation
  std::string effect;  // the downstream key is derived from it
  Declaration declaration;
  // effects of the same request, each with a downstream key of its own
  std::vector<std::string> further = {};

  std::vector<std::string> effects() const;  // all of them
};

// A gateway that serves what its configuration declares.
class DeclaredGateway : public Gateway {
 public:
  explicit DeclaredGateway(std::vector<Operation> operations) : operations_(std::move(operations)) {}
  const Declaration* declaration(const std::string& name) const final;
  std::string effect(const std::string& name) const final;
  std::vector<std::string> effects(const std::string& name) const final;

 protected:
  // The one of that name, else "*"; null where neither exists.
  const Operation* operation(const std::string& name) const;

 private:
  std::vector<Operation> operations_;
};

struct Limits {
  Duration connect_timeout = std::chrono::seconds(3);
  Duration timeout = std::chrono::seconds(8);  // of one question, connecting included
  int parallel = 8;                            // concurrent questions
  std::size_t max_answer_bytes = 256 * 1024;
};

// How often the gateway may be asked, by all callers in this process together.
struct Rate {
  int requests = 0;  // per `span`
  Duration span = std::chrono::seconds(1);
  int burst = 1;  // how many may start at once after a pause
};

struct Config {
  std::string name;
  std::string base_url;  // https, or http to a loopback host; no user, query or fragment
  std::string ca_file;   // trusted instead of the system's authorities; empty: those of the system
  std::optional<Auth> auth;
  std::vector<std::pair<std::string, std::string>> headers = {};  // sent with every request; no secrets
  Lookup lookup;
  std::optional<CancelCall> cancel;
  Limits limits;
  std::vector<Operation> operations;
  std::optional<Rate> rate = {};
  std::optional<Listing> listing = {};
};

// Every error is ErrorKind::invalid_input and names file, line and field; of the file's values it shows only
// that field's. file: only for messages.
Result<Config> parse_config(std::string_view toml, const std::string& file);
Result<Config> load_config(const std::string& path);

// The header's value. Refuses a file that others may read, an empty value, and one with control characters.
// No message contains any of it.
Result<std::string> read_credential(const Auth& auth, const Keychain& keychain = {});

}  // namespace onceover::gateway
