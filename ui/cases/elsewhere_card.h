// The same key in the other tables of the database that somebody has described: how far a request got, and what it came from.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/browse/life.h"
#include "ui/bridge/session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::cases {

using bridge::DescribedTables;

// Rows of several tables that belong to one key, oldest first.
class ElsewhereModel : public widgets::RowsModel<browse::LifeRow> {
  Q_OBJECT
 public:
  explicit ElsewhereModel(QObject* parent = nullptr);
  void setLife(bridge::Tables tables, std::vector<browse::LifeRow> rows, Timestamp asOf);
  const std::shared_ptr<const tables::Profile>& tableOf(const browse::LifeRow& row) const { return tables_[row.table]; }

 private:
  bridge::Tables tables_;
};

class ElsewhereCard : public widgets::Card {
  Q_OBJECT
 public:
  // described: empty where nothing is.
  ElsewhereCard(bridge::Session& session, DescribedTables described, QWidget* parent = nullptr);

  // Hidden until a row of another table, or a reason for not looking into one, is there.
  void look(const key::Identity& id);
  void clear();
  void setClock(widgets::ClockChoice clock);
  const QString& sql() const { return sql_; }

 signals:
  void found();  // looked, whatever came of it
  void rowRequested(const std::shared_ptr<const onceover::tables::Profile>& table, const onceover::key::Identity& id);

 private:
  struct Found {
    bridge::Tables tables;
    browse::Life life;
  };
  static Result<Found> readFound(bridge::Reader& reader, const DescribedTables& described, bool hasOwn, const key::Identity& id,
                                 const browse::LifeCosts& costs);
  void show(const Result<Found>& found);

  bridge::Session& session_;
  DescribedTables described_;
  std::optional<key::Identity> id_;
  QString sql_;
  browse::LifeCosts costs_;  // so that a page in live mode asks for rows alone
  ElsewhereModel* model_;
  widgets::TableView* table_;
  widgets::PlainLabel* note_;
};

}  // namespace onceover::cases
