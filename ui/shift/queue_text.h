// SPDX-License-Identifier: GPL-3.0-or-later
// What the queue says, as pure functions. Plain text.
#pragma once

#include <QString>
#include <vector>

#include "core/approval/approval.h"
#include "core/reconcile/case_list.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/table.h"

namespace onceover::shift {

widgets::Badge badgeOf(const reconcile::ListedCase& one);
widgets::Badge badgeOf(const approval::Approval& approval);

// "shop.requests"; "onceover.keys" where it is empty.
QString tableOf(const std::string& relation);
QString tableOf(const approval::Approval& approval);
// "Ms. Example"; "–" where it is not known.
QString whoOf(const std::optional<key::Subject>& subject);
// "12.50 EUR".
QString amountOf(const std::optional<key::Subject>& subject);
// "in progress", with the table's own word where it is another; "gone", "unknown here".
QString stateOf(const reconcile::ListedCase& one);
// What of a case shouts, in a sentence for a banner; empty: nothing does.
QString shoutsOf(const std::vector<reconcile::ListedCase>& cases);

// "Settle as failed".
QString actOf(const approval::Approval& approval);
// "alice (Alice@desk-1)", and that it is this database user.
QString askedBy(const approval::Approval& approval);
// What the request rests on, in a line: “the statement”; gateway: HTTP 503.
QString evidenceOf(const std::string& evidenceJson);
// Why this person cannot approve it; empty: he can, once writes are armed.
QString whyNotApproved(const approval::View& view);
// What stands against approving, although it may be tried; empty: nothing.
QString warningOf(const approval::View& view);

// Column, as it is, what is written. Of bodies the size alone.
std::vector<widgets::FieldChange> writtenBy(const approval::View& view);
// Column, as it was seen, as it is.
std::vector<widgets::FieldChange> thenAndNow(const approval::View& view);

widgets::Told toldApproving(const approval::Approval& approval,
                            const Result<approval::ApproveOutcome>& outcome);
widgets::Told toldRefusing(const approval::Approval& approval, const Result<bool>& refused);

}  // namespace onceover::shift
