// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/tables/sql.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

Page::Page(bridge::Session& session, QWidget* parent)
    : QWidget(parent), session_(session), pane_(new StatePane(this)), veil_(new Veil(pane_)) {
  auto* layout = columnOf(this);
  layout->addWidget(pane_);
  connect(pane_, &StatePane::retryRequested, this, &Page::retry);
  connect(pane_, &StatePane::stateChanged, this, &Page::noteState);
  connect(&session_, &bridge::Session::stateChanged, this, &Page::noteSession);
}

// While a connection is made anew, nothing of the one before is shown as if it were this one's.
void Page::noteSession(bridge::SessionState state) {
  if (worksOffline()) return;
  isOffline_ = state == bridge::SessionState::lost;
  for (StatePane* pane : findChildren<StatePane*>()) pane->setOffline(isOffline_);
  veil_->setVisible(isOffline_);
  veil_->raise();
}

void Page::retry() {
  if (session_.isReady()) {
    refresh();
  } else {
    session_.retry();
  }
}

void Page::noteState(StatePane::State state) {
  if (state != StatePane::State::loading) emit settled();
}

void Page::setClock(ClockChoice clock) {
  if (std::exchange(clock_, clock) == clock) return;
  for (auto* rows : findChildren<RowsBase*>()) rows->setClock(clock);
  clockChanged();
}

QWidget* Page::firstRows() const {
  for (QWidget* one : inTabOrder(*this)) {
    const auto* view = qobject_cast<QAbstractItemView*>(one);
    if (view != nullptr && view->isVisible() && view->model() != nullptr &&
        view->model()->rowCount(view->rootIndex()) > 0)
      return one;
  }
  return nullptr;
}

Result<void> Page::showPlace(const Place& place) { return onlyKnown(place, {}); }

void Page::addAbove(QWidget* widget) { static_cast<QVBoxLayout*>(layout())->insertWidget(above_++, widget); }

// What stands above the pane is read before it, whichever was made first.
void Page::showEvent(QShowEvent* event) {
  QWidget* before = this;
  for (int i = 0; i < layout()->count(); ++i) {
    if (const QWidget* part = layout()->itemAt(i)->widget()) before = tabAfter(before, *part);
  }
  QWidget::showEvent(event);
}

bool Page::showNoStore(const QString& missing) {
  const bridge::ServerFacts& facts = session_.facts();
  const bool isThere = facts.schema.is_readable() && facts.schema.fit != schema::Fit::older;
  if (isThere || !tables::is_own(session_.profile())) return false;
  const QString why =
      facts.schema.fit == schema::Fit::unreadable ? tr("This user may not read the key store.")
      : facts.schema.fit == schema::Fit::older    ? tr("The store in this database has an older version.")
                                                  : missing;
  showEmpty(why, facts.schemaSentence + '\n' +
                     (facts.schema.fit == schema::Fit::unreadable
                          ? tr("Then refresh (F5).")
                          : tr("The tab Administration in the place Store does it too. Tables of your own "
                               "are on the tab Tables.")));
  return true;
}

bool Page::showHidden(const QStringList& tables, const QString& text) {
  const QString why = session_.facts().whyHidden(tables);
  if (!why.isEmpty()) showEmpty(text, why);
  return !why.isEmpty();
}

void Page::openRowOf(const std::shared_ptr<const tables::Profile>& table, const key::Identity& id) {
  const tables::Profile& now = session_.profile();
  const bool isOwn = tables::is_own(*table);
  const bool isRead = isOwn ? tables::is_own(now)
                            : !tables::is_own(now) && tables::table_name(now) == tables::table_name(*table);
  if (!isRead) session_.useProfile(isOwn ? bridge::ownProfile() : table);
  emit caseRequested(id);
}

void Page::setAge(Timestamp asOf) {
  asOf_ = asOf;
  emit ageChanged();
}

void Page::showFailure(const Error& error) {
  if (!error.is_cancelled() || pane_->state() == StatePane::State::loading) return showError(error);
}

namespace {

// Enough to be seen as grey at a glance, little enough that the text below keeps a contrast that can be read.
constexpr int strength = 110;

}  // namespace

Veil::Veil(QWidget* over) : QWidget(over) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  over->installEventFilter(this);
  hide();
}

bool Veil::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) resize(parentWidget()->size());
  if (event->type() == QEvent::ChildAdded) raise();
  return QWidget::eventFilter(watched, event);
}

void Veil::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QColor grey = t.window;
  grey.setAlpha(strength);
  QPainter painter(this);
  painter.fillRect(rect(), grey);
}

namespace {

constexpr int textWidth = 520;

Error noConnection() {
  return {ErrorKind::connection, "This was not read before the connection was lost.", "",
          "It is read as soon as the connection is back."};
}

}  // namespace

StatePane::StatePane(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedWidget(this)),
      content_(new QWidget),
      message_(new QWidget),
      icon_(new PlainLabel),
      title_(new PlainLabel({}, nullptr, TextRole::heading)),
      detail_(new PlainLabel),
      fine_(new PlainLabel({}, nullptr, TextRole::caption)),
      bar_(new QProgressBar),
      button_(new QPushButton) {
  auto* outer = columnOf(this);
  outer->addWidget(stack_);
  // What a small window has no room for can be scrolled to.
  const auto addScrolled = [this](QWidget* inside, const QString& name) {
    auto* scroll = new DialogBody(inside);
    scroll->setAccessibleName(name);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    stack_->addWidget(scroll);
  };
  addScrolled(content_, tr("Content"));
  addScrolled(message_, tr("Message"));

  bar_->setRange(0, 0);
  bar_->setFixedSize(220, 6);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Loading"));
  button_->setDefault(false);
  auto* column = columnOf(nullptr, tokensOf(this).unit);
  for (QWidget* widget : std::initializer_list<QWidget*>{icon_, title_, detail_, bar_, button_, fine_}) {
    column->addWidget(widget, 0, Qt::AlignHCenter);
  }
  for (PlainLabel* label : {title_, detail_, fine_}) {
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignHCenter);
    label->setFixedWidth(textWidth);
  }
  fill(new QVBoxLayout(message_), {stretch(2), column, stretch(3)});
  connect(button_, &QPushButton::clicked, this,
          [this] { state_ == State::error ? emit retryRequested() : emit actionRequested(); });
}

void StatePane::showLoading(const QString& what) {
  title_->setText(what);
  show(State::loading);
}

void StatePane::showEmpty(const QString& text, const QString& how, const QString& action) {
  title_->setText(text);
  detail_->setText(how);
  button_->setText(action);
  show(State::empty);
}

void StatePane::showError(const Error& error) {
  if (offline_ && error.is_connection_lost()) {
    if (state_ == State::content || state_ == State::empty || !waitsFor_.isEmpty()) return;
    if (state_ == State::loading) return setOffline(true);
  }
  tell(error);
}

void StatePane::tell(const Error& error) {
  waitsFor_.clear();
  title_->setText(shown(error.what));
  QStringList lines;
  if (!error.not_done.empty()) lines.append(shown(error.not_done));
  if (!error.next.empty()) lines.append(shown(error.next));
  detail_->setText(lines.join('\n'));
  QStringList fine;
  if (!error.sqlstate.empty()) fine.append(tr("SQLSTATE %1").arg(shown(error.sqlstate)));
  if (!error.detail.empty()) fine.append(shown(error.detail));
  fine_->setText(fine.join('\n'));
  button_->setText(tr("&Retry"));
  show(State::error);
}

void StatePane::showContent() { show(State::content); }

void StatePane::setOffline(bool offline) {
  offline_ = offline;
  if (offline && state_ == State::loading) {
    const QString waitsFor = title_->text();
    tell(noConnection());
    waitsFor_ = waitsFor;
  } else if (!offline && state_ == State::error && !waitsFor_.isEmpty()) {
    showLoading(waitsFor_);
  } else {
    show(state_);
  }
}

// The focus of a widget that goes out of sight waits in the message, instead of wandering to whatever comes
// next, and returns with it.
void StatePane::show(State state) {
  const bool changed = std::exchange(state_, state) != state;
  if (state != State::error) waitsFor_.clear();
  QWidget* focus = QApplication::focusWidget();
  const bool wasInContent = focus != nullptr && content_->isAncestorOf(focus);
  const bool wasInMessage = focus != nullptr && (focus == message_ || message_->isAncestorOf(focus));
  if (state != State::content && wasInContent) before_ = focus;
  stack_->setCurrentIndex(state == State::content ? 0 : 1);
  bar_->setVisible(state == State::loading);
  icon_->setVisible(state == State::empty || state == State::error);
  detail_->setVisible((state == State::empty || state == State::error) && !detail_->text().isEmpty());
  fine_->setVisible(state == State::error && !fine_->text().isEmpty());
  button_->setVisible((state == State::error && !offline_) ||
                      (state == State::empty && !button_->text().isEmpty()));
  decorate();
  if (state != State::content && (wasInContent || (wasInMessage && button_->isHidden())))
    message_->setFocus(Qt::OtherFocusReason);
  if (state == State::content && wasInMessage) {
    if (QWidget* to = before_ != nullptr ? before_.data() : content_->focusWidget())
      to->setFocus(Qt::OtherFocusReason);
  }
  if (state == State::content) before_.clear();
  if (changed) emit stateChanged(state);
}

void StatePane::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) decorate();
}

void StatePane::decorate() {
  // A wrapped label in the middle of a layout is given too few lines otherwise.
  for (PlainLabel* label : {title_, detail_, fine_})
    label->setMinimumHeight(std::max(0, label->heightForWidth(textWidth)));
  if (state_ != State::empty && state_ != State::error) return;
  const Tokens t = tokensOf(this);
  const bool error = state_ == State::error;
  icon_->setPixmap(iconPixmap(error ? QStringLiteral("warning") : QStringLiteral("info"),
                              error ? t.danger : t.muted, 32, devicePixelRatioF()));
  icon_->setAccessibleName(error ? tr("Error") : tr("Nothing here"));
}

namespace {

// A query that is answered sooner needs no words: they would only flicker.
constexpr auto patience = std::chrono::milliseconds(400);
constexpr auto refreshEvery = std::chrono::milliseconds(200);

}  // namespace

QString progressInWords(const bridge::JobInfo& job) {
  const Duration elapsed = std::chrono::duration_cast<Duration>(Steady::now() - job.since);
  QString words =
      QObject::tr("%1 · %2").arg(job.channel, span(std::chrono::floor<std::chrono::seconds>(elapsed)));
  if (job.total <= 0) return words;
  words += QObject::tr(" · %1 of %2").arg(number(job.done), number(job.total));
  const double seconds = std::chrono::duration<double>(elapsed).count();
  if (job.done > 0 && seconds > 1) {
    const double rate = static_cast<double>(job.done) / seconds;
    const auto left =
        std::chrono::seconds(static_cast<std::int64_t>(static_cast<double>(job.total - job.done) / rate));
    words += QObject::tr(" · %1/s · %2 left").arg(number(rate, 'f', 1), span(left));
  }
  return words;
}

ProgressStrip::ProgressStrip(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      words_(elided()),
      bar_(new QProgressBar),
      cancel_(iconButton(QStringLiteral("close"), tr("Cancel the running query"))) {
  bar_->setFixedSize(64, 6);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress"));
  // The words are as long as what they tell of; the window is not to grow with them.
  words_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  cancel_->setToolTip(widgets::toolTip(tr("Cancel the running query (Ctrl+.)")));
  fill(lineOf(this), {bar_, words_, cancel_});
  setVisible(false);
  tick_.setInterval(refreshEvery);
  connect(&tick_, &QTimer::timeout, this, &ProgressStrip::update);
  connect(cancel_, &QToolButton::clicked, this, &ProgressStrip::cancel);
  connect(&session_, &bridge::Session::jobsChanged, this, &ProgressStrip::update);
}

void ProgressStrip::cancel() { session_.cancelAll(); }

void ProgressStrip::update() {
  const QList<bridge::JobInfo> jobs = session_.jobs();
  if (jobs.isEmpty()) {
    tick_.stop();
    setVisible(false);
    return;
  }
  if (!tick_.isActive()) tick_.start();
  // What a person waits for goes before what runs in the background.
  const auto waited =
      std::find_if(jobs.cbegin(), jobs.cend(), [](const bridge::JobInfo& one) { return !one.background; });
  const bridge::JobInfo& job = waited != jobs.cend() ? *waited : jobs.front();
  setVisible(Steady::now() - job.since >= patience);
  const auto others = jobs.size() - 1;
  words_->setText(progressInWords(job) + (others > 0 ? QObject::tr(" · %1 more").arg(others) : QString()));
  bar_->setRange(0, job.total > 0 ? 1000 : 0);
  if (job.total > 0) bar_->setValue(static_cast<int>(1000 * job.done / job.total));
}

}  // namespace onceover::widgets
