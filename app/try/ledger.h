// SPDX-License-Identifier: Apache-2.0
// The books of the gateway: which effects happened under which key. What tests believe, whatever anybody answered. Pure but for its
// lock: time is passed in. Safe from any thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/time.h"

namespace onceover::try_it {

struct EffectRequest {
  std::string kind;  // "charge", "refund"
  std::string key;
  std::int64_t amount = 0;  // minor units
  std::string currency, reference;
  bool operator==(const EffectRequest&) const = default;
};

enum class Standing { accepted, processing, captured, declined, cancelled };
// "processing" for accepted too: it is not visible yet.
std::string_view word(Standing standing);

struct EffectRecord {
  EffectRequest request;
  std::string id;  // "ch_…", "rf_…"
  Standing standing = Standing::accepted;
  Steady::time_point first_at, due_at, landed_at;
};

class Ledger {
 public:
  // dedupe_window: a key is forgotten this long after its first request, and the next one makes another effect.
  explicit Ledger(Duration dedupe_window) : window_(dedupe_window) {}

  enum class Intent { capture, decline, process, capture_later };
  struct Posted {
    EffectRecord record;
    bool is_new = false;
    bool mismatch = false;  // the key is known with another request
  };
  // due: for capture_later.
  Posted post(const EffectRequest& request, Intent intent, Steady::time_point now, Steady::time_point due = {});

  // What a look-up by key sees: not what is accepted only, not what landed less than `lag` ago.
  std::optional<EffectRecord> look_up(const std::string& key, Steady::time_point now, Duration lag) const;

  // Effects from before this ledger began: looked up like the others, and in no total.
  void remember(std::vector<EffectRecord> past);

  // A tombstone: nothing will happen under the key any more, unless it has happened already. The record as it is then.
  EffectRecord cancel(const std::string& key, Steady::time_point now);

  // An effect that no worker asked for.
  void plant(const EffectRequest& request, Steady::time_point now);

  // Effects that are due until then land now; the time when the next one is due, if any.
  std::optional<Steady::time_point> land_due(Steady::time_point until, Steady::time_point now);

  int effects(const std::string& key) const;

  struct Totals {
    std::int64_t effects = 0, keys = 0, keys_with_more_than_one = 0;
    std::map<std::string, std::int64_t> amounts;  // by kind and currency: "refund EUR"
  };
  Totals totals() const;

 private:
  void land(EffectRecord& record, Steady::time_point now);
  std::string new_id(const std::string& kind);

  mutable std::mutex mutex_;
  Duration window_;
  std::uint64_t next_id_ = 1;
  std::map<std::string, EffectRecord> records_;  // the one that counts for dedupe
  std::map<std::string, int> effects_;           // landed under a key, ever
  std::map<std::string, std::int64_t> amounts_;

  std::unordered_map<std::string, EffectRecord> past_;
};

}  // namespace onceover::try_it
