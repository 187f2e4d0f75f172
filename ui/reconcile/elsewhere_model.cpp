#include "ui/reconcile/elsewhere_model.h"

namespace onceover::reconcile {

using browse::LifeRow;
using widgets::shown;

ElsewhereModel::ElsewhereModel(QObject* parent) : RowsModel(parent) {
  const auto tableName = [this](const LifeRow& row) { return shown(tableOf(row)->schema + '.' + tableOf(row)->table); };
  setColumns({
      {{tr("Since"), 10}, [](const LifeRow& row) { return widgets::ifKnown(row.row.created_at); }},
      {{tr("Table"), 22},
       tableName,
       [this, tableName](const LifeRow& row) { return tr("%1: %2").arg(shown(profile::word(tableOf(row)->kind)), tableName(row)); }},
      {{tr("Key"), 30, Mono}, [](const LifeRow& row) { return shown(row.row.id.key); }},
      {{tr("Stored as"), 12}, [](const LifeRow& row) { return shown(row.row.state_word); }},
      {{tr("Why it is here"), 26, Stretch}, [](const LifeRow& row) { return shown(row.link); }},
  });
}

void ElsewhereModel::setLife(Tables tables, std::vector<LifeRow> rows, Timestamp asOf) {
  setRows({});  // the rows before belong to the tables before
  tables_ = std::move(tables);
  setRows(std::move(rows), asOf);
}

}  // namespace onceover::reconcile
