// What the queue says, as pure functions. Plain text.
#pragma once

#include <QString>
#include <vector>

#include "core/reconcile/approval_view.h"
#include "core/reconcile/case_list.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fields_model.h"

namespace onceover::queue {

widgets::Badge badgeOf(const reconcile::ListedCase& one);
widgets::Badge badgeOf(const reconcile::Approval& approval);

// "shop.requests" of a relation as cases and the trail name it; "onceover.keys" where it is empty.
QString tableOf(const std::string& relation);
// "Ms. Example"; "–" where it is not known.
QString whoOf(const std::optional<key::Subject>& subject);
// "12.50 EUR".
QString amountOf(const std::optional<key::Subject>& subject);
// "in progress", with the table's own word where it is another; "gone", "unknown here".
QString stateOf(const reconcile::ListedCase& one);
// What of a case shouts, in a sentence for a banner; empty: nothing does.
QString shoutsOf(const std::vector<reconcile::ListedCase>& cases);

// "Settle as failed".
QString actOf(const reconcile::Approval& approval);
// "alice (Alice@desk-1)", and that it is this database user.
QString askedBy(const reconcile::Approval& approval);
// What the request rests on, in a line: “the statement”; gateway: HTTP 503.
QString evidenceOf(const std::string& evidenceJson);
// Why this person cannot approve it; empty: he can, once writes are armed.
QString whyNotApproved(const reconcile::ApprovalView& view);
// What stands against approving, although it may be tried; empty: nothing.
QString warningOf(const reconcile::ApprovalView& view);

// Column, as it is, what is written. Of bodies the size alone.
std::vector<widgets::FieldChange> writtenBy(const reconcile::ApprovalView& view);
// Column, as it was seen, as it is.
std::vector<widgets::FieldChange> thenAndNow(const reconcile::ApprovalView& view);

struct Told {
  widgets::Badge badge;
  QString words;
  bool isWritten = false;
};
Told toldApproving(const reconcile::Approval& approval, const Result<reconcile::ApproveOutcome>& outcome);
Told toldRefusing(const reconcile::Approval& approval, const Result<bool>& refused);

}  // namespace onceover::queue
