// SPDX-License-Identifier: Apache-2.0
// Notes as text and as JSON.
#pragma once

#include <span>
#include <vector>

#include "app/oncectl/context.h"
#include "core/reconcile/note.h"

namespace onceover::oncectl {

Json json_note(const reconcile::Note& note);
// How many, and the last of them.
void add_tally(Json& json, const reconcile::NoteTally& tally);
// Who and when, then the text, indented line by line.
std::string note_text(const reconcile::Note& note);

// Of a listing, which is worth something without them: where this user may not read notes, a warning and
// zeros.
std::vector<reconcile::NoteTally> tallies_of(Context& context, pg::Connection& store,
                                             std::span<const reconcile::NoteSubject> subjects);

}  // namespace onceover::oncectl
