// SPDX-License-Identifier: Apache-2.0
// The evidence of a gateway about one of our keys, and its declarations. Plain values.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/mask.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::gateway {

// The question: did the effect under this downstream key happen?
struct Question {
  key::Identity id;
  std::string downstream_key;  // key::downstream_key(id, effect)
  key::Subject expected;       // of our request, where known
};

enum class Cancel { none, without_tombstone, with_tombstone };

// The template of the answer that a client would have got, filled from evidence. Placeholders
// {{/json/pointer}} into the gateway's answer.
struct ResponseTemplate {
  int code = 201;
  std::string content_type = "application/json";
  std::string body;
};

// The end of a released key that no client has retried in time, where it is proved that it had no effect.
struct IfNotRetried {
  Duration after{0};       // after the end of its time to retry
  int status = 422;        // a final 4xx
  std::string error_code;  // final to a client that knows the retry rules
  std::string detail;      // for the client, as text
};

// The promises of a gateway. Without a promise, nothing is concluded.
struct Declaration {
  std::string name;
  // it dedupes by our key for this long after the first request; none: it does not
  std::optional<Duration> dedupe_window;
  bool lookup_by_key = true;  // false: found by our own reference, which the answer must then echo
  Duration lookup_lag{0};     // an effect may be invisible to look-ups for this long
  Cancel cancel = Cancel::none;
  std::vector<int>
      before_idempotency;  // statuses from before its own idempotency layer: they prove nothing about the key
  std::vector<std::string> final_refusals;  // its own words for a refusal that can never become an effect
  bool echoes_amount = false, echoes_currency = false, echoes_reference = false;
  int refusal_status = 422;  // the status that a retrying client gets for a refused effect: a final 4xx
  std::optional<ResponseTemplate> response;    // of this operation; none: a person supplies it
  std::optional<IfNotRetried> if_not_retried;  // of this operation; none: such a key waits
};

enum class Finding {
  done,         // the effect happened
  refused,      // it did not happen and never will, according to the gateway
  no_such_key,  // the gateway does not know the key. Not the same as "never will be"
  pending,      // in progress at the gateway
  unknown,  // timeout, 5xx, 429, redirect, wrong key echoed, truncated, oversized, not JSON: never evidence
};
std::string_view word(Finding finding);

struct Evidence {
  Finding finding = Finding::unknown;
  std::string why;            // for display: "HTTP 503", "another key was echoed: …"
  std::optional<int> status;  // HTTP status of the answer
  key::Subject echoed;        // amount, currency and reference in the gateway's answer
  std::string refusal;        // the gateway's word for the refusal
  std::optional<Duration> retry_after;
  std::string effect_at;  // JSON pointer of the effect within body; empty: the whole answer is about it
  std::string body;       // the raw answer, capped; may hold personal data: masked until revealed
  std::string request;    // "GET https://…", no credentials
  Duration took{0};
  bool was_asked =
      true;  // false: there was no time for the question (then unknown): it does not count as an attempt
  bool cancel_held = false;        // a cancel with tombstone was placed and confirmed
  bool duplicate_effects = false;  // more than one effect under this key: alarm
  bool other_effect = false;  // an effect that differs from our request (reconcile::ask compares them): alarm
  bool no_effect = false;     // not from the gateway: the executors' word for each attempt of a released key
                              // (reconcile::ask adds it)
  // Of several effects of a request (reconcile::together); the finding is then unknown.
  bool differs = false;      // every effect has an answer, and they are not the same
  bool partly_done = false;  // some happened
  // Of the gateway's credential, for what is put together from parts of the body; null: there is none.
  std::shared_ptr<const Mask> mask = {};
};

// As JSON for audit rows and cases: finding, why, status, echoed, request, took_ms; never the body, never
// credentials.
std::string to_json(const Evidence& evidence);

// One effect of a listing.
struct Effect {
  std::string id;   // the gateway's own id
  std::string key;  // our downstream key as echoed; empty: none
  Finding finding = Finding::unknown;
  std::string word;  // the gateway's own word for the finding
  key::Subject echoed;
  std::optional<Timestamp> at;
};

// The port. Implementations: over HTTP and over SQL here, in-process in tests.
class Gateway {
 public:
  virtual ~Gateway() = default;
  // Declaration for an operation; nullptr where this gateway does not serve it.
  virtual const Declaration* declaration(const std::string& operation) const = 0;
  // The name of an operation's effect, from which the downstream key is derived ("charge").
  virtual std::string effect(const std::string& operation) const = 0;
  // All of them, that one first. Each happens under a downstream key of its own.
  virtual std::vector<std::string> effects(const std::string& operation) const { return {effect(operation)}; }
  // One answer for each question, in order; never fewer. Blocking, until `deadline` at the latest. One thread
  // at a time.
  virtual std::vector<Evidence> ask(const std::vector<Question>& questions, Deadline deadline) = 0;
  // Asks the gateway never to perform it. Only where declared. Evidence.cancel_held: the tombstone is
  // confirmed.
  virtual Evidence cancel(const Question& question, Deadline deadline) = 0;
  // Whether it declares a listing of its effects.
  virtual bool lists() const { return false; }
  // Every effect of the half-open range in the gateway's ledger, each id once; on_effect returns false to end
  // early. An error: the listing is incomplete; effects already handed out remain valid. unsupported: no
  // listing declared.
  virtual Result<void> list(Timestamp from, Timestamp to, const std::function<bool(const Effect&)>& on_effect,
                            Deadline deadline);
};

}  // namespace onceover::gateway
