// How the page moves through a listing of any length: pages as the view gets near them, and places that the bar or a key asks for.
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/keys/keys_model.h"
#include "ui/keys/keys_page.h"
#include "ui/keys/place_bar.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

// So many rows before the window's end the ones beyond it are fetched: about two screens.
constexpr int nearEnd = 50;

// Where the order does not begin with the time of creation, a row that stands first need not be new.
QString orderWords(const profile::Profile& profile) {
  const std::vector<std::string> columns = profile::order_columns(profile);
  if (columns.empty()) return KeysPage::tr("in no order");
  if (columns.front() == profile.created_at.column) return KeysPage::tr("newest first");
  return KeysPage::tr("by %1, last first").arg(widgets::shown(columns.front()));
}

}  // namespace

void KeysPage::readBehind(const browse::Cursor& last) {
  browse::PageRequest request{shownFilter_, last};
  request.limit = pageRows;
  readFurtherPage(request);
}

void KeysPage::readBefore(const browse::Cursor& first) {
  browse::PageRequest request{shownFilter_, first};
  request.backwards = true;
  request.limit = pageRows;
  readFurtherPage(request);
}

// In the channel of the listing itself: a new search makes a page of the old one worthless.
void KeysPage::readFurtherPage(const browse::PageRequest& request) {
  if (readsPlace_) return model_->forgetRequest();  // these rows are on their way out
  session().read<browse::Page>(
      this, tr("Keys"), [request, patient = patient_](bridge::Reader& reader) { return readFurther(reader, request, patient); },
      [this, backwards = request.backwards](Result<browse::Page> page) {
        if (!page) {
          model_->forgetRequest();
          if (!page.error().is_cancelled())
            status_->setText(tr("Further rows could not be read: %1").arg(widgets::shown(page.error().what)));
          return;
        }
        sql_ = widgets::text(page->sql);
        backwards ? model_->prepend(std::move(*page)) : model_->append(std::move(*page));
        scrolled(table_->verticalScrollBar()->value());
      });
}

void KeysPage::scrolled(int value) {
  noteStatus();
  const int rowHeight = scrollsByPixel() ? table_->verticalHeader()->defaultSectionSize() : 1;
  if (readsPlace_) return;
  if (value <= nearEnd * rowHeight) model_->fetchBefore();
  if (value > 0 && value >= table_->verticalScrollBar()->maximum() - nearEnd * rowHeight) model_->fetchMore({});
}

bool KeysPage::scrollsByPixel() const { return table_->verticalScrollMode() == QAbstractItemView::ScrollPerPixel; }

int KeysPage::shownRows() const { return table_->viewport()->height() / std::max(1, table_->verticalHeader()->defaultSectionSize()); }

void KeysPage::scrollTo(int row) {
  table_->verticalScrollBar()->setValue(row * (scrollsByPixel() ? table_->verticalHeader()->defaultSectionSize() : 1));
}

// Rows came or went above: what is looked at stays where it is.
void KeysPage::keepPlace(int rows) {
  QScrollBar* bar = table_->verticalScrollBar();
  bar->setValue(bar->value() + rows * (scrollsByPixel() ? table_->verticalHeader()->defaultSectionSize() : 1));
}

// The current row would hand itself on to its neighbour, which the view would jump to.
void KeysPage::letGo(int first, int last) {
  const int current = table_->currentIndex().row();
  if (first <= current && current <= last) table_->selectionModel()->clearCurrentIndex();
}

void KeysPage::goTo(qint64 row) {
  const qint64 inWindow = row - model_->position();
  const bool isAtEnd = row + shownRows() >= model_->total();
  const bool isHere = inWindow >= 0 && (inWindow + shownRows() <= model_->rowCount() || !model_->hasMoreBehind());
  // Nothing tells the rows of such a table apart: it has no place to go to.
  const bool isAlone = profile::order_columns(session().profile()).empty();
  if ((isHere && !(isAtEnd && model_->hasMoreBehind())) || isAlone || patient_) {
    wantedRow_.reset();
    return scrollTo(static_cast<int>(std::clamp<qint64>(inWindow, 0, model_->rowCount())));
  }
  wantedRow_ = row;
  if (!readsPlace_) readPlace();
}

void KeysPage::goToBeginning() {
  if (model_->rowCount() == 0) return;
  if (model_->hasMoreBefore()) return goTo(0);
  table_->scrollToTop();
  table_->setCurrentIndex(model_->index(0, KeysModel::KeyColumn));
}

void KeysPage::goToEnd() {
  if (model_->rowCount() == 0) return;
  if (model_->hasMoreBehind()) return goTo(model_->total());
  table_->scrollToBottom();
  table_->setCurrentIndex(model_->index(model_->rowCount() - 1, KeysModel::KeyColumn));
}

// One at a time: while the bar is dragged on, only the place where it is when the answer comes is read next.
void KeysPage::readPlace() {
  browse::PageRequest request{shownFilter_};
  const auto total = static_cast<double>(model_->total());
  const qint64 row = *std::exchange(wantedRow_, std::nullopt);
  request.part = row + shownRows() >= model_->total() ? 1.0 : static_cast<double>(row) / total;
  request.limit = pageRows;
  readsPlace_ = true;
  session().read<browse::Page>(
      this, tr("Keys"), [request, patient = patient_](bridge::Reader& reader) { return readFurther(reader, request, patient); },
      [this](Result<browse::Page> page) { takePlace(std::move(page)); });
}

void KeysPage::takePlace(Result<browse::Page> page) {
  readsPlace_ = false;
  if (!page) {
    wantedRow_.reset();
    model_->forgetRequest();
    if (!page.error().is_cancelled()) status_->setText(tr("Further rows could not be read: %1").arg(widgets::shown(page.error().what)));
    return;
  }
  const qint64 total = model_->total(), rows = static_cast<qint64>(page->rows.size());
  const bool isEnd = page->part >= 1;
  const bool isWhole = isEnd ? !page->more : page->part <= 0;
  const qint64 last = std::max<qint64>(1, total - rows - (isEnd || !page->more ? 0 : 1));
  const qint64 position = isWhole                ? 0
                          : isEnd || !page->more ? last
                                                 : std::clamp<qint64>(std::llround(page->part * static_cast<double>(total)), 1, last);
  sql_ = widgets::text(page->sql);
  setAge(page->as_of);
  if (isEnd) page->more = false;  // behind it
  model_->setPage(std::move(*page), position, isWhole);
  if (wantedRow_) return readPlace();
  if (model_->rowCount() > 0) {
    table_->setCurrentIndex(model_->index(isEnd ? model_->rowCount() - 1 : 0, KeysModel::KeyColumn));
    isEnd ? table_->scrollToBottom() : table_->scrollToTop();
  }
  scrolled(table_->verticalScrollBar()->value());
}

bool KeysPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched != table_ || event->type() != QEvent::KeyPress) return Page::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->modifiers() == Qt::NoModifier && key->key() == Qt::Key_Home) return goToBeginning(), true;
  if (key->modifiers() == Qt::NoModifier && key->key() == Qt::Key_End) return goToEnd(), true;
  // The row that was current is no longer in the window: keys go on from what is looked at.
  if (!table_->currentIndex().isValid() && model_->rowCount() > 0)
    table_->setCurrentIndex(model_->index(std::min(topRow(), model_->rowCount() - 1), KeysModel::KeyColumn));
  return false;
}

int KeysPage::topRow() const { return std::max(0, table_->rowAt(0)); }

void KeysPage::noteStatus() {
  if (model_->rowCount() == 0) {
    place_->setPlace(0, 0, 0);
    return status_->clear();
  }
  const qint64 first = model_->position() + topRow();
  const int bottom = table_->rowAt(table_->viewport()->height() - 1);
  const qint64 last = model_->position() + (bottom < 0 ? model_->rowCount() - 1 : bottom);
  // At its end a table aligns its last row, and shows part of one more above.
  const QScrollBar* bar = table_->verticalScrollBar();
  const bool isAtEnd = !model_->hasMoreBehind() && bar->value() == bar->maximum() && bar->maximum() > 0;
  place_->setPlace(model_->total(), isAtEnd ? model_->total() : first, shownRows());
  if (!model_->isCounted()) {
    status_->setText(
        tr("About rows %1 to %2 of %3, %4")
            .arg(widgets::number(first + 1), widgets::number(last + 1), widgets::number(model_->total()), orderWords(session().profile())));
    return;
  }
  const bool whole = !model_->hasMoreBehind();
  status_->setText(tr("Rows %1 to %2, %3%4")
                       .arg(widgets::number(first + 1), widgets::number(last + 1), orderWords(session().profile()),
                            whole ? tr(", of %1").arg(widgets::number(model_->total())) : tr(", more below")));
}

}  // namespace onceover::keys
