// Notes as text and as JSON.
#pragma once

#include <span>
#include <vector>

#include "app/oncectl/context.h"
#include "core/reconcile/note.h"

namespace onceover::oncectl {

Json json_note(const reconcile::Note& note);
// Who and when, then the text, indented line by line.
std::string note_text(const reconcile::Note& note);

// Of a listing, which is worth something without them: where this user may not read notes, a warning and zeros.
Result<std::vector<reconcile::NoteTally>> tallies_of(Context& context, pg::Connection& store,
                                                     std::span<const reconcile::NoteSubject> subjects);

}  // namespace onceover::oncectl
