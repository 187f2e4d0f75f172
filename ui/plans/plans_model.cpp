#include "ui/plans/plans_model.h"

#include "ui/plans/words.h"

namespace onceover::plans {

using plan::Plan;
using widgets::shown;

PlansModel::PlansModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 13},
       [](const Plan& plan) { return badgeOf(plan); },
       [](const Plan& plan) { return badgeOf(plan).word + (plan.state_why.empty() ? QString() : ": " + shown(plan.state_why)); }},
      {{tr("Name"), 28, Stretch}, [](const Plan& plan) { return shown(plan.name); }},
      {{tr("Act"), 10}, [](const Plan& plan) { return actTitle(plan.act); }, doesInWords},
      {{tr("Table"), 24}, [](const Plan& plan) { return widgets::relationShown(plan.relation); }},
      {{tr("Ended"), 20, Right},
       [](const Plan& plan) { return tr("%1 of %2").arg(widgets::number(plan.ended), widgets::number(plan.items)); }},
      {{tr("Made by"), 14},
       [](const Plan& plan) { return shown(plan.actor.name); },
       [](const Plan& plan) {
         return tr("%1 on %2, as database user %3").arg(shown(plan.actor.name), shown(plan.actor.host), shown(plan.db_user));
       }},
      {{tr("Made"), 14},
       [](const Plan& plan) { return widgets::relative(plan.created_at, plan.as_of); },
       [this](const Plan& plan) { return widgets::exact(plan.created_at, clock()); }},
  });
}

int PlansModel::rowOf(std::int64_t id) const {
  return rowWhere([id](const Plan& plan) { return plan.id == id; });
}

}  // namespace onceover::plans
