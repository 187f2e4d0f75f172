// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>

#include "ui/widgets/controls.h"
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

void paintBadge(QPainter& painter, const QRect& area, const Badge& badge, const QFont& font,
                const Tokens& t) {
  const QFontMetrics metrics(font);
  QRect pill(area.topLeft(), badgeSize(badge, metrics).boundedTo(area.size()));
  pill.moveTop(area.top() + (area.height() - pill.height()) / 2);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.fill(badge.tone));
  painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
  const QPixmap shape =
      iconPixmap(badge.icon, t.colour(badge.tone), iconSize, painter.device()->devicePixelRatioF());
  painter.drawPixmap(pill.left() + padding, pill.top() + (pill.height() - iconSize) / 2, shape);
  painter.setPen(t.colour(badge.tone));
  painter.setFont(font);
  const QRect words = pill.adjusted(padding + iconSize + 4, 0, -padding / 2, 0);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(badge.word, Qt::ElideRight, words.width()));
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

QString stateShown(const std::string& stored, key::State state) {
  const QString ours = badgeOf(state).word;
  const bool isOurs = stored.empty() || key::state_from_word(ascii_lower(stored)) == state;
  return isOurs ? ours : QObject::tr("%1 (%2)").arg(shown(stored), ours);
}

Result<NoteMarks> NoteMarks::read(pg::Connection& connection, const tables::Profile& profile,
                                  const std::vector<key::Identity>& ids) {
  std::vector<reconcile::NoteSubject> subjects;
  for (const key::Identity& id : ids) subjects.push_back(reconcile::subject_of(profile, id));
  return reconcile::note_tallies(connection, subjects)
      .map([&](const std::vector<reconcile::NoteTally>& tallies) {
        NoteMarks marks;
        for (std::size_t i = 0; i < ids.size(); ++i) {
          if (tallies[i].count > 0) marks.of_.emplace(ids[i], tallies[i]);
        }
        return marks;
      });
}

QString NoteMarks::mark(const reconcile::NoteTally& notes) {
  return notes.count == 0 ? QString()
                          : QStringLiteral(" ✎%1%2")
                                .arg(notes.count)
                                .arg(notes.is_held() ? QStringLiteral("!") : QString());
}

QString NoteMarks::tip(const reconcile::NoteTally& notes) {
  if (!notes.last) return {};
  return QObject::tr("Last note, by %1: %2").arg(shown(notes.last->actor.name), linesShown(notes.last->text));
}

Badge NoteMarks::onto(Badge badge, const key::Identity& id) const {
  if (const auto found = of_.find(id); found != of_.end()) badge.word += mark(found->second);
  return badge;
}

QString NoteMarks::tip(const key::Identity& id) const {
  const auto found = of_.find(id);
  return found == of_.end() ? QString() : '\n' + tip(found->second);
}

Badge badgeOf(const events::Publication& publication) {
  using State = events::Publication::State;
  const QString words = shown(publication.words);
  switch (publication.state) {
    case State::published: return {words, QStringLiteral("check"), Tone::ok};
    case State::dead: return {words, QStringLiteral("cross"), Tone::danger};
    case State::held: return {words, QStringLiteral("pause"), Tone::warn};
    case State::waiting: return {words, QStringLiteral("clock"), Tone::info};
    case State::skipped:
    case State::passed_over: return {words, QStringLiteral("ring"), Tone::neutral};
    case State::unknown: break;
  }
  return {words, QStringLiteral("question"), Tone::muted};
}

Badge badgeOf(const browse::KeyRow& row, Timestamp asOf) {
  if (row.set_aside) return {tr("set aside"), QStringLiteral("ring"), Tone::muted};
  if (row.publication) return badgeOf(*row.publication);
  if (!row.state_known) return {shown(row.state_word), QStringLiteral("question"), Tone::muted};
  if (row.case_status == "needs_human" && !key::is_final(row.state)) {
    return badgeOf(reconcile::VerdictKind::needs_human);
  }
  if (row.discarded) return {tr("discarded"), QStringLiteral("cross"), Tone::neutral};
  if (row.is_stuck(asOf)) return {tr("stuck"), QStringLiteral("stuck"), Tone::warn};
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

Badge badgeOf(const reconcile::Verdict& verdict) {
  if (!verdict.finished) return badgeOf(verdict.kind);
  const QString word = wordShown(reconcile::word(*verdict.finished));
  switch (*verdict.finished) {
    case reconcile::Agreement::confirms: return {word, QStringLiteral("check"), Tone::ok};
    case reconcile::Agreement::contradicts: return {word, QStringLiteral("warning"), Tone::danger};
    case reconcile::Agreement::open: break;
  }
  return {word, QStringLiteral("ring"), Tone::muted};
}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const QVariant value = index.data(BadgeRole);
  if (!value.canConvert<Badge>()) return CellDelegate::paint(painter, option, index);
  QStyleOptionViewItem background = option;
  initStyleOption(&background, index);
  background.text.clear();
  const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
  paintBadge(*painter, option.rect.adjusted(padding, 1, -2, -1), value.value<Badge>(), option.font,
             tokensOf(option.widget));
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

QSize BadgeLabel::sizeHint() const {
  return badge_.word.isEmpty() ? QSize(0, 0) : badgeSize(badge_, fontMetrics());
}

void BadgeLabel::paintEvent(QPaintEvent*) {
  if (badge_.word.isEmpty()) return;
  QPainter painter(this);
  paintBadge(painter, rect(), badge_, font(), tokensOf(this));
}

namespace {

constexpr int unlimited = QWIDGETSIZE_MAX;

}  // namespace

// The ends of a key tell keys apart; of a time the beginning says most, and without its middle it is none.
Qt::TextElideMode elisionOf(const QString& text, Qt::TextElideMode usual) {
  if (text.size() < 16 || text[4] != '-' || text[7] != '-' || text[13] != ':' || !text[0].isDigit() ||
      !text[12].isDigit())
    return usual;
  return Qt::ElideRight;
}

CellDelegate::CellDelegate(Face face, QObject* parent) : QStyledItemDelegate(parent), face_(face) {}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (face_ != Face::monospace) return;
  if (option->font != base_ || font_ == QFont()) {
    base_ = option->font;
    font_ = monospaceFont(base_);
  }
  option->font = font_;
  option->fontMetrics = QFontMetrics(font_);
  option->textElideMode = Qt::ElideMiddle;  // the ends of a key tell keys apart
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
  constexpr auto more = QStyleOptionViewItem::HasDecoration | QStyleOptionViewItem::HasCheckIndicator |
                        QStyleOptionViewItem::WrapText;
  if ((cell.features & more) != 0 || cell.direction == Qt::RightToLeft) {
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    return;
  }
  style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
  const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
  QRect room = cell.rect.adjusted(margin, 0, -margin, 0);
  int most = room.width();
  if (face_ == Face::whole && !cell.text.isEmpty()) {
    const int needed = lineOf(cell, unlimited).width;
    if (needed > room.width()) askForRoom(cell, index.column(), needed, 2 * margin);
    room = inSight(cell, room, margin);
    most = needed <= room.width() ? unlimited : room.width();
    if (most != unlimited) cell.text = wholeParts(cell, room.width());
  }
  if (!cell.text.isEmpty() && room.width() > 0) {
    const Line& line = lineOf(cell, most);
    const bool enabled = (cell.state & QStyle::State_Enabled) != 0;
    painter->save();
    painter->setFont(cell.font);
    // The selection is a soft fill: its text keeps the colour of all text.
    painter->setPen(cell.palette.color(enabled ? QPalette::Normal : QPalette::Disabled, QPalette::Text));
    const int x = (cell.displayAlignment & Qt::AlignRight) != 0 ? room.right() + 1 - line.width
                  : (cell.displayAlignment & Qt::AlignHCenter) != 0
                      ? room.left() + (room.width() - line.width) / 2
                      : room.left();
    const int y = room.top() + (room.height() - cell.fontMetrics.height()) / 2;
    painter->drawStaticText(x, y, line.text);
    painter->restore();
  }
  if ((cell.state & QStyle::State_HasFocus) != 0) {
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(cell);
    focus.state |= QStyle::State_KeyboardFocusChange | QStyle::State_Item;
    focus.backgroundColor = cell.palette.color(QPalette::Normal, QPalette::Base);
    style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, cell.widget);
  }
}

// Where the table's edge would cut an amount, it stands in what is seen of its cell.
QRect CellDelegate::inSight(const QStyleOptionViewItem& cell, const QRect& room, int margin) const {
  const auto* view = qobject_cast<const QAbstractItemView*>(cell.widget);
  if (view == nullptr) return room;
  const QRect seen = room & view->viewport()->rect().adjusted(margin, 0, -margin, 0);
  // a row that is cut at the bottom keeps its line
  return {seen.left(), room.top(), seen.width(), room.height()};
}

// A part of an amount is another amount: what does not fit ends behind one of its amounts, or behind a word
// or unit, or is "…".
QString CellDelegate::wholeParts(const QStyleOptionViewItem& cell, int width) const {
  const QString& text = cell.text;
  const QString more = QStringLiteral("…");
  for (qsizetype end = text.size(); end > 0;) {
    qsizetype at = -1, length = 0;
    for (const QString& between : {QStringLiteral(", "), QStringLiteral("; "), QStringLiteral(" · ")}) {
      const qsizetype found = text.lastIndexOf(between, end - 1);
      if (found > at && found < end) {
        at = found;
        length = between.size();
      }
    }
    qsizetype blank = text.lastIndexOf(QLatin1Char(' '), end - 1);
    while (blank > 0 && !text.at(blank - 1).isLetter()) blank = text.lastIndexOf(QLatin1Char(' '), blank - 1);
    if (blank > std::max<qsizetype>(at, 0) && blank < end) {
      at = blank;
      length = 0;
    }
    if (at <= 0) break;
    const QString some = text.left(at + length) + more;
    if (cell.fontMetrics.horizontalAdvance(some) <= width) return some;
    end = at;
  }
  return more;
}

// Later: nothing moves while it is painted.
void CellDelegate::askForRoom(const QStyleOptionViewItem& cell, int column, int needed, int margins) const {
  const auto* view = qobject_cast<const TableView*>(cell.widget);
  if (view == nullptr) return;
  const int width = std::min(needed, cell.fontMetrics.averageCharWidth() * longestWhole) + margins + 1;
  if (width <= cell.rect.width()) return;
  auto* table = const_cast<TableView*>(view);
  QMetaObject::invokeMethod(
      table, [table, column, width] { table->widen(column, width); }, Qt::QueuedConnection);
}

const CellDelegate::Line& CellDelegate::lineOf(const QStyleOptionViewItem& cell, int width) const {
  if (cell.font != laidOut_) {
    lines_.clear();
    laidOut_ = cell.font;
  }
  const QString key = QString::number(width) + QLatin1Char('\n') + cell.text;
  if (const Line* known = lines_.object(key)) return *known;
  // A paragraph's end would begin a second line.
  QString text = cell.text;
  text.replace(QLatin1Char('\n'), QLatin1Char(' '));
  text = cell.fontMetrics.elidedText(text, elisionOf(text, cell.textElideMode), width);
  auto* line = new Line{QStaticText(text), cell.fontMetrics.horizontalAdvance(text)};
  line->text.setTextFormat(Qt::PlainText);
  line->text.setPerformanceHint(QStaticText::AggressiveCaching);
  QTextOption option;
  option.setWrapMode(QTextOption::NoWrap);
  option.setTextDirection(Qt::LeftToRight);
  line->text.setTextOption(option);
  line->text.prepare({}, cell.font);
  lines_.insert(key, line, 1 + static_cast<int>(key.size() / 64));
  return *line;
}

}  // namespace onceover::widgets
