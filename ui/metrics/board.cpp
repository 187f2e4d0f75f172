// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/board.h"

#include <QCloseEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QPushButton>

#include "ui/metrics/chart_card.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {
namespace {

// As many as are taken in at a glance.
constexpr qsizetype cardsAtFirst = 6;

}  // namespace

Board::Board(QWidget* parent)
    : QWidget(parent),
      grid_(new QGridLayout(this)),
      more_(new QPushButton(this)),
      whys_(new widgets::PlainLabel({}, this, widgets::TextRole::caption)) {
  more_->setAutoDefault(false);
  whys_->setWordWrap(true);
  connect(more_, &QPushButton::clicked, this, [this] {
    setMore(!isMore_);
    emit moreChanged();
  });
  const widgets::Tokens t = widgets::tokensOf(this);
  grid_->setContentsMargins(t.gap, 0, t.gap, t.gap);
  grid_->setSpacing(t.gap);
  for (const CardSpec& spec : cardSpecs()) {
    ChartCard* card =
        spec.isSpread() ? static_cast<ChartCard*>(new SpreadCard(spec, this)) : new LinesCard(spec, this);
    cards_.append(card);
    connect(card, &ChartCard::moveAsked, this, [this, card](int direction) {
      Arrangement to = arrangement_;
      if (to.move(card->spec().id, direction)) change(to, card);
    });
    connect(card, &ChartCard::largeAsked, this, [this, card](bool large) {
      Arrangement to = arrangement_;
      to.setLarge(card->spec().id, large);
      change(to, card);
    });
    connect(card, &ChartCard::hideAsked, this, [this, card] {
      Arrangement to = arrangement_;
      to.setShown(card->spec().id, false);
      change(to, nullptr);
    });
  }
  arrange();
}

ChartCard* Board::card(const QString& id) const {
  const auto found = std::find_if(cards_.begin(), cards_.end(),
                                  [&](const ChartCard* card) { return card->spec().id == id; });
  return found == cards_.end() ? nullptr : *found;
}

QVector<ChartCard*> Board::shownCards() const {
  QVector<ChartCard*> out, behind;
  for (const CardPlace& place : arrangement_.places()) {
    if (place.isShown) (unknown_.contains(place.id) ? behind : out).append(card(place.id));
  }
  if (isMore_) return isWall_ && !out.isEmpty() ? out : out + behind;
  return (out.isEmpty() ? behind : out).mid(0, cardsAtFirst);
}

void Board::setMore(bool more) {
  isMore_ = more;
  arrange();
}

void Board::setUnknown(const QMap<QString, QString>& whys) {
  if (unknown_ == whys) return;
  unknown_ = whys;
  arrange();
}

void Board::setArrangement(const Arrangement& arrangement) {
  if (arrangement_ == arrangement) return;
  arrangement_ = arrangement;
  arrange();
}

void Board::change(const Arrangement& to, ChartCard* keepsFocus) {
  QWidget* focus = keepsFocus != nullptr ? keepsFocus->focusWidget() : nullptr;
  setArrangement(to);
  if (focus != nullptr) focus->setFocus();
  emit arrangementChanged();
}

void Board::setWall(bool on) {
  isWall_ = on;
  for (ChartCard* card : std::as_const(cards_)) card->setShowcase(on);
  // As high as the screen, whatever the cards would like.
  setMinimumSize(on ? QSize(1, 1) : QSize(0, 0));
  arrange();
}

int Board::columnsFor(int width) const {
  if (!isWall_) return std::clamp(width / 480, 1, 3);
  // As near as can be to cards twice as wide as high.
  int best = 1;
  double least = INFINITY;
  const auto n = static_cast<int>(std::max<qsizetype>(1, shownCards().size()));
  for (int columns = 1; columns <= n; ++columns) {
    const int rows = (n + columns - 1) / columns;
    const double shape =
        (static_cast<double>(width) / columns) / (std::max(1.0, static_cast<double>(height())) / rows);
    const double off = std::abs(std::log(shape / 2));
    if (off < least) least = off, best = columns;
  }
  return best;
}

void Board::arrange() {
  while (QLayoutItem* item = grid_->takeAt(0)) delete item;
  for (int i = 0; i < grid_->columnCount(); ++i) grid_->setColumnStretch(i, 0);
  for (int i = 0; i < grid_->rowCount(); ++i) grid_->setRowStretch(i, 0);
  columns_ = columnsFor(width());
  const QVector<ChartCard*> shown = shownCards();
  for (ChartCard* card : std::as_const(cards_)) card->setVisible(shown.contains(card));
  const auto others = std::ranges::count(arrangement_.places(), true, &CardPlace::isShown) - shown.size();
  more_->setVisible(!isWall_ && (others > 0 || (isMore_ && shown.size() > cardsAtFirst)));
  more_->setText(isMore_ ? tr("Fewer cards") : tr("More: %Ln cards", nullptr, widgets::counted(others)));
  QStringList whys;
  for (const CardPlace& place : arrangement_.places()) {
    if (place.isShown && unknown_.contains(place.id) && !shown.contains(card(place.id)))
      whys.append(unknown_.value(place.id));
  }
  const auto hidden = static_cast<int>(whys.size());
  whys.removeDuplicates();
  whys_->setVisible(!isWall_ && hidden > 0);
  whys_->setText(tr("Nothing to show on %1 of these. %2").arg(hidden).arg(whys.join(u' ')));
  if (isWall_) return fillWall(shown);
  int row = 0, column = 0;
  bool wasKnown = true;
  QWidget* before = this;
  for (ChartCard* card : shown) {
    const auto& places = arrangement_.places();
    const bool isKnown = !unknown_.contains(card->spec().id);
    const bool isLarge = std::any_of(places.begin(), places.end(), [&](const CardPlace& p) {
      return p.id == card->spec().id && p.isLarge;
    });
    const int wide = isLarge && isKnown ? columns_ : 1;
    // A row of cards without a chart is low.
    if (column + wide > columns_ || (!isKnown && wasKnown && column > 0)) column = 0, ++row;
    wasKnown = isKnown;
    grid_->addWidget(card, row, column, 1, wide);
    card->setMinimumHeight(!isKnown ? 0 : isLarge ? 400 : 285);
    card->setPlace(isLarge, card == shown.first(), card == shown.last());
    // The keys go from card to card as the eye does.
    before = widgets::tabAfter(before, *card);
    column += wide;
    if (column >= columns_) column = 0, ++row;
  }
  for (int i = 0; i < columns_; ++i) grid_->setColumnStretch(i, 1);
  if (column > 0) ++row;
  auto* line = new QHBoxLayout;
  line->addWidget(more_, 0, Qt::AlignTop);
  line->addWidget(whys_, 1);
  grid_->addLayout(line, row, 0, 1, columns_);
  widgets::tabAfter(before, *more_);
  grid_->setRowStretch(row + 1, 1);
}

// Rows that hold nearly as many cards each, from edge to edge: no place is left empty behind the last.
void Board::fillWall(const QVector<ChartCard*>& shown) {
  const auto cards = static_cast<int>(shown.size());
  const int rows = (cards + columns_ - 1) / std::max(1, columns_);
  if (rows == 0) return;
  const int fewest = cards / rows, longer = cards % rows;  // so many rows have one more
  const int units = longer > 0 ? fewest * (fewest + 1) : fewest;
  int at = 0;
  for (int row = 0; row < rows; ++row) {
    const int inRow = row < longer ? fewest + 1 : fewest;
    for (int i = 0; i < inRow; ++i, ++at) {
      shown[at]->setMinimumHeight(0);
      grid_->addWidget(shown[at], row, i * (units / inRow), 1, units / inRow);
    }
    grid_->setRowStretch(row, 1);
  }
  for (int i = 0; i < units; ++i) grid_->setColumnStretch(i, 1);
}

int Board::plotWidth() const { return std::max(100, width() / std::max(1, columns_) - 100); }

void Board::settle() {
  if (columnsFor(width()) != columns_) arrange();
  grid_->activate();
}

void Board::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (columnsFor(width()) != columns_) arrange();
}

Wall::Wall(const QString& title, QWidget* board, QWidget* parent)
    : QWidget(parent, Qt::Window),
      board_(board),
      status_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::heading)) {
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
