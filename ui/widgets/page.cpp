// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QPainter>

#include "core/tables/sql.h"
#include "ui/widgets/layout.h"
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
  if (std::exchange(clock_, clock) != clock) clockChanged();
}

QWidget* Page::firstRows() const {
  for (QWidget* one : inTabOrder(*this)) {
    const auto* view = qobject_cast<QAbstractItemView*>(one);
    if (view != nullptr && view->isVisible() && view->model() != nullptr && view->model()->rowCount(view->rootIndex()) > 0) return one;
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
  const QString why = facts.schema.fit == schema::Fit::unreadable ? tr("This user may not read the key store.")
                      : facts.schema.fit == schema::Fit::older    ? tr("The store in this database has an older version.")
                                                                  : missing;
  showEmpty(why, facts.schemaSentence + '\n' + tr("Then refresh (F5)."));
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
  const bool isRead = isOwn ? tables::is_own(now) : !tables::is_own(now) && tables::table_name(now) == tables::table_name(*table);
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

}  // namespace onceover::widgets
