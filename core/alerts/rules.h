// SPDX-License-Identifier: Apache-2.0
// Rules that call for attention, over recent counts and the current table. Pure.
//
// A rule fires when its value is above a limit, as in monitoring plugins, and clears by itself when it no
// longer is. A value that cannot be known from the input (no counters, no lease, no outbox) is unknown, which
// is neither an all-clear nor an alarm.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"
#include "core/unfinished/answer.h"

namespace onceover::alerts {

enum class Rule {
  conflict_share,  // of requests in the window, in per cent: many clients wait for one executor, or a client
                   // retries too fast
  // mismatches in the window of one tenant in one operation: a client sends one key with several payloads
  mismatch_client,
  replay_share,    // of requests in the window, in per cent: a storm of retries
  stuck_age,       // seconds since the oldest unsettled lease expired
  not_retried,     // released keys that no client has retried in time
  needs_human,     // cases that need a decision by a person
  dead_letters,    // events that failed for good
  lag,             // seconds since the oldest event that is not yet sent or consumed was created
  no_completions,  // keys created in the window while none was finished
  // Of our own schema's events:
  outbox_lag,           // seconds since the oldest event that a relay has not published was created
  outbox_parked,        // events that a failing one holds back
  outbox_dead,          // events that a relay has given up
  inbox_dead,           // dead letters of the inbox
  topic_without_relay,  // topics of recent events that no relay publishes
};
inline constexpr std::array all_rules{
    Rule::conflict_share, Rule::mismatch_client,    Rule::replay_share,  Rule::stuck_age,
    Rule::not_retried,    Rule::needs_human,        Rule::dead_letters,  Rule::lag,
    Rule::no_completions, Rule::outbox_lag,         Rule::outbox_parked, Rule::outbox_dead,
    Rule::inbox_dead,     Rule::topic_without_relay};
std::string_view name(Rule rule);  // "conflict-share"
std::optional<Rule> rule_named(std::string_view name);
std::string_view unit(Rule rule);     // "%", "s", "" of counts
std::string_view meaning(Rule rule);  // a sentence: what it means when it fires, and what to check

struct Limits {
  std::optional<double> warning, critical;  // none: no such level; both none: the rule is off
  bool operator==(const Limits&) const = default;
};

struct Settings {
  std::array<Limits, all_rules.size()> limits;  // in the order of the enum
  // With fewer requests, the rules on shares are ok.
  std::int64_t least_requests = 50;
  Settings();
  Limits& of(Rule rule) { return limits[static_cast<std::size_t>(rule)]; }
  const Limits& of(Rule rule) const { return limits[static_cast<std::size_t>(rule)]; }
};

// "stuck-age=300,1800", "stuck-age=,1800" (never a warning), "lag=off". Durations as "5m" where the rule
// counts seconds. invalid_input.
Result<void> set_from_text(Settings& settings, std::string_view text);

struct Counted {
  std::string tenant, operation;
  std::int64_t created = 0, replayed = 0, conflict = 0, mismatch = 0, finished = 0;
};

struct Observed {
  Timestamp as_of;  // the database's clock
  Duration window{0};
  std::optional<std::vector<Counted>> counted;  // in the window; none: this table has no counters
  std::string why_counted_less =
      {};  // why more may have been counted, and what to do about it; empty: that is all
  struct Waiting {
    std::int64_t n = 0;
    unfinished::Known known = unfinished::Known::exact;
    std::optional<Duration> oldest = {};  // none: nothing waits, or the time is unknown
    std::string why = {};                 // why it is not exact, and what to do about it
  };
  std::optional<Waiting> stuck, not_retried, needs_human, dead, unsent;  // none: this table has no such rows
  // Of no rule: requests for a second approver, and cases that needs_human does not count; none: this
  // database has no such tables.
  std::optional<Waiting> approvals, other_cases;
  // none: there are no tables of events
  std::optional<Waiting> unpublished, parked, given_up, inbox_dead, topics_without_relay;
};

enum class Level { ok, warning, critical, unknown };
std::string_view word(Level level);  // "OK", "WARNING", …

struct Alert {
  Rule rule{};
  Level level = Level::unknown;
  std::optional<double> value;  // in the rule's unit
  bool is_gap = false;          // unknown, although the table has such rows: no all-clear
  std::string
      text;  // "oldest stuck for 45 min, 12 keys"; may quote names from the database: not yet visible()
  bool operator==(const Alert&) const = default;
};

// Every rule that is on, in the order of the enum.
std::vector<Alert> judge(const Observed& observed, const Settings& settings);

// The most severe: critical, warning, unknown where there is a gap or nothing is known, ok.
Level overall(const std::vector<Alert>& alerts);

// One line for a monitoring system, "ONCEOVER CRITICAL: … | stuck-age=2700s;300;1800;0 …", followed by a line
// for each rule. Names from the database are made visible and cannot end a line or look like performance
// data. where: what was looked at, "schema onceover".
std::string plugin_text(const std::vector<Alert>& alerts, const Settings& settings, std::string_view where);

// Which rules fire, and since when, from one evaluation to the next. Pure.

struct Firing {
  Alert alert;             // the last result; a rule that is no longer known keeps its last known result
  Timestamp since;         // first seen to fire, by the database's clock; it may have fired earlier
  bool is_known = true;    // false: it fired, and its value is now unknown
  bool is_muted = false;   // acknowledged by a person: until it clears or gets worse
  std::string table = {};  // "shop.requests", not yet visible(); empty: our own store
  bool operator==(const Firing&) const = default;
};

// In the order of the rules. A rule clears when it is ok or off.
std::vector<Firing> follow(std::vector<Firing> before, const std::vector<Alert>& judged, Timestamp as_of);

// The most severe one that is not muted, of these the one that fires longest; null: none.
const Firing* gravest(const std::vector<Firing>& firing);

// The format of set_from_text(): "stuck-age=300,1800", "lag=off".
std::string to_text(const Settings& settings, Rule rule);

// Reads the input of the rules: counters of the window (our own schema), and what waits in the table now.
// Every part is limited by an index or an estimate (core/browse); anything that needs a scan remains unknown.
//
// Threads: as the browser's connection. Errors: of the connection, and timeout.

// browser reads `profile` on `connection`. window: at most a day.
Result<Observed> observe(pg::Connection& connection, browse::Browser& browser, const tables::Profile& profile,
                         Duration window = std::chrono::minutes(5));

}  // namespace onceover::alerts
