// The audit trail as a table, newest first.
#pragma once

#include "core/audit/audit.h"
#include "core/tables/profile.h"
#include "ui/widgets/rows_model.h"

namespace onceover::audit {

// "took over", "settled", "needs a person": what an action is called here. Unknown ones keep their own word.
widgets::Badge badgeOf(const Record& record);
// "in_progress → succeeded"; one word where nothing changed.
QString changeOf(const Record& record);

// The case that the record is of, where the table that is read now is the record's; none: it is another table, or no row at all.
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

}  // namespace onceover::audit
