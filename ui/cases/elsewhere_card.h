// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of several tables that belong together: of one key, how far it got and what it came from; of one
// order, whether it was charged twice.
#pragma once

#include <QDialog>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/browse/life.h"
#include "core/drift/compare.h"
#include "ui/bridge/session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::cases {

using bridge::DescribedTables;

// Rows of several tables that belong to one key, oldest first.
class ElsewhereModel : public widgets::RowsModel<browse::LifeRow> {
  Q_OBJECT
 public:
  // ofOrder: with what each row did, and what the gateway says about it.
  explicit ElsewhereModel(QObject* parent = nullptr, bool ofOrder = false);
  void setLife(bridge::Tables tables, std::vector<browse::LifeRow> rows, Timestamp asOf,
               std::vector<drift::Effected> effects = {});
  const std::shared_ptr<const tables::Profile>& tableOf(const browse::LifeRow& row) const {
    return tables_[row.table];
  }

 private:
  const drift::Effected* effectOf(const browse::LifeRow& row) const;  // null: it is no effect
  widgets::Badge answerTo(const browse::LifeRow& row) const;
  bridge::Tables tables_;
  std::vector<drift::Effected> effects_;
};

class ElsewhereCard : public widgets::Card {
  Q_OBJECT
 public:
  // described: empty where nothing is.
  ElsewhereCard(bridge::Session& session, DescribedTables described, QWidget* parent = nullptr);

  // Hidden until a row of another table, or a reason for not looking into one, is there.
  void look(const key::Identity& id);
  void clear();
  const QString& sql() const { return sql_; }

 signals:
  void found();  // looked, whatever came of it
  void rowRequested(const std::shared_ptr<const onceover::tables::Profile>& table,
                    const onceover::key::Identity& id);

 private:
  struct Found {
    bridge::Tables tables;
    browse::Life life;
  };
  static Result<Found> readFound(bridge::Reader& reader, const DescribedTables& described, bool hasOwn,
                                 const key::Identity& id, const browse::LifeCosts& costs);
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

// "Charged twice?": one sentence about an order, key or customer, and the rows behind it. Asks the gateway
// about a few at once, and about many when told to.
class OrderDialog : public QDialog {
  Q_OBJECT
 public:
  // text: as typed or pasted.
  OrderDialog(bridge::Session& session, DescribedTables described, const QString& text, QWidget* parent);

 signals:
  void rowRequested(const std::shared_ptr<const onceover::tables::Profile>& table,
                    const onceover::key::Identity& id);

 private:
  struct Answer {
    bridge::Tables tables;
    browse::Life life;
    std::vector<drift::Effected> effects;
  };
  void read(bool ask);
  void show(const Result<Answer>& answer);

  bridge::Session& session_;
  DescribedTables described_;
  std::string text_;
  ElsewhereModel* model_;
  widgets::TableView* table_;
  widgets::PlainLabel *sentence_, *note_;
  QPushButton* ask_;
};

}  // namespace onceover::cases
