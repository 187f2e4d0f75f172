// Rows of a table as they would be listed under a mapping.
#pragma once

#include "core/browse/browser.h"
#include "ui/widgets/rows_model.h"

namespace onceover::ui {

class SampleModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { State, Key, Tenant, Operation, LeaseEnd, Created, Customer, Amount };
  explicit SampleModel(QObject* parent = nullptr);

 private:
  widgets::Badge stateOf(const browse::KeyRow& row) const;
};

}  // namespace onceover::ui
