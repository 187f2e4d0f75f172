// SPDX-License-Identifier: GPL-3.0-or-later
// One section of a bundle: sentences, fields, tables, charts.
#pragma once

#include <QList>

#include "core/bundle/bundle.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::charts {
class TimeChart;
}

namespace onceover::bundle {

class SectionCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit SectionCard(const Section& section, QWidget* parent = nullptr);
  void setClock(widgets::ClockChoice clock);

 private:
  void addNotes(const Section& section);
  void addTable(const Table& table);
  void addChart(const Chart& chart);
  QList<charts::TimeChart*> charts_;
};

// Names beside values, which can be selected; a long value in a box of its own.
QWidget* fieldsOf(const std::vector<Field>& fields);

// A table of a bundle, for a view.
class CellsModel : public widgets::RowsModel<std::vector<Value>> {
  Q_OBJECT
 public:
  explicit CellsModel(const Table& table, QObject* parent = nullptr);
  // Every column with its name, a line each.
  QString rowInWords(int row) const;

 private:
  std::vector<std::string> names_;
};

// A value for the screen: one line, cut at `most` characters.
QString oneLine(const Value& value, int most);
// The same in as many lines as it has; what is masked, cut or NULL says so.
QString inLines(const Value& value);

}  // namespace onceover::bundle
