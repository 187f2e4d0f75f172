// The roles of a draft, a row each: its columns, how they are kept, and how sure that is.
#pragma once

#include "ui/tables/draft.h"
#include "ui/widgets/rows_model.h"

namespace onceover::ui {

class RolesModel : public widgets::RowsModel<RoleInfo> {
  Q_OBJECT
 public:
  enum Columns { RoleColumn, SureColumn, ColumnsColumn, FormColumn };
  explicit RolesModel(QObject* parent = nullptr);

  // The same rows with other contents: what is selected stays so.
  void setDraft(const Draft& draft);
  int rowOf(const std::string& role) const;

 private:
  Draft draft_;
};

// Why the role is as it is, in words: what is still open, else what detection said.
QString whyOf(const Draft& draft, const std::string& role);

}  // namespace onceover::ui
