// SPDX-License-Identifier: GPL-3.0-or-later
// The audit trail as a list: its model, its filters, and its export.
#pragma once

#include <QByteArray>
#include <QWidget>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/audit/audit.h"
#include "core/tables/profile.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::audit {

// The audit trail as a table, newest first.

// "took over", "settled", "needs a person": what an action is called here. Unknown ones keep their own word.
widgets::Badge badgeOf(const Record& record);
// "in_progress → succeeded"; one word where nothing changed.
QString changeOf(const Record& record);

// The case that the record is of, where the table that is read now is the record's; none: it is another
// table, or no row at all.
std::optional<key::Identity> caseOf(const Record& record, const tables::Profile& profile);

class TrailModel : public widgets::RowsModel<Record> {
  Q_OBJECT
 public:
  enum Columns { number, when, action, key, operation, tenant, change, who, reason, ticket };
  explicit TrailModel(QObject* parent = nullptr);

  // A page read from the top. What was loaded before stays below it where the two join up; else it goes.
  void replaceTop(const Page& page);
  // A page read from next().
  void append(const Page& page);
  void clear();
  std::optional<std::int64_t> next() const { return next_; }

 private:
  std::optional<std::int64_t> next_;
};

// What of the trail is listed: a key, who, which acts, when. Says changed() when a person has chosen; what is
// called here says nothing.
class TrailFilters : public QWidget {
  Q_OBJECT
 public:
  explicit TrailFilters(QWidget* parent = nullptr);

  Filter filter(Timestamp now) const;
  bool isFiltered() const;
  void clear();
  // Only these, after a clear().
  void chooseKey(const std::string& key);
  void chooseTime(Timestamp from, Timestamp to);
  // Key, actor, action and time of it. False, and nothing changes, where no such action is listed.
  bool choose(const Filter& filter);
  void setClock(widgets::ClockChoice clock);
  void focusKey();
  // At the end of the row.
  void addButton(QPushButton* button);

 signals:
  void changed();
  void clearRequested();

 private:
  void nameTime();

  QLineEdit *key_, *actor_;
  QComboBox *action_, *time_;
  // while the last of the times in the list is one
  std::optional<std::pair<Timestamp, Timestamp>> chosenTime_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

// The listed audit rows as files. Pure.

// With a header line; RFC 4180, CRLF. Cells that a spreadsheet would run are neutralised.
QByteArray trailCsv(const std::vector<Record>& records);
// One JSON object a line; before, after and evidence are JSON as stored, times in UTC.
QByteArray trailJsonLines(const std::vector<Record>& records);

}  // namespace onceover::audit
