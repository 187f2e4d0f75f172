// SPDX-License-Identifier: GPL-3.0-or-later
// What the Case page knows of a key, read in one job.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/browse/key_row.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/note.h"
#include "core/tables/profile.h"
#include "ui/bridge/reader.h"
#include "ui/writes/row_write.h"

namespace onceover::cases {

struct CaseData {
  browse::Detail detail;
  browse::Why why;
  browse::LockHolder lock;                      // cannot_tell where it could not be asked
  std::optional<writes::WritableRow> writable;  // of an external row
  bool canBeAsked = false;                      // what the gateway calls such a row is known
  std::vector<audit::Record> trail;             // newest first
  std::string trailProblem;                     // why there is none; empty: it was read
  std::optional<std::int64_t> waiting;          // of our own key: the request that waits for a second person
  std::optional<Duration> dedupeWindow;         // of our own key: registered_window()
  reconcile::Notes notes;
  std::string notesProblem;  // why there are none; empty: they were read
  std::string sql;           // all of the statements
};

// A question and its answer, with the row as it stood when it was asked. Nothing was written.
struct AskedCase {
  browse::KeyRow row;
  reconcile::JudgedEvidence asked;
  Timestamp asOf;
  std::optional<writes::WritableRow> writable = {};  // of an external row, as it was then

  // Nothing follows from the answer, and the gateway can be told never to perform it: where that can be put
  // on record in the row.
  bool offersCancel() const;
  // What a person may write from it: the answer's verdict, or what a cancel would make of it.
  const reconcile::Verdict& offered() const { return offersCancel() ? *asked.if_cancelled : asked.verdict; }
};

// On the worker.
// hasTrail: the trail can be read. Of our own keys it is, or the page says why not.
Result<browse::Lookup<CaseData>> readCase(bridge::Reader& reader, const key::Identity& id, bool hasTrail);
// Reads the row afresh and asks the gateway about it.
Result<AskedCase> askCase(bridge::Reader& reader, const key::Identity& id);

// What a row of anybody's table means, in words. Pure.

// What the column is to the profile, each role with its value as this program reads it; empty: no role.
// "created: 2026-11-21 02:03:04.000 UTC", "key; part of the identity".
QString meaningOf(const std::string& column, const browse::KeyRow& row, const tables::Profile& profile);

}  // namespace onceover::cases
