#include "ui/overview/overview_page.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <cmath>

#include "ui/overview/headline_view.h"
#include "ui/overview/oldest_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/stat_card.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::overview {

using widgets::Tone;

OverviewPage::OverviewPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent), model_(new OldestModel(this)), table_(new widgets::TableView(tr("Oldest stuck keys"))) {
  layOut();
  showLoading(tr("Reading the store…"));
}

void OverviewPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* outer = widgets::columnOf(content());
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  outer->addWidget(scroll);
  auto* inner = new QWidget;
  scroll->setWidget(inner);
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
  connect(all, &QPushButton::clicked, this, &OverviewPage::stuckLeasesRequested);
  connect(this, &OverviewPage::stuckLeasesRequested, this, [this] { emit pageRequested(QStringLiteral("leases")); });
  connect(this, &OverviewPage::seriesRequested, this, [this] { emit pageRequested(QStringLiteral("metrics")); });
  oldestCard_->addToTitle(all);
  table_->setModel(model_);
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
  connect(people_, &widgets::StatCard::clicked, this, [this] { emit pageRequested(QStringLiteral("queue")); });
  leadToRows(oldest_, &OverviewPage::oldestInProgress);
  leadToRows(inProgress_, &OverviewPage::keysInProgress);
  leadToRows(released_, &OverviewPage::releasedKeys);

  countedNote_ = caption(2, {});
  replays_ = addCard(grid, 3, tr("Replays"), QStringLiteral("refresh"));
  conflicts_ = addCard(grid, 3, tr("Conflicts"), QStringLiteral("lock"));
  mismatches_ = addCard(grid, 3, tr("Mismatches"), QStringLiteral("warning"));
  completed_ = addCard(grid, 3, tr("Completed per minute"), QStringLiteral("check"));
  settled_ = addCard(grid, 3, tr("Settled by sweeper"), QStringLiteral("case"));
  leadToSeries(replays_, QStringLiteral("replayed"));
  leadToRows(conflicts_, &OverviewPage::keysInProgress);
  leadToSeries(mismatches_, QStringLiteral("mismatch"));
  leadToRows(completed_, &OverviewPage::finishedRecently);
  leadToSeries(settled_, QStringLiteral("settled"));
}

widgets::StatCard* OverviewPage::addCard(QGridLayout* grid, int row, const QString& label, const QString& icon) {
  auto* card = new widgets::StatCard(label);
  card->setIcon(icon);
  int column = 0;
  while (grid->itemAtPosition(row, column) != nullptr) ++column;
  grid->addWidget(card, row, column);
  grid->setColumnStretch(column, 1);
  return card;
}

void OverviewPage::leadToRows(widgets::StatCard* card, browse::Filter (OverviewPage::*filter)() const) {
  connect(card, &widgets::StatCard::clicked, this, [this, filter] { emit rowsRequested((this->*filter)()); });
}

void OverviewPage::leadToSeries(widgets::StatCard* card, const QString& series) {
  connect(card, &widgets::StatCard::clicked, this, [this, series] { emit seriesRequested(series); });
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
  const bridge::ServerFacts& facts = session().facts();
  if (facts.schema.fit == schema::Fit::missing || facts.schema.fit == schema::Fit::older) {
    const bool missing = facts.schema.fit == schema::Fit::missing;
    return showEmpty(missing ? tr("This database holds no store of keys yet.") : tr("The store in this database is of an older version."),
                     facts.schemaSentence + '\n' + tr("Then refresh (F5)."));
  }
  session().read<Glance>(this, tr("Overview"), &readGlance, [this](Result<Glance> glance) { take(std::move(glance)); });
}

QString OverviewPage::shownSql() const { return widgets::text(glance_.sql); }

void OverviewPage::take(Result<Glance> glance) {
  if (!glance) return showFailure(glance.error());
  glance_ = std::move(*glance);
  setAge(glance_.counts.as_of);
  const Situation situation = situationOf(glance_);
  if (situation.isEmpty && !situation.stopped) {
    return showEmpty(tr("No keys yet."),
                     tr("As soon as a service claims its first key, this page says whether any are stuck, how many clients were "
                        "answered from what is stored, and which keys wait for somebody."));
  }
  headline_->setHeadline(headlineOf(situation));
  showStop();
  showNow();
  showCounted();
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
  const QString looked =
      u.knowledge.looked ? tr("%1 % of the table read").arg(std::floor(100 * *u.knowledge.looked)) : tr("not all keys are known");
  const auto note = [&](const QString& whereExact) { return isExact ? whereExact : looked; };
  stuck_->setValue(u.leases_are_seen ? count(u.stuck) : tr("unknown"), u.stuck > 0            ? Tone::danger
                                                                       : u.nothing_is_stuck() ? Tone::ok
                                                                                              : Tone::warn);
  stuck_->setNote(u.oldest_stuck && u.oldest_stuck->is_finite() ? tr("lease ended %1").arg(widgets::relative(*u.oldest_stuck, c.as_of))
                  : u.leases_are_seen                           ? note(tr("all leases are live"))
                                                                : tr("leases cannot be observed here"));
  const bool allSeen = c.needs_human_known.known == unfinished::Known::exact;
  people_->setValue(widgets::text(unfinished::how_many(c.needs_human_known, c.needs_human)),
                    c.needs_human > 0 || !allSeen ? Tone::warn : Tone::neutral);
  people_->setNote(c.needs_human > 0 ? tr("evidence does not settle them")
                   : allSeen         ? tr("no case is waiting")
                                     : tr("not all keys are seen"));
  const auto& oldest = u.oldest_in_progress;
  oldest_->setValue(oldest ? (isExact ? QString() : QStringLiteral("≥ ")) + widgets::span(c.as_of - *oldest)
                           : (isExact ? QStringLiteral("–") : tr("unknown")));
  oldest_->setNote(oldest ? tr("since %1").arg(widgets::exact(*oldest, clock()).section('.', 0, 0)) : note(tr("nothing runs")));
  oldest_->setClickable(oldest.has_value());
  inProgress_->setValue(count(u.in_progress));
  inProgress_->setNote(note(tr("%1 with a live lease").arg(widgets::number(std::max<std::int64_t>(0, u.in_progress - u.stuck)))));
  released_->setValue(count(u.released));
  released_->setNote(note(tr("known to have had no effect")));
}

void OverviewPage::showCounted() {
  if (!glance_.counted || glance_.counted->totals.empty()) {
    countedNote_->setText(glance_.countedProblem
                              ? tr("Last 5 minutes: the counters could not be read. %1").arg(widgets::shown(glance_.countedProblem->what))
                              : tr("Last 5 minutes: no service has reported its counters"));
    for (auto* card : {replays_, conflicts_, mismatches_, completed_, settled_}) {
      card->setValue(QStringLiteral("–"));
      card->setNote(tr("not counted"));
      card->setTrend({});
    }
    return;
  }
  countedNote_->setText(tr("Last 5 minutes, lines over 30"));
  showCounter(replays_, "replayed", Tone::neutral);
  replays_->setNote(tr("answered from what is stored"));
  showCounter(conflicts_, "conflict", Tone::neutral);
  conflicts_->setNote(tr("409: in progress, or stuck"));
  showCounter(mismatches_, "mismatch", Tone::warn);
  mismatches_->setNote(tr("same key, another payload"));
  showCounter(completed_, "completed", Tone::neutral);
  const double perMinute = static_cast<double>(glance_.counted->now("completed")) / 5;
  completed_->setValue(perMinute < 10 ? QString::number(perMinute, 'f', 1) : widgets::number(std::llround(perMinute)));
  completed_->setNote(tr("effects done and stored"));
  showCounter(settled_, "settled", Tone::neutral);
  settled_->setNote(tr("from evidence"));
}

void OverviewPage::showCounter(widgets::StatCard* card, std::string_view name, Tone toneWhereAny) {
  const std::int64_t n = glance_.counted->now(name);
  const std::vector<double> line = glance_.counted->line(name);
  card->setValue(widgets::number(n), n > 0 ? toneWhereAny : Tone::neutral);
  card->setTrend(QVector<double>(line.begin(), line.end()));
}

void OverviewPage::showStop() {
  stop_->setVisible(glance_.stop && glance_.stop->stopped);
  if (glance_.stop && glance_.stop->stopped) stop_->setHeadline(stopHeadline(*glance_.stop, glance_.counts.as_of));
}

void OverviewPage::showOldest() {
  model_->setRows(glance_.oldestStuck, glance_.counts.as_of);
  oldestStack_->setCurrentWidget(glance_.oldestStuck.empty() ? static_cast<QWidget*>(oldestNote_) : table_);
  if (glance_.listProblem) {
    oldestNote_->setText(tr("The list could not be read: %1").arg(widgets::sentences(*glance_.listProblem)));
  } else if (!glance_.counts.unfinished.nothing_is_stuck()) {
    oldestNote_->setText(
        widgets::text(unfinished::stuck_sentence(glance_.counts.unfinished) + ' ' + glance_.counts.unfinished.knowledge.remedy));
  } else {
    oldestNote_->setText(tr("No key is stuck. The first ones would be listed here with customer and amount; Enter opens the case."));
  }
}

void OverviewPage::openOldest(const QModelIndex& index) { emit caseRequested(model_->at(index.row()).id); }

void OverviewPage::clockChanged() {
  model_->setClock(clock());
  if (paneState() == widgets::StatePane::State::content) showNow();
}

}  // namespace onceover::overview
