// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/note.h"

#include "core/reconcile/write_row_sql.h"
#include "core/roles/role_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

constexpr std::string_view not_written = "Nothing was written.";

tl::unexpected<Error> no_note(std::string what) {
  return fail(ErrorKind::invalid_input, std::move(what), std::string(not_written));
}

// Of text that is UTF-8; none: there is no control character but line ends.
std::optional<std::int32_t> control_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::int32_t c = next_code_point(text, at);
    if ((c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0)) return c;
  }
  return std::nullopt;
}

Note note_from(const pg::Rows& rows, int i, int from) {
  Note note;
  rows.read(i, from, note.number, note.at, note.db_user, note.actor.name, note.actor.host, note.actor.program,
            note.text);
  return note;
}

// By a database user who may not add to the notes himself.
Result<Note> added_by_function(pg::Transaction& transaction, const std::string& call, const SeenRow& seen,
                               const std::string& text, const audit::Actor& actor) {
  const auto added =
      transaction.exec(call + "($1::jsonb, $2::text, $3::text, $4::text, $5::text)",
                       pg::params(seen.row_key_json, actor.name, actor.host, actor.program, text));
  if (!added && added.error().sqlstate == "OC004") return no_note("The row no longer exists.");
  return note_from(transaction.exec(sql::note_one, pg::params(added.value().integer(0, 0))).value(), 0, 0);
}

// seen: of a row of an external table; null: a key of our own.
Result<Note> added(pg::Transaction& transaction, const key::Identity& known_as, const tables::Profile& p,
                   const SeenRow* seen, const std::string& text, const audit::Actor& actor) {
  pg::Params params =
      pg::params(actor.name, actor.host, actor.program, known_as.tenant, known_as.operation, known_as.key);
  if (seen != nullptr) params.text(p.name).text(tables::table_name(p)).text(seen->row_key_json);
  const pg::Rows rows =
      transaction.exec(seen == nullptr ? sql::note_own : sql::note_add, params.text(text)).value();
  if (rows.empty()) return no_note("There is no such key, and never was as far as the trail knows.");
  return note_from(rows, 0, 0);
}

using Add = std::function<Result<Note>(pg::Transaction&, const std::string& text)>;

Result<Note> add(pg::Connection& connection, std::string_view given, const Add& add) {
  return as_result([&]() -> Result<Note> {
    const std::string text = sound_note(given).value();
    require(schema::require_writable(connection));
    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    Note note = add(transaction, text).value();
    const auto done = transaction.commit();
    if (done) return note;
    Error error = done.error();
    if (error.is_in_doubt()) error.next = "Look at the notes of this key before it is written again.";
    return fail(error);
  });
}

bool has_notes(pg::Connection& connection) { return schema::status(connection).value().is_readable(); }

}  // namespace

bool says_do_not_release(std::string_view text) {
  return ascii_lower(text).find("do not release") != std::string::npos;
}

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
  if (text.empty()) return no_note("The note is empty.");
  if (const auto control = control_in(text)) {
    return no_note(
        fmt::format("The note holds a control character, U+{:04X}. Only line ends are allowed.", *control));
  }
  if (const std::size_t chars = code_points(text); chars > max_note_chars) {
    return no_note(fmt::format("The note has {} characters; {} are the most.", chars, max_note_chars));
  }
  return text;
}

NoteSubject subject_of(const tables::Profile& p, const key::Identity& id) {
  if (tables::is_own(p)) return {.id = id, .relation = {}, .row_key_json = {}};
  return {
      .id = id, .relation = tables::table_name(p), .row_key_json = audit::row_key(p.identity, id.columns)};
}

Result<Note> add_note(pg::Connection& connection, const key::Identity& id, std::string_view given,
                      const audit::Actor& actor) {
  return add(connection, given, [&](pg::Transaction& transaction, const std::string& text) {
    return added(transaction, id, tables::own(), nullptr, text, actor);
  });
}

Result<Note> add_note(pg::Connection& connection, const tables::Profile& p, const tables::Access& access,
                      const SeenRow& seen, std::string_view given, const audit::Actor& actor) {
  if (tables::is_own(p)) return add_note(connection, seen.row.id, given, actor);
  return add(connection, given, [&](pg::Transaction& transaction, const std::string& text) {
    const auto call = roles::call_of(transaction, p, access, roles::RoleAct::note).value();
    return call ? added_by_function(transaction, *call, seen, text, actor)
                : added(transaction, known_of(seen), p, &seen, text, actor);
  });
}

Result<Notes> notes_of(pg::Connection& connection, const NoteSubject& subject, int limit) {
  return as_result([&] {
    Notes notes;
    if (!has_notes(connection)) return notes;
    const int most = std::clamp(limit, 1, 1000);
    pg::Params params = pg::params(subject.id.tenant, subject.id.operation, subject.id.key);
    if (subject.is_own()) {
      params.null().null();
      notes.sql = fmt::format("-- $1 = {}, $2 = {}, $3 = {}, $4 and $5 = NULL, $6 = {}\n{}",
                              tables::literal(subject.id.tenant), tables::literal(subject.id.operation),
                              tables::literal(subject.id.key), most, sql::note_list);
    } else {
      params.text(subject.relation).text(subject.row_key_json);
      notes.sql = fmt::format("-- $4 = {}, $5 = {}, $6 = {}\n{}", tables::literal(subject.relation),
                              tables::literal(subject.row_key_json), most, sql::note_list);
    }
    const pg::Rows rows = pg::run(connection, sql::note_list, params.integer(most)).value();
    notes.notes = rows.map([&rows](int i) { return note_from(rows, i, 0); });
    if (!rows.empty()) notes.total = rows.integer(0, 7);
    return notes;
  });
}

Result<LatestNotes> notes_since(pg::Connection& connection, Timestamp from, int limit) {
  return as_result([&] {
    LatestNotes latest;
    if (!has_notes(connection)) return latest;
    const int most = std::clamp(limit, 1, 1000);
    latest.sql = fmt::format("-- $1 = '{}', $2 = {}\n{}", iso(from), most + 1, sql::note_latest);
    const pg::Rows rows = pg::run(connection, sql::note_latest, pg::params(from, most + 1)).value();
    latest.more = rows.size() > most;
    for (int i = 0; i < std::min(rows.size(), most); ++i) {
      PlacedNote note{note_from(rows, i, 0), {}};
      rows.read(i, 7, note.subject.id.tenant, note.subject.id.operation, note.subject.id.key,
                note.subject.relation, note.subject.row_key_json);
      latest.notes.push_back(std::move(note));
    }
    return latest;
  });
}

namespace {

std::vector<NoteTally> tallied(std::span<const NoteSubject> subjects,
                               const std::function<pg::Rows(const pg::Params&)>& run) {
  std::vector<NoteTally> tallies(subjects.size());
  std::vector<std::string> tenants, operations, keys, relations, row_keys;
  for (const NoteSubject& subject : subjects) {
    tenants.push_back(subject.id.tenant);
    operations.push_back(subject.id.operation);
    keys.push_back(subject.id.key);
    relations.push_back(subject.relation);
    row_keys.push_back(subject.row_key_json);
  }
  const pg::Rows rows = run(pg::params(tenants, operations, keys, relations, row_keys));
  for (int i = 0; i < rows.size(); ++i) {
    NoteTally& tally = tallies.at(static_cast<std::size_t>(rows.integer(i, 0) - 1));
    tally.count = rows.integer(i, 1);
    tally.last = note_from(rows, i, 2);
  }
  return tallies;
}

}  // namespace

Result<std::vector<NoteTally>> note_tallies(pg::Connection& connection,
                                            std::span<const NoteSubject> subjects) {
  return as_result([&] {
    if (subjects.empty() || !has_notes(connection)) return std::vector<NoteTally>(subjects.size());
    return tallied(subjects, [&](const pg::Params& params) {
      return pg::run(connection, sql::note_tally, params).value();
    });
  });
}

std::vector<NoteTally> note_tallies_within(pg::Connection& connection,
                                           std::span<const NoteSubject> subjects) {
  return tallied(subjects, [&](const pg::Params& params) {
    return connection.exec_prepared(sql::note_tally, params).value();
  });
}

}  // namespace onceover::reconcile
