// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/verify.h"

#include <algorithm>
#include <sstream>

#include "core/audit/verify.h"
#include "core/browse/browser.h"
#include "tests/integration/storm/judge.h"
#include "tests/integration/storm/ledger.h"
#include "tests/support/complete.h"
#include "tests/support/counted.h"
#include "tests/support/raw.h"

namespace onceover::test::storm {
namespace {

// Keys whose logs are in memory at once.
constexpr std::int64_t chunk = 50'000;
constexpr std::int64_t other_payloads = 200;

class Verification {
 public:
  Verification(const SettledStore& store, const try_it::Ledger& gateway, StormResult& result)
      : store_(store), gateway_(gateway), result_(result), raw_(store.conninfo) {}

  void whole() {
    for (const char* none : {"double effects", "acknowledged writes lost"}) figure(none) += 0;
    const Dispenser numbers(store_.numbers);
    stories_.resize(static_cast<std::size_t>(numbers.drawn()));
    for (std::size_t i = 0; i < stories_.size(); ++i) stories_[i].number = static_cast<std::int64_t>(i);
    for (const std::string& path : store_.ledgers)
      read_ledger(path, [this](const Line& line) { take(line); });
    replay_all();
    for (std::int64_t from = 0; from < std::ssize(stories_); from += chunk)
      judge_chunk(from, std::min(from + chunk, std::ssize(stories_)));
    check_store();
    check_counters();
    check_trail();
  }

 private:
  std::int64_t& figure(const std::string& name) { return result_.figures[name]; }
  void broken(std::string what) { result_.broken.push_back(name_of(store_.kind) + " " + std::move(what)); }
  std::int64_t count(const std::string& sql) { return std::stoll(raw_.scalar(sql)); }
  KeyStory& story(std::int64_t number) { return stories_.at(static_cast<std::size_t>(number)); }

  void take(const Line& line) {
    KeyStory& key = story(line.number);
    switch (line.said) {
      case Said::began: begun_.insert(line.number); break;
      case Said::claimed:
        key.claimed.push_back(line.fence);
        ++figure("claims by lease");
        break;
      case Said::sent: ++figure("requests to the gateways"); break;
      case Said::got:
        if (const int status = std::stoi(line.text); status != 201 && status != 402)
          ++figure("gateway faults that executors saw");
        break;
      case Said::done: {
        Told told{line.fence, {}, {}};
        std::istringstream(line.text) >> told.state >> told.digest;
        key.done.push_back(std::move(told));
        ++figure("completions");
        break;
      }
      case Said::lost:
        key.lost.push_back(line.fence);
        ++figure("completions refused, another owned the key");
        break;
      case Said::released:
        key.released.push_back(line.fence);
        ++figure("releases");
        break;
      case Said::failed: ++figure("errors that clients saw"); break;
      case Said::replayed:
        key.replayed.push_back(line.text);
        ++figure("replays");
        break;
      case Said::handed_on: key.handed_on = true; break;
      case Said::broken: key.broken.push_back(line.text); break;
    }
  }

  // Each finished key once more; nobody else is there to finish or reap one meanwhile.
  void replay_all() {
    auto opened = pg::Connection::open({.conninfo = store_.conninfo, .application_name = "storm-verify"});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    engine::Engine engine(*opened, nullptr);
    std::set<std::string> finished;
    for (const RawRow& row :
         raw_.exec("SELECT key FROM onceover.keys WHERE state IN ('succeeded', 'failed')"))
      finished.insert(*row[0]);
    std::int64_t others = 0;
    for (KeyStory& key : stories_) {
      const Work work = work_of(store_.kind, key.number);
      key.way = work.way;
      if (!finished.contains(work.request.id.key)) continue;
      const auto outcome = engine.claim(work.request, work.policy);
      const auto* replay = outcome ? std::get_if<engine::Replay>(&*outcome) : nullptr;
      if (replay != nullptr) key.replay = digest_of(replay->response);
      figure("answers compared") += static_cast<std::int64_t>(key.replayed.size() + key.done.size());
      if (others++ >= other_payloads) continue;
      const auto other = engine.claim(work.other, work.policy);
      if (!other || !std::holds_alternative<key::Mismatch>(*other))
        key.broken.emplace_back("another payload was not refused");
    }
  }

  void judge_chunk(std::int64_t from, std::int64_t to) {
    const std::string within = " WHERE key COLLATE \"C\" >= " + quoted_text(key_text(from)) +
                               " AND key COLLATE \"C\" < " + quoted_text(key_text(to));
    const auto number_of = [](const std::string& key) { return std::stoll(key.substr(2)); };
    const auto text = [](const std::optional<std::string>& cell) { return cell.value_or(""); };
    const auto number = [](const std::optional<std::string>& cell) { return cell ? std::stoll(*cell) : 0; };
    for (const RawRow& row : raw_.exec(
             "SELECT key, state_before, state_after, holder_before, holder_after, fence_before, fence_after, "
             "coalesce(locked_until_before > at, false) FROM trail.changes" +
             within + " ORDER BY number")) {
      story(number_of(*row[0]))
          .changes.push_back({text(row[1]), text(row[2]), text(row[3]), text(row[4]), number(row[5]),
                              number(row[6]), text(row[7]) == "t"});
      ++figure("changes of rows");
    }
    for (const RawRow& row :
         raw_.exec("SELECT k.key, k.state, k.fence, c.status, c.reason FROM (SELECT * FROM onceover.keys" +
                   within + ") k LEFT JOIN onceover.cases c USING (tenant, operation, key)")) {
      KeyStory& key = story(number_of(*row[0]));
      key.state = *row[1];
      key.fence = number(row[2]);
      key.case_status = text(row[3]);
      key.reason = text(row[4]);
      ++figure("keys " + (key.case_status == "needs_human" ? key.state + ", needs a person" : key.state));
    }
    for (const RawRow& row : raw_.exec("SELECT number, fence FROM storm.effects WHERE number >= " +
                                       std::to_string(from) + " AND number < " + std::to_string(to)))
      story(number(row[0])).local_effects.push_back(number(row[1]));
    for (std::int64_t i = from; i < to; ++i) {
      KeyStory& key = story(i);
      // Drawn by a process that was killed before a client had it.
      if (!begun_.contains(i) && key.changes.empty()) continue;
      const Work work = work_of(store_.kind, i);
      if (!work.effect.empty()) key.gateway_effects = gateway_.effects(work.downstream());
      const auto effects = static_cast<std::int64_t>(key.gateway_effects);
      figure("effects") += work.effect.empty() ? std::ssize(key.local_effects) : effects;
      if (effects > 1 || key.local_effects.size() > 1) ++figure("double effects");
      for (std::string& what : judge(key)) {
        if (what.find("acknowledged") != std::string::npos) ++figure("acknowledged writes lost");
        broken(std::move(what));
      }
      key.changes.clear();
      key.changes.shrink_to_fit();
    }
  }

  void check_store() {
    if (const auto shared = count("SELECT count(*) FROM (SELECT FROM trail.changes WHERE fence_after IS NOT "
                                  "NULL GROUP BY fence_after HAVING count(DISTINCT (tenant, operation, key)) "
                                  "> 1) shared");
        shared > 0)
      broken(fmt::format("{} fences were given to more than one key", shared));
    const auto old_ones = count("SELECT count(*) FROM onceover.keys WHERE key LIKE 'old-%'");
    const auto reaped =
        count("SELECT count(*) FROM trail.changes WHERE state_after IS NULL AND key LIKE 'old-%'");
    figure("keys reaped") += reaped;
    if (old_ones + reaped != store_.planted)
      broken(fmt::format("{} old keys are there, {} were reaped, of {}", old_ones, reaped, store_.planted));
    if (const std::string missing = missing_keys(raw_); !missing.empty())
      broken("not in the list of unfinished keys: " + missing);
    if (const std::string behind = raw_.scalar("SELECT found_behind FROM onceover.frontier"); behind != "0")
      broken(behind + " keys were found behind the frontier by a full pass");
  }

  // A crash loses what was counted since the last flush, and nothing is counted twice.
  void check_counters() {
    const std::string leased = " operation IN ('POST /payments', 'POST /refunds') AND key LIKE 'k-%'";
    const auto settled = [](const std::string& state) {
      return "SELECT count(*) FROM onceover.audit WHERE action = 'settle' AND to_state = '" + state + "'";
    };
    const std::pair<const char*, std::string> promised[] = {
        {"created", "SELECT count(*) FROM trail.changes WHERE state_before IS NULL AND" + leased},
        {"completed",
         "SELECT count(*) FROM trail.changes WHERE state_before = 'in_progress' AND holder_before = "
         "'executor' AND state_after = 'succeeded' AND" +
             leased},
        {"failed",
         "SELECT count(*) FROM trail.changes WHERE holder_before = 'executor' AND state_after = 'failed' "
         "AND" +
             leased},
        {"settled.succeeded", settled("succeeded")},
        {"settled.failed", settled("failed")},
        {"settled.released", settled("released")},
        // Not "reaped": batches are not waited for on the disk, and one that a crash takes back is deleted
        // and counted again.
        {"needs_human", "SELECT count(*) FROM onceover.audit WHERE action = 'needs_human'"}};
    for (const auto& [name, actual] : promised) {
      const auto counted = count("SELECT coalesce(sum(n), 0) FROM " + counted_everywhere + " WHERE name = " +
                                 quoted_text(name) + " AND operation IN ('POST /payments', 'POST /refunds')");
      const auto happened = count(actual);
      figure(fmt::format("counted {}", name)) += counted;
      if (counted > happened)
        broken(fmt::format("{} were counted as {}, and {} happened", counted, name, happened));
    }
  }

  void check_trail() {
    auto opened = pg::Connection::open({.conninfo = store_.conninfo,
                                        .application_name = "storm-verify",
                                        .deadline = std::chrono::minutes(10)});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    const auto verified = audit::verify(*opened);
    if (!verified) return broken("the audit trail could not be verified: " + verified.error().sentence());
    figure("audit rows verified") += verified->rows;
    for (const auto& finding : verified->findings) broken(audit::sentence(finding));
    const auto owned = count(
        "SELECT count(*) FROM trail.changes WHERE state_after = 'in_progress' AND holder_after = 'sweeper'");
    const auto kept =
        count("SELECT count(*) FROM onceover.audit WHERE action IN ('own', 'unresolved', 'needs_human')");
    const auto settled = count(
        "SELECT count(*) FROM trail.changes WHERE holder_before = 'sweeper' AND state_before = 'in_progress' "
        "AND state_after <> 'in_progress'");
    const auto told = count("SELECT count(*) FROM onceover.audit WHERE action = 'settle'");
    if (owned != kept)
      broken(fmt::format("sweepers took or returned keys {} times, and the trail has {}", owned, kept));
    if (settled != told) broken(fmt::format("sweepers settled {} keys, and the trail has {}", settled, told));
    figure("settled by sweepers") += settled;
  }

  const SettledStore& store_;
  const try_it::Ledger& gateway_;
  StormResult& result_;
  RawConnection raw_;
  std::vector<KeyStory> stories_;
  std::set<std::int64_t> begun_;
};

}  // namespace

void verify_store(const SettledStore& store, const try_it::Ledger& gateway, StormResult& result) {
  Verification(store, gateway, result).whole();
}

}  // namespace onceover::test::storm
