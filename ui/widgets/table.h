// SPDX-License-Identifier: GPL-3.0-or-later
// The table every page uses: rows of one height (a million of them scroll), opened with Enter, copied with Ctrl+C.
#pragma once

#include <QByteArray>
#include <QTableView>
#include <QVector>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

// Roles a model may give beside the usual ones.
enum TableRole {
  BadgeRole = Qt::UserRole + 100,  // Badge
  CopyRole,                        // QString: what copying takes instead of DisplayRole (masked data stays masked)
};

class TableView : public QTableView {
  Q_OBJECT
 public:
  // name: for assistive technology, "Keys".
  explicit TableView(const QString& name, QAbstractItemModel* model = nullptr, QWidget* parent = nullptr);

  // What is left of the width goes to this column; -1: to the last.
  void setStretchColumn(int column);
  // Widths in characters of the font, for columns 0…n−1. Zero leaves the default.
  void setColumnChars(const QVector<int>& chars);

  // As high as so many rows and the header, for a table inside a page that scrolls as a whole.
  void setHeightInRows(int rows);

  // Order, widths and hidden columns, for ui/workspace.
  QByteArray headerState() const;
  void restoreHeader(const QByteArray& state);
  // The rows that are selected, from the top.
  QList<int> selectedRows() const;
  // What "Copy row" takes: tab-separated, through CopyRole or DisplayRole.
  QString rowText(int row) const;

  // The column is at least this wide from now on, whoever chooses widths: what stands in it must not be cut.
  void widen(int column, int width);

  // A RowsBase says how its columns look; of any other model, the page does.
  void setModel(QAbstractItemModel* model) override;

 signals:
  void opened(const QModelIndex& index);  // Enter or double click
  void headerChanged();
  void currentRowChanged(int row);  // -1: none

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void setMonospaceColumn(int column);
  void copyRows() const;
  void copyCell() const;
  void openIndex(const QModelIndex& index);
  void offerColumns(const QPoint& at);
  void showColumnIf(int column, bool on);
  void noteResize(int column, int before, int width);
  int leastOf(int column) const { return column < least_.size() ? least_[column] : 0; }
  void applyWidths();
  void takeLooks(const RowsBase& rows);
  void restyle();
  void keepHeight();
  QVector<int> chars_;
  QVector<int> least_;  // pixels, of columns whose text must not be cut
  int stretch_ = -1, highRows_ = -1;
  bool userSized_ = false, applying_ = false;
  QAction *copyRow_, *copyCell_;
};

}  // namespace onceover::widgets
