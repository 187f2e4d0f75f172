// SPDX-License-Identifier: GPL-3.0-or-later
// Plans in words: what one does, how far it is, what a run would write. Pure; plain text.
#pragma once

#include <QString>
#include <vector>

#include "core/plan/plan.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"

namespace onceover::plans {

widgets::Badge badgeOf(plan::State state);
widgets::Badge badgeOf(const plan::Plan& plan);
widgets::Badge badgeOf(plan::ItemState state);

// The table, each write and each option that widens it: what the plan's description says, and not its maker.
std::vector<widgets::FieldChange> touchedBy(const plan::Plan& plan);

// "Settle", "Reap".
QString actTitle(plan::Verb act);
// "Settles 120 rows of onceover.keys by the evidence of the gateway “refunds”."
QString doesInWords(const plan::Plan& plan);
// "needs_human" → "needs a person"; "skip" → "left alone".
QString verdictWord(const std::string& word);

// From the server's record alone, so that the work of any desk is seen.
struct Progress {
  QString words;  // "1 200 of 2 000 ended · 85.0/s · 9 s left"
  std::int64_t done = 0, total = 0;
};
// of: which of both it counts.
Progress progressOf(const plan::Totals& totals, plan::Work of);
// The dry run while the plan is frozen, else the run.
plan::Work workOf(const plan::Plan& plan);
// A person is at work on it, or was within the last half minute.
bool isMoving(const plan::Plan& plan, const plan::Totals& totals);

// What was foreseen → what came of it → how many. Of what waits still, what came is "–".
std::vector<widgets::FieldChange> foreseenAndCame(const plan::Totals& totals);
// Of what waits: what is foreseen → how many → what a run does with them.
std::vector<widgets::FieldChange> whatIsWritten(plan::Verb act, const plan::Totals& totals);
// What a run does with a row of which this is foreseen: "written", "asked again, not settled", "not written".
QString runDoes(plan::Verb act, const std::string& foreseen, bool writes);
// How many of what waits would be written.
std::int64_t wouldBeWritten(const plan::Totals& totals);
// The amounts of what waits and would be written.
key::Sums moneyWritten(const plan::Totals& totals);
// "It would write 96 of the 120 rows that wait: 1250.00 EUR. …"
QString runInWords(plan::Verb act, const plan::Totals& totals);
// Of a finished plan: "2 rows, 715.78 EUR, are not settled."; empty: it wrote them all.
QString leftInWords(const plan::Plan& plan, const plan::Totals& totals);
// "1 row", "12 rows".
QString rowsInWords(std::int64_t n);

// Name and value of everything that was frozen with it.
std::vector<widgets::FieldChange> factsOf(const plan::Plan& plan, widgets::ClockChoice clock);

// "line 4: There is no such row." in lines; at most so many.
std::vector<widgets::FieldChange> linesOf(const std::vector<plan::LineError>& errors);

// The acts that this table can have; none: its profile writes nothing.
std::vector<plan::Verb> actsFor(const tables::Profile& profile);

}  // namespace onceover::plans
