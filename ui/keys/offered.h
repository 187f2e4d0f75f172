// What a table's profile lets a person ask for and see. Pure.
#pragma once

#include <QString>

#include "core/tables/profile.h"

namespace onceover::keys {

enum class Asking { tenant, operation, state, unknownState, setAside, stuck, needsPerson, dead, errorCode, responseCode, created, bodies };

// Why this cannot be asked of the table, in a sentence; empty: it can. state: for Asking::state, otherwise ignored.
QString whyNotAsked(Asking what, const tables::Profile& profile, key::State state = {});

// Whether any role of the profile fills the column (KeysModel::Column).
bool isFilled(int column, const tables::Profile& profile);
// Whether it is shown until somebody chooses otherwise.
bool isShownAtFirst(int column, const tables::Profile& profile);

// How the rows of such a table are called.
struct RowWords {
  QString one, many;            // "key", "keys"; "event"
  QString empty, emptyHow;      // a table without rows
  QString noMatch, noMatchHow;  // a filter that finds nothing
};
RowWords rowWords(const tables::Profile& profile);

}  // namespace onceover::keys
