// A short list that a person edits: rows of text, each cell held against what its column takes.
#pragma once

#include <QJsonArray>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

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
  Qt::ItemFlags flags(const QModelIndex& index) const override { return RowsModel::flags(index) | Qt::ItemIsEditable; }

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
  Grid(const QString& name, std::vector<GridColumn> columns, const QVector<int>& chars, bool ordered, QWidget* parent = nullptr);
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

}  // namespace onceover::calculator
