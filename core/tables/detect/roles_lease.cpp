#include <fmt/format.h>

#include "core/base/text.h"
#include "core/tables/detect/roles.h"

namespace onceover::tables {
namespace {

// A beginning is never in the future.
bool is_ahead(const Column& c, double now_s) {
  constexpr double clocks_differ_s = 60;
  return now_s > 0 && !c.is(Type::timestamp) && has_later(c, now_s + clocks_differ_s);
}

// Of the unfinished rows, exactly those whose word means that they are worked on have this time.
bool begins_work(const Column& time, const std::vector<Column>& columns) {
  constexpr std::size_t enough_rows = 3;
  return any(columns, [&](const Column& words) {
    if (!has_life_words(words) || words.facts.sample.size() != time.facts.sample.size()) return false;
    std::size_t working = 0, waiting = 0;
    for (std::size_t row = 0; row < words.facts.sample.size(); ++row) {
      const Cell& word = words.facts.sample[row];
      if (!word || usual_meaning(*word) != key::State::in_progress) continue;
      const bool works = means_working(*word);
      if (works != time.facts.sample[row].has_value()) return false;
      ++(works ? working : waiting);
    }
    return working >= enough_rows && waiting >= enough_rows;
  });
}

// It begins above 1: its default is, or most rows have the largest number.
bool may_count_down(const Column& c) {
  constexpr std::size_t least_rows = 8;
  if (!c.name.has("retry") || fits(c.name, "count|attempt")) return false;
  if (number_from<double>(c.facts.default_sql).value_or(0) >= 2) return true;
  const auto numbers = c.numbers();
  if (!numbers || numbers->size() < 2 || c.facts.sample.size() < least_rows) return false;
  const double most = *std::ranges::max_element(*numbers);
  const auto full = std::ranges::count_if(c.facts.sample, [&](const Cell& cell) { return cell && number_from<double>(*cell) == most; });
  return most >= 2 && 2 * static_cast<std::size_t>(full) >= c.facts.sample.size();
}

// In each row as many or more, and never 0, which the other one is.
bool is_limit_of(const Column& limit, const Column& count) {
  constexpr std::size_t least_rows = 8;
  const auto &most = limit.facts.sample, &counted = count.facts.sample;
  if (most.size() < least_rows || most.size() != counted.size()) return false;
  bool begins_at_0 = false;
  for (std::size_t row = 0; row < most.size(); ++row) {
    const double m = number_from<double>(most[row].value_or("")).value_or(0),
                 n = number_from<double>(counted[row].value_or("")).value_or(m + 1);
    if (m < 1 || n > m) return false;
    begins_at_0 = begins_at_0 || n == 0;
  }
  return begins_at_0;
}

}  // namespace

RoleAnswer Roles::lease() {
  const auto held = [](const Name& n) { return fits(n, "lock|locked|lease|leased|claim|claimed|reserved|picked|held|acquired"); };
  // "processing until" holds a row; "processing at" may only be when the work began.
  const auto at_work = [](const Name& n) { return fits(n, "processing|running|executing|working|progress"); };
  const auto length = those([&](const Column& c) {
    return c.is_number() && !time_form(c) && (held(c.name) || c.name.has("ttl")) &&
           fits(c.name, "second|sec|timeout|duration|ttl|ms|length");
  });
  Columns deadlines, starts, heartbeats, owners, tokens;
  for (const Column& c : columns_) {
    const auto form = time_form(c);
    if (form) {
      const bool until = fits(c.name, "until|till|expire|expiry|expiration|exp|deadline|end|timeout");
      if ((held(c.name) || at_work(c.name)) && (until || is_ahead(c, table_.now_s))) {
        deadlines.push_back(&c);
      } else if (held(c.name) && !fits(c.name, "un|unlocked|released|next")) {
        starts.push_back(&c);
      } else if (c.name.has("heartbeat") || fits(c.name, "keep+alive")) {
        heartbeats.push_back(&c);
      }
    } else if (held(c.name) && c.is_opaque()) {
      (fits(c.name, "by|owner|holder") ? owners : tokens).push_back(&c);
    }
  }
  if (deadlines.size() == 1) {
    const Column& c = *deadlines[0];
    const auto sentinel = [&] {
      if (c.facts.default_sql.find("to_timestamp(") != std::string::npos || c.facts.default_sql.find("1970") != std::string::npos ||
          c.facts.default_sql.find("epoch") != std::string::npos || c.facts.default_sql.find("infinity") != std::string::npos)
        return true;
      return c.all_values([](std::string_view v) { return !v.empty(); }) &&
             std::any_of(c.facts.values.begin(), c.facts.values.end(),
                         [](const std::string& v) { return v.starts_with("1970-01-01") || v == "-infinity" || v == "0"; });
    }();
    return take(found({c.facts.name}, sentinel ? "deadline_sentinel" : "deadline", 0.9,
                      sentinel ? "A time until which a row is held; the distant past means free." : "A time until which a row is held."));
  }
  if (deadlines.size() > 1) return several("end a lease", deadlines);
  if (heartbeats.size() == 1 && starts.size() <= 1)
    return take(found({heartbeats[0]->facts.name}, "heartbeat_plus_constant", 0.75,
                      "A sign of life. The database does not hold the length of the lease: please give it."));
  // Short in some rows and long in others, an expiry is a lease first and a retention later.
  const auto twofold = those([this](const Column& c) {
    if (!time_form(c) || !fits(c.name, "expire|expiry|expiration")) return false;
    const auto between = since_creation(c);
    return between.size() >= 8 && between.front() <= 900 && between.back() >= 3600;
  });
  // A time that each row has from its insertion is its creation, too: an expiry beside it may end the lease.
  const auto expiry = those([](const Column& c) { return time_form(c) && fits(c.name, "expire|expiry|expiration"); });
  if (starts.size() == 1 && kind_ == Kind::idempotency && expiry.size() == 1 &&
      (twofold.size() == 1 || (starts[0]->facts.not_null && is_default_now(*starts[0]))))
    return unclear({starts[0], expiry[0]}, "may show a lease: one begins, the other may end it");
  if (starts.size() == 1) {
    if (length.size() == 1)
      return take(found({starts[0]->facts.name, length[0]->facts.name}, "start_plus_column", 0.8,
                        "A lease that begins at one column and lasts for another."));
    return take(found({starts[0]->facts.name}, "start_plus_constant", 0.85,
                      "The time at which a row was taken. The database does not hold the length of the lease: please give it."));
  }
  if (starts.size() > 1) return several("begin a lease", starts);
  const Columns begun = those("@time -@needed started|start|begun|processing|picked|taken");
  if (owners.size() == 1 && begun.size() == 1) return unclear(begun, "may be where a lease begins");
  if (owners.size() == 1)
    return found({owners[0]->facts.name}, "owner_only", 0.7, "A holder without a time: when its lease ends cannot be observed.");
  if (!tokens.empty()) return unclear(tokens, "speaks of a lock, without a time or a holder");
  // The time at which a worker took a job is a lease's beginning, whatever it is called.
  if (kind_ != Kind::idempotency) {
    const auto taken = those([&](const Column& c) {
      if (!time_form(c) || c.facts.not_null || is_default_now(c) || fits(c.name, "next|after|last|until")) return false;
      // "started at" may only be when the work began.
      const bool by_worker = kind_ == Kind::queue && fits(c.name, "attempted|fetched|taken|delivered");
      return by_worker || fits(c.name, "publishing|sending") || (c.name.has("processing") && begins_work(c, columns_));
    });
    if (taken.size() == 1)
      return take(found({taken[0]->facts.name}, "start_plus_constant", 0.75,
                        "The time at which a worker took the row. The database does not hold the length of the lease: please give it."));
  }
  const auto runs = those([](const Column& c) {
    return time_form(c) &&
           fits(c.name, "started|start|begun|run|running|taken|execution|processing|visible|visibility|available|delivered");
  });
  if (!runs.empty()) return unclear(runs, "may be where a lease begins");
  const auto expiring = those([this](const Column& c) {
    if (!time_form(c) || !fits(c.name, "expire|expiry|expiration")) return false;
    const auto spans = since_creation(c);
    const auto span = default_span(c);
    const double typical = span ? *span : spans.empty() ? 0 : spans[spans.size() / 2];
    return typical == 0 || typical <= 900;
  });
  if (!expiring.empty() && kind_ == Kind::idempotency) return unclear(expiring, "may end a lease, or the row's retention");
  return none("No column shows a lease: whether a client works on a row cannot be observed.");
}

RoleAnswer Roles::fence() {
  const auto named = those([](const Column& c) {
    return (c.is_integer() || c.is(Type::uuid)) &&
           (fits(c.name, "fence|fencing") || fits(c.name, "lock+version") || fits(c.name, "row+version") || fits(c.name, "=xmin")) &&
           !time_form(c);
  });
  const auto held = [](const Name& n) { return fits(n, "lock|locked|reservation|acquired|claim|lease|owner"); };
  auto tokens = those([&](const Column& c) { return (c.is(Type::uuid) || c.is_text()) && c.name.has("token") && held(c.name); });
  if (tokens.empty()) {
    tokens = those(
        [&](const Column& c) { return (fits(c.name, "=token") || (held(c.name) && c.name.has("id"))) && is_drawn_for_each_claim(c); });
  }
  auto versions =
      those([](const Column& c) { return c.is_number() && !time_form(c) && fits(c.name, "version|revision|rev|generation|epoch"); });
  if (named.empty() && tokens.size() == 1 && !versions.empty())
    return unclear({tokens[0], versions[0]}, "may each be what a claim changes");
  if (named.empty() && tokens.size() == 1) return only(tokens, "fence", found, 0.7, "Named as a token that each claim draws anew.");
  if (!named.empty()) return only(named, "fence", found, 0.85, "Named as a number that grows with every change.");
  if (!versions.empty()) return unclear(versions, "may count changes of the row, or be the version of something else");
  return none("No column looks like a fence.");
}

RoleAnswer Roles::attempts() {
  auto counts = those([](const Column& c) { return fits(c, sign::attempts); });
  Columns left;
  std::ranges::copy_if(counts, std::back_inserter(left), [](const Column* c) { return may_count_down(*c); });
  if (!left.empty() && left.size() == counts.size()) return unclear(left, "may count the attempts that are left");
  std::erase_if(counts, [](const Column* c) { return may_count_down(*c); });
  if (counts.size() == 2) {
    const auto begun = [](const Column& c) { return fits(c.name, "started|start|begun"); };
    const auto ended = [](const Column& c) { return fits(c.name, "finished|finish|ended|completed"); };
    const Column *a = counts[0], *b = counts[1];
    if (ended(*a) && begun(*b)) std::swap(a, b);
    if (begun(*a) && ended(*b))
      return take(found({a->facts.name, b->facts.name}, "started_and_finished", 0.9,
                        "One counts attempts begun, the other those that came to an end."));
  }
  if (counts.size() == 2) {
    if (is_limit_of(*counts[0], *counts[1])) std::swap(counts[0], counts[1]);
    if (is_limit_of(*counts[1], *counts[0]))
      return take(found(*counts[0], 0.8, fmt::format("Never more than \"{}\", which is the limit.", counts[1]->facts.name)));
  }
  Columns counted;
  std::ranges::copy_if(counts, std::back_inserter(counted), [](const Column* c) { return c->name.has("count"); });
  if (counts.size() > 1 && counted.size() == 1) return only(counted, "number of attempts", found, 0.8, "Named as a count of attempts.");
  return only(counts, "number of attempts", found, 0.9, "Named as a count of attempts.");
}

RoleAnswer Roles::owner() {
  const Columns ended = those("@opaque|int|array -@time processed by|owner|holder|worker|instance");
  if (ended.size() == 1 && !has_rows()) return unclear(ended, "may be the worker on the row, or the one that finished it");
  return solve("owner");
}

}  // namespace onceover::tables
