#include "ui/widgets/badge.h"

#include <QApplication>
#include <QPainter>

#include "ui/widgets/icon.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

constexpr int iconSize = 12;
constexpr int padding = 6;

QSize badgeSize(const Badge& badge, const QFontMetrics& metrics) {
  return {metrics.horizontalAdvance(badge.word) + iconSize + padding * 3, metrics.height() + 4};
}

void paintBadge(QPainter& painter, const QRect& area, const Badge& badge, const QFont& font, const Tokens& t) {
  const QFontMetrics metrics(font);
  QRect pill(area.topLeft(), badgeSize(badge, metrics).boundedTo(area.size()));
  pill.moveTop(area.top() + (area.height() - pill.height()) / 2);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.fill(badge.tone));
  painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
  const QPixmap shape = iconPixmap(badge.icon, t.colour(badge.tone), iconSize, painter.device()->devicePixelRatioF());
  painter.drawPixmap(pill.left() + padding, pill.top() + (pill.height() - iconSize) / 2, shape);
  painter.setPen(t.colour(badge.tone));
  painter.setFont(font);
  const QRect words = pill.adjusted(padding + iconSize + 4, 0, -padding / 2, 0);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(badge.word, Qt::ElideRight, words.width()));
  painter.restore();
}

}  // namespace

Badge badgeOf(key::State state) {
  const QString word = wordShown(key::word(state));
  switch (state) {
    case key::State::in_progress: return {word, QStringLiteral("half"), Tone::info};
    case key::State::released: return {word, QStringLiteral("undo"), Tone::muted};
    case key::State::succeeded: return {word, QStringLiteral("check"), Tone::ok};
    case key::State::failed: return {word, QStringLiteral("cross"), Tone::danger};
  }
  return {word, QStringLiteral("ring"), Tone::muted};
}

Badge badgeOf(const browse::KeyRow& row, Timestamp asOf) {
  if (row.set_aside) return {QStringLiteral("set aside"), QStringLiteral("ring"), Tone::muted};
  if (!row.state_known) return {shown(row.state_word), QStringLiteral("question"), Tone::muted};
  if (row.case_status == "needs_human" && !key::is_final(row.state)) {
    return badgeOf(reconcile::VerdictKind::needs_human);
  }
  if (row.discarded) return {QStringLiteral("discarded"), QStringLiteral("cross"), Tone::neutral};
  if (row.is_stuck(asOf)) return {QStringLiteral("stuck"), QStringLiteral("stuck"), Tone::warn};
  return badgeOf(row.state);
}

Badge badgeOf(gateway::Finding finding) {
  const QString word = wordShown(gateway::word(finding));
  switch (finding) {
    case gateway::Finding::done: return {word, QStringLiteral("check"), Tone::ok};
    case gateway::Finding::refused: return {word, QStringLiteral("cross"), Tone::danger};
    case gateway::Finding::no_such_key: return {word, QStringLiteral("ring"), Tone::info};
    case gateway::Finding::pending: return {word, QStringLiteral("clock"), Tone::warn};
    case gateway::Finding::unknown: break;
  }
  return {word, QStringLiteral("question"), Tone::muted};
}

Badge badgeOf(reconcile::VerdictKind verdict) {
  const QString word = wordShown(reconcile::word(verdict));
  switch (verdict) {
    case reconcile::VerdictKind::settle_succeeded: return {word, QStringLiteral("check"), Tone::ok};
    case reconcile::VerdictKind::done_needs_response: return {word, QStringLiteral("person"), Tone::warn};
    case reconcile::VerdictKind::settle_failed: return {word, QStringLiteral("cross"), Tone::danger};
    case reconcile::VerdictKind::release: return {word, QStringLiteral("undo"), Tone::info};
    case reconcile::VerdictKind::unresolved: return {word, QStringLiteral("clock"), Tone::muted};
    case reconcile::VerdictKind::needs_human: return {word, QStringLiteral("person"), Tone::warn};
  }
  return {word, QStringLiteral("question"), Tone::muted};
}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QVariant value = index.data(BadgeRole);
  if (!value.canConvert<Badge>()) return CellDelegate::paint(painter, option, index);
  QStyleOptionViewItem background = option;
  initStyleOption(&background, index);
  background.text.clear();
  const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
  paintBadge(*painter, option.rect.adjusted(padding, 1, -2, -1), value.value<Badge>(), option.font, tokensOf(option.widget));
}

QSize BadgeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QVariant value = index.data(BadgeRole);
  if (!value.canConvert<Badge>()) return CellDelegate::sizeHint(option, index);
  return badgeSize(value.value<Badge>(), option.fontMetrics) + QSize(padding * 2, 4);
}

BadgeLabel::BadgeLabel(const Badge& badge, QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setBadge(badge);
}

void BadgeLabel::setBadge(const Badge& badge) {
  badge_ = badge;
  setAccessibleName(badge.word);
  updateGeometry();
  update();
}

QSize BadgeLabel::sizeHint() const { return badge_.word.isEmpty() ? QSize(0, 0) : badgeSize(badge_, fontMetrics()); }

void BadgeLabel::paintEvent(QPaintEvent*) {
  if (badge_.word.isEmpty()) return;
  QPainter painter(this);
  paintBadge(painter, rect(), badge_, font(), tokensOf(this));
}

}  // namespace onceover::widgets
