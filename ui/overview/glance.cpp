// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/glance.h"

#include <QPainter>

#include "core/browse/promises.h"
#include "ui/widgets/widgets.h"

namespace onceover::overview {
namespace {

constexpr int oldestShown = 8;

bool isOf(std::string_view series, std::string_view name) {
  return series == name || (series.starts_with(name) && series.substr(name.size()).starts_with('.'));
}

// An error that concerns one part alone; a lost connection or a cancel concerns all of it.
bool isPartial(const Error& error) { return !error.is_connection_lost() && !error.is_cancelled(); }

// False: all of it failed.
template <class T, class Into>
bool takePart(Result<T> read, Into& into, std::optional<Error>& problem) {
  if (read) {
    into = std::move(*read);
    return true;
  }
  problem = read.error();
  return isPartial(*problem);
}

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
    if (consumer.oldest_dead)
      oldest = std::min(oldest.value_or(*consumer.oldest_dead), *consumer.oldest_dead);
  }
  return oldest;
}

std::int64_t Counted::now(std::string_view name) const {
  std::int64_t sum = 0;
  for (const auto& total : totals) sum += isOf(total.name, name) ? total.now : 0;
  for (const auto& one : elsewhere)
    sum += isOf(one.name, name) && one.at + lineStep > asOf - recently ? one.n : 0;
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
    const auto step =
        static_cast<std::size_t>(std::max<std::int64_t>(0, (one.at - (asOf - lineSpan)) / lineStep));
    sums[std::min(step, sums.size() - 1)] += static_cast<double>(one.n);
  }
  return sums;
}

Result<Glance> readGlance(bridge::Reader& reader, const bridge::DescribedTables& described) {
  // Of our own keys, whichever table is read.
  browse::Browser own(reader.connection(), tables::own());
  browse::Browser& browser = tables::is_own(reader.profile()) ? reader.browser() : own;
  auto counts = browser.state_counts();
  if (!counts) return fail(counts.error());
  Glance glance;
  glance.counts = std::move(*counts);
  glance.sql = glance.counts.sql;
  if (auto done = readStuck(browser, glance); !done) return fail(done.error());
  std::optional<Error> unread;
  if (!takePart(readStop(reader.connection()), glance.stop, unread)) return fail(*unread);
  if (!takePart(approval::count_waiting(reader.connection()), glance.approvals, unread)) return fail(*unread);
  auto counted = readCounted(reader.connection(), glance.counts.as_of);
  if (counted) glance.sql += ";\n\n" + counted->history.sql;
  if (!takePart(std::move(counted), glance.counted, glance.countedProblem))
    return fail(*glance.countedProblem);
  if (!takePart(readEvents(reader.connection()), glance.events, glance.eventsProblem))
    return fail(*glance.eventsProblem);
  auto others = bridge::tablesFor(reader, described, false);
  std::erase_if(others, [](const auto& table) { return tables::is_own(*table); });
  if (auto took = bridge::readElsewhere(reader, others, glance.elsewhere); !took) return fail(took.error());
  return glance;
}

Situation situationOf(const Glance& glance) {
  const auto& c = glance.counts;
  Situation out;
  out.unfinished = c.unfinished;
  out.needsHuman = c.needs_human;
  out.isEmpty = c.unfinished.is_exact() &&
                c.unfinished.in_progress + c.unfinished.released + c.succeeded + c.failed == 0;
  out.stopped = glance.stop && glance.stop->stopped;
  out.elsewhere = glance.elsewhere;
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
  const auto orElse = [](const std::string& data, const QString& otherwise) {
    return data.empty() ? otherwise : widgets::shown(data);
  };
  return {widgets::Tone::danger,
          QStringLiteral("stop"),
          tr("STOPPED: no sweeper and no plan settles a key."),
          {tr("Switched %1 by %2. Reason: %3")
               .arg(widgets::relative(stop.changed_at, asOf), orElse(stop.changed_by, tr("an unknown user")),
                    orElse(stop.reason, tr("none was given")))}};
}

namespace {

using widgets::Tone;

// Longer names of operations would push the news out of sight.
constexpr std::size_t operationBytes = 60;

QString clients(const std::vector<std::string>& operations) {
  if (operations.empty()) return tr("their clients");
  const QString first = widgets::shown(elided(operations.front(), operationBytes));
  if (operations.size() == 1) return tr("clients of %1").arg(first);
  if (operations.size() == 2)
    return tr("clients of %1 and %2").arg(first, widgets::shown(elided(operations.back(), operationBytes)));
  return tr("clients of %1 and %Ln other operations", nullptr, widgets::counted(std::ssize(operations) - 1))
      .arg(first);
}

// For how long, without fractions that change while a person reads.
QString forHowLong(const Situation& s) {
  const auto since = s.unfinished.oldest_lease_end();
  if (!since || !since->is_finite()) return {};
  const Duration age = s.unfinished.knowledge.as_of - *since;
  return tr(" for %1").arg(widgets::span(std::chrono::duration_cast<Duration>(
      age < std::chrono::minutes(1) ? Duration(std::chrono::floor<std::chrono::seconds>(age))
                                    : Duration(std::chrono::floor<std::chrono::minutes>(age)))));
}

// No lease has ended unsettled, but released keys were not retried in time: their clients have given up.
QString unretriedSentence(const Situation& s) {
  const int n = widgets::counted(s.unfinished.unretried);
  return s.unfinished.is_exact()
             ? tr("%Ln keys are released, and no client has retried in time.", nullptr, n)
             : tr("At least %Ln keys are released, and no client has retried in time.", nullptr, n);
}

QString stuckSentence(const Situation& s) {
  const int n = widgets::counted(s.unfinished.stuck);
  // This page is about our own keys.
  const auto status = browse::status_while_stuck(tables::own());
  const QString out = s.unfinished.is_exact() ? tr("%Ln keys are stuck", nullptr, n)
                                              : tr("At least %Ln keys are stuck", nullptr, n);
  return (status ? tr("%1: %2 have been getting %3%4")
                       .arg(out, clients(s.operations))
                       .arg(*status)
                       .arg(forHowLong(s))
                 : out) +
         '.';
}

void addPeople(const Situation& s, QStringList& details) {
  if (s.needsHuman == 0) return;
  const std::int64_t stuck = s.unfinished.stuck;
  const int n = widgets::counted(s.needsHuman);
  details.append(stuck == 0 || s.needsHuman > stuck
                     ? tr("%Ln keys need a person: evidence does not settle them.", nullptr, n)
                 : s.needsHuman < stuck
                     ? tr("%Ln of them need a person: evidence does not settle them.", nullptr, n)
                 : stuck == 1 ? tr("It needs a person: evidence does not settle it.")
                              : tr("All of them need a person: evidence does not settle them."));
}

}  // namespace

Headline headlineOf(const Situation& s) {
  Headline out;
  const unfinished::Knowledge& known = s.unfinished.knowledge;
  const auto addWhy = [&] {
    if (known.looked && *known.looked < 1)
      out.details.append(tr("The table is being read in the background."));
    if (const std::string why = unfinished::explanation(known); !why.empty())
      out.details.append(widgets::text(why));
  };
  if (s.unfinished.some_are_stuck()) {
    const bool waits = s.unfinished.ended_leases() == 0 && s.unfinished.leases_are_seen;
    out = waits ? Headline{Tone::warn, QStringLiteral("refresh"), unretriedSentence(s), {}}
                : Headline{Tone::danger, QStringLiteral("warning"), stuckSentence(s), {}};
    // Money first: it is what the phone call is about.
    if (const QString money = widgets::sumsBeside(s.money); !money.isEmpty())
      out.details.append(tr("Amounts: %1.").arg(widgets::sumsShown(s.money)));
    if (!s.unfinished.is_exact()) addWhy();
    addPeople(s, out.details);
    if (const std::string waiting = unfinished::unretried_sentence(s.unfinished);
        !waits && !waiting.empty()) {
      out.details.append(widgets::text(waiting));
    }
    if (s.unfinished.unretried > 0)
      out.details.append(widgets::text(browse::clients_meanwhile(tables::own())));
    if (!s.stopped && s.settled == 0) {
      out.details.append(tr("No key was settled in the last 5 minutes: is a sweeper running?"));
    }
  } else if (s.needsHuman > 0) {
    out = {Tone::warn, QStringLiteral("person"), {}, {}};
    addPeople(s, out.details);
    out.sentence = out.details.takeFirst();
    if (!s.unfinished.nothing_is_stuck()) {
      out.details.append(tr("It is unknown whether any other key is stuck."));
      addWhy();
    }
  } else if (s.isEmpty) {
    out = {Tone::muted, QStringLiteral("info"), tr("No keys yet."), {}};
  } else if (!s.unfinished.nothing_is_stuck()) {
    // Nothing was found, and not all was seen: neither green nor zero.
    out = {Tone::warn, QStringLiteral("info"), tr("It is unknown whether any key is stuck."), {}};
    if (!s.unfinished.leases_are_seen) out.details.append(tr("Leases cannot be observed in this table."));
    addWhy();
  } else {
    out = {Tone::ok, QStringLiteral("check"), tr("Nothing is stuck: every lease is live or settled."), {}};
  }
  // A store without keys of its own says nothing of the tables beside it.
  const auto &stuck = s.elsewhere.stuck, &unknown = s.elsewhere.unknown;
  for (const auto& words : {stuck, unknown}) {
    for (const std::string& one : words) out.details.append(widgets::shown(one));
  }
  if (out.tone == Tone::ok || out.tone == Tone::muted) {
    if (!stuck.empty()) {
      out = {Tone::danger, QStringLiteral("warning"),
             out.details.takeAt(out.details.size() - static_cast<qsizetype>(stuck.size() + unknown.size())),
             QStringList{s.isEmpty ? tr("The table onceover.keys has no keys.")
                                   : tr("Nothing is stuck in onceover.keys.")} +
                 out.details};
    } else if (!unknown.empty()) {
      out.tone = Tone::warn;
      out.icon = QStringLiteral("info");
      out.sentence =
          s.isEmpty
              ? tr("onceover.keys has no keys, and of other tables it is unknown whether keys are stuck.")
              : tr("Nothing is stuck in onceover.keys; of other tables it is unknown.");
    }
  }
  if (s.stopped) {
    if (out.tone == Tone::ok || out.tone == Tone::muted || out.tone == Tone::info) out.tone = Tone::warn;
    out.details.append(tr("The stop switch is on: stuck keys stay stuck until it is off."));
  }
  if (s.mismatches.value_or(0) > 0) {
    out.details.append(
        tr("%Ln requests were refused in the last 5 minutes: the key was used with another payload.", nullptr,
           widgets::counted(*s.mismatches)));
  }
  return out;
}

namespace {

constexpr int iconSize = 28;

}  // namespace

HeadlineView::HeadlineView(QWidget* parent)
    : QWidget(parent),
      sentence_(new widgets::PlainLabel({}, this, widgets::TextRole::title)),
      details_(new widgets::PlainLabel({}, this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  sentence_->setWordWrap(true);
  details_->setWordWrap(true);
  widgets::fill(widgets::columnOf(this, t.half, QMargins(t.gap * 2 + iconSize, t.gap, t.gap, t.gap)),
                {sentence_, details_});
}

void HeadlineView::setHeadline(const Headline& headline) {
  headline_ = headline;
  sentence_->setText(headline.sentence);
  details_->setText(headline.details.join('\n'));
  details_->setVisible(!headline.details.isEmpty());
  update();
}

QString HeadlineView::sentence() const { return sentence_->text(); }
QString HeadlineView::details() const { return details_->text(); }

void HeadlineView::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.fill(headline_.tone));
  painter.drawRoundedRect(rect(), t.radius, t.radius);
  const QPoint at(t.gap,
                  sentence_->geometry().top() +
                      (std::min(sentence_->height(), sentence_->fontMetrics().height() + 4) - iconSize) / 2);
  painter.drawPixmap(
      at, widgets::iconPixmap(headline_.icon, t.colour(headline_.tone), iconSize, devicePixelRatioF()));
}

}  // namespace onceover::overview
