#include "ui/queue/approvals_model.h"

#include "ui/queue/queue_text.h"

namespace onceover::queue {

using approval::Approval;
using widgets::shown;

ApprovalsModel::ApprovalsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Request"), 20}, [](const Approval& one) { return badgeOf(one); }},
      {{tr("No."), 5, Right}, [](const Approval& one) { return QString::number(one.id); }},
      {{tr("Asked"), 12}, [](const Approval& one) { return one.asked_at; }},
      {{tr("What"), 19}, actOf},
      {{tr("Key"), 24, Mono}, [](const Approval& one) { return shown(one.known_as.key); }},
      {{tr("Table"), 16}, [](const Approval& one) { return tableOf(one); }},
      {{tr("By"), 20}, askedBy},
      {{tr("Ticket"), 10}, [](const Approval& one) { return shown(one.ticket); }},
      {{tr("Evidence"), 24}, [](const Approval& one) { return evidenceOf(one.evidence_json); }},
      {{tr("Reason"), 16, Stretch}, [](const Approval& one) { return shown(one.reason); }},
  });
}

}  // namespace onceover::queue
