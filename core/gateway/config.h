// A gateway as data: where it is asked, how its answers are read, and what it declares. TOML, version 1.
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

// A header sent with every request. The value itself stands in no configuration: it is read from one of the four places, exactly one.
struct Auth {
  std::string header;               // "Authorization"
  std::string value_env;            // name of an environment variable
  std::string value_file;           // a regular file that nobody else may read (0600)
  std::string value_command;        // a program (absolute path, arguments; no shell) that prints it
  std::string scheme;               // "Bearer": stands in front of the value, with a blank; empty: the value is all
  std::string value_keychain = {};  // name of an entry in the keychain of whoever runs the program
};

// Reads an entry by its name. Core has no keychain of its own: the program gives its one, or none (empty). Called on the thread that opens
// or asks the gateway, and may take its time there. An error's sentences hold nothing of the value.
using Keychain = std::function<Result<std::string>(const std::string& name)>;
// What the entries stand under, beside their name, so that every program finds the same ones; passwords of databases stand elsewhere, and
// no description of a gateway can name one.
inline constexpr const char* keychain_service = "onceover-gateway";

// An answer in several pages. Where the next one is: told by the answer (`next`), or made of the last effect (`item_cursor`).
struct Pages {
  std::string next;         // pointer to the next page's cursor or address; missing, null, false or "": there is none
  std::string has_more;     // pointer to true or false; where declared, an answer without it proves nothing
  std::string item_cursor;  // pointer within the last effect of the page
  std::string query;        // added to the URL: "starting_after={cursor}"; empty: `next` is an address, or the body holds {cursor}
  int max = 10;             // what goes on beyond proves nothing: the answer is not all there
};

// How an effect is looked up and its answer read. Pointers are JSON pointers into the effect; an empty one means "not told".
struct Lookup {
  std::string url;      // path and query behind base_url; it or the body holds {key} or {reference}, percent-encoded when filled
  std::string effects;  // pointer to the array of effects; empty: the answer is one effect, or an array of them
  std::string status;   // pointer to the gateway's word for the effect's state
  std::vector<std::string> done, refused, pending;
  std::vector<int> refused_statuses;  // HTTP statuses that are a refusal by themselves
  std::string echoed_key, amount, currency, reference;
  std::optional<int> amount_minor_digits;  // the amount is told in minor units: 1250 with 2 digits is 12.50
  std::vector<int> not_found_statuses = {404};
  std::string not_found;                     // pointer to the word by which the gateway itself says "no such key"
  std::vector<std::string> not_found_words;  // where declared, a not-found status without the word proves nothing
  std::string method = "GET";                // or POST, for a search
  std::string body;                          // of a POST: JSON with {key}, {reference} or {cursor} inside its strings
  std::optional<Pages> pages;                // only where the answer lists effects
  // Effects that say they belong to another key are passed over: a search on our reference finds all keys of an order. Otherwise one
  // such effect makes the whole answer unknown.
  bool skips_other_keys = false;
};

// How a key is cancelled. Used only where Declaration::cancel is not none.
struct CancelCall {
  std::string url;                // as Lookup::url
  std::string method = "POST";    // POST, PUT, PATCH or DELETE
  std::string status;             // pointer
  std::vector<std::string> held;  // words that confirm it
  std::string body = {};          // JSON with {key} inside its strings; empty: none
};

// How the gateway lists its effects of a time range, for `drift`. Effects are read as the look-up's; what is said here goes before.
struct Listing {
  enum class Time { rfc3339, epoch_s, epoch_ms };
  Lookup item;     // url, method, body with {from} and {to}; effects, words, pointers and pages
  std::string id;  // pointer: the gateway's own name of an effect, by which one that stands on two pages is known
  std::string at;  // pointer to when it happened; empty: not told
  Time time = Time::rfc3339;
  int max_effects = 200'000;
};

struct Operation {
  std::string name;    // "POST /payments"; "*" serves every operation that is not named
  std::string effect;  // its downstream key is derived from it
  Declaration declaration;
};

// The one of that name, else "*"; null where neither is there.
const Operation* serving(const std::vector<Operation>& operations, const std::string& name);

struct Limits {
  Duration connect_timeout = std::chrono::seconds(3);
  Duration timeout = std::chrono::seconds(8);  // of one question, connecting included
  int parallel = 8;                            // questions under way at once
  std::size_t max_answer_bytes = 256 * 1024;
};

// How often the gateway may be asked, by everybody in this process together.
struct Rate {
  int requests = 0;  // per `span`
  Duration span = std::chrono::seconds(1);
  int burst = 1;  // so many may begin at once after a silence
};

struct Config {
  std::string name;
  std::string base_url;  // https, or http to a loopback host; no user, query or fragment
  std::string ca_file;   // trusted in place of the system's authorities; empty: the system's
  std::optional<Auth> auth;
  std::vector<std::pair<std::string, std::string>> headers = {};  // sent with every request; no secrets
  Lookup lookup;
  std::optional<CancelCall> cancel;
  Limits limits;
  std::vector<Operation> operations;
  std::optional<Rate> rate = {};
  std::optional<Listing> listing = {};
};

// Every error is ErrorKind::invalid_input and names file, line and field; nothing of the file's values but that field's.
// file: for the messages alone.
Result<Config> parse_config(std::string_view toml, const std::string& file);
Result<Config> load_config(const std::string& path);

// The header's value. Refuses a file that others may read, an empty value, and one with control characters. No message holds any of it.
Result<std::string> read_credential(const Auth& auth, const Keychain& keychain = {});

}  // namespace onceover::gateway
