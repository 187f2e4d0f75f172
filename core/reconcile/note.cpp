#include "core/reconcile/note.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/storable.h"
#include "core/pg/transaction.h"
#include "core/profile/sql.h"
#include "core/reconcile/role_call.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

constexpr int first_version_with_notes = 9;
constexpr std::string_view not_written = "Nothing was written.";

tl::unexpected<Error> no_note(std::string what) { return fail(ErrorKind::invalid_input, std::move(what), std::string(not_written)); }

// Of text that is UTF-8; none: there is no control character but line ends.
std::optional<unsigned> control_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if ((c < 0x20 && c != '\n') || c == 0x7f) return c;
    if (c == 0xc2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xa0)
      return static_cast<unsigned char>(text[at + 1]);
  }
  return std::nullopt;
}

std::size_t chars_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

Note note_from(const pg::Rows& rows, int i, int from) {
  Note note{.number = rows.integer(i, from), .at = rows.timestamp(i, from + 1), .db_user = rows.text(i, from + 2)};
  note.actor = {rows.text(i, from + 3), rows.text(i, from + 4), rows.text(i, from + 5)};
  note.text = rows.text(i, from + 6);
  return note;
}

Result<Note> committed(pg::Transaction& transaction, Note note) {
  auto done = transaction.commit();
  if (done) return note;
  Error error = done.error();
  if (error.is_in_doubt()) error.next = "Look at the notes of this key before it is written again.";
  return fail(error);
}

// By somebody who may not add to the notes himself.
Result<Note> added_by_function(pg::Transaction& transaction, const std::string& call, const SeenRow& seen, const std::string& text,
                               const audit::Actor& actor) {
  pg::Params params;
  params.text(seen.row_key_json).text(actor.name).text(actor.host).text(actor.program).text(text);
  auto added = transaction.exec(call + "($1::jsonb, $2::text, $3::text, $4::text, $5::text)", params);
  if (!added && added.error().sqlstate == "OC004") return no_note("There is no such row any more.");
  if (!added) return fail(added.error());
  pg::Params number;
  number.integer(added->integer(0, 0));
  auto there = transaction.exec(sql::note_one, number);
  if (!there) return fail(there.error());
  return note_from(*there, 0, 0);
}

Result<Note> added(pg::Transaction& transaction, const key::Identity& known_as, const profile::Profile& p, const SeenRow* seen,
                   const std::string& text, const audit::Actor& actor) {
  pg::Params params;
  params.text(actor.name).text(actor.host).text(actor.program).text(known_as.tenant).text(known_as.operation).text(known_as.key);
  if (seen == nullptr) {
    params.null().null().null();
  } else {
    params.text(p.name).text(profile::table_name(p)).text(seen->row_key_json);
  }
  params.text(text);
  auto rows = transaction.exec(sql::note_add, params);
  if (!rows) return fail(rows.error());
  if (rows->empty()) return no_note("There is no such key, and never was as far as the trail knows.");
  return note_from(*rows, 0, 0);
}

Result<bool> knows_notes(pg::Connection& connection) {
  auto status = schema::status(connection);
  if (!status) return fail(status.error());
  return status->installed >= first_version_with_notes;
}

}  // namespace

Result<std::string> sound_note(std::string_view given) {
  if (!is_storable(std::string(given))) return no_note("A note is text in UTF-8, and this is not.");
  std::string text;
  for (std::size_t at = 0; at < given.size(); ++at) {
    const char c = given[at];
    if (c == '\r' && at + 1 < given.size() && given[at + 1] == '\n') continue;
    text += c == '\r' ? '\n' : c == '\t' ? ' ' : c;
  }
  const auto begin = text.find_first_not_of(" \n");
  text = begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \n") - begin + 1);
  if (text.empty()) return no_note("The note says nothing.");
  if (const auto control = control_in(text)) {
    return no_note(fmt::format("The note holds a control character, U+{:04X}. Of those it may have line ends alone.", *control));
  }
  if (const std::size_t chars = chars_in(text); chars > max_note_chars) {
    return no_note(fmt::format("The note has {} characters; {} are the most.", chars, max_note_chars));
  }
  return text;
}

NoteSubject subject_of(const profile::Profile& p, const key::Identity& id) {
  if (profile::is_own(p)) return {.id = id, .relation = {}, .row_key_json = {}};
  return {.id = id, .relation = profile::table_name(p), .row_key_json = audit::row_key(p.identity, id.columns)};
}

Result<Note> add_note(pg::Connection& connection, const key::Identity& id, std::string_view given, const audit::Actor& actor) {
  auto text = sound_note(given);
  if (!text) return fail(text.error());
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  auto note = added(*transaction, id, profile::own(), nullptr, *text, actor);
  if (!note) return fail(note.error());
  return committed(*transaction, std::move(*note));
}

Result<Note> add_note(pg::Connection& connection, const profile::Profile& p, const profile::Access& access, const SeenRow& seen,
                      std::string_view given, const audit::Actor& actor) {
  if (profile::is_own(p)) return add_note(connection, seen.row.id, given, actor);
  auto text = sound_note(given);
  if (!text) return fail(text.error());
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  auto call = call_of(*transaction, p, access, RoleAct::note);
  if (!call) return fail(call.error());
  auto note =
      *call ? added_by_function(*transaction, **call, seen, *text, actor) : added(*transaction, known_of(seen), p, &seen, *text, actor);
  if (!note) return fail(note.error());
  return committed(*transaction, std::move(*note));
}

Result<Notes> notes_of(pg::Connection& connection, const NoteSubject& subject, int limit) {
  auto known = knows_notes(connection);
  if (!known) return fail(known.error());
  Notes notes;
  if (!*known) return notes;
  const int most = std::clamp(limit, 1, 1000);
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.text(subject.id.tenant).text(subject.id.operation).text(subject.id.key);
  if (subject.is_own()) {
    params.null().null();
    notes.sql = fmt::format("-- $1 = {}, $2 = {}, $3 = {}, $4 and $5 = NULL, $6 = {}\n{}", profile::literal(subject.id.tenant),
                            profile::literal(subject.id.operation), profile::literal(subject.id.key), most, sql::note_list);
  } else {
    params.text(subject.relation).text(subject.row_key_json);
    notes.sql = fmt::format("-- $4 = {}, $5 = {}, $6 = {}\n{}", profile::literal(subject.relation), profile::literal(subject.row_key_json),
                            most, sql::note_list);
  }
  params.integer(most);
  auto rows = transaction->exec(sql::note_list, params);
  if (!rows) return fail(rows.error());
  for (int i = 0; i < rows->size(); ++i) notes.notes.push_back(note_from(*rows, i, 0));
  if (!rows->empty()) notes.total = rows->integer(0, 7);
  return notes;
}

Result<std::vector<NoteTally>> note_tallies(pg::Connection& connection, std::span<const NoteSubject> subjects) {
  std::vector<NoteTally> tallies(subjects.size());
  if (subjects.empty()) return tallies;
  auto known = knows_notes(connection);
  if (!known) return fail(known.error());
  if (!*known) return tallies;
  std::vector<std::string> tenants, operations, keys, relations, row_keys;
  for (const NoteSubject& subject : subjects) {
    tenants.push_back(subject.id.tenant);
    operations.push_back(subject.id.operation);
    keys.push_back(subject.id.key);
    relations.push_back(subject.relation);
    row_keys.push_back(subject.row_key_json);
  }
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.texts(tenants).texts(operations).texts(keys).texts(relations).texts(row_keys);
  auto rows = transaction->exec(sql::note_tally, params);
  if (!rows) return fail(rows.error());
  for (int i = 0; i < rows->size(); ++i) {
    NoteTally& tally = tallies.at(static_cast<std::size_t>(rows->integer(i, 0) - 1));
    tally.count = rows->integer(i, 1);
    tally.last = note_from(*rows, i, 2);
  }
  return tallies;
}

}  // namespace onceover::reconcile
