// Window, table size and retry policy decided with figures: sizes, schedules, storms, amplification. Needs no rows; reads the table's shape
// when asked to.
#pragma once

#include <vector>

#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::calculator {

class Inputs;
class LayersTab;
class ScheduleTab;
class SizeTab;
class OutboxTab;
class InboxTab;
class StormTab;

class CalculatorPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit CalculatorPage(bridge::Session& session, QWidget* parent = nullptr);

  // Nothing is read anew but what was asked for: what is planned is what stands in the fields.
  void refresh() override;
  QString whyNotLive() const override { return tr("nothing is read here"); }
  bool worksOffline() const override { return true; }
  QString shownSql() const override;

 protected:
  void memoryChanged() override;
  void hideEvent(QHideEvent* event) override;

 private:
  std::vector<Inputs*> inputs() const;
  void passWindows();
  QTabWidget* tabs_;
  SizeTab* size_;
  OutboxTab* outbox_;
  InboxTab* inbox_;
  ScheduleTab* schedule_;
  StormTab* storm_;
  LayersTab* layers_;
};

}  // namespace onceover::calculator
