// One section of a bundle: sentences, fields, tables, charts.
#pragma once

#include <QList>

#include "core/bundle/bundle.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tones.h"

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

}  // namespace onceover::bundle
