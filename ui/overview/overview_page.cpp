// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include <QGridLayout>
#include <QScrollBar>
#include <cmath>

#include "ui/widgets/widgets.h"

namespace onceover::overview {
namespace {

QString notRunningInWords(std::int64_t n, std::int64_t all) {
  if (all == 1) return tr("Events: the relay is not running");
  return OverviewPage::tr("Events: %Ln of %1 relays are not running", nullptr, widgets::counted(n))
      .arg(widgets::number(all));
}

}  // namespace

using widgets::Tone;

OverviewPage::OverviewPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      model_(new OldestModel(this)),
      table_(new widgets::TableView(tr("Oldest stuck keys"), model_)) {
  layOut();
  showLoading(tr("Reading the store…"));
}

void OverviewPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* outer = widgets::columnOf(content());
  auto* inner = new QWidget;
  scroll_ = widgets::scrolled(inner, tr("Overview"));
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  scroll_->setFocusPolicy(Qt::NoFocus);
  outer->addWidget(scroll_);
  auto* layout = widgets::columnOf(inner, t.gap, QMargins(t.section, t.gap, t.section, t.section));

  stop_ = new HeadlineView;
  stop_->setObjectName(QStringLiteral("stop"));
  stop_->hide();
  layout->addWidget(stop_);
  headline_ = new HeadlineView;
  headline_->setObjectName(QStringLiteral("headline"));
  layout->addWidget(headline_);

  auto* grid = new QGridLayout;
  grid->setSpacing(t.unit);
  addNumbers(grid);
  layout->addLayout(grid);

  oldestCard_ = new widgets::Card(tr("Oldest stuck keys"));
  auto* all = new QPushButton(tr("All stuck leases"));
  connect(all, &QPushButton::clicked, this, &OverviewPage::readOwn);
  connect(all, &QPushButton::clicked, this, &OverviewPage::stuckLeasesRequested);
  connect(this, &OverviewPage::stuckLeasesRequested, this,
          [this] { emit pageRequested(QStringLiteral("leases")); });
  connect(this, &OverviewPage::seriesRequested, this,
          [this] { emit pageRequested(QStringLiteral("metrics")); });
  oldestCard_->addToTitle(all);
  connect(table_, &widgets::TableView::opened, this, &OverviewPage::openOldest);
  oldestNote_ = widgets::wrapped();
  oldestNote_->setTone(Tone::muted);
  oldestNote_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  oldestStack_ = new QStackedWidget;
  oldestStack_->addWidget(table_);
  oldestStack_->addWidget(oldestNote_);
  oldestCard_->body()->addWidget(oldestStack_);
  layout->addWidget(oldestCard_, 1);
}

void OverviewPage::addNumbers(QGridLayout* grid) {
  const auto caption = [grid](int row, const QString& words) {
    auto* label = new widgets::PlainLabel(words, nullptr, widgets::TextRole::caption);
    grid->addWidget(label, row, 0, 1, 5);
    return label;
  };
  caption(0, tr("Now"));
  stuck_ = addCard(grid, 1, tr("Stuck leases"), QStringLiteral("stuck"));
  people_ = addCard(grid, 1, tr("Need a person"), QStringLiteral("person"));
  oldest_ = addCard(grid, 1, tr("Oldest in progress"), QStringLiteral("clock"));
  inProgress_ = addCard(grid, 1, tr("In progress"), QStringLiteral("play"));
  released_ = addCard(grid, 1, tr("Released, awaiting retry"), QStringLiteral("refresh"));
  leadToRows(stuck_, &OverviewPage::stuckKeys);
  connect(people_, &widgets::StatCard::clicked, this,
          [this] { emit pageRequested(QStringLiteral("queue")); });
  leadToRows(oldest_, &OverviewPage::oldestInProgress);
  leadToRows(inProgress_, &OverviewPage::keysInProgress);
  leadToRows(released_, &OverviewPage::releasedKeys);

  countedNote_ = caption(2, {});
  for (const Counter& counter : counters()) {
    auto* card = addCard(grid, 3, counter.label, QString::fromLatin1(counter.icon));
    counted_.append(card);
    if (counter.rows != nullptr) {
      leadToRows(card, counter.rows);
    } else {
      connect(card, &widgets::StatCard::clicked, this,
              [this, name = QString::fromLatin1(counter.name)] { emit seriesRequested(name); });
    }
  }

  eventsNote_ = caption(4, tr("Events"));
  lag_ = addCard(grid, 5, tr("Unpublished events"), QStringLiteral("half"));
  behind_ = addCard(grid, 5, tr("Behind"), QStringLiteral("clock"));
  parked_ = addCard(grid, 5, tr("Parked"), QStringLiteral("pause"));
  deadEvents_ = addCard(grid, 5, tr("Dead, of the outbox"), QStringLiteral("cross"));
  deadLetters_ = addCard(grid, 5, tr("Dead letters, of the inbox"), QStringLiteral("cross"));
  for (widgets::StatCard* card : {lag_, behind_, parked_, deadEvents_})
    connect(card, &widgets::StatCard::clicked, this,
            [this] { emit pageRequested(QStringLiteral("outbox")); });
  connect(deadLetters_, &widgets::StatCard::clicked, this,
          [this] { emit pageRequested(QStringLiteral("inbox")); });
}

widgets::StatCard* OverviewPage::addCard(QGridLayout* grid, int row, const QString& label,
                                         const QString& icon) {
  auto* card = new widgets::StatCard(label);
  card->setIcon(icon);
  connect(card, &widgets::StatCard::clicked, this, &OverviewPage::readOwn);
  int column = 0;
  while (grid->itemAtPosition(row, column) != nullptr) ++column;
  grid->addWidget(card, row, column);
  grid->setColumnStretch(column, 1);
  return card;
}

// The numbers are of our own tables, whichever table is read: so is what they lead to.
void OverviewPage::readOwn() {
  if (!tables::is_own(session().profile())) session().useProfile(bridge::ownProfile());
}

void OverviewPage::leadToRows(widgets::StatCard* card, browse::Filter (OverviewPage::*filter)() const) {
  connect(card, &widgets::StatCard::clicked, this, [this, filter] { emit rowsRequested((this->*filter)()); });
}

// Counted events leave no rows of their own; where others do, the card leads to those.
std::vector<OverviewPage::Counter> OverviewPage::counters() {
  return {
      {"replayed", tr("Replays"), "refresh", tr("stored response sent"), Tone::neutral, nullptr},
      {"conflict", tr("Conflicts"), "lock", tr("409: in progress, or stuck"), Tone::neutral,
       &OverviewPage::keysInProgress},
      {"mismatch", tr("Mismatches"), "warning", tr("same key, another payload"), Tone::warn, nullptr},
      {"completed", tr("Completed per minute"), "check", tr("effects done and stored"), Tone::neutral,
       &OverviewPage::finishedRecently},
      {"settled", tr("Settled"), "case", tr("by sweepers, plans and people"), Tone::neutral, nullptr},
  };
}

browse::Filter OverviewPage::stuckKeys() const { return {.stuck = true}; }
browse::Filter OverviewPage::keysInProgress() const { return {.states = {key::State::in_progress}}; }
browse::Filter OverviewPage::releasedKeys() const { return {.states = {key::State::released}}; }

browse::Filter OverviewPage::oldestInProgress() const {
  browse::Filter filter = keysInProgress();
  // Up to the next second: what was claimed in the same breath is likely of the same story.
  if (glance_.counts.unfinished.oldest_in_progress) {
    filter.from = glance_.counts.unfinished.oldest_in_progress;
    filter.to = *filter.from + std::chrono::seconds(1);
  }
  return filter;
}

browse::Filter OverviewPage::finishedRecently() const {
  return {.states = {key::State::succeeded, key::State::failed}, .from = glance_.counts.as_of - recently};
}

void OverviewPage::refresh() {
  if (showNoStore(tr("This database has no key store yet."))) return;
  const auto read = [described = session().described()](bridge::Reader& reader) {
    return readGlance(reader, described);
  };
  session().read<Glance>(this, tr("Overview"), read,
                         [this](Result<Glance> glance) { take(std::move(glance)); });
}

// The headline says whether it is bad.
bool OverviewPage::comeToTop() {
  scroll_->verticalScrollBar()->setValue(0);
  return true;
}

// The number that matters most; Enter leads to its rows. The oldest keys may be below what is seen.
QWidget* OverviewPage::firstRows() const { return stuck_->isVisible() ? stuck_ : nullptr; }

QString OverviewPage::shownSql() const { return widgets::text(glance_.sql); }

void OverviewPage::take(Result<Glance> glance) {
  if (!glance) return showFailure(glance.error());
  glance_ = std::move(*glance);
  setAge(glance_.counts.as_of);
  const Situation situation = situationOf(glance_);
  if (situation.isEmpty && !situation.stopped && glance_.isQuietElsewhere()) {
    return showEmpty(
        tr("No keys yet."),
        tr("Once a service claims its first key, this page shows whether keys are stuck, how many clients "
           "got a stored response, and which keys need a person. Keys in tables of your own are found in the "
           "place Store, on the tab Tables."));
  }
  headline_->setHeadline(headlineOf(situation));
  showStop();
  showNow();
  showCounted();
  showEvents();
  showOldest();
  showContent();
}

void OverviewPage::showNow() {
  const browse::StateCounts& c = glance_.counts;
  const unfinished::Answer& u = c.unfinished;
  const bool isExact = u.is_exact();
  // A lower bound of nothing is no number to show.
  const auto isTold = [&](std::int64_t n) { return isExact || n > 0; };
  const auto count = [&](std::int64_t n) {
    return isTold(n) ? (isExact ? QString() : QStringLiteral("≥ ")) + widgets::number(n) : tr("unknown");
  };
  const QString looked = u.knowledge.looked
                             ? tr("%1 % of the table read").arg(std::floor(100 * *u.knowledge.looked))
                             : tr("not all keys were read");
  const auto note = [&](const QString& whereExact) { return isExact ? whereExact : looked; };
  stuck_->setValue(u.leases_are_seen ? count(u.stuck) : tr("unknown"), u.ended_leases() > 0    ? Tone::danger
                                                                       : !u.nothing_is_stuck() ? Tone::warn
                                                                       : glance_.isQuietElsewhere()
                                                                           ? Tone::ok
                                                                           : Tone::neutral);
  stuck_->setNote(u.oldest_stuck && u.oldest_stuck->is_finite()
                      ? tr("lease ended %1").arg(widgets::relative(*u.oldest_stuck, c.as_of))
                  : u.leases_are_seen ? note(glance_.isQuietElsewhere() ? tr("all leases are live")
                                                                        : tr("in onceover.keys only"))
                                      : tr("leases cannot be observed here"));
  showPeople();
  const auto& oldest = u.oldest_in_progress;
  oldest_->setValue(oldest ? (isExact ? QString() : QStringLiteral("≥ ")) + widgets::span(c.as_of - *oldest)
                           : (isExact ? QStringLiteral("–") : tr("unknown")));
  oldest_->setNote(oldest ? tr("since %1").arg(widgets::exact(*oldest, clock()).section('.', 0, 0))
                          : note(tr("nothing runs")));
  oldest_->setClickable(oldest.has_value());
  inProgress_->setValue(count(u.in_progress));
  inProgress_->setNote(
      note(tr("%1 with a live lease")
               .arg(widgets::number(std::max<std::int64_t>(0, u.in_progress - u.ended_leases())))));
  released_->setValue(count(u.released));
  released_->setNote(u.unretried > 0 ? tr("%1 not retried in time").arg(count(u.unretried))
                                     : note(tr("a client may send them again")));
}

// Cases, and requests for a second approver.
void OverviewPage::showPeople() {
  const browse::StateCounts& c = glance_.counts;
  const bool allSeen = c.needs_human_known.known == unfinished::Known::exact;
  const std::int64_t asked = glance_.approvals.value_or(0);
  unfinished::Knowledge known = c.needs_human_known;
  const QString hidden =
      session().facts().whyHidden({QStringLiteral("approvals"), QStringLiteral("row_cases")});
  if ((!glance_.approvals || !hidden.isEmpty()) && allSeen) known.known = unfinished::Known::at_least;
  if ((!allSeen && asked > 0) || asked > approval::most_counted) known.known = unfinished::Known::at_least;
  const bool isExact = known.known == unfinished::Known::exact;
  people_->setValue(widgets::text(unfinished::how_many(known, c.needs_human + asked)),
                    c.needs_human + asked > 0 || !isExact ? Tone::warn : Tone::neutral);
  const QString requests = tr("%Ln requests wait for a second approver", nullptr, widgets::counted(asked));
  people_->setNote(asked > 0 && c.needs_human > 0
                       ? tr("%1 without clear evidence, %2").arg(widgets::number(c.needs_human), requests)
                   : asked > 0          ? requests
                   : c.needs_human > 0  ? tr("no clear evidence")
                   : !allSeen           ? tr("not all keys were read")
                   : !hidden.isEmpty()  ? hidden
                   : !glance_.approvals ? tr("requests could not be read")
                                        : tr("no case is waiting"));
}

QString OverviewPage::whyCountsAreHidden() const {
  return session().facts().whyHidden({QStringLiteral("counter_deltas"), QStringLiteral("counter_series"),
                                      QStringLiteral("counter_minutes"), QStringLiteral("counter_hours")});
}

void OverviewPage::showCounted() {
  if (!glance_.counted || glance_.counted->totals.empty()) {
    const QString hidden = whyCountsAreHidden();
    countedNote_->setText(
        glance_.countedProblem ? tr("Last 5 minutes: the counters could not be read. %1")
                                     .arg(widgets::whatHappened(*glance_.countedProblem))
        : hidden.isEmpty()
            ? tr("Last 5 minutes: no service has reported its counters")
            : tr("Last 5 minutes: whether services have reported counters is unknown. %1").arg(hidden));
    for (auto* card : counted_) {
      card->setValue(QStringLiteral("–"));
      card->setNote(tr("not counted"));
      card->setTrend({});
    }
    return;
  }
  const QString hidden = whyCountsAreHidden();
  countedNote_->setText(hidden.isEmpty() ? tr("Last 5 minutes, lines over 30")
                                         : tr("Last 5 minutes, at least: %1").arg(hidden));
  const std::vector<Counter> all = counters();
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto* card = counted_[static_cast<qsizetype>(i)];
    const std::int64_t n = glance_.counted->now(all[i].name);
    const std::vector<double> line = glance_.counted->line(all[i].name);
    const double perMinute = static_cast<double>(n) / 5;
    const bool isRate = all[i].rows == &OverviewPage::finishedRecently;
    card->setValue(n == 0 && !hidden.isEmpty() ? tr("unknown")
                   : !isRate                   ? widgets::number(n)
                   : perMinute < 10            ? widgets::number(perMinute, 'f', 1)
                                               : widgets::number(std::llround(perMinute)),
                   n > 0 ? all[i].toneWhereAny : Tone::neutral);
    card->setTrend(QVector<double>(line.begin(), line.end()));
    card->setNote(all[i].note);
  }
}

// Shown once there is a relay, or a dead letter; a store without events has nothing to say of them.
void OverviewPage::showEvents() {
  const QString hidden = session().facts().whyHidden(
      {QStringLiteral("relays"), QStringLiteral("relay_holds"), QStringLiteral("outbox"),
       QStringLiteral("outbox_parked"), QStringLiteral("inbox")});
  const bool isShown = !glance_.events || !glance_.events->isNone() || !hidden.isEmpty();
  for (QWidget* each :
       std::initializer_list<QWidget*>{eventsNote_, lag_, behind_, parked_, deadEvents_, deadLetters_})
    each->setVisible(isShown);
  if (!isShown) return;
  if (!glance_.events) {
    eventsNote_->setText(
        tr("Events: they could not be read. %1")
            .arg(glance_.eventsProblem ? widgets::whatHappened(*glance_.eventsProblem) : QString()));
    for (widgets::StatCard* card : {lag_, behind_, parked_, deadEvents_, deadLetters_}) {
      card->setValue(tr("unknown"), Tone::warn);
      card->setNote({});
    }
    return;
  }
  const Events& shown = *glance_.events;
  const auto notRunning =
      std::ranges::count_if(shown.relays, [](const outbox::RelayView& relay) { return !relay.is_running(); });
  eventsNote_->setText(shown.relays.empty() ? tr("Events: there is no relay")
                       : notRunning > 0     ? notRunningInWords(notRunning, std::ssize(shown.relays))
                                            : tr("Events"));
  const bool none = shown.relays.empty(), isExact = shown.isLagExact();
  const auto atLeast = [&](const QString& value) { return isExact ? value : QStringLiteral("≥ ") + value; };
  const bool isUnknown = !isExact && shown.lag() == 0;
  const Tone waits = notRunning > 0 && (shown.lag() > 0 || !isExact) ? Tone::danger
                     : isExact                                       ? Tone::neutral
                                                                     : Tone::warn;
  lag_->setValue(none        ? QStringLiteral("–")
                 : isUnknown ? tr("unknown")
                             : atLeast(widgets::number(shown.lag())),
                 waits);
  lag_->setNote(none                          ? tr("no relay publishes")
                : isExact && shown.lag() == 0 ? tr("all is published")
                                              : tr("of the slowest relay"));
  const auto behind = shown.behind();
  behind_->setValue(behind    ? atLeast(widgets::span(std::chrono::floor<std::chrono::seconds>(*behind)))
                    : isExact ? QStringLiteral("–")
                              : tr("unknown"),
                    waits);
  behind_->setNote(tr("age of the oldest unpublished event"));
  parked_->setValue(none ? QStringLiteral("–") : widgets::number(shown.parked()),
                    shown.parked() > 0 ? Tone::warn : Tone::neutral);
  parked_->setNote(tr("held back by a failing event"));
  deadEvents_->setValue(none ? QStringLiteral("–") : widgets::number(shown.dead()),
                        shown.dead() > 0 ? Tone::danger : Tone::neutral);
  deadEvents_->setNote(tr("failed for good: a person decides"));
  const std::int64_t letters = shown.deadLetters();
  const bool isAll = letters <= events::most_counted;
  deadLetters_->setValue(
      isAll ? widgets::number(letters) : QStringLiteral("≥ ") + widgets::number(events::most_counted),
      letters > 0 ? Tone::danger : Tone::neutral);
  const auto oldest = shown.oldestDeadLetter();
  deadLetters_->setNote(oldest ? tr("oldest %1").arg(widgets::relative(*oldest, glance_.counts.as_of))
                               : tr("no received event has failed"));
  if (hidden.isEmpty()) return;
  eventsNote_->setText(tr("Events that are seen: %1").arg(hidden));
  const std::pair<widgets::StatCard*, std::int64_t> counts[] = {{lag_, shown.lag()},
                                                                {behind_, shown.lag()},
                                                                {parked_, shown.parked()},
                                                                {deadEvents_, shown.dead()},
                                                                {deadLetters_, letters}};
  for (const auto& [card, n] : counts) {
    if (n > 0) continue;
    card->setValue(tr("unknown"), Tone::warn);
    card->setNote({});
  }
}

void OverviewPage::showStop() {
  stop_->setVisible(glance_.stop && glance_.stop->stopped);
  if (glance_.stop && glance_.stop->stopped)
    stop_->setHeadline(stopHeadline(*glance_.stop, glance_.counts.as_of));
}

void OverviewPage::showOldest() {
  model_->setRows(glance_.oldestStuck, glance_.counts.as_of);
  oldestStack_->setCurrentWidget(glance_.oldestStuck.empty() ? static_cast<QWidget*>(oldestNote_) : table_);
  if (glance_.listProblem) {
    oldestNote_->setText(tr("The list could not be read: %1").arg(widgets::sentences(*glance_.listProblem)));
  } else if (!glance_.counts.unfinished.nothing_is_stuck()) {
    oldestNote_->setText(widgets::text(unfinished::stuck_sentence(glance_.counts.unfinished) + ' ' +
                                       glance_.counts.unfinished.knowledge.remedy));
  } else {
    oldestNote_->setText(
        (glance_.isQuietElsewhere() ? tr("No key is stuck.") : tr("No key of onceover.keys is stuck.")) +
        ' ' + tr("Stuck keys are listed here with customer and amount. Enter opens the case."));
  }
}

void OverviewPage::openOldest(const QModelIndex& index) {
  readOwn();
  emit caseRequested(model_->at(index.row()).id);
}

void OverviewPage::clockChanged() {
  if (paneState() == widgets::StatePane::State::content) showNow();
}

using browse::KeyRow;
using widgets::shown;

OldestModel::OldestModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 20}, [this](const KeyRow& row) { return widgets::badgeOf(row, asOf()); }},
      {{tr("Customer"), 20}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 16, Right | Whole}, [](const KeyRow& row) { return widgets::money(row.subject); }},
      {{tr("Operation"), 22}, [](const KeyRow& row) { return shown(row.id.operation); }},
      {{tr("Key"), 30, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Lease ended"), 20, Right},
       [](const KeyRow& row) { return row.lease_ended().value_or(row.created_at); }},
  });
}

}  // namespace onceover::overview
