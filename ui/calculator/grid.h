// SPDX-License-Identifier: GPL-3.0-or-later
// A short list that a person edits: rows of text, each cell held against what its column takes.
#pragma once

#include <QJsonArray>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <string>
#include <vector>

#include "core/calculator/figure.h"
#include "core/calculator/lint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::calculator {

struct GridColumn {
  QString title, initial;
  // A sentence, where the text is none for this column; empty: it is.
  std::function<QString(const QString& text)> wrong = {};
  QString tip = {};
};

// For `wrong`.
QString aName(const QString& text);
std::function<QString(const QString&)> aNumber(double least, double most);

class GridModel : public widgets::RowsModel<QStringList, QList<QStringList>> {
  Q_OBJECT
 public:
  GridModel(std::vector<GridColumn> columns, QObject* parent = nullptr);
  // Cells that their column does not take become its initial text.
  void fill(const QList<QStringList>& rows);
  void add(int behind);
  void remove(int row);
  void move(int row, int by);

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override {
    return RowsModel::flags(index) | Qt::ItemIsEditable;
  }

 signals:
  void edited();
  void refused(const QString& why);

 private:
  const GridColumn& taking(int column) const { return taking_[static_cast<std::size_t>(column)]; }
  std::vector<GridColumn> taking_;
};

class Grid : public QWidget {
  Q_OBJECT
 public:
  // name: for assistive technology. ordered: rows can be moved.
  Grid(const QString& name, std::vector<GridColumn> columns, const QVector<int>& chars, bool ordered,
       QWidget* parent = nullptr);
  GridModel* model() const { return model_; }
  widgets::TableView* view() const { return view_; }
  QJsonArray json() const;
  void setJson(const QJsonArray& rows);

 signals:
  void edited();

 private:
  void act(void (GridModel::*what)(int), int row);
  void shift(int by);
  void updateButtons();
  GridModel* model_;
  widgets::TableView* view_;
  QPushButton *add_, *remove_, *up_, *down_;
  widgets::PlainLabel* note_;
};

// Cards of the tabs.

// Around a chart, which is at least so high.
widgets::Card* cardOf(QWidget* chart, int height);

// A line that is there while it says something.
void tell(widgets::PlainLabel* note, widgets::Tone tone, const QString& words);

// What the linter found: severity, what, consequence and remedy, one under the other.
class FindingsCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FindingsCard(QWidget* parent = nullptr) : Card(tr("Known problems"), parent) {}
  void show(const std::vector<Finding>& findings);
  using QWidget::show;

 private:
  QWidget* list_ = nullptr;
};

// Figures of a plan as a table, the calculation of the chosen one, and what they assume.
class FiguresPane : public QWidget {
  Q_OBJECT
 public:
  explicit FiguresPane(QWidget* parent = nullptr);
  // The chosen row stays.
  void show(const std::vector<const Figure*>& figures, const std::vector<std::string>& remarks);
  using QWidget::show;

 private:
  void showSum(int row);
  widgets::FieldsModel* figures_;
  widgets::TableView* table_;
  widgets::PlainLabel *sum_, *remarks_;
  QStringList sums_;
};

}  // namespace onceover::calculator
