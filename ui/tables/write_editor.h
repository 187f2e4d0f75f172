// What one verdict writes: whether it is offered, the columns and what each becomes, what must be true as well, and for which rows.
#pragma once

#include <map>
#include <vector>

#include "ui/tables/role_editor.h"
#include "ui/tables/write_rows.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

class WriteEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit WriteEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  enum class Way { notOffered, sets, deletes };
  Way way() const;
  void wayChosen();
  void fill(const tables::Write& write);
  void addAssignment(const std::optional<tables::Assignment>& assignment);
  void addCondition(const std::optional<tables::Condition>& condition);
  template <class Line>
  void add(std::vector<Line*>& lines, Line* line, QVBoxLayout* into);
  template <class Line>
  void take(std::vector<Line*>& lines, Line* line, QVBoxLayout* into);
  void showFields();

  tables::Verb verb_ = tables::Verb::succeed;
  tables::Profile profile_;
  tables::TableFacts facts_;
  Choice* way_;
  QWidget *set_, *rest_;
  QVBoxLayout *setLines_, *guardLines_;
  std::vector<AssignmentLine*> assignments_;
  std::vector<ConditionLine*> conditions_;
  std::map<key::State, QCheckBox*> from_;
  QCheckBox* declared_;
  widgets::PlainLabel* note_;
};

}  // namespace onceover::ui
