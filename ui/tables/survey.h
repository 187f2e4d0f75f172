// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of this database: our own store, those with a profile, those that were detected, and all others.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tables/detect/detect.h"
#include "core/tables/facts.h"
#include "core/tables/profile.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/table.h"

namespace onceover::ui {

struct Found {
  // mapped: by this person, over this connection. perhaps: no name says so, but its rows look like it.
  enum class From { own, mapped, file, detected, perhaps, other };

  From from = From::other;
  std::string schema, table;
  tables::Kind kind = tables::Kind::idempotency;
  double confidence = 0;  // of what was detected
  std::string why;
  std::optional<double> rows;  // the planner's estimate
  tables::Relation what = tables::Relation::table;
  bool isThere = true;                     // false: a profile's table that this database does not have
  std::optional<tables::Profile> profile;  // of our own, of a mapping and of a file
};

struct Survey {
  std::vector<Found> found;  // our own, profiles, what was detected (the surest first), the others
  std::vector<std::string> remarks;
  int looked = 0, total = 0;
  bool isWhole = true;  // false: it was cancelled on its way
  std::string sql;
};

// On the worker. mapped: by this person over this connection. known: what files describe. own: the tables of
// our schema, where it is installed. Cancelled on its way, it gives what it has.
Result<Survey> readSurvey(bridge::Reader& reader, const std::vector<tables::Profile>& known,
                          const bridge::Tables& own, const bridge::Tables& mapped = {});

// One table with its columns, a sample, and what detection found.
struct Looked {
  tables::TableFacts facts;
  std::optional<tables::Candidate> candidate;
};
Result<Looked> lookAt(bridge::Reader& reader, const std::string& schema, const std::string& table);

// What a survey found, a row a table.

// The rows are what the filter leaves of the survey.
class TablesModel : public widgets::RowsModel<Found> {
  Q_OBJECT
 public:
  enum Columns { TableColumn, KindColumn, SureColumn, RowsColumn, FromColumn, WhyColumn };
  explicit TablesModel(QObject* parent = nullptr);

  void setSurvey(Survey survey);
  const Survey& survey() const { return survey_; }
  // Only tables whose name holds this text.
  void setFilter(const QString& words);
  // The table that is being read is marked.
  void setRead(const std::string& schema, const std::string& table);

 private:
  void choose();
  bool isRead(const Found& found) const { return found.schema == readSchema_ && found.table == readTable_; }
  Survey survey_;
  QString words_;
  std::string readSchema_, readTable_;
};

}  // namespace onceover::ui
