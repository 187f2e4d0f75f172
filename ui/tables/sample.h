// SPDX-License-Identifier: GPL-3.0-or-later
// The first rows of the table as the profile reads them, and what is stuck in it now.
#pragma once

#include <optional>

#include "core/browse/browser.h"
#include "core/tables/inspect/inspect.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::ui {

// The first rows under a mapping, which of its rows are stuck, and what may be done with the table.
struct Sample {
  Result<browse::StuckSummary> stuck = fail(ErrorKind::internal, "Not read.");
  Result<browse::Page> page = fail(ErrorKind::internal, "Not read.");
  std::optional<tables::Access> access;  // none: it could not be asked
};

// On the worker. A listing that no index serves is given up after a moment; its error says so.
Result<Sample> readSample(bridge::Reader& reader, const tables::Profile& profile);

// Why nothing can be written, in sentences; empty: everything that the profile offers can be.
std::vector<std::string> whyReadOnly(const tables::Profile& profile, const tables::Access& access);

// Rows of a table as they would be listed under a mapping.
class SampleModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { State, Key, Tenant, Operation, LeaseEnd, Created, Customer, Amount };
  explicit SampleModel(QObject* parent = nullptr);

 private:
  widgets::Badge stateOf(const browse::KeyRow& row) const;
};

// What a mapping shows while it is made: how many rows are stuck now, and the oldest of them. Unknown is said with its reason.
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
