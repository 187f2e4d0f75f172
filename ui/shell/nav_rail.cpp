#include "ui/shell/nav_rail.h"

#include <QCoreApplication>
#include <QPainter>

#include "ui/widgets/text.h"
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

QSize NavButton::sizeHint() const { return {isNamed_ ? namedWidth - 32 : iconWidth - 16, std::max(36, fontMetrics().height() + 18)}; }

// A low window has them closer together.
QSize NavButton::minimumSizeHint() const { return {sizeHint().width(), std::max(26, fontMetrics().height() + 6)}; }

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
  if (!isNamed_) return;
  QFont words = font();
  words.setWeight(here ? QFont::DemiBold : QFont::Normal);
  painter.setFont(words);
  painter.setPen(colour);
  painter.drawText(rect().adjusted(t.gap + 32, 0, -t.gap, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
  QFont small = font();
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.82);
  painter.setFont(small);
  const bool counts = !count_.text.isEmpty();
  painter.setPen(!isEnabled() ? t.disabledText : counts && !count_.isCalm ? t.colour(widgets::Tone::warn) : t.secondaryText);
  painter.drawText(rect().adjusted(0, 0, -t.gap, 0), Qt::AlignRight | Qt::AlignVCenter,
                   counts ? count_.text : action_->shortcut().toString(QKeySequence::NativeText));
}

NavRail::NavRail(QWidget* parent) : QWidget(parent), names_(new QWidget), pages_(new QVBoxLayout), tools_(new QVBoxLayout) {
  setAccessibleName(tr("Pages"));
  auto* brand = widgets::columnOf(names_, 0, QMargins(44, 0, 0, 0));
  brand->addWidget(new widgets::PlainLabel(tr("Onceover"), nullptr, widgets::TextRole::heading));
  auto* inner = new QWidget;
  widgets::fill(widgets::columnOf(inner, 0), {pages_, widgets::stretch()});
  auto* scroll = widgets::scrolled(inner, tr("Pages"));
  scroll->setFocusPolicy(Qt::NoFocus);
  for (QWidget* clear : {scroll->viewport(), inner}) clear->setAutoFillBackground(false);
  auto* head = widgets::lineOf(nullptr, 0, QMargins(0, 14, 0, 10));
  head->addWidget(names_);
  head->addStrut(24);
  widgets::fill(widgets::columnOf(this, 0, QMargins(0, 0, 1, 8)), {head, {scroll, 1}, tools_});
  pages_->setSpacing(2);
  tools_->setSpacing(2);
  follow();
}

NavButton* NavRail::added(NavButton* button) {
  buttons_.append(button);
  button->setNamed(isNamed());
  return button;
}

void NavRail::addPage(QAction* action, const QString& iconName) { pages_->addWidget(added(new NavButton(action, iconName))); }
void NavRail::addTool(QAction* action, const QString& iconName) { tools_->addWidget(added(new NavButton(action, iconName))); }

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
  for (QVBoxLayout* column : {pages_, tools_}) column->invalidate();  // a layout in a layout keeps the width of the names otherwise
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
  painter.drawPixmap(t.gap + 2, 16, widgets::iconPixmap(QStringLiteral("onceover"), t.accent, 20, devicePixelRatioF()));
}

namespace {

QString countWords(const char* text) { return QCoreApplication::translate("NavCounts", text); }

NavCount countOf(const alerts::Observed::Waiting& waiting) {
  const QString n = widgets::number(waiting.n);
  const QString why = widgets::shown(waiting.why);
  switch (waiting.known) {
    case unfinished::Known::exact: return {n, countWords("%1 now").arg(n), waiting.n == 0};
    case unfinished::Known::at_least:
      // A lower bound of nothing is no number.
      if (waiting.n > 0) return {QStringLiteral("≥ ") + n, countWords("at least %1. %2").arg(n, why).trimmed(), false};
      break;
    case unfinished::Known::unknown: break;
  }
  return {QStringLiteral("?"), countWords("unknown. %1").arg(why).trimmed(), false};
}

// What a page lists together. Where a part is unknown, the others are the least.
std::optional<alerts::Observed::Waiting> sumOf(std::initializer_list<std::optional<alerts::Observed::Waiting>> parts) {
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
  return n == 1 ? countWords("1 request waits for a second approver")
                : countWords("%1 requests wait for a second approver").arg(widgets::number(n));
}

// Cases, and requests for a second approver; the requests are named, for they are not keys.
std::optional<NavCount> peopleOf(const alerts::Observed& observed) {
  const auto sum = sumOf({observed.needs_human, observed.other_cases, observed.approvals});
  if (!sum) return std::nullopt;
  NavCount count = countOf(*sum);
  if (observed.approvals && observed.approvals->n > 0) count.why += QStringLiteral(" · ") + requestWords(observed.approvals->n);
  return count;
}

}  // namespace

QMap<QString, NavCount> navCounts(const std::optional<alerts::Observed>& observed) {
  QMap<QString, NavCount> counts;
  if (!observed) return counts;
  const auto add = [&counts](const char* page, const std::optional<alerts::Observed::Waiting>& waiting) {
    if (waiting) counts.insert(QString::fromLatin1(page), countOf(*waiting));
  };
  // Leases that have ended, and released keys that no client has retried in time.
  add("leases", sumOf({observed->stuck, observed->not_retried}));
  if (const auto people = peopleOf(*observed)) counts.insert(QStringLiteral("queue"), *people);
  add("inbox", observed->dead ? observed->dead : observed->inbox_dead);
  add("outbox", observed->given_up);
  return counts;
}

}  // namespace onceover::shell
