#include "ui/metrics/wall.h"

#include <QCloseEvent>
#include <QKeyEvent>

#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {

Wall::Wall(const QString& title, QWidget* board, QWidget* parent)
    : QWidget(parent, Qt::Window), board_(board), status_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::heading)) {
  setWindowTitle(tr("%1 – Onceover").arg(title));
  setAccessibleName(tr("Dashboard on a wall; Escape leaves it"));
  setFocusPolicy(Qt::StrongFocus);
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* column = widgets::columnOf(this, -1, QMargins(0, t.unit, 0, 0));
  auto* line = widgets::lineOf(nullptr, -1, QMargins(t.gap, 0, t.gap, 0));
  widgets::fill(line, {{new widgets::PlainLabel(title, nullptr, widgets::TextRole::title), 1}, status_});
  widgets::fill(column, {line, {board, 1}});
}

QWidget* Wall::takeBoard() {
  if (board_ != nullptr) layout()->removeWidget(board_);
  return std::exchange(board_, nullptr);
}

void Wall::setStatus(const QString& words, widgets::Tone tone) {
  status_->setText(words);
  status_->setTone(tone);
}

QString Wall::status() const { return status_->text(); }

void Wall::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape && event->key() != Qt::Key_F11) return QWidget::keyPressEvent(event);
  emit left();
}

void Wall::closeEvent(QCloseEvent* event) {
  event->ignore();
  emit left();
}

}  // namespace onceover::metrics
