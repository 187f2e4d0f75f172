// SPDX-License-Identifier: Apache-2.0
// What the rows show about the services and clients that write them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/base/text.h"
#include "core/health/judge.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::health {
namespace {

using tables::table_name;

// Values that programs send for an empty variable, or that people type for a test.
bool is_placeholder(std::string_view key) {
  constexpr std::string_view words =
      "\nnull\nnil\nnone\nundefined\nnan\ntrue\nfalse\n[object object]\ntest\ntesting\nstring\nkey\n"
      "idempotency-key\nidempotencykey\nidempotency_key\nx-idempotency-key\nmy-key\nyour-key\nchangeme\n"
      "todo\ndefault\nfoo\nbar\nexample\n{{$guid}}\n{{$randomuuid}}\n${uuid}\n%s\n{}\n{key}\n<uuid>\nuuid\n";
  if (key.find('\n') == std::string_view::npos &&
      words.find("\n" + ascii_lower(key) + "\n") != std::string_view::npos)
    return true;
  // One repeated character: "0", "1111", the nil UUID.
  char only = 0;
  for (const char c : key) {
    if (c == '-') continue;
    if (only != 0 && c != only) return false;
    only = c;
  }
  return true;
}

void judge_hard_coded(const Facts& facts, Findings& out) {
  std::set<std::string> found;
  for (const SampledKey& k : facts.keys) {
    if (is_placeholder(k.key)) found.insert(k.key);
  }
  if (found.empty()) return;
  std::string shown;
  int n = 0;
  for (const std::string& key : found) {
    if (++n > 5) break;
    shown += (n > 1 ? ", " : "") + tables::literal(key);
  }
  add(out, Check::key_hard_coded,
      fmt::format("Among the {} newest rows: {}{}.", facts.keys.size(), shown, found.size() > 5 ? ", …" : ""),
      "Find the client by these rows' tenant and owner. A key must be made once for each request, at random "
      "or from the request's content.");
}

void judge_reused(const Facts& facts, Findings& out) {
  // The same key in several tenants or operations, with other payloads, can be chance for a counter, but not
  // for a random key.
  std::map<std::string, std::set<std::string>> prints;
  for (const SampledKey& k : facts.keys) {
    if (!k.fingerprint.empty() && !is_placeholder(k.key)) prints[k.key].insert(k.fingerprint);
  }
  int n = 0;
  std::string example;
  for (const auto& [key, those] : prints) {
    if (those.size() < 3) continue;
    if (++n == 1) example = fmt::format("{} with {}", tables::literal(key), those.size());
  }
  if (n == 0) return;
  add(out, Check::key_reused,
      fmt::format("{} of the {} newest rows' keys are in several rows with different fingerprints: {}.", n,
                  facts.keys.size(), example),
      "The client makes one key for several requests. Let it make one for each, before the first attempt.");
}

void judge_made_anew(const Facts& facts, Findings& out) {
  constexpr Duration near = std::chrono::minutes(10);
  struct Group {
    std::set<std::string> keys;
    Timestamp first, last;
  };
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<const SampledKey*>> same;
  for (const SampledKey& k : facts.keys) {
    if (!k.fingerprint.empty() && k.created && k.created->is_finite())
      same[{k.tenant, k.operation, k.fingerprint}].push_back(&k);
  }
  std::size_t groups = 0, most = 0, rows = 0;
  const SampledKey* example = nullptr;
  for (auto& [what, those] : same) {
    std::ranges::sort(those, {}, [](const SampledKey* k) { return k->created->us; });
    std::size_t begin = 0, best = 0;
    for (std::size_t end = 0; end < those.size(); ++end) {
      while (*those[end]->created - *those[begin]->created > near) ++begin;
      std::set<std::string_view> keys;
      for (std::size_t i = begin; i <= end && end - begin < 200; ++i) keys.insert(those[i]->key);
      if (keys.size() > best) best = keys.size();
    }
    if (best < 3) continue;
    ++groups;
    rows += those.size();
    if (best > most) {
      most = best;
      example = those.front();
    }
  }
  // Where most rows are alike, the request is always the same (a refresh, a heartbeat) and proves nothing.
  if (groups == 0 || rows * 2 > facts.keys.size()) return;
  add(out, Check::key_made_anew,
      fmt::format(
          "{} among the {} newest rows have three or more keys within {}; at most {} keys for one ({}).",
          groups == 1 ? "A request" : fmt::format("{} requests", groups), facts.keys.size(), human(near),
          most, tables::literal(example->key)),
      "Find the client by these rows' tenant and owner. It must make the key before the first attempt and "
      "keep it until the answer is known.");
}

}  // namespace

void judge_rows(const tables::Profile& profile, const Facts& facts, const Options&, Findings& out) {
  if (profile.kind == tables::Kind::idempotency) {
    judge_hard_coded(facts, out);
    judge_reused(facts, out);
    judge_made_anew(facts, out);
  }
  if (!facts.sample) return;
  const RowFacts& rows = *facts.sample;
  const auto example = [](const std::optional<std::string>& key) {
    return key ? fmt::format(", {} among them", tables::literal(*key)) : std::string();
  };
  if (rows.finished_without_response > 0) {
    add(out, Check::finished_without_response,
        fmt::format("{} of {} finished rows that were read{}.", rows.finished_without_response, rows.finished,
                    example(rows.unanswered_key)),
        "Let the service write state and response in one statement. The gateway knows the answers for these "
        "rows.",
        fmt::format("ALTER TABLE {} ADD CONSTRAINT finished_is_replayable CHECK (NOT ({}) OR {} IS NOT NULL) "
                    "NOT VALID;\n",
                    table_name(profile), tables::state_is(profile, {key::State::succeeded}, ""),
                    tables::quoted_name(profile.response_body.column)));
  }
  if (rows.in_progress_without_lease > 0) {
    add(out, Check::unfinished_without_lease,
        fmt::format("{} of {} rows in progress that were read{}.", rows.in_progress_without_lease,
                    rows.in_progress, example(rows.leaseless_key)),
        "Let the service write the lease with the claim. Settle these rows one by one, from evidence.");
  }
}

}  // namespace onceover::health
