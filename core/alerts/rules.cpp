// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/rules.h"

#include <fmt/format.h>

#include <cmath>

namespace onceover::alerts {
namespace {

struct About {
  Rule rule;
  std::string_view name, unit, meaning;
  Limits limits;
};

constexpr std::array<About, all_rules.size()> about{{
    {Rule::conflict_share,
     "conflict-share",
     "%",
     "Many requests find their key in progress: an executor is slow or dead, or a client retries too fast.",
     {20, 50}},
    {Rule::mismatch_client,
     "mismatch-client",
     "",
     "A client sends one key with different payloads: all but the first are refused.",
     {5, 50}},
    {Rule::replay_share,
     "replay-share",
     "%",
     "Most requests are retries of finished keys: clients do not receive or do not accept the answer.",
     {50, 80}},
    {Rule::stuck_age,
     "stuck-age",
     "s",
     "A lease expired and its key is not settled: its clients get 409.",
     {300, 1800}},
    // Ten thousand: no client of some operation retries at all.
    {Rule::not_retried,
     "not-retried",
     "",
     "Released keys that no client has retried in time wait for evidence, or until they are reaped.",
     {0, 10'000}},
    {Rule::needs_human, "needs-human", "", "Cases need a decision by a person.", {0, 10}},
    {Rule::dead_letters,
     "dead-letters",
     "",
     "Events failed for good, and must be requeued or discarded.",
     {0, 100}},
    {Rule::lag, "lag", "s", "Events wait to be sent or consumed.", {60, 600}},
    {Rule::no_completions,
     "no-completions",
     "",
     "Keys are created and none is finished: the executors do not complete.",
     {10, 100}},
    {Rule::outbox_lag,
     "outbox-lag",
     "s",
     "Events of the outbox are published late, or not at all: oncectl relay list shows why.",
     {60, 600}},
    {Rule::outbox_parked,
     "outbox-parked",
     "",
     "Failing events hold back the later ones of their aggregates.",
     {0, 1000}},
    {Rule::outbox_dead,
     "outbox-dead",
     "",
     "A relay has given up events: a person must retry or skip them.",
     {0, 100}},
    {Rule::inbox_dead,
     "inbox-dead",
     "",
     "Received events failed for good: a person must put them back or discard them.",
     {0, 100}},
    {Rule::topic_without_relay,
     "topic-without-relay",
     "",
     "Events of these topics are never published.",
     {0, 10}},
}};

const About& of(Rule rule) { return about[static_cast<std::size_t>(rule)]; }

Level level_of(double value, const Limits& limits) {
  if (limits.critical && value > *limits.critical) return Level::critical;
  if (limits.warning && value > *limits.warning) return Level::warning;
  return Level::ok;
}

struct Sums {
  std::int64_t created = 0, replayed = 0, conflict = 0, mismatch = 0, finished = 0;
  std::int64_t requests() const { return created + replayed + conflict + mismatch; }
};

Sums sum(const std::vector<Counted>& counted) {
  Sums s;
  for (const Counted& c : counted) {
    s.created += c.created;
    s.replayed += c.replayed;
    s.conflict += c.conflict;
    s.mismatch += c.mismatch;
    s.finished += c.finished;
  }
  return s;
}

struct Value {
  std::optional<double> value;
  std::string text = {};
  bool is_least = false;  // the value may be greater
};

Value share(std::int64_t part, std::int64_t requests, std::string_view what, const Observed& o,
            const Settings& settings) {
  const std::string words = fmt::format("{} of {} requests {} in {}", part, requests, what, human(o.window));
  if (requests < settings.least_requests) return {0.0, words + ", too few to say more"};
  return {100.0 * static_cast<double>(part) / static_cast<double>(requests), words};
}

Value worst_client(const std::vector<Counted>& counted, const Observed& o) {
  const auto worst = std::ranges::max_element(counted, {}, &Counted::mismatch);
  if (worst == counted.end() || worst->mismatch == 0)
    return {0.0, fmt::format("no mismatch in {}", human(o.window))};
  return {static_cast<double>(worst->mismatch),
          fmt::format("{} mismatches in {}, of tenant {} in {}", worst->mismatch, human(o.window),
                      worst->tenant.empty() ? "(none)" : worst->tenant,
                      worst->operation.empty() ? "(none)" : worst->operation)};
}

double seconds(Duration span) { return std::max(0.0, static_cast<double>(span.count()) / 1e6); }

using unfinished::Known;

bool is_exact(const Observed::Waiting& w) { return w.known == Known::exact; }
std::string with_why(std::string words, const Observed::Waiting& w) {
  return w.why.empty() ? words : words + ". " + w.why;
}
std::string about_n(const Observed::Waiting& w) { return unfinished::how_many({.known = w.known}, w.n); }

// Unseen rows may be older than the oldest that was seen.
Value age(const std::optional<Observed::Waiting>& waiting, std::string_view what, std::string_view none) {
  if (!waiting) return {};
  const Observed::Waiting& w = *waiting;
  if (w.n == 0 && is_exact(w)) return {0.0, std::string(none)};
  if (w.n == 0 || w.known == Known::unknown)
    return {std::nullopt, with_why(fmt::format("how many are {} is unknown", what), w), true};
  if (!w.oldest)
    return {std::nullopt, with_why(fmt::format("{} {}, for how long is unknown", about_n(w), what), w), true};
  return {seconds(*w.oldest),
          with_why(fmt::format("{} {}, the oldest for {}", about_n(w), what, human(*w.oldest)), w),
          !is_exact(w)};
}

// one: what is said of a single one.
Value count(const std::optional<Observed::Waiting>& waiting, std::string_view what, std::string_view one) {
  if (!waiting) return {};
  const Observed::Waiting& w = *waiting;
  if (!is_exact(w) && (w.n == 0 || w.known == Known::unknown))
    return {std::nullopt, with_why(fmt::format("how many {} is unknown", what), w), true};
  std::string words = fmt::format("{} {}", about_n(w), w.n == 1 ? one : what);
  if (w.oldest && w.n > 0) words += fmt::format(", the oldest for {}", human(*w.oldest));
  return {static_cast<double>(w.n), with_why(std::move(words), w), !is_exact(w)};
}

Value counted_by_rule(Rule rule, const Observed& o, const Settings& settings) {
  const Sums s = sum(*o.counted);
  switch (rule) {
    case Rule::conflict_share: return share(s.conflict, s.requests(), "met a key in progress", o, settings);
    case Rule::replay_share: return share(s.replayed, s.requests(), "were replays", o, settings);
    case Rule::mismatch_client: return worst_client(*o.counted, o);
    default:
      return {s.finished > 0 ? 0.0 : static_cast<double>(s.created),
              fmt::format("{} created and {} finished in {}", s.created, s.finished, human(o.window))};
  }
}

// Hidden counts may be of any of these requests: what fires by those that were seen still fires, and a key
// that was seen to be created may have been finished.
Value counted_value(Rule rule, const Observed& o, const Settings& settings) {
  Value value = counted_by_rule(rule, o, settings);
  if (o.why_counted_less.empty()) return value;
  const bool is_known = rule != Rule::no_completions && value.value.value_or(0) > 0;
  if (is_known) return {value.value, value.text + ". " + o.why_counted_less, true};
  return {std::nullopt,
          fmt::format("what was counted in {} is unknown. {}", human(o.window), o.why_counted_less), true};
}

Value value_of(Rule rule, const Observed& o, const Settings& settings) {
  switch (rule) {
    case Rule::stuck_age: return age(o.stuck, "stuck", "nothing is stuck");
    case Rule::lag: return age(o.unsent, "not sent or consumed", "nothing waits");
    case Rule::not_retried:
      return count(o.not_retried, "released and not retried in time", "released and not retried in time");
    case Rule::needs_human: return count(o.needs_human, "need a person", "needs a person");
    case Rule::dead_letters: return count(o.dead, "dead letters", "dead letter");
    case Rule::outbox_lag: return age(o.unpublished, "not published", "every event is published");
    case Rule::outbox_parked: return count(o.parked, "held back in the outbox", "held back in the outbox");
    case Rule::outbox_dead: return count(o.given_up, "given up in the outbox", "given up in the outbox");
    case Rule::inbox_dead:
      return count(o.inbox_dead, "dead letters in the inbox", "dead letter in the inbox");
    case Rule::topic_without_relay:
      return count(o.topics_without_relay, "topics without a relay", "topic without a relay");
    default: break;
  }
  return o.counted ? counted_value(rule, o, settings) : Value{};
}

std::optional<double> number_from(std::string_view text, bool is_seconds) {
  double factor = 1;
  if (is_seconds && !text.empty()) {
    const auto ends = [&](std::string_view suffix, double times) {
      if (!text.ends_with(suffix)) return false;
      text.remove_suffix(suffix.size());
      factor = times;
      return true;
    };
    (void)(ends("s", 1) || ends("m", 60) || ends("h", 3600) || ends("d", 86400));
  }
  if (!is_seconds && text.ends_with('%')) text.remove_suffix(1);
  double n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(n) || n < 0)
    return std::nullopt;
  return n * factor;
}

// A number in its shortest form: "300", "34.5".
std::string number(double n) {
  std::string text = fmt::format("{:.2f}", n);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// A text for one line of a plugin: no line end, and no bar, which starts the performance data.
std::string in_line(std::string_view text) {
  std::string out = visible(text);
  std::ranges::replace(out, '|', '/');
  return out;
}

}  // namespace

std::string_view name(Rule rule) { return of(rule).name; }
std::string_view unit(Rule rule) { return of(rule).unit; }
std::string_view meaning(Rule rule) { return of(rule).meaning; }

std::optional<Rule> rule_named(std::string_view name) {
  const auto* found = std::ranges::find(about, name, &About::name);
  return found == about.end() ? std::nullopt : std::optional(found->rule);
}

Settings::Settings() {
  for (const About& a : about) of(a.rule) = a.limits;
}

Result<void> set_from_text(Settings& settings, std::string_view text) {
  const auto wrong = [&](const std::string& why) {
    return fail(ErrorKind::invalid_input, fmt::format("\"{}\" is not a rule: {}", visible(text), why),
                "Nothing was checked.",
                "Write NAME=WARNING,CRITICAL, such as stuck-age=5m,30m, or NAME=off.");
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return wrong("it has no =.");
  const auto rule = rule_named(text.substr(0, equals));
  if (!rule) {
    std::string names;
    for (const About& a : about) names += (names.empty() ? "" : ", ") + std::string(a.name);
    return wrong("the rules are " + names + ".");
  }
  const std::string_view limits = text.substr(equals + 1);
  if (limits == "off") {
    settings.of(*rule) = {};
    return {};
  }
  const std::size_t comma = limits.find(',');
  const std::string_view parts[] = {limits.substr(0, comma),
                                    comma == std::string_view::npos ? "" : limits.substr(comma + 1)};
  Limits read;
  for (int i = 0; i < 2; ++i) {
    if (parts[i].empty()) continue;
    const auto n = number_from(parts[i], of(*rule).unit == "s");
    if (!n) return wrong("a limit must be a number of at least 0.");
    (i == 0 ? read.warning : read.critical) = n;
  }
  if (!read.warning && !read.critical) return wrong("it has no limit.");
  if (read.warning && read.critical && *read.warning > *read.critical)
    return wrong("its warning limit is above its critical limit.");
  settings.of(*rule) = read;
  return {};
}

constexpr auto level_words = words<Level>({{Level::ok, "OK"},
                                           {Level::warning, "WARNING"},
                                           {Level::critical, "CRITICAL"},
                                           {Level::unknown, "UNKNOWN"}});

std::string_view word(Level level) { return level_words.of(level); }

std::vector<Alert> judge(const Observed& observed, const Settings& settings) {
  std::vector<Alert> out;
  for (const Rule rule : all_rules) {
    const Limits& limits = settings.of(rule);
    if (!limits.warning && !limits.critical) continue;
    Value seen = value_of(rule, observed, settings);
    Alert alert{.rule = rule, .level = Level::unknown, .value = seen.value, .text = std::move(seen.text)};
    if (alert.value) alert.level = level_of(*alert.value, limits);
    // Below the limits a lower bound proves nothing; above them it is enough.
    if (seen.is_least && alert.level != Level::critical && alert.level != Level::warning)
      alert.level = Level::unknown;
    alert.is_gap = seen.is_least && alert.level == Level::unknown;
    if (alert.text.empty()) alert.text = "not known for this table";
    out.push_back(std::move(alert));
  }
  return out;
}

Level overall(const std::vector<Alert>& alerts) {
  for (const Level level : {Level::critical, Level::warning}) {
    if (std::ranges::find(alerts, level, &Alert::level) != alerts.end()) return level;
  }
  if (std::ranges::any_of(alerts, &Alert::is_gap)) return Level::unknown;
  return std::ranges::find(alerts, Level::ok, &Alert::level) != alerts.end() ? Level::ok : Level::unknown;
}

std::string plugin_text(const std::vector<Alert>& alerts, const Settings& settings, std::string_view where) {
  const Level level = overall(alerts);
  std::string first, figures, rest;
  for (const Alert& a : alerts) {
    if (a.level == level && level != Level::ok && (level != Level::unknown || a.is_gap))
      first += (first.empty() ? "" : "; ") + in_line(a.text);
    if (a.value) {
      const Limits& limits = settings.of(a.rule);
      figures += fmt::format(" {}={}{};{};{};0", name(a.rule), number(*a.value), unit(a.rule),
                             limits.warning ? number(*limits.warning) : "",
                             limits.critical ? number(*limits.critical) : "");
    }
    rest += fmt::format("{} {}: {}\n", word(a.level), name(a.rule), in_line(a.text));
  }
  if (first.empty()) {
    const auto known =
        std::ranges::count_if(alerts, [](const Alert& a) { return a.level != Level::unknown; });
    first = level == Level::ok ? fmt::format("{} for {}, none fires", counted(known, "rule"), in_line(where))
                               : fmt::format("nothing is known about {}", in_line(where));
  }
  return fmt::format("ONCEOVER {}: {}{}{}\n{}", word(level), first, figures.empty() ? "" : " |", figures,
                     rest);
}

namespace {

bool fires(Level level) { return level == Level::warning || level == Level::critical; }

std::string limit_text(const std::optional<double>& limit) {
  return limit ? fmt::format("{}", *limit) : std::string();
}

}  // namespace

std::vector<Firing> follow(std::vector<Firing> before, const std::vector<Alert>& judged, Timestamp as_of) {
  std::vector<Firing> out;
  for (const Alert& alert : judged) {
    const auto was =
        std::ranges::find(before, alert.rule, [](const Firing& firing) { return firing.alert.rule; });
    if (fires(alert.level)) {
      Firing now{alert, as_of};
      if (was != before.end()) {
        now.since = was->since;
        now.is_muted =
            was->is_muted && !(alert.level == Level::critical && was->alert.level == Level::warning);
      }
      out.push_back(std::move(now));
    } else if (alert.level == Level::unknown && was != before.end()) {
      was->is_known = false;
      out.push_back(std::move(*was));
    }
  }
  return out;
}

const Firing* gravest(const std::vector<Firing>& firing) {
  const Firing* out = nullptr;
  for (const Firing& one : firing) {
    if (one.is_muted) continue;
    const bool worse =
        out != nullptr && one.alert.level == Level::critical && out->alert.level == Level::warning;
    const bool longer = out != nullptr && one.alert.level == out->alert.level && one.since < out->since;
    if (out == nullptr || worse || longer) out = &one;
  }
  return out;
}

std::string to_text(const Settings& settings, Rule rule) {
  const Limits& limits = settings.of(rule);
  if (!limits.warning && !limits.critical) return fmt::format("{}=off", name(rule));
  return fmt::format("{}={},{}", name(rule), limit_text(limits.warning), limit_text(limits.critical));
}

}  // namespace onceover::alerts
