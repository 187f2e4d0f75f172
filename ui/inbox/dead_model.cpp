#include "ui/inbox/dead_model.h"

namespace onceover::inbox {

using browse::KeyRow;
using widgets::orDash;

namespace {

QString triesOf(const KeyRow& row) {
  if (!row.attempts_finished) return widgets::number(row.attempts);
  return QObject::tr("%1 started, %2 finished").arg(widgets::number(row.attempts), widgets::number(*row.attempts_finished));
}

}  // namespace

DeadModel::DeadModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Event"), 34, Mono}, [](const KeyRow& row) { return widgets::shown(row.id.key); }},
      {{tr("Topic"), 20}, [](const KeyRow& row) { return orDash(row.id.operation); }},
      {{tr("Error"), 40, Stretch}, [](const KeyRow& row) { return orDash(row.error_code); }},
      {{tr("Tries"), 8, Right}, triesOf},
      {{tr("Age"), 14, Whole},
       [this](const KeyRow& row) { return widgets::relative(row.created(), asOf()); },
       [this](const KeyRow& row) { return widgets::exact(row.created(), clock()); }},
      {{tr("Stored as"), 14}, [](const KeyRow& row) { return orDash(row.state_word); }},
  });
}

}  // namespace onceover::inbox
