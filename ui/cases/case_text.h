// SPDX-License-Identifier: GPL-3.0-or-later
// What the Case page says, as pure functions.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/reconcile/ask.h"
#include "core/tables/profile.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::cases {

using widgets::FieldChange;

// One step of a key's life.
struct LifeStep {
  QString words;
  std::optional<Timestamp> at;
  widgets::Tone tone = widgets::Tone::neutral;
  bool isNow = false;  // where the key stands
  bool operator==(const LifeStep&) const = default;
};
// created → claimed by … → lease ended → asked 2× → settled by …, oldest first. trail: newest first.
std::vector<LifeStep> lifeOf(const browse::KeyRow& row, const tables::Profile& profile,
                             const std::vector<audit::Record>& trail, Timestamp now);

// What we know of the request beside what the gateway tells of its effect.
enum class Match { same, differs, notComparable, notTold, notKnown };
struct Compared {
  QString what, ours, theirs;
  Match match = Match::notTold;
  bool operator==(const Compared&) const = default;
};
std::vector<Compared> compareSubjects(const key::Subject& ours, const key::Subject& theirs);
// "same", "differs", "not reported", "not known here".
QString wordOf(Match match);

// The button and what follows for the client. Only for what is offered (reconcile::is_offered). cancels: the
// gateway is told before never to perform it.
QString offerTitle(reconcile::VerdictKind kind, bool cancels = false);
QString offerConsequence(const reconcile::Verdict& verdict, bool cancels = false);
// What evidence means for an external row.
QString foreignConsequence(reconcile::VerdictKind kind, bool cancels);
// A manual override: what it writes on the key, and what follows for the client.
QString wordInWords(tables::Verb verb);
QString wordConsequence(tables::Verb verb);
// What to do where nothing is offered.
QString nextStep(const reconcile::JudgedEvidence& asked, const browse::KeyRow& row, Timestamp now);

// Of a finished row: who finished it, and on what it rests. verdict and reason: of its case. trail: newest
// first.
QString finishedInWords(const browse::Detail& detail, const tables::Profile& profile,
                        const std::vector<audit::Record>& trail);

// What became of a request that waited for a second approver when `since`, the number of its audit row, was
// written. none: it still waits, as far as the trail says. trail: newest first.
std::optional<widgets::Told> decidedSince(std::int64_t since, const tables::Profile& profile,
                                          const std::vector<audit::Record>& trail, Timestamp now);

// Why this row cannot be settled now though evidence would allow it; empty: it can.
QString whyNotNow(const browse::KeyRow& row, Timestamp now);

// The statement of a settlement for reading. masked: the response's body is named by its size alone. The
// reason is yet to be given.
QString shownSettleSql(reconcile::Settlement settlement, bool masked);

// planned: `after` is a preview, whose fence and times are the server's to draw.
std::vector<FieldChange> compareRows(const browse::KeyRow& before, const browse::KeyRow& after, bool planned);

}  // namespace onceover::cases
