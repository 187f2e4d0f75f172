// The same key in the other tables of the database that somebody has described: how far a request got, and what it came from.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/browse/life.h"
#include "ui/bridge/session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tones.h"

namespace onceover::widgets {
class PlainLabel;
class TableView;
}  // namespace onceover::widgets

namespace onceover::reconcile {

class ElsewhereModel;

// The tables that somebody has described, of whatever database. Called on the worker.
using DescribedTables = std::function<std::vector<profile::Profile>()>;

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
  void rowRequested(const std::shared_ptr<const onceover::profile::Profile>& table, const onceover::key::Identity& id);

 private:
  struct Found {
    std::vector<std::shared_ptr<const profile::Profile>> tables;
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

}  // namespace onceover::reconcile
