// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "core/base/text.h"
#include "core/key/replay_headers.h"
#include "core/key/sha256.h"

namespace onceover::test::history {

std::string_view word(Way way) {
  switch (way) {
    case Way::deduped: return "deduped";
    case Way::rerunnable: return "rerunnable";
    case Way::short_window: return "short_window";
    case Way::lagging: return "lagging";
    case Way::tombstone: return "tombstone";
    case Way::bare: return "bare";
    case Way::untemplated: return "untemplated";
    case Way::local_lease: return "local_lease";
    case Way::interactive: return "interactive";
    case Way::known: return "known";
    case Way::unanswered: return "unanswered";
  }
  return "?";
}

bool is_local(Way way) { return way == Way::local_lease || way == Way::interactive || way == Way::known; }
bool may_run_again(Way way) { return way == Way::rerunnable || way == Way::local_lease; }
bool dedupes(Way way) {
  return !is_local(way) && way != Way::tombstone && way != Way::bare && way != Way::unanswered;
}

std::string_view word(Phase phase) {
  switch (phase) {
    case Phase::invoked: return "invoked";
    case Phase::ok: return "ok";
    case Phase::failed: return "failed";
    case Phase::in_doubt: return "in doubt";
  }
  return "?";
}

Phase phase_of(const Error& error) { return error.is_in_doubt() ? Phase::in_doubt : Phase::failed; }

std::string words_of(const Error& error) {
  return fmt::format("{}: {}{}", word(error.kind), error.sentence(),
                     error.sqlstate.empty() ? "" : " " + error.sqlstate);
}

std::string_view word(Act act) {
  switch (act) {
    case Act::claim: return "claim";
    case Act::renew: return "renew";
    case Act::complete: return "complete";
    case Act::fail: return "fail";
    case Act::release: return "release";
    case Act::finish_here: return "finish_here";
    case Act::known: return "known";
    case Act::send: return "send";
    case Act::look_up: return "look_up";
    case Act::cancel: return "cancel";
    case Act::sweep: return "sweep";
    case Act::settle: return "settle";
    case Act::phone: return "phone";
    case Act::ask_second: return "ask_second";
    case Act::approve: return "approve";
    case Act::undo: return "undo";
    case Act::make_plan: return "make_plan";
    case Act::dry_step: return "dry_step";
    case Act::plan_step: return "plan_step";
    case Act::wrong_server: return "wrong_server";
    case Act::stop: return "stop";
    case Act::start: return "start";
    case Act::fault: return "fault";
  }
  return "?";
}

std::int64_t Log::now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

bool Log::says(const std::string& text, std::int64_t from) {
  const std::scoped_lock lock(mutex_);
  return std::any_of(entries_.begin() + std::min<std::int64_t>(from, std::ssize(entries_)), entries_.end(),
                     [&](const Entry& e) { return e.result.find(text) != std::string::npos; });
}

std::int64_t Log::next_number() {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::int64_t>(entries_.size());
}

int Log::add(Entry entry) {
  const std::scoped_lock lock(mutex_);
  entry.number = static_cast<std::int64_t>(entries_.size());
  entry.at_us = now_us();
  if (entry.call == 0) entry.call = ++calls_;
  const int call = entry.call;
  entries_.push_back(std::move(entry));
  return call;
}

std::string digest_of(const key::StoredResponse& response) {
  const std::string all =
      std::to_string(response.code) + "\n" + key::encode_headers(response.headers) + response.body;
  const auto digest = key::sha256(all);
  return to_hex(key::bytes_of(digest)).substr(0, 12);
}

std::string shortened(const key::Fingerprint& fingerprint) {
  return to_hex(key::bytes_of(fingerprint.digest)).substr(0, 8);
}

std::string trace(const Recording& recording, int key) {
  struct Line {
    std::int64_t at_us, rank;
    std::string text;
  };
  std::vector<Line> lines;
  std::set<int> calls;
  for (const Entry& e : recording.entries) {
    if (e.key == key) calls.insert(e.call);
  }
  for (const Entry& e : recording.entries) {
    if (e.key != key && !calls.contains(e.call)) continue;
    std::string text = fmt::format("{:<12} {:<11} #{} {}", e.actor, word(e.act), e.call, word(e.phase));
    if (!e.result.empty()) text += " " + e.result;
    if (e.fence != 0) text += fmt::format(" fence {}", e.fence);
    if (e.about != 0) text += fmt::format(" about {}", e.about);
    if (!e.fingerprint.empty()) text += " payload " + e.fingerprint;
    if (!e.digest.empty()) text += " response " + e.digest;
    lines.push_back({e.at_us, e.number, std::move(text)});
  }
  for (const Change& c : recording.changes) {
    if (c.key != key) continue;
    std::string text = fmt::format("{:<12} {} -> {}, fence {} -> {}, {} {}", "ROW",
                                   c.before.empty() ? "none" : c.before, c.after.empty() ? "none" : c.after,
                                   c.fence_before, c.fence_after, c.holder_after, c.owner_after);
    if (!c.digest.empty()) text += " response " + c.digest;
    lines.push_back({c.at_us, c.number, text + fmt::format(" (transaction {})", c.xid)});
  }
  for (const Landing& l : recording.landings) {
    if (l.key == key)
      lines.push_back(
          {l.at_us, 0, fmt::format("{:<12} {}: {} from {}", "BANK", l.outcome, l.amount, l.from)});
  }
  for (const Audited& a : recording.audit) {
    if (a.key == key)
      lines.push_back({a.at_us, a.number,
                       fmt::format("{:<12} {} by {}, fence {} {}: {}", "AUDIT", a.action, a.actor,
                                   a.fence_after, a.verdict, a.reason)});
  }
  for (const BusinessRow& b : recording.business) {
    // Its time is its transaction's: shown behind the change it belongs to.
    if (b.key != key) continue;
    const auto change = std::find_if(recording.changes.begin(), recording.changes.end(),
                                     [&](const Change& c) { return c.key == key && c.xid == b.xid; });
    const std::int64_t at = change == recording.changes.end() ? 0 : change->at_us;
    lines.push_back(
        {at, INT64_MAX, fmt::format("{:<12} business row of #{} (transaction {})", "ROW", b.call, b.xid)});
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return a.at_us != b.at_us ? a.at_us < b.at_us : a.rank < b.rank;
  });
  const KeyFacts& facts = recording.keys[static_cast<std::size_t>(key)];
  std::string out = fmt::format("trace of {} {} {} ({}), seed {}\n", facts.id.tenant, facts.id.operation,
                                facts.id.key, word(facts.way), recording.seed);
  const std::int64_t start =
      lines.empty() ? 0 : std::max(lines.front().at_us, lines.back().at_us - 600'000'000);
  for (const Line& line : lines)
    out += fmt::format("  {:>11.3f} ms  {}\n", static_cast<double>(line.at_us - start) / 1000, line.text);
  const FinalRow& row = recording.rows[static_cast<std::size_t>(key)];
  out += fmt::format("  at the end: {}, fence {}, case {}{}{}\n", row.state.empty() ? "no row" : row.state,
                     row.fence, row.case_status.empty() ? "none" : row.case_status,
                     row.reason.empty() ? "" : ": ", row.reason);
  return out;
}

}  // namespace onceover::test::history
