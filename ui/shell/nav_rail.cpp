#include "ui/shell/nav_rail.h"

#include <QPainter>

#include "ui/widgets/widgets.h"

namespace onceover::shell {

NavButton::NavButton(QAction* action, const QString& iconName, QWidget* parent)
    : QAbstractButton(parent), action_(action), iconName_(iconName) {
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(action_, &QAction::changed, this, &NavButton::follow);
  connect(this, &QAbstractButton::clicked, action_, &QAction::trigger);
  follow();
}

void NavButton::follow() {
  setText(action_->text().remove('&'));
  setAccessibleName(text());
  setAccessibleDescription(action_->shortcut().toString(QKeySequence::NativeText));
  setEnabled(action_->isEnabled());
  setVisible(action_->isVisible());
  update();
}

QSize NavButton::sizeHint() const { return {176, std::max(36, fontMetrics().height() + 18)}; }

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
    painter.drawRoundedRect(QRectF(t.unit, t.unit, 3, height() - 2.0 * t.unit), 1.5, 1.5);
  }
  const QColor colour = !isEnabled() ? t.disabledText : here ? t.accent : t.text;
  painter.drawPixmap(t.gap + 4, (height() - 16) / 2,
                     widgets::iconPixmap(iconName_,
                                         here          ? t.accent
                                         : isEnabled() ? t.secondaryText
                                                       : t.disabledText,
                                         16, devicePixelRatioF()));
  QFont words = font();
  words.setWeight(here ? QFont::DemiBold : QFont::Normal);
  painter.setFont(words);
  painter.setPen(colour);
  painter.drawText(rect().adjusted(t.gap + 32, 0, -t.gap, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
  QFont small = font();
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.82);
  painter.setFont(small);
  painter.setPen(isEnabled() ? t.secondaryText : t.disabledText);
  painter.drawText(rect().adjusted(0, 0, -t.gap, 0), Qt::AlignRight | Qt::AlignVCenter,
                   action_->shortcut().toString(QKeySequence::NativeText));
}

NavRail::NavRail(QWidget* parent) : QWidget(parent), pages_(new QVBoxLayout), tools_(new QVBoxLayout) {
  setAccessibleName(tr("Pages"));
  setFixedWidth(208);
  auto* brand = new widgets::PlainLabel(tr("Onceover"), nullptr, widgets::TextRole::heading);
  brand->setContentsMargins(44, 18, 0, 14);
  widgets::fill(widgets::columnOf(this, 0, QMargins(0, 0, 1, 8)), {brand, pages_, widgets::stretch(), tools_});
  pages_->setSpacing(2);
  tools_->setSpacing(2);
}

void NavRail::addPage(QAction* action, const QString& iconName) { pages_->addWidget(new NavButton(action, iconName)); }
void NavRail::addTool(QAction* action, const QString& iconName) { tools_->addWidget(new NavButton(action, iconName)); }

void NavRail::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.fillRect(rect(), t.surface);
  painter.fillRect(QRect(width() - 1, 0, 1, height()), t.border);
  painter.drawPixmap(t.gap, 17, widgets::iconPixmap(QStringLiteral("onceover"), t.accent, 20, devicePixelRatioF()));
}

}  // namespace onceover::shell
