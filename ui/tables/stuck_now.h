// What a mapping shows while it is made: how many rows are stuck now, and the oldest of them. Unknown is said with its reason.
#pragma once

#include <optional>

#include "ui/tables/sample.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

class StuckNow : public widgets::Card {
  Q_OBJECT
 public:
  explicit StuckNow(QWidget* parent = nullptr);
  // Nothing is read yet, and why.
  void setUnknown(const QString& why);
  void setReading();
  void setStuck(const browse::StuckSummary& stuck, const tables::Profile& profile);
  void setClock(widgets::ClockChoice clock) { clock_ = clock; }
  // Some rows are known to be stuck.
  bool isAnyStuck() const { return isAnyStuck_; }

 private:
  void say(const QString& number, const QString& words, widgets::Tone tone);
  void addRow(const browse::KeyRow& row, Timestamp asOf);

  widgets::PlainLabel *number_, *words_, *oldest_;
  QVBoxLayout* rows_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
  bool isAnyStuck_ = false;
};

}  // namespace onceover::ui
