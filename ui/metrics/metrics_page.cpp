// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/metrics_page.h"

#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {
namespace {

constexpr auto wallEvery = std::chrono::seconds(5);

Timestamp timestampOf(double seconds) { return {static_cast<std::int64_t>(seconds * 1e6)}; }

const QString arrangementPlace = QStringLiteral("metrics/cards"), spanPlace = QStringLiteral("metrics/span"),
              sourcePlace = QStringLiteral("metrics/source"), morePlace = QStringLiteral("metrics/more");

constexpr int wholeTag = 0, earlierTag = 1;
constexpr int mostPoints = 700;  // more cannot be told apart on a card, and costs the server
constexpr Duration namesEvery = std::chrono::minutes(1);

}  // namespace

MetricsPage::MetricsPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      controls_(new Controls),
      board_(new Board),
      scroll_(widgets::scrolled(nullptr, tr("Charts"))),
      changed_(widgets::wrapped(widgets::TextRole::strong, tr("What changed"))),
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
  showLoading(tr("Reading counters …"));
}

MetricsPage::~MetricsPage() {
  // Nobody hears of a card that goes with the page.
  for (ChartCard* card : board_->cards()) card->disconnect(this);
  if (wall_ != nullptr) delete wall_;
}

QAction* MetricsPage::pageAction(const QString& text, const QString& icon, const QKeySequence& shortcut,
                                 const std::function<void()>& run) {
  auto* action = widgets::addAction(this, text, shortcut, icon);
  action->setToolTip(
      widgets::toolTip(text + QStringLiteral("  ") + shortcut.toString(QKeySequence::NativeText)));
  connect(action, &QAction::triggered, this, run);
  return action;
}

// Above the pane, so that an empty range can be left.
void MetricsPage::buildActions() {
  const widgets::Tokens t = widgets::tokensOf(this);
  back_ = pageAction(tr("Zoom back"), QStringLiteral("undo"), QKeySequence(Qt::Key_Backspace),
                     [this] { zoomBack(); });
  back_->setEnabled(false);
  pause_ = pageAction(tr("Pause the charts"), QStringLiteral("pause"), QKeySequence(Qt::CTRL | Qt::Key_P),
                      [this] { setPaused(pause_->isChecked()); });
  pause_->setCheckable(true);
  pause_->setIconText(tr("Pause"));
  QAction* wall = pageAction(tr("Wall: charts in full screen"), QStringLiteral("wall"),
                             QKeySequence(Qt::Key_F11), [this] { setOnWall(!isOnWall()); });
  QAction* exportAll = pageAction(tr("Export the dashboard as PNG…"), QStringLiteral("export"),
                                  QKeySequence(Qt::CTRL | Qt::Key_E), [this] { askExport(); });
  for (QAction* action : {back_, pause_, wall, exportAll}) controls_->addButton(action, action == pause_);
  cardsMenu_->setAccessibleName(tr("Cards that are shown"));
  controls_->addMenu(cardsMenu_, tr("Cards"));
  addAbove(controls_);
  changed_->setContentsMargins(t.gap, 0, t.gap, t.half);
  changed_->setMinimumWidth(1);
  changed_->hide();
  addAbove(changed_);
  note_->setContentsMargins(t.gap, 0, t.gap, t.half);
  note_->setTone(widgets::Tone::info);
  note_->setWordWrap(true);
  note_->setMinimumWidth(1);  // the path of a file is one long word
  note_->hide();
  addAbove(note_);
  readAll_->setToolTip(widgets::toolTip(
      tr("Runs in the background and can be cancelled. The counts are kept on this desktop")));
  readAll_->setAutoDefault(false);
  readAll_->hide();
  auto* line = widgets::lineOf(nullptr, -1, QMargins(t.gap, 0, t.gap, 0));
  widgets::fill(line, {readAll_, widgets::stretch()});
  static_cast<QVBoxLayout*>(layout())->insertLayout(3, line);
  connect(readAll_, &QPushButton::clicked, this, [this] {
    if (!unread_) return;
    const auto [whose, tag] = *unread_;
    readAll_->hide();
    waiting_.insert(tag);
    whose->readAll(tag);
  });
  connect(controls_, &Controls::sourceChosen, this, &MetricsPage::chooseSource);
  controls_->setNow([this] { return this->session().estimatedNow(); });
  connect(controls_, &Controls::frameChosen, this, [this](const TimeFrame& frame) {
    frames_.set(frame);
    // A part, or a time since when, is of one incident.
    if (!frame.from) keep(spanPlace, QString::number(frame.span / std::chrono::seconds(1)));
    frameChanged();
  });
  connect(controls_, &Controls::frameRefused, this,
          [this](const Error& error) { note(widgets::sentences(error).replace('\n', ' ')); });
  connect(controls_, &Controls::changed, this, [this] { ask(true); });
}

void MetricsPage::buildBoard() {
  for (ChartCard* card : board_->cards()) {
    // One line across all charts: what happened here when that happened there?
    connect(card, &ChartCard::pointed, this, [this, card](std::optional<double> at) {
      for (ChartCard* other : board_->cards()) {
        if (other != card) other->follow(at);
      }
    });
    connect(card, &ChartCard::zoomed, this, &MetricsPage::zoom);
    connect(card, &ChartCard::zoomedBack, this, &MetricsPage::zoomBack);
    connect(card, &ChartCard::exported, this,
            [this](const QString& path) { note(tr("Saved as %1").arg(path)); });
    connect(card, &ChartCard::exportFailed, this,
            [this](const Error& error) { note(widgets::sentences(error).replace('\n', ' ')); });
    connect(card, &ChartCard::placeClicked, this,
            [this](const std::string& metric, const std::optional<std::string>& group, bool isRest,
                   double from, double to) { openPlace(metric, isRest ? std::nullopt : group, from, to); });
    card->setZoom(true, false);
    if (auto* lines = qobject_cast<LinesCard*>(card))
      connect(lines, &LinesCard::splitMetricChosen, this, [this] { ask(true); });
  }
  connect(board_, &Board::arrangementChanged, this, &MetricsPage::keepArrangement);
  connect(board_, &Board::moreChanged, this, [this] {
    keep(morePlace, board_->isMore() ? QStringLiteral("yes") : QString());
    if (last_) showAll();
    ask(true);
  });
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
    action->setObjectName(place.id);
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
  connect(cardsMenu_->addAction(tr("Restore all cards")), &QAction::triggered, this, [this] {
    board_->setArrangement(Arrangement());
    fillCardsMenu();
    keepArrangement();
  });
}

void MetricsPage::keepArrangement() {
  keep(arrangementPlace, board_->arrangement().toText());
  // Checks alone; filled anew it would go from under the one who uses it.
  for (const CardPlace& place : board_->arrangement().places()) {
    auto* action = cardsMenu_->findChild<QAction*>(place.id);
    const QSignalBlocker quiet(action);
    action->setChecked(place.isShown);
  }
  if (last_) showAll();
  ask(true);
}

void MetricsPage::memoryChanged() {
  if (!memory().recall) return;
  if (const QString cards = kept(arrangementPlace); !cards.isEmpty())
    board_->setArrangement(Arrangement::fromText(cards));
  board_->setMore(!kept(morePlace).isEmpty());
  fillCardsMenu();
  const Duration span = std::chrono::seconds(kept(spanPlace).toLongLong());
  if (span >= shortest_frame) frames_.setSpan(span);
  controls_->setFrame(frames_, clock());
  const QString source = kept(sourcePlace);
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
    listSources();
    if (isVisible() && session().isReady() && last_) ask(true);
  });
  if (kept(sourcePlace) == source->name()) current_ = static_cast<int>(sources_.size()) - 1;
  listSources();
}

void MetricsPage::listSources() {
  QStringList names;
  for (const Source* one : std::as_const(sources_))
    names.append(one->offer().whyNot.isEmpty() ? one->name()
                                               : tr("%1 (none of this table)").arg(one->name()));
  controls_->setSources(names, current_);
  controls_->setSplits(source()->offer().by);
}

void MetricsPage::chooseSource(int index) {
  if (index < 0 || index >= sources_.size() || index == current_) return;
  source()->cancel();
  forgetAnswers();
  current_ = index;
  listSources();
  keep(sourcePlace, source()->name());
  showLoading(tr("Reading from %1 …").arg(source()->name()));
  ask(true);
}

void MetricsPage::forgetAnswers() {
  waiting_.clear();
  answers_.clear();
  failures_.clear();
  changes_.clear();
  changed_->hide();
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
  emit placeChanged();
}

widgets::Place MetricsPage::place() const {
  const TimeFrame& frame = frames_.current();
  if (frame.from && frame.to) return widgets::placeOf(frame.from, frame.to);
  return {{QStringLiteral("last"),
           QByteArray::number(static_cast<qint64>(frame.span / std::chrono::seconds(1)))}};
}

widgets::Place MetricsPage::placeForOthers() const {
  const TimeFrame& frame = frames_.current();
  if (frame.from && frame.to) return place();
  const Timestamp now = session().estimatedNow();
  return widgets::placeOf(now - frame.span, now);
}

Result<void> MetricsPage::showPlace(const widgets::Place& place) {
  const auto names = {QStringLiteral("from"), QStringLiteral("to"), QStringLiteral("last")};
  if (auto only = widgets::onlyKnown(place, names); !only) return only;
  auto range = widgets::rangeFrom(place);
  if (!range) return fail(range.error());
  constexpr qint64 longest = 366 * 86'400;
  const qint64 last = place.value(QStringLiteral("last")).toLongLong();
  const bool isRange = range->from && range->to;
  if (!isRange && (last < 60 || last > longest)) {
    return fail(ErrorKind::invalid_input, "The link asks for a time range that this page cannot show.",
                "Nothing was opened.", "Ask for a new link.");
  }
  isRange ? frames_.zoom(*range->from, *range->to) : frames_.setSpan(std::chrono::seconds(last));
  frameChanged();
  return {};
}

void MetricsPage::showMarks(const QVector<charts::Marker>& marks) {
  marks_ = marks;
  for (ChartCard* card : board_->cards()) card->setMarkers(marks_);
}

void MetricsPage::setRules(const alerts::Settings& rules) {
  for (ChartCard* card : board_->cards()) card->setRules(rules);
}

void MetricsPage::openPlace(const std::string& metric, const std::optional<std::string>& group, double from,
                            double to) {
  if (isOnWall() || !last_) return;
  const Behind found = behind({metric, last_->request.by, group, timestampOf(from), timestampOf(to),
                               last_->request.tenant, last_->request.operation});
  if (found.rows) {
    emit rowsRequested(*found.rows);
  } else if (found.acts && !session().facts().schema.is_readable() && !tables::is_own(session().profile())) {
    note(tr("Settlements are in the audit trail, and this database has none."));
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

QString MetricsPage::whyNotLive() const {
  if (paused_) return tr("the charts are paused");
  if (isOnWall()) return tr("the wall reads by itself");
  // A part that is over and whose last step was read says the same for ever.
  const TimeFrame& frame = frames_.current();
  const bool isOver =
      frame.isPart() && asOf() && *frame.to + (last_ ? last_->request.step : Duration(0)) <= *asOf();
  return isOver ? tr("the range is over") : QString();
}

void MetricsPage::setPaused(bool paused) {
  paused_ = paused;
  pause_->setIcon(widgets::icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  pause_->setIconText(paused ? tr("Resume") : tr("Pause"));
  if (!paused) ask(false);
  emit liveChanged();
}

void MetricsPage::clockChanged() {
  for (ChartCard* card : board_->cards()) card->setClock(clock());
  controls_->setFrame(frames_, clock());
}

void MetricsPage::focusSearch() { controls_->focusSearch(); }

// What the dashboard asks its sources, and what it does with the answers.

QVector<Offer> MetricsPage::offers() const {
  QVector<Offer> out;
  for (const Source* one : sources_) out.append(one->offer());
  return out;
}

void MetricsPage::noteUnknown(const QVector<Offer>& offers) {
  QMap<QString, QString> unknown;
  for (const ChartCard* card : board_->cards()) {
    const CardSpec& spec = card->spec();
    if (sourceOf(spec, current_, offers) < 0)
      unknown.insert(spec.id, whyNowhere(spec, source()->name(), current_, offers));
  }
  board_->setUnknown(unknown);
}

MetricsPage::Question MetricsPage::question() const {
  Question out;
  out.offers = offers();
  out.comparison = controls_->comparison();
  out.request = requestFor(frames_.current(), session().estimatedNow(),
                           std::clamp(board_->plotWidth(), 100, mostPoints));
  out.request.tenant = controls_->tenant();
  out.request.operation = controls_->operation();
  out.request.by = controls_->split();
  const bool isSplit = out.request.by != By::nothing;
  for (const ChartCard* card : board_->shownCards()) {
    const CardSpec& spec = card->spec();
    const int from = sourceOf(spec, current_, out.offers);
    if (from < 0) continue;
    Request* to = &out.request;
    if (from != current_) {
      // Of everything: who stands in is not split.
      if (!out.standIns.contains(from)) {
        Request other = out.request;
        other.by = By::nothing;
        other.metrics.clear();
        other.distributions.clear();
        out.standIns.insert(from, other);
      }
      to = &out.standIns[from];
    }
    for (const QString& metric : spec.metrics) {
      if ((from != current_ || !isSplit) && out.of(from).metrics.contains(metric))
        to->metrics.push_back(widgets::bytes(metric));
    }
    if (out.of(from).distributions.contains(spec.distribution))
      to->distributions.push_back(widgets::bytes(spec.distribution));
  }
  return out;
}

void MetricsPage::refresh() { ask(false); }

// Anew: what is asked changed by a person. Otherwise a question that is still waited for is not asked again:
// a slow source would never come to answer.
void MetricsPage::ask(bool anew) {
  if (source() == nullptr || !session().isReady()) return;
  noteUnknown(offers());  // which cards there are
  const Question asked = question();
  const QString whyNot = asked.of(current_).whyNot;
  if (!whyNot.isEmpty() && asked.standIns.isEmpty()) return showEmpty(tr("No counters yet"), whyNot);
  if (!anew && std::any_of(waiting_.cbegin(), waiting_.cend(),
                           [](int tag) { return !isStandIn(tag) && tag < whereTag(0, By::operation); }))
    return;
  if (anew) {
    note({});
    unread_.reset();
    readAll_->hide();
    for (Source* one : std::as_const(sources_)) one->cancel();
    waiting_.clear();
  }
  // What answered another question is not shown as this one's answer.
  if (last_ && last_->request.by != asked.request.by)
    answers_.removeIf([](const auto& one) { return one.key() >= tagOf(0); });
  if (anew) changes_.clear();  // of another question
  if (!last_ || last_->comparison.back != asked.comparison.back) answers_.remove(earlierTag);
  last_ = asked;
  readNames();
  emit rangeShown(asked.request.from, asked.request.to);
  const bool isSplit = asked.request.by != By::nothing;
  for (ChartCard* card : board_->cards()) {
    if (auto* lines = qobject_cast<LinesCard*>(card)) lines->setSplit(isSplit);
  }
  Request whole = asked.request;
  whole.by = By::nothing;
  for (auto other = asked.standIns.cbegin(); other != asked.standIns.cend(); ++other) {
    // A slow one is not asked again before it has answered.
    if (waiting_.contains(standInTag(other.key()))) continue;
    send(sources_[other.key()], standInTag(other.key()), other.value());
  }
  if (!whole.metrics.empty() || !whole.distributions.empty()) {
    send(source(), wholeTag, whole);
    // Split, there are lines enough on each card.
    if (asked.comparison.back > Duration(0) && !isSplit) {
      Request before = earlier(whole, asked.comparison.back);
      before.distributions.clear();
      if (!before.metrics.empty()) send(source(), earlierTag, before);
    }
  }
  if (isSplit) askSplit(asked);
  if (waiting_.isEmpty()) {
    setAge(session().estimatedNow());
    showAll();
    showContent();
  } else if (!asOf()) {
    showLoading(tr("Reading from %1 …").arg(source()->name()));
  }
}

void MetricsPage::send(Source* to, int tag, const Request& request) {
  waiting_.insert(tag);
  failures_.remove(tag);
  to->ask(tag, request);
}

// Each card by itself: the top of its own metric.
void MetricsPage::askSplit(const Question& asked) {
  for (int i = 0; i < board_->cards().size(); ++i) {
    const auto* lines = qobject_cast<LinesCard*>(board_->cards()[i]);
    if (lines == nullptr || !board_->shownCards().contains(lines) ||
        !asked.of(current_).metrics.contains(lines->splitMetric()))
      continue;
    Request request = asked.request;
    request.metrics = {widgets::bytes(lines->splitMetric())};
    request.distributions.clear();
    send(source(), tagOf(i), request);
  }
}

void MetricsPage::take(int tag, const Chart& chart) {
  // Once more without being asked: a source that was told elsewhere to read what it had left out.
  waiting_.remove(tag);
  if (!last_) return;
  answers_.insert(tag, chart);
  failures_.remove(tag);
  if (tag == wholeTag) askWhere();
  if (tag == wholeTag || tag >= whereTag(0, By::operation)) sayChange();
  if (tag >= whereTag(0, By::operation)) return;
  if (leads(tag)) problem_.reset();
  if (leads(tag) && tag != earlierTag) {
    setAge(chart.as_of);
    asked_ = widgets::text(chart.asked);
  }
  showAll();
  const bool isEmptyRange =
      waiting_.isEmpty() && last_->request.by == By::nothing &&
      std::none_of(answers_.cbegin(), answers_.cend(), [](const Chart& one) { return knowsAnything(one); });
  noteNotRead(tag);
  if (isEmptyRange) {
    QStringList lacks;
    for (const Chart& one : answers_) {
      for (const std::string& warning : one.warnings) lacks.append(widgets::text(warning));
    }
    for (const Error& error : failures_) lacks.append(widgets::sentences(error));
    lacks.removeDuplicates();
    if (!lacks.isEmpty()) {
      showEmpty(tr("Whether anything happened in this range is unknown"), lacks.join(u'\n'));
    } else {
      showEmpty(
          tr("Nothing was counted in this range"),
          tr("%1 have no data for it. Choose a longer range, or another tenant, operation or source. "
             "Services report counters through core/metrics: a Counters object for the engine, and a Flusher "
             "that writes it every second.")
              .arg(widgets::wordShown(chart.source)));
    }
  } else if (tag != earlierTag && leads(tag)) {
    showContent();
  }
  noteWall();
  emit shown();
}

// Each by itself, and only once for a change that is still the same: live charts ask anew every few seconds.
void MetricsPage::askWhere() {
  const std::vector<Change> before = std::exchange(changes_, changes_in(answers_[wholeTag]));
  for (int i = 0; i < static_cast<int>(changes_.size()); ++i) {
    const Change& change = changes_[static_cast<std::size_t>(i)];
    const Metric* metric = metric_named(change.metric);
    const bool isSame = i < static_cast<int>(before.size()) &&
                        before[static_cast<std::size_t>(i)].metric == change.metric &&
                        before[static_cast<std::size_t>(i)].since == change.since;
    for (const By by : {By::operation, By::tenant}) {
      const int tag = whereTag(i, by);
      if (isSame && answers_.contains(tag)) continue;
      answers_.remove(tag);
      if (metric == nullptr || metric->kind != Kind::flow || !last_->of(current_).by.contains(by)) continue;
      Request request = last_->request;
      request.metrics = {change.metric};
      request.distributions.clear();
      request.by = by;
      send(source(), tag, request);
    }
  }
}

void MetricsPage::sayChange() {
  const auto at = [this](Timestamp time) {
    const QString words = widgets::exact(time, clock());  // "2026-11-27 19:12:00 UTC"
    return widgets::bytes(
        last_->request.to - last_->request.from > std::chrono::hours(24) ? words.left(16) : words.mid(11, 5));
  };
  const auto where = [this](const Change& change) {
    const auto place = static_cast<int>(&change - changes_.data());
    const auto split = [&](By by) {
      const auto found = answers_.constFind(whereTag(place, by));
      return found == answers_.constEnd() ? nullptr : &*found;
    };
    return Where{split(By::operation), split(By::tenant)};
  };
  const QString words = widgets::text(in_words(answers_[wholeTag], changes_, where, at));
  changed_->setText(words);
  changed_->setVisible(!words.isEmpty());
}

void MetricsPage::takeFailure(int tag, const Error& error) {
  if (tag >= whereTag(0, By::operation)) return void(waiting_.remove(tag));  // the sentence goes without it
  // What was forgotten with a lost connection is still what the page waits for, where it has nothing else to
  // show.
  if (!waiting_.remove(tag) && isSettled()) return;
  const bool isBeside = isStandIn(tag) && (!leads(tag) || !answers_.isEmpty());
  if (!isBeside) problem_ = error;
  if (tag != earlierTag && !error.is_cancelled()) failures_.insert(tag, error);
  if (tag == earlierTag) {
    answers_.remove(earlierTag);
    if (!error.is_cancelled())
      note(tr("The comparison could not be read. %1").arg(widgets::shown(error.what)));
    if (last_) showAll();
  } else if (isBeside) {
    // The chosen source's cards stay; those that another one should have filled say why they are not.
    answers_.remove(tag);
    if (last_) showAll();
    for (ChartCard* card : board_->shownCards()) {
      if (last_ && !error.is_cancelled() && standInTag(sourceOfCard(*card)) == tag)
        card->showMessage(widgets::sentences(error));
    }
  } else if (isOnWall()) {
    noteWall();
  } else {
    showFailure(error);
  }
  emit shown();
}

void MetricsPage::showAll() {
  noteUnknown(last_->offers);
  for (ChartCard* card : board_->shownCards()) showCard(card);
}

void MetricsPage::showCard(ChartCard* card) {
  if (!last_) return;
  const int from = sourceOfCard(*card);
  if (from < 0) return card->showMessage(whyNowhere(card->spec(), source()->name(), current_, last_->offers));
  const bool standsIn = from != current_;
  const bool isSplit = last_->request.by != By::nothing && !card->spec().isSpread() && !standsIn;
  const int tag = standsIn  ? standInTag(from)
                  : isSplit ? tagOf(static_cast<int>(board_->cards().indexOf(card)))
                            : wholeTag;
  const auto answer = answers_.constFind(tag);
  if (answer == answers_.constEnd()) {
    const auto* lines = qobject_cast<LinesCard*>(card);
    if (isSplit && !last_->of(current_).metrics.contains(lines->splitMetric())) {
      card->showMessage(tr("%1 cannot show this: %2. Choose another line to split.")
                            .arg(source()->name(), labelOf(lines->splitMetric())));
    }
    return;
  }
  Shown shown{*answer, {}, last_->comparison, last_->of(from), last_->request};
  if (!isSplit) shown.request.by = By::nothing;
  const auto before = answers_.constFind(earlierTag);
  if (last_->comparison.back > Duration(0)) {
    if (isSplit || standsIn) {
      shown.notCompared = tr("not compared with %1").arg(last_->comparison.when);
    } else if (before != answers_.constEnd() && before->from < answer->from) {
      shown.earlier = *before;
      if (!knowsAny(*before, card->spec().metrics))
        shown.notCompared = tr("no data %1").arg(last_->comparison.when);
    }
  }
  card->show(shown);
}

bool MetricsPage::leads(int tag) const {
  if (!isStandIn(tag)) return true;
  const Request& chosen = last_->request;
  return chosen.metrics.empty() && chosen.distributions.empty() &&
         (chosen.by == By::nothing || !last_->of(current_).whyNot.isEmpty());
}

int MetricsPage::sourceOfCard(const ChartCard& card) const {
  return sourceOf(card.spec(), current_, last_->offers);
}

// What is too much to be read unasked is offered, and not read.
void MetricsPage::noteNotRead(int tag) {
  if (tag == earlierTag) return;
  Source* whose = isStandIn(tag) ? sources_.value(tag - standInTag(0)) : source();
  const double rows = whose == nullptr ? 0 : whose->notRead(tag);
  if (rows > 0) {
    unread_ = {whose, tag};
    readAll_->setText(tr("Read about %1 rows").arg(widgets::number(std::llround(rows))));
    readAll_->show();
  } else if (unread_ && unread_->first == whose && unread_->second == tag) {
    unread_.reset();
    readAll_->hide();
  }
}

void MetricsPage::readNames() {
  const Timestamp now = session().estimatedNow();
  if (namesRead_ && now - *namesRead_ < namesEvery) return;
  namesRead_ = now;
  using Names = std::pair<std::vector<std::string>, std::vector<std::string>>;
  // Suggestions for the filters: without them one types.
  session().read<Names>(
      this, tr("Reading names of tenants and operations"),
      [](bridge::Reader& reader) -> Result<Names> {
        Names out;
        if (auto tenants = reader.browser().tenants()) out.first = std::move(*tenants);
        if (auto operations = reader.browser().operations()) out.second = std::move(*operations);
        return out;
      },
      [this](Result<Names> names) {
        if (names) controls_->setNames(names->first, names->second);
      });
}

// The dashboard on a wall, and in a file.

void MetricsPage::setOnWall(bool on) {
  if (on == isOnWall()) return;
  if (on) {
    scroll_->takeWidget();
    wall_ = new Wall(session().connection().title(), board_, this);
    connect(wall_, &Wall::left, this, [this] { setOnWall(false); });
    board_->setWall(true);
    for (ChartCard* card : board_->cards()) card->setZoom(false, false);
    board_->show();
    wall_->showFullScreen();
    wall_->setFocus();
    wallTimer_.start();
    noteWall();
    return;
  }
  wallTimer_.stop();
  scroll_->setWidget(wall_->takeBoard());
  board_->setWall(false);
  for (ChartCard* card : board_->cards()) card->setZoom(true, frames_.canGoBack());
  board_->show();
  wall_->disconnect(this);
  wall_->hide();
  wall_->deleteLater();
  wall_ = nullptr;
  setFocus();
  if (problem_ && !problem_->is_cancelled()) showError(*problem_);
}

void MetricsPage::setAlarm(const QString& words, widgets::Tone tone) {
  alarm_ = words;
  alarmTone_ = tone;
  noteWall();
}

void MetricsPage::noteWall() {
  if (wall_ == nullptr) return;
  // Nothing else on a wall says so, and charts that stand still look calm.
  if (!session().isReady()) {
    return wall_->setStatus(tr("Not current: not connected. Last as of %1")
                                .arg(asOf() ? widgets::exact(*asOf(), clock()) : tr("never")),
                            widgets::Tone::danger);
  }
  if (problem_)
    return wall_->setStatus(tr("Not current: %1").arg(widgets::shown(problem_->what)), widgets::Tone::danger);
  const QString since = asOf() ? widgets::exact(*asOf(), clock()).section(QLatin1Char('.'), 0, 0) : QString();
  if (!alarm_.isEmpty()) return wall_->setStatus(tr("%1 · as of %2").arg(alarm_, since), alarmTone_);
  wall_->setStatus(tr("%1 · %2 · as of %3")
                       .arg(source() != nullptr ? source()->name() : QString(),
                            rangeText(frames_.current(), clock()), since),
                   widgets::Tone::muted);
}

QImage MetricsPage::picture() const {
  const widgets::Tokens t = widgets::tokensOf(this);
  board_->settle();
  int height = 0;
  for (const ChartCard* card : board_->shownCards())
    height = std::max(height, card->geometry().bottom() + t.gap);
  const QPixmap cards = board_->grab(QRect(0, 0, board_->width(), height));
  const int head = fontMetrics().height() * 2;
  QImage image((QSizeF(board_->width(), height + head) * cards.devicePixelRatio()).toSize(),
               QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(cards.devicePixelRatio());
  image.fill(t.window);
  QPainter painter(&image);
  painter.setFont(font());
  painter.setPen(t.text);
  QStringList words{session().connection().title(), source() != nullptr ? source()->name() : QString()};
  if (last_) {
    words.append(tr("%1 to %2")
                     .arg(widgets::exact(last_->request.from, clock()).section(QLatin1Char('.'), 0, 0),
                          widgets::exact(last_->request.to, clock())));
    for (const std::string& filter : {last_->request.tenant, last_->request.operation}) {
      if (!filter.empty()) words.append(widgets::shown(filter));
    }
  }
  painter.drawText(QRect(t.gap, 0, board_->width() - 2 * t.gap, head), Qt::AlignLeft | Qt::AlignVCenter,
                   words.join(QStringLiteral(" · ")));
  painter.drawPixmap(0, head, cards);
  return image;
}

Result<void> MetricsPage::exportTo(const QString& path) const {
  return widgets::savePrivately(path, widgets::pngBytes(picture()));
}

void MetricsPage::askExport() {
  widgets::askSavePath(this, tr("Export the dashboard"), QStringLiteral("dashboard.png"),
                       [this](const QString& path) {
                         const auto saved = exportTo(path);
                         if (!saved) return note(widgets::sentences(saved.error()).replace('\n', ' '));
                         note(tr("Saved as %1.").arg(path));
                         emit exported(path);
                       });
}

}  // namespace onceover::metrics
