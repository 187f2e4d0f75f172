#include "ui/metrics/metrics_page.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/metrics/behind.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/wall.h"
#include "ui/widgets/action.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {
namespace {

constexpr auto wallEvery = std::chrono::seconds(5);

Timestamp timestampOf(double seconds) { return {static_cast<std::int64_t>(seconds * 1e6)}; }

const QString arrangementPlace = QStringLiteral("metrics/cards"), spanPlace = QStringLiteral("metrics/span"),
              sourcePlace = QStringLiteral("metrics/source");

}  // namespace

MetricsPage::MetricsPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      controls_(new Controls),
      board_(new Board),
      scroll_(widgets::scrolled(nullptr, tr("Charts"))),
      note_(new widgets::PlainLabel),
      readAll_(new QPushButton),
      cardsMenu_(new QMenu(this)) {
  buildActions();
  buildBoard();
  wallTimer_.setInterval(wallEvery);
  connect(&wallTimer_, &QTimer::timeout, this, [this] {
    if (this->session().isReady() && !paused_) ask(false);
  });
  // What was asked over another connection, or of another table, is not answered any more.
  connect(&session, &bridge::Session::stateChanged, this, &MetricsPage::forgetAnswers);
  connect(&session, &bridge::Session::profileChanged, this, &MetricsPage::forgetAnswers);
  connect(&session, &bridge::Session::stateChanged, this, &MetricsPage::noteWall);
  showLoading(tr("Reading what was counted …"));
}

MetricsPage::~MetricsPage() {
  // Nobody hears of a card that goes with the page.
  for (ChartCard* card : board_->cards()) card->disconnect(this);
  if (wall_ != nullptr) delete wall_;
}

QAction* MetricsPage::pageAction(const QString& text, const QString& icon, const QKeySequence& shortcut, void (MetricsPage::*slot)()) {
  auto* action = widgets::addAction(this, text, shortcut, icon);
  action->setToolTip(widgets::toolTip(text + QStringLiteral("  ") + shortcut.toString(QKeySequence::NativeText)));
  connect(action, &QAction::triggered, this, slot);
  return action;
}

// Above the pane, so that an empty range can be left.
void MetricsPage::buildActions() {
  const widgets::Tokens t = widgets::tokensOf(this);
  back_ = pageAction(tr("Zoom back"), QStringLiteral("undo"), QKeySequence(Qt::ALT | Qt::Key_Left), &MetricsPage::zoomBack);
  back_->setEnabled(false);
  pause_ = pageAction(tr("Pause the charts"), QStringLiteral("pause"), QKeySequence(Qt::CTRL | Qt::Key_P), &MetricsPage::pauseToggled);
  pause_->setCheckable(true);
  pause_->setIconText(tr("Pause"));
  wallAction_ =
      pageAction(tr("Wall: the charts on the whole screen"), QStringLiteral("wall"), QKeySequence(Qt::Key_F11), &MetricsPage::toggleWall);
  QAction* exportAll =
      pageAction(tr("Export the dashboard as PNG…"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_E), &MetricsPage::askExport);
  for (QAction* action : {back_, pause_, wallAction_, exportAll}) controls_->addButton(action, action == pause_);
  cardsMenu_->setAccessibleName(tr("Cards that are shown"));
  controls_->addMenu(cardsMenu_, tr("Cards"));
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->insertWidget(0, controls_);
  note_->setContentsMargins(t.gap, 0, t.gap, t.half);
  note_->setTone(widgets::Tone::info);
  note_->hide();
  column->insertWidget(1, note_);
  readAll_->setToolTip(widgets::toolTip(tr("In the background, with progress and a cancel; what is counted is kept on this desktop")));
  readAll_->setAutoDefault(false);
  readAll_->hide();
  auto* line = widgets::lineOf(nullptr, -1, QMargins(t.gap, 0, t.gap, 0));
  line->addWidget(readAll_);
  line->addStretch(1);
  column->insertLayout(2, line);
  connect(readAll_, &QPushButton::clicked, this, [this] {
    if (!unread_) return;
    const auto [whose, tag] = *unread_;
    readAll_->hide();
    waiting_.insert(tag);
    whose->readAll(tag);
  });
  connect(controls_, &Controls::sourceChosen, this, &MetricsPage::chooseSource);
  connect(controls_, &Controls::spanChosen, this, [this](Duration span) {
    frames_.setSpan(span);
    if (memory().keep) memory().keep(spanPlace, QString::number(span / std::chrono::seconds(1)));
    frameChanged();
  });
  connect(controls_, &Controls::changed, this, [this] { ask(true); });
}

void MetricsPage::buildBoard() {
  for (ChartCard* card : board_->cards()) {
    connect(card, &ChartCard::zoomed, this, &MetricsPage::zoom);
    connect(card, &ChartCard::zoomedBack, this, &MetricsPage::zoomBack);
    connect(card, &ChartCard::exported, this, [this](const QString& path) { note(tr("Saved as %1").arg(path)); });
    connect(card, &ChartCard::exportFailed, this, [this](const Error& error) { note(widgets::sentences(error).replace('\n', ' ')); });
    connect(card, &ChartCard::placeClicked, this,
            [this](const std::string& metric, const std::optional<std::string>& group, bool isRest, double from, double to) {
              openPlace(metric, isRest ? std::nullopt : group, from, to);
            });
    card->setZoom(true, false);
    if (auto* lines = qobject_cast<LinesCard*>(card)) connect(lines, &LinesCard::splitMetricChosen, this, [this] { ask(true); });
  }
  connect(board_, &Board::arrangementChanged, this, &MetricsPage::keepArrangement);
  fillCardsMenu();
  scroll_->setWidget(board_);
  scroll_->setFocusPolicy(Qt::NoFocus);
  auto* outer = widgets::columnOf(content());
  outer->addWidget(scroll_);
}

void MetricsPage::fillCardsMenu() {
  cardsMenu_->clear();
  for (const CardPlace& place : board_->arrangement().places()) {
    QAction* action = cardsMenu_->addAction(board_->card(place.id)->spec().title);
    action->setCheckable(true);
    action->setChecked(place.isShown);
    connect(action, &QAction::toggled, this, [this, id = place.id](bool shown) {
      Arrangement to = board_->arrangement();
      to.setShown(id, shown);
      board_->setArrangement(to);
      keepArrangement();
    });
  }
  cardsMenu_->addSeparator();
  connect(cardsMenu_->addAction(tr("All, as they were")), &QAction::triggered, this, [this] {
    board_->setArrangement(Arrangement());
    fillCardsMenu();
    keepArrangement();
  });
}

void MetricsPage::keepArrangement() {
  if (memory().keep) memory().keep(arrangementPlace, board_->arrangement().toText());
  // Checks alone; filled anew it would go from under the one who uses it.
  const QList<QAction*> actions = cardsMenu_->actions();
  for (const CardPlace& place : board_->arrangement().places()) {
    for (QAction* action : actions) {
      if (action->text() == board_->card(place.id)->spec().title) {
        const QSignalBlocker quiet(action);
        action->setChecked(place.isShown);
      }
    }
  }
  if (last_) showAll();
  ask(true);
}

void MetricsPage::memoryChanged() {
  if (!memory().recall) return;
  const QString kept = memory().recall(arrangementPlace);
  if (!kept.isEmpty()) board_->setArrangement(Arrangement::fromText(kept));
  fillCardsMenu();
  const Duration span = std::chrono::seconds(memory().recall(spanPlace).toLongLong());
  if (span > Duration(0) && controls_->chooseSpan(span)) frames_.setSpan(span);
  const QString source = memory().recall(sourcePlace);
  for (int i = 0; i < sources_.size(); ++i) {
    if (sources_[i]->name() == source && i != current_) chooseSource(i);
  }
}

void MetricsPage::addSource(Source* source) {
  source->setParent(this);
  sources_.append(source);
  const auto isAsked = [this, source, place = static_cast<int>(sources_.size()) - 1](int tag) {
    return isStandIn(tag) ? tag == standInTag(place) : source == this->source();
  };
  connect(source, &Source::answered, this, [this, isAsked](int tag, const Chart& chart) {
    if (isAsked(tag)) take(tag, chart);
  });
  connect(source, &Source::failed, this, [this, isAsked](int tag, const Error& error) {
    if (isAsked(tag)) takeFailure(tag, error);
  });
  connect(source, &Source::offerChanged, this, [this, source] {
    if (source == this->source()) controls_->setSplits(source->offer().by);
    if (isVisible() && session().isReady() && last_) ask(true);
  });
  QStringList names;
  for (const Source* one : std::as_const(sources_)) names.append(one->name());
  if (memory().recall && memory().recall(sourcePlace) == source->name()) current_ = static_cast<int>(sources_.size()) - 1;
  controls_->setSources(names, current_);
  controls_->setSplits(this->source()->offer().by);
}

void MetricsPage::chooseSource(int index) {
  if (index < 0 || index >= sources_.size() || index == current_) return;
  source()->cancel();
  forgetAnswers();
  current_ = index;
  QStringList names;
  for (const Source* one : std::as_const(sources_)) names.append(one->name());
  controls_->setSources(names, current_);
  controls_->setSplits(source()->offer().by);
  if (memory().keep) memory().keep(sourcePlace, source()->name());
  showLoading(tr("Reading from %1 …").arg(source()->name()));
  ask(true);
}

void MetricsPage::forgetAnswers() {
  waiting_.clear();
  answers_.clear();
  last_.reset();
}

void MetricsPage::zoom(double from, double to) {
  frames_.zoom(timestampOf(from), timestampOf(to));
  // At once with what is there, until it is read as finely as it can be.
  for (ChartCard* card : board_->cards()) card->setRange(from, to);
  frameChanged();
}

void MetricsPage::zoomBack() {
  if (!frames_.canGoBack()) return;
  frames_.back();
  frameChanged();
}

void MetricsPage::frameChanged() {
  controls_->setFrame(frames_, clock());
  back_->setEnabled(frames_.canGoBack());
  for (ChartCard* card : board_->cards()) card->setZoom(true, frames_.canGoBack());
  ask(true);
}

void MetricsPage::showMarks(const QVector<charts::Marker>& marks) {
  marks_ = marks;
  for (ChartCard* card : board_->cards()) card->setMarkers(marks_);
}

void MetricsPage::openPlace(const std::string& metric, const std::optional<std::string>& group, double from, double to) {
  if (isOnWall() || !last_) return;
  const Behind found =
      behind({metric, last_->request.by, group, timestampOf(from), timestampOf(to), last_->request.tenant, last_->request.operation});
  if (found.rows) {
    emit rowsRequested(*found.rows);
  } else if (found.acts && session().facts().schema.fit == schema::Fit::missing && !profile::is_own(session().profile())) {
    note(tr("What was settled is told by the audit trail, and there is none in this database."));
  } else if (found.acts) {
    emit actsRequested(timestampOf(from), timestampOf(to));
  } else {
    note(found.whyNot);
  }
}

void MetricsPage::note(const QString& words) {
  note_->setText(words);
  note_->setVisible(!words.isEmpty());
}

bool MetricsPage::wantsLive() const {
  if (paused_ || isOnWall()) return false;
  // A part that is over and whose last step was read says the same for ever.
  const TimeFrame& frame = frames_.current();
  return !frame.isPart() || !asOf() || *frame.to + (last_ ? last_->request.step : Duration(0)) > *asOf();
}

void MetricsPage::pauseToggled() { setPaused(pause_->isChecked()); }

void MetricsPage::setPaused(bool paused) {
  paused_ = paused;
  pause_->setIcon(widgets::icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  pause_->setIconText(paused ? tr("Resume") : tr("Pause"));
  if (!paused) ask(false);
  emit pausedChanged(paused);
}

void MetricsPage::clockChanged() {
  for (ChartCard* card : board_->cards()) card->setClock(clock());
  controls_->setFrame(frames_, clock());
}

void MetricsPage::focusSearch() { controls_->focusSearch(); }

}  // namespace onceover::metrics
