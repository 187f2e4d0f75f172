// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/nav_rail.h"

#include <QPainter>
#include <QSignalBlocker>
#include <QTabBar>

#include "ui/shell/pages.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

constexpr int namedWidth = 208, iconWidth = 56;
// Below this the pages need the room more than the names do: 1366 pixels at 125 % are 1093.
constexpr int narrow = 1100;

}  // namespace

NavButton::NavButton(QAction* action, const QString& iconName, QWidget* parent)
    : QAbstractButton(parent), action_(action), iconName_(iconName) {
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  connect(action_, &QAction::changed, this, &NavButton::follow);
  connect(this, &QAbstractButton::clicked, action_, &QAction::trigger);
  follow();
}

void NavButton::follow() {
  setText(action_->text().remove('&'));
  const QString shortcut = action_->shortcut().toString(QKeySequence::NativeText);
  setAccessibleName(count_.text.isEmpty() ? text() : tr("%1, %2").arg(text(), count_.text));
  setAccessibleDescription(count_.why.isEmpty() ? shortcut : tr("%1. %2").arg(shortcut, count_.why));
  setToolTip(!count_.why.isEmpty() ? widgets::toolTip(tr("%1: %2  %3").arg(text(), count_.why, shortcut))
             : isNamed_            ? QString()
                                   : widgets::toolTip(text() + QStringLiteral("  ") + shortcut));
  setEnabled(action_->isEnabled());
  setVisible(action_->isVisible());
  update();
}

void NavButton::setCount(const NavCount& count) {
  if (std::exchange(count_, count) != count) follow();
}

void NavButton::setNamed(bool named) {
  isNamed_ = named;
  updateGeometry();
  follow();
}

QSize NavButton::sizeHint() const {
  return {isNamed_ ? namedWidth - 32 : iconWidth - 16, std::max(36, fontMetrics().height() + 18)};
}

// A low window has them closer together.
QSize NavButton::minimumSizeHint() const {
  return {sizeHint().width(), std::max(26, fontMetrics().height() + 6)};
}

void NavButton::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  const bool here = action_->isCheckable() && action_->isChecked();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(rect()).adjusted(t.unit, 1, -t.unit, -1);
  painter.setPen(hasFocus() ? QPen(t.focus, 2) : QPen(Qt::NoPen));
  painter.setBrush(here ? t.accentFill : underMouse() && isEnabled() ? t.hover : QColor(Qt::transparent));
  painter.drawRoundedRect(box, t.radius, t.radius);
  if (here) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.accent);
    const double inset = std::min<double>(t.unit, height() / 5.0);
    painter.drawRoundedRect(QRectF(t.unit, inset, 3, height() - 2 * inset), 1.5, 1.5);
  }
  const QColor colour = !isEnabled() ? t.disabledText : here ? t.accent : t.text;
  painter.drawPixmap(t.gap + 4, (height() - 16) / 2,
                     widgets::iconPixmap(iconName_,
                                         here          ? t.accent
                                         : isEnabled() ? t.secondaryText
                                                       : t.disabledText,
                                         16, devicePixelRatioF()));
  if (!isNamed_) return paintCount(painter);
  QFont words = font();
  words.setWeight(here ? QFont::DemiBold : QFont::Normal);
  painter.setFont(words);
  painter.setPen(colour);
  painter.drawText(rect().adjusted(t.gap + 32, 0, -t.gap, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
  QFont small = font();
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.82);
  painter.setFont(small);
  const bool counts = !count_.text.isEmpty();
  painter.setPen(!isEnabled()               ? t.disabledText
                 : counts && !count_.isCalm ? t.colour(widgets::Tone::warn)
                                            : t.secondaryText);
  painter.drawText(rect().adjusted(0, 0, -t.gap, 0), Qt::AlignRight | Qt::AlignVCenter,
                   counts ? count_.text : action_->shortcut().toString(QKeySequence::NativeText));
}

// Beside the icon, in little room: a number of three digits is "99+", a lower bound ends in "+". None at all
// needs no mark.
void NavButton::paintCount(QPainter& painter) {
  if (count_.text.isEmpty() || count_.isCalm) return;
  const widgets::Tokens t = widgets::tokensOf(this);
  QString words = count_.text;
  const bool isLeast = words.startsWith(u'≥');
  if (isLeast) words.remove(0, 2);
  words = words.size() > 2 ? QStringLiteral("99+") : isLeast ? words + u'+' : words;
  QFont small = font();
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.72);
  small.setWeight(QFont::DemiBold);
  const QFontMetrics metrics(small);
  const int high = metrics.height();
  const QRect pill(iconWidth / 2 + 2, std::max(1, (height() - 16) / 2 - high / 2),
                   std::max(high, metrics.horizontalAdvance(words) + 6), high);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.fill(widgets::Tone::warn));
  painter.drawRoundedRect(pill, high / 2.0, high / 2.0);
  painter.setFont(small);
  painter.setPen(isEnabled() ? t.colour(widgets::Tone::warn) : t.disabledText);
  painter.drawText(pill, Qt::AlignCenter, words);
}

NavRail::NavRail(QWidget* parent)
    : QWidget(parent), names_(new QWidget), places_(new QVBoxLayout), tools_(new QVBoxLayout) {
  setAccessibleName(tr("Places"));
  auto* brand = widgets::columnOf(names_, 0, QMargins(44, 0, 0, 0));
  brand->addWidget(new widgets::PlainLabel(tr("Onceover"), nullptr, widgets::TextRole::heading));
  auto* inner = new QWidget;
  widgets::fill(widgets::columnOf(inner, 0), {places_, widgets::stretch()});
  auto* scroll = widgets::scrolled(inner, tr("Places"));
  scroll->setFocusPolicy(Qt::NoFocus);
  for (QWidget* clear : {scroll->viewport(), inner}) clear->setAutoFillBackground(false);
  auto* head = widgets::lineOf(nullptr, 0, QMargins(0, 14, 0, 10));
  head->addWidget(names_);
  head->addStrut(24);
  widgets::fill(widgets::columnOf(this, 0, QMargins(0, 0, 1, 8)), {head, {scroll, 1}, tools_});
  places_->setSpacing(2);
  tools_->setSpacing(2);
  follow();
}

NavButton* NavRail::added(NavButton* button) {
  buttons_.append(button);
  button->setNamed(isNamed());
  return button;
}

void NavRail::addPlace(QAction* action, const QString& iconName) {
  places_->addWidget(added(new NavButton(action, iconName)));
}
void NavRail::addTool(QAction* action, const QString& iconName) {
  tools_->addWidget(added(new NavButton(action, iconName)));
}

bool NavRail::isNamed() const { return isNarrow_ ? wantsNamesHere_ : wantsNames_; }

void NavRail::setWindowWidth(int width) {
  const bool isNarrow = width < narrow;
  if (std::exchange(isNarrow_, isNarrow) == isNarrow) return;
  wantsNamesHere_ = false;
  follow();
}

void NavRail::setNamed(bool named) {
  (isNarrow_ ? wantsNamesHere_ : wantsNames_) = named;
  follow();
}

void NavRail::follow() {
  setFixedWidth(isNamed() ? namedWidth : iconWidth);
  names_->setVisible(isNamed());
  for (NavButton* button : buttons_) button->setNamed(isNamed());
  // a layout in a layout keeps the width of the names otherwise
  for (QVBoxLayout* column : {places_, tools_}) column->invalidate();
  emit namedChanged(isNamed());
}

void NavRail::setCounts(const QHash<QAction*, NavCount>& counts) {
  for (NavButton* button : findChildren<NavButton*>()) button->setCount(counts.value(button->action()));
}

void NavRail::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.fillRect(rect(), t.surface);
  painter.fillRect(QRect(width() - 1, 0, 1, height()), t.border);
  painter.drawPixmap(t.gap + 2, 16,
                     widgets::iconPixmap(QStringLiteral("onceover"), t.accent, 20, devicePixelRatioF()));
}

namespace {

NavCount countOf(const alerts::Observed::Waiting& waiting) {
  const QString n = widgets::number(waiting.n);
  const QString why = widgets::shown(waiting.why);
  switch (waiting.known) {
    case unfinished::Known::exact: return {n, why.isEmpty() ? tr("%1 now").arg(n) : why, waiting.n == 0};
    case unfinished::Known::at_least:
      // A lower bound of nothing is no number.
      if (waiting.n > 0)
        return {QStringLiteral("≥ ") + n, tr("at least %1. %2").arg(n, why).trimmed(), false};
      break;
    case unfinished::Known::unknown: break;
  }
  return {QStringLiteral("?"), tr("unknown. %1").arg(why).trimmed(), false};
}

// What a page lists together. Where a part is unknown, the others are the least.
std::optional<alerts::Observed::Waiting> sumOf(
    std::initializer_list<std::optional<alerts::Observed::Waiting>> parts) {
  using unfinished::Known;
  std::optional<alerts::Observed::Waiting> sum;
  for (const auto& part : parts) {
    if (!part) continue;
    if (!sum) {
      sum = part;
      continue;
    }
    sum->n += part->n;
    if (sum->known == Known::exact && part->known == Known::exact) continue;
    sum->why = sum->known == Known::exact ? part->why : sum->why;
    sum->known = Known::at_least;
  }
  return sum;
}

QString requestWords(std::int64_t n) {
  return tr("%Ln requests wait for a second approver", nullptr, widgets::counted(n));
}

}  // namespace

QMap<QString, NavCount> navCounts(const std::optional<alerts::Observed>& observed) {
  using Waiting = std::optional<alerts::Observed::Waiting>;
  QMap<QString, NavCount> counts;
  if (!observed) return counts;
  const QMap<QString, Waiting> waiting{
      // Leases that have ended, and released keys that no client has retried in time.
      {QStringLiteral("leases"), sumOf({observed->stuck, observed->not_retried})},
      // Cases, and requests for a second approver.
      {QStringLiteral("queue"), sumOf({observed->needs_human, observed->other_cases, observed->approvals})},
      {QStringLiteral("inbox"), observed->dead ? observed->dead : observed->inbox_dead},
      {QStringLiteral("outbox"), observed->given_up}};
  const auto add = [&](const QString& id, const Waiting& waits, bool hasRequests) {
    if (!waits) return;
    NavCount count = countOf(*waits);
    // The requests are named, for they are not keys.
    if (hasRequests && observed->approvals && observed->approvals->n > 0)
      count.why += QStringLiteral(" · ") + requestWords(observed->approvals->n);
    counts.insert(id, count);
  };
  for (const PlaceEntry& place : placeEntries()) {
    Waiting all;
    for (const QString& page : place.pages) {
      add(page, waiting.value(page), page == QLatin1String("queue"));
      all = sumOf({all, waiting.value(page)});
    }
    add(place.id, all, place.pages.contains(QStringLiteral("queue")));
  }
  return counts;
}

PlaceTabs::PlaceTabs(QAction* back, const QList<QAction*>& steps, QWidget* parent)
    : QWidget(parent), steps_(steps), bar_(new QTabBar), back_(new QToolButton) {
  const widgets::Tokens t = widgets::tokensOf(this);
  bar_->setAccessibleName(tr("Tabs of this place"));
  bar_->setExpanding(false);
  bar_->setDrawBase(false);
  bar_->setDocumentMode(true);
  back_->setAutoRaise(true);
  back_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  back_->setIcon(widgets::icon(QStringLiteral("arrow-left")));
  back_->setToolTip(widgets::toolTip(back->text() + QStringLiteral("  ") +
                                     back->shortcut().toString(QKeySequence::NativeText)));
  widgets::fill(widgets::lineOf(this, 0, QMargins(t.section - t.unit, t.half, t.gap, 0)),
                {bar_, back_, widgets::stretch()});
  connect(back_, &QToolButton::clicked, back, &QAction::trigger);
  connect(bar_, &QTabBar::currentChanged, this, [this](int tab) {
    if (tab >= 0 && tab < pages_.size()) emit chosen(pages_[tab]);
  });
  setBack({});
}

void PlaceTabs::setTabs(const QList<QAction*>& pages, QAction* shown) {
  const QSignalBlocker quiet(bar_);
  if (std::exchange(pages_, pages) != pages) {
    while (bar_->count() > 0) bar_->removeTab(0);
    for (const QAction* page : pages) bar_->addTab(page->icon(), page->text());
  }
  bar_->setCurrentIndex(static_cast<int>(pages_.indexOf(shown)));
  follow();
}

void PlaceTabs::setBack(const QString& words) {
  back_->setText(words);
  back_->setVisible(!words.isEmpty());
  follow();
}

void PlaceTabs::setCounts(const QHash<QAction*, NavCount>& counts) {
  counts_ = counts;
  follow();
}

bool PlaceTabs::hasFocusOnTabs() const { return bar_->hasFocus(); }
void PlaceTabs::focusTabs() { bar_->setFocus(); }

void PlaceTabs::follow() {
  QStringList keys;
  for (const QAction* step : steps_) keys.append(step->shortcut().toString(QKeySequence::NativeText));
  for (int tab = 0; tab < pages_.size(); ++tab) {
    const NavCount count = counts_.value(pages_[tab]);
    const QString name = pages_[tab]->text();
    bar_->setTabText(tab, count.text.isEmpty() ? name : tr("%1  %2").arg(name, count.text));
    bar_->setAccessibleTabName(tab, count.text.isEmpty() ? name : tr("%1, %2").arg(name, count.text));
    bar_->setTabTextColor(tab, count.text.isEmpty() || count.isCalm
                                   ? QColor()
                                   : widgets::tokensOf(this).colour(widgets::Tone::warn));
    bar_->setTabToolTip(
        tab, widgets::toolTip(tr("%1  %2").arg(count.why.isEmpty() ? name : tr("%1: %2").arg(name, count.why),
                                               keys.join(QStringLiteral(", ")))));
  }
  bar_->setVisible(!pages_.isEmpty());
  setVisible(!pages_.isEmpty() || !back_->text().isEmpty());
}

// The colour of a count is the theme's.
void PlaceTabs::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) follow();
}

void PlaceTabs::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.fillRect(rect(), t.surface);
  painter.fillRect(QRect(0, height() - 1, width(), 1), t.border);
}

}  // namespace onceover::shell
