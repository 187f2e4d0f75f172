// What a downstream (gateway) says about one of our keys, and what it declares about itself. Plain values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::gateway {

// What is asked: did the effect made under this downstream key happen?
struct Question {
  key::Identity id;
  std::string downstream_key;  // key::downstream_key(id, effect)
  key::Subject expected;       // of our request, where known
};

enum class Cancel { none, without_tombstone, with_tombstone };

// The shape of the answer a client would have got, made from evidence. Placeholders {{/json/pointer}} into the gateway's answer.
struct ResponseTemplate {
  int code = 201;
  std::string content_type = "application/json";
  std::string body;
};

// What a gateway promises. Without a promise nothing is concluded.
struct Declaration {
  std::string name;
  std::optional<Duration> dedupe_window;  // it dedupes by our key for this long after the first request; none: it does not
  bool lookup_by_key = true;              // false: found by our own reference, which must then be echoed
  Duration lookup_lag{0};                 // an effect may be invisible to look-ups for this long
  Cancel cancel = Cancel::none;
  std::vector<int> before_idempotency;      // statuses from before its own idempotency layer: they prove nothing about the key
  std::vector<std::string> final_refusals;  // its own words for a refusal that will never turn into an effect
  bool echoes_amount = false, echoes_currency = false, echoes_reference = false;
  int refusal_status = 422;                  // what a client gets who comes back for a refused effect: a 4xx that is final
  std::optional<ResponseTemplate> response;  // of this operation; none: a person supplies it
};

enum class Finding {
  done,         // the effect happened
  refused,      // the gateway says it did not and never will
  no_such_key,  // it knows nothing of the key. Not the same as "never will be"
  pending,      // it is working on it
  unknown,      // timeout, 5xx, 429, redirect, wrong key echoed, truncated, oversized, not JSON: never evidence
};
std::string_view word(Finding finding);

struct Evidence {
  Finding finding = Finding::unknown;
  std::string why;            // in words: "HTTP 503", "another key was echoed: …"
  std::optional<int> status;  // HTTP status of the answer
  key::Subject echoed;        // amount, currency, reference as the gateway tells them
  std::string refusal;        // the gateway's word for it, when refused
  std::optional<Duration> retry_after;
  std::string effect_at;  // JSON pointer of the effect within body; empty: the whole answer is about it
  std::string body;       // the raw answer, capped; may hold personal data: masked until revealed
  std::string request;    // "GET https://…", no credentials
  Duration took{0};
  bool was_asked = true;           // false: there was no time for the question (unknown, then): it is no attempt
  bool cancel_held = false;        // a cancel with tombstone was placed and confirmed
  bool duplicate_effects = false;  // more than one effect under this key: shout
  bool other_effect = false;       // an effect that is not our request's (reconcile::ask compares them): shout
};

// As JSON for audit rows and cases: finding, why, status, echoed, request, took_ms; never the body, never credentials.
std::string to_json(const Evidence& evidence);

// One effect of a listing.
struct Effect {
  std::string id;   // the gateway's own name for it
  std::string key;  // our downstream key as it echoes it; empty: none is told
  Finding finding = Finding::unknown;
  std::string word;  // the gateway's own for the finding
  key::Subject echoed;
  std::optional<Timestamp> at;
};

// The port. Implementations: over HTTP and over SQL here, in-process in tests.
class Gateway {
 public:
  virtual ~Gateway() = default;
  // Declaration for an operation; nullptr where this gateway does not serve it.
  virtual const Declaration* declaration(const std::string& operation) const = 0;
  // The effect's name for an operation, which the downstream key is derived from ("charge").
  virtual std::string effect(const std::string& operation) const = 0;
  // One answer a question, in order; never fewer. Blocking, until `deadline` at the latest. One thread at a time.
  virtual std::vector<Evidence> ask(const std::vector<Question>& questions, Deadline deadline) = 0;
  // Asks the gateway to never perform it. Only where declared. Evidence.cancel_held tells whether the tombstone stands.
  virtual Evidence cancel(const Question& question, Deadline deadline) = 0;
  // Whether it declares a listing of its effects.
  virtual bool lists() const { return false; }
  // Every effect of the half-open range, as it stands in the gateway's ledger, each id once; on_effect returns false to end it early.
  // An error: the listing is not complete; what was handed out before stands. unsupported: it declares none.
  virtual Result<void> list(Timestamp from, Timestamp to, const std::function<bool(const Effect&)>& on_effect, Deadline deadline);
};

}  // namespace onceover::gateway
