#include "ui/overview/glance.h"

#include <algorithm>
#include <map>

#include "core/pg/transaction.h"
#include "ui/widgets/text.h"

namespace onceover::overview {
namespace {

constexpr int oldestShown = 8;

bool isOf(std::string_view series, std::string_view name) {
  return series == name || (series.starts_with(name) && series.substr(name.size()).starts_with('.'));
}

// An error that concerns one part alone; a lost connection or a cancel concerns all of it.
bool isPartial(const Error& error) { return !error.is_connection_lost() && !error.is_cancelled(); }

Result<void> readStuck(browse::Browser& browser, Glance& glance) {
  if (glance.counts.unfinished.stuck == 0) return {};
  auto groups = browser.stuck_groups();
  if (!groups) {
    if (!isPartial(groups.error())) return fail(groups.error());
    glance.listProblem = groups.error();
  } else {
    glance.groups = std::move(groups->groups);
    glance.money = std::move(groups->all.money);
    glance.sql += ";\n\n" + groups->sql;
    // Where the groups are not read unasked, the list is not either.
    if (glance.groups.empty()) return {};
  }
  browse::PageRequest request;
  request.filter.stuck = true;
  request.newest_first = false;
  request.limit = oldestShown;
  auto page = browser.page(request);
  if (!page) {
    if (!isPartial(page.error())) return fail(page.error());
    glance.listProblem = page.error();
    return {};
  }
  glance.oldestStuck = std::move(page->rows);
  glance.sql += ";\n\n" + page->sql;
  return {};
}

Result<Counted> readCounted(pg::Connection& connection, Timestamp asOf) {
  auto totals = metrics::totals(connection, recently);
  if (!totals) return fail(totals.error());
  auto history = metrics::history(connection, {asOf - lineSpan, asOf, lineStep, {}, {}});
  if (!history) return fail(history.error());
  auto settled = metrics::settled_elsewhere(connection, asOf - lineSpan, asOf, lineStep);
  if (!settled) return fail(settled.error());
  return Counted{std::move(*totals), std::move(*history), std::move(*settled), asOf};
}

Result<reconcile::StopSwitch> readStop(pg::Connection& connection) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  return reconcile::stop_switch(connection);
}

Result<Events> readEvents(pg::Connection& connection) {
  auto relays = outbox::relays(connection);
  if (!relays) return fail(relays.error());
  auto inbox = events::inbox_backlog(connection);
  if (!inbox) return fail(inbox.error());
  return Events{std::move(*relays), std::move(*inbox)};
}

}  // namespace

bool Events::isLagExact() const { return std::ranges::all_of(relays, &outbox::RelayView::is_lag_exact); }

std::int64_t Events::lag() const {
  std::int64_t most = 0;
  for (const auto& relay : relays) most = std::max(most, relay.lag);
  return most;
}

std::optional<Duration> Events::behind() const {
  std::optional<Duration> most;
  for (const auto& relay : relays) most = std::max(most, relay.behind());
  return most;
}

std::int64_t Events::parked() const { return outbox::sum(relays, &outbox::RelayView::parked); }
std::int64_t Events::dead() const { return outbox::sum(relays, &outbox::RelayView::dead); }

std::int64_t Events::deadLetters() const {
  std::int64_t sum = 0;
  for (const auto& consumer : inbox) sum += consumer.dead;
  return sum;
}

std::optional<Timestamp> Events::oldestDeadLetter() const {
  std::optional<Timestamp> oldest;
  for (const auto& consumer : inbox) {
    if (consumer.oldest_dead) oldest = std::min(oldest.value_or(*consumer.oldest_dead), *consumer.oldest_dead);
  }
  return oldest;
}

std::int64_t Counted::now(std::string_view name) const {
  std::int64_t sum = 0;
  for (const auto& total : totals) sum += isOf(total.name, name) ? total.now : 0;
  for (const auto& one : elsewhere) sum += isOf(one.name, name) && one.at + lineStep > asOf - recently ? one.n : 0;
  return sum;
}

std::vector<double> Counted::line(std::string_view name) const {
  std::vector<double> sums;
  for (const auto& series : history.series) {
    if (!isOf(series.name, name)) continue;
    sums.resize(std::max(sums.size(), series.points.size()));
    for (std::size_t i = 0; i < series.points.size(); ++i) sums[i] += static_cast<double>(series.points[i].n);
  }
  for (const auto& one : elsewhere) {
    if (!isOf(one.name, name)) continue;
    sums.resize(std::max(sums.size(), static_cast<std::size_t>(lineSpan / lineStep)));
    const auto step = static_cast<std::size_t>(std::max<std::int64_t>(0, (one.at - (asOf - lineSpan)) / lineStep));
    sums[std::min(step, sums.size() - 1)] += static_cast<double>(one.n);
  }
  return sums;
}

Result<Glance> readGlance(bridge::Reader& reader) {
  auto counts = reader.browser().state_counts();
  if (!counts) return fail(counts.error());
  Glance glance;
  glance.counts = std::move(*counts);
  glance.sql = glance.counts.sql;
  if (auto done = readStuck(reader.browser(), glance); !done) return fail(done.error());
  if (auto stop = readStop(reader.connection())) {
    glance.stop = std::move(*stop);
  } else if (!isPartial(stop.error())) {
    return fail(stop.error());
  }
  if (const auto approvals = approval::count_waiting(reader.connection())) {
    glance.approvals = *approvals;
  } else if (!isPartial(approvals.error())) {
    return fail(approvals.error());
  }
  if (auto counted = readCounted(reader.connection(), glance.counts.as_of)) {
    glance.sql += ";\n\n" + counted->history.sql;
    glance.counted = std::move(*counted);
  } else if (isPartial(counted.error())) {
    glance.countedProblem = counted.error();
  } else {
    return fail(counted.error());
  }
  if (auto events = readEvents(reader.connection())) {
    glance.events = std::move(*events);
  } else if (isPartial(events.error())) {
    glance.eventsProblem = events.error();
  } else {
    return fail(events.error());
  }
  return glance;
}

Situation situationOf(const Glance& glance) {
  const auto& c = glance.counts;
  Situation out;
  out.unfinished = c.unfinished;
  out.needsHuman = c.needs_human;
  out.isEmpty = c.unfinished.is_exact() && c.unfinished.in_progress + c.unfinished.released + c.succeeded + c.failed == 0;
  out.stopped = glance.stop && glance.stop->stopped;
  out.money = glance.money;
  if (glance.counted && !glance.counted->totals.empty()) {
    out.settled = glance.counted->now("settled");
    out.mismatches = glance.counted->now("mismatch");
  }
  std::map<std::string, std::int64_t> stuckIn;
  for (const auto& group : glance.groups) stuckIn[group.operation] += group.n;
  for (const auto& [operation, n] : stuckIn) out.operations.push_back(operation);
  std::stable_sort(out.operations.begin(), out.operations.end(),
                   [&](const std::string& a, const std::string& b) { return stuckIn[a] > stuckIn[b]; });
  return out;
}

Headline stopHeadline(const reconcile::StopSwitch& stop, Timestamp asOf) {
  const auto orElse = [](const std::string& data, const char* otherwise) {
    return data.empty() ? QString::fromLatin1(otherwise) : widgets::shown(data);
  };
  return {widgets::Tone::danger,
          QStringLiteral("stop"),
          QStringLiteral("STOPPED: no sweeper and no plan settles a key."),
          {QStringLiteral("Switched %1 by %2. Reason: %3")
               .arg(widgets::relative(stop.changed_at, asOf), orElse(stop.changed_by, "an unknown user"),
                    orElse(stop.reason, "none was given"))}};
}

}  // namespace onceover::overview
