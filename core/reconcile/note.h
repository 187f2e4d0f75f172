// SPDX-License-Identifier: Apache-2.0
// Notes: what people write down about a key, for those who look next. A note belongs to the key, or to the
// row of a table that is not ours, and outlives its case; it is never changed or removed. It is no act: it
// touches no key and no fence, stands in no trail, and the stop switch does not hold it, since people write
// while all is stopped. Who wrote it (database user) and when is the server's to say; the actor is the name
// that he gives himself.
//
// Plain text, shown as such. Errors: as in settle.h; not_permitted where this user's role adds none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/pg/connection.h"
#include "core/reconcile/write_row.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

inline constexpr std::size_t max_note_chars = 4000;  // code points, as the table counts them

struct Note {
  std::int64_t number = 0;
  Timestamp at;
  std::string db_user;
  audit::Actor actor;
  std::string text;
};

// The text as it is kept: blanks and line ends around it are taken off, line ends become \n, a tab becomes a
// blank. invalid_input: nothing is left, it is too long, is no UTF-8, or holds a control character. Pure.
Result<std::string> sound_note(std::string_view text);

// What notes are about.
struct NoteSubject {
  key::Identity id;                    // of our own key
  std::string relation, row_key_json;  // of a row elsewhere, both: tables::table_name(), audit::row_key()
  bool is_own() const { return relation.empty(); }
};
NoteSubject subject_of(const tables::Profile& profile, const key::Identity& id);

// On a key of ours that is there, or was and has left acts in the trail. in_doubt where the end of the commit
// was lost: look before it is written again.
Result<Note> add_note(pg::Connection& connection, const key::Identity& id, std::string_view text,
                      const audit::Actor& actor);
// On an external row; by the function of this user's role where he has no right of his own.
Result<Note> add_note(pg::Connection& connection, const tables::Profile& profile,
                      const tables::Access& access, const SeenRow& seen, std::string_view text,
                      const audit::Actor& actor);

struct Notes {
  std::vector<Note> notes;  // newest first
  std::int64_t total = 0;   // in all
  std::string sql;
};
// In its own read-only transaction. limit 1…1000. Without a readable schema there are none.
Result<Notes> notes_of(pg::Connection& connection, const NoteSubject& subject, int limit = 200);

struct PlacedNote : Note {
  NoteSubject subject;  // of a row elsewhere, `id` is what a person knows of it
};
struct LatestNotes {
  std::vector<PlacedNote> notes;  // newest first
  bool more = false;              // older ones of that time exist
  std::string sql;
};
// On whatever key or row. As notes_of().
Result<LatestNotes> notes_since(pg::Connection& connection, Timestamp from, int limit = 200);

// Whether the note asks for the key to be left alone: "do not release" in it, in whatever case. A later note
// on the key answers it. Pure.
bool says_do_not_release(std::string_view text);

struct NoteTally {
  std::int64_t count = 0;
  std::optional<Note> last;
  bool is_held() const { return last && says_do_not_release(last->text); }
};
// In the order of the subjects. As notes_of().
Result<std::vector<NoteTally>> note_tallies(pg::Connection& connection,
                                            std::span<const NoteSubject> subjects);
// The same in the transaction that is open, of a store that has notes. Throws its errors as .value() does.
std::vector<NoteTally> note_tallies_within(pg::Connection& connection, std::span<const NoteSubject> subjects);

}  // namespace onceover::reconcile
