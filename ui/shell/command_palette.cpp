#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

QString plainText(const QAction& action) {
  QString text = action.text();
  return text.remove('&').remove(QStringLiteral("…"));
}

// Shorter than a person notices, longer than between two letters.
constexpr std::chrono::milliseconds typingPause(150);
constexpr int lineRole = Qt::UserRole, rightRole = Qt::UserRole + 1;

// The shortcut, or what it is, stands at the right end of the line.
class ShortcutDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QString right = index.data(rightRole).toString();
    const QStyle* style = option.widget->style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    // The text ends before what is at the right.
    QStyleOptionViewItem words = option;
    words.rect.adjust(0, 0, -12 - (right.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(right) + 12), 0);
    QStyledItemDelegate::paint(painter, words, index);
    painter->save();
    painter->setPen(widgets::tokensOf(option.widget).secondaryText);
    painter->drawText(option.rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, right);
    painter->restore();
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {0, std::max(32, QStyledItemDelegate::sizeHint(option, index).height())};  // as wide as the list, and cut there
  }
};

}  // namespace

CommandPalette::CommandPalette(QWidget* parent) : QFrame(parent), search_(new QLineEdit), list_(new QListWidget) {
  setAccessibleName(tr("Commands"));
  search_->setPlaceholderText(tr("Type a page or an action, or paste a key, a plan, a table or a link"));
  search_->setAccessibleName(tr("Search commands"));
  search_->installEventFilter(this);
  list_->setAccessibleName(tr("Matching commands"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new ShortcutDelegate(list_));
  widgets::fill(widgets::columnOf(this, -1, QMargins(12, 12, 12, 12)), {search_, list_});
  pause_.setSingleShot(true);
  pause_.setInterval(typingPause);
  connect(&pause_, &QTimer::timeout, this, [this] {
    if (isVisible() && !soughtText().isEmpty()) emit sought(soughtText());
  });
  connect(search_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
  hide();
}

void CommandPalette::open(const QList<QAction*>& actions) {
  actions_.clear();
  for (QAction* action : actions) {
    if (action->isEnabled() && action->isVisible() && !action->text().isEmpty()) actions_.append(action);
  }
  before_ = QApplication::focusWidget();
  found_.clear();
  foundFor_.clear();
  const QSize room = parentWidget()->size();
  const int width = std::min(560, room.width() - 32);
  setGeometry((room.width() - width) / 2, std::min(96, room.height() / 8), width, std::min(420, room.height() - 120));
  search_->clear();
  filter();
  show();
  raise();
  search_->setFocus();
}

QString CommandPalette::soughtText() const { return search_->text().trimmed(); }

void CommandPalette::filter() {
  hasMoved_ = false;
  soughtText().isEmpty() ? pause_.stop() : pause_.start();
  list();
}

void CommandPalette::setFound(const QString& sought, const QList<Found>& found) {
  if (sought != soughtText()) return;
  foundFor_ = sought;
  found_ = found;
  list();
}

void CommandPalette::list() {
  std::vector<std::pair<int, int>> matching;
  for (int i = 0; i < actions_.size(); ++i) {
    if (!actions_[i]) continue;
    std::optional<int> best = fuzzyScore(search_->text(), plainText(*actions_[i]));
    for (const QString& name : actions_[i]->data().toStringList()) best = std::max(best, fuzzyScore(search_->text(), name));
    if (best) matching.emplace_back(-*best, i);
  }
  std::stable_sort(matching.begin(), matching.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const QString chosen = hasMoved_ && list_->currentItem() != nullptr ? list_->currentItem()->text() : QString();
  list_->clear();
  for (const auto& [score, index] : matching) {
    auto* item = new QListWidgetItem(actions_[index]->icon(), plainText(*actions_[index]), list_);
    item->setData(lineRole, index);
    item->setToolTip(widgets::toolTip(item->text()));
    const QString shortcut = actions_[index]->shortcut().toString(QKeySequence::NativeText);
    item->setData(rightRole, shortcut.isEmpty() ? actions_[index]->statusTip() : shortcut);
  }
  // A longer text narrows what was found for a shorter one only when it is sought again: until then nothing of it is shown.
  for (int i = 0; foundFor_ == soughtText() && i < found_.size(); ++i) {
    auto* item = new QListWidgetItem(widgets::icon(found_[i].icon), found_[i].text, list_);
    item->setData(lineRole, -1 - i);
    item->setToolTip(widgets::toolTip(found_[i].text));
    item->setData(rightRole, found_[i].kind);
  }
  list_->setCurrentRow(0);
  // What comes later moves nobody's choice.
  for (int row = 0; !chosen.isEmpty() && row < list_->count(); ++row) {
    if (list_->item(row)->text() == chosen) list_->setCurrentRow(row);
  }
}

void CommandPalette::run() {
  const QListWidgetItem* item = list_->currentItem();
  const int line = item != nullptr ? item->data(lineRole).toInt() : 0;
  const QPointer<QAction> action = item != nullptr ? actions_.value(line) : nullptr;
  const auto open = item != nullptr && line < 0 ? found_.value(-1 - line).open : nullptr;
  dismiss();
  if (action) action->trigger();
  if (open) open();
}

void CommandPalette::dismiss() {
  hide();
  if (before_) before_->setFocus();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) hide();
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape) {
    dismiss();
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    run();
    return true;
  }
  if (key == Qt::Key_Up || key == Qt::Key_Down) {
    hasMoved_ = true;
    list_->setCurrentRow(std::clamp(list_->currentRow() + (key == Qt::Key_Up ? -1 : 1), 0, std::max(0, list_->count() - 1)));
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(t.strongBorder);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), t.radius + 2, t.radius + 2);
}

std::optional<int> fuzzyScore(const QString& pattern, const QString& text) {
  int score = 0;
  qsizetype at = 0;
  bool run = false;
  for (const QChar wanted : pattern) {
    if (wanted.isSpace()) {
      run = false;
      continue;
    }
    const qsizetype from = at;
    while (at < text.size() && text[at].toCaseFolded() != wanted.toCaseFolded()) ++at;
    if (at == text.size()) return std::nullopt;
    const bool begins = at == 0 || !text[at - 1].isLetterOrNumber();
    run = run && at == from;
    score += 1 + (begins ? 8 : 0) + (run ? 5 : 0);
    run = true;
    ++at;
  }
  return pattern.isEmpty() ? 0 : score * 100 - static_cast<int>(text.size());
}

}  // namespace onceover::shell
