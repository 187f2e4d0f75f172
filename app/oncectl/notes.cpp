// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/notes.h"

#include "app/oncectl/address.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/reconcile/case_list.h"

namespace onceover::oncectl {
namespace {

using reconcile::Note;

constexpr int most_notes = 1000;

struct CaseOptions {
  Address address;
  std::vector<std::string> row;
};
struct NoteOptions : CaseOptions {
  std::optional<std::string> note;
  std::string file;
  bool dry_run = false;
};

// What a person wants to see or to write about. detail: none where the key is gone.
struct Found {
  key::Identity id;
  browse::Lookup<browse::Detail> detail = unfinished::Knowledge{};
};

// By --row, or by KEY; a key of ours that is gone, by all three of its names.
Found find(Context& context, const tables::Profile& p, const CaseOptions& o) {
  if (o.address.key.empty() == o.row.empty())
    end(usage("Which key?",
              "Name it by KEY; a row of another table by --row for each column of its identity, too."));
  Found found;
  auto& browser = context.browser();
  if (!o.row.empty()) {
    if (tables::is_own(p)) end(usage("--row is only for external tables.", "Name the key."));
    found.id = id_of_row(p, o.row);
  } else {
    const bool is_named = tables::is_own(p) && o.address.tenant && o.address.operation;
    const browse::Lookup<Addressed> at =
        is_named ? find_address(context, o.address) : resolve(context, o.address);
    if (at.found() == nullptr)
      return {{*o.address.tenant, *o.address.operation, o.address.key, {}}, at.none()};
    found.id = at.found()->row.id;
  }
  found.detail = browser.detail(found.id).value();
  if (found.detail.found() != nullptr) found.id = found.detail.found()->row.id;  // as the server writes it
  return found;
}

Json json_case_of(const reconcile::RowCase& c) {
  return {{"status", json_text(c.status)},           {"opened_at", iso(c.opened_at)},
          {"updated_at", iso(c.updated_at)},         {"attempts", c.attempts},
          {"next_try_at", json_time(c.next_try_at)}, {"verdict", json_text(c.verdict)},
          {"reason", json_text(c.reason)},           {"evidence", json_from(c.evidence_json)}};
}

Json json_case_of(const browse::Detail& d) {
  if (d.row.case_status.empty()) return nullptr;
  return {{"status", json_text(d.row.case_status)},      {"attempts", d.row.case_attempts},
          {"next_try_at", json_time(d.row.next_try_at)}, {"verdict", json_text(d.verdict)},
          {"reason", json_text(d.verdict_reason)},       {"evidence", json_from(d.evidence_json)}};
}

std::string case_text(const Json& one) {
  if (one.is_null()) return "No case is on file.\n";
  const auto text = [&one](const char* name) {
    return one[name].is_string() ? visible(one[name].get<std::string>()) : std::string();
  };
  return fields({{"Case", text("status")},
                 {"Opened", one.contains("opened_at") ? text("opened_at") : ""},
                 {"Asked", counted(one["attempts"].get<int>(), "time")},
                 {"Next try", text("next_try_at")},
                 {"Verdict", text("verdict")},
                 {"Reason", text("reason")}});
}

std::string gone_words(const browse::Lookup<browse::Detail>& detail) {
  return detail.is_absent() ? "gone" : "whether it is still there is unknown. " + detail.none().why;
}

Outcome show_case(Context& context, const CaseOptions& o) {
  const auto& table = context.profile();
  const Found found = find(context, table, o);
  auto& store = context.store(Need::server);
  const browse::Detail* const detail = found.detail.found();
  const auto subject = reconcile::subject_of(table, found.id);
  Json on_file = nullptr;
  if (tables::is_own(table)) {
    if (detail != nullptr) on_file = json_case_of(*detail);
  } else {
    if (const auto kept = reconcile::case_of(store, subject.relation, subject.row_key_json).value())
      on_file = json_case_of(*kept);
  }
  auto notes = reconcile::notes_of(store, subject, most_notes).value();
  if (detail == nullptr && on_file.is_null() && notes.total == 0)
    end_without(found.detail.none(), "key of that name", "Nothing is on file about it either.");
  Json json{{"id", json_id(found.id)}};
  add_row_key(json, subject.relation, subject.row_key_json);
  json["row"] = detail != nullptr ? json_row(detail->row, detail->as_of) : Json(nullptr);
  json["case"] = on_file;
  json["notes"] = json_list(notes.notes, json_note);
  json["notes_total"] = notes.total;
  std::string text = detail != nullptr ? row_fields(detail->row, detail->as_of)
                                       : named(found.id) + ": " + gone_words(found.detail) + '\n';
  text += '\n' + case_text(on_file);
  text += notes.total == 0 ? "\nNo notes.\n"
                           : fmt::format("\n{}, the newest first:\n", counted(notes.total, "note"));
  for (const Note& note : notes.notes) text += '\n' + note_text(note);
  if (notes.total > most_notes)
    text += fmt::format("\n{} older ones are not shown.\n", notes.total - most_notes);
  context.out().say(json, text);
  return Exit::done;
}

std::string text_of(const NoteOptions& o) {
  if (o.note.has_value() != o.file.empty()) end(usage("The note is missing.", "Give --note or --note-file."));
  auto text = reconcile::sound_note(o.note ? *o.note : read_file(o.file).value());
  if (!text) end(Failure{Exit::usage, "usage", text.error()});
  return *std::move(text);
}

Note add(pg::Connection& store, const tables::Profile& p, const Found& found, const std::string& text,
         const audit::Actor& actor) {
  if (tables::is_own(p)) return reconcile::add_note(store, found.id, text, actor).value();
  const tables::Access access = tables::inspect(store, p).value();
  const auto seen = reconcile::read_row(store, p, access, found.id).value();
  if (!seen) end(fail(ErrorKind::invalid_input, "The row no longer exists.", "Nothing was written."));
  return reconcile::add_note(store, p, access, *seen, text, actor).value();
}

Outcome write_note(Context& context, const NoteOptions& o) {
  const auto& table = context.profile();
  const std::string text = text_of(o);
  const Found found = find(context, table, o);
  if (found.detail.found() == nullptr && !tables::is_own(table))
    end_without(found.detail.none(), "row of that name", {});
  auto& store = context.store(Need::server);
  const Output& out = context.out();
  const std::string about = named(found.id);
  if (o.dry_run) {
    out.say({{"dry_run", true},
             {"id", json_id(found.id)},
             {"actor", json_text(context.actor().name)},
             {"note", json_text(text)}},
            fmt::format("{}, by {}:\n{}\nDry run: nothing was written.\n", about,
                        visible(context.actor().name), indented(text, "  ")));
    return Exit::done;
  }
  const Note note = add(store, table, found, text, context.actor());
  out.say({{"id", json_id(found.id)}, {"added", json_note(note)}},
          fmt::format("{}\n{}", about, note_text(note)));
  return Exit::done;
}

void declare_case(CLI::App& command, CaseOptions& o) {
  declare_address(command, o.address, false);
  add_columns(command, "--row", o.row,
              "In place of KEY, with --profile: once for every column of the row's identity");
}

}  // namespace

Json json_note(const Note& note) {
  return {{"number", note.number},
          {"at", iso(note.at)},
          {"db_user", json_text(note.db_user)},
          {"actor", json_text(note.actor.name)},
          {"host", json_text(note.actor.host)},
          {"program", json_text(note.actor.program)},
          {"note", json_text(note.text)}};
}

void add_tally(Json& json, const reconcile::NoteTally& tally) {
  json["notes"] = tally.count;
  json["last_note"] = tally.last ? json_note(*tally.last) : Json(nullptr);
}

std::string note_text(const Note& note) {
  return fmt::format("Note {}, {} ({}@{}) at {}\n{}", note.number, visible(note.db_user),
                     visible(note.actor.name), visible(note.actor.host), iso(note.at),
                     indented(note.text, "  "));
}

std::vector<reconcile::NoteTally> tallies_of(Context& context, pg::Connection& store,
                                             std::span<const reconcile::NoteSubject> subjects) {
  auto tallies = reconcile::note_tallies(store, subjects);
  if (tallies || tallies.error().kind != ErrorKind::not_permitted) return tallies.value();
  context.out().warning("the notes may not be read by this database user.");
  return std::vector<reconcile::NoteTally>(subjects.size());
}

void add_notes(Program& program, CLI::App& cases) {
  add_command<CaseOptions>(
      program, cases, "show", "The case of one key, and all notes on it", show_case,
      [](CLI::App& command, CaseOptions& o) {
        declare_case(command, o);
        command.footer(
            "When: a colleague has worked on the key before you. Notes stay when the case is closed, and "
            "when the key is gone: then name it\n"
            "with --tenant and --operation, or the row with --row. Exit code 3 where nothing is known of "
            "it.\n"
            "  oncectl cases show r-1\n"
            "  oncectl cases show --profile shop.toml --row merchant=7 --row request=r-1");
      });
  add_command<NoteOptions>(
      program, cases, "note", "Add a note about a key for your colleagues", write_note,
      [](CLI::App& command, NoteOptions& o) {
        declare_case(command, o);
        auto* note = add_text(command, "--note", o.note, "The note: plain text of at most 4000 characters");
        command.add_option("--note-file", o.file, "The note from a file; - is standard input")
            ->type_name("FILE|-")
            ->excludes(note);
        command.add_flag("--dry-run", o.dry_run, "Show what would be written");
        command.footer(
            "When: you have called the bank. A note keeps its author (database user and you) and time; no "
            "one can change or remove it.\n"
            "It settles nothing and touches no key, so that the stop switch does not hold it.\n"
            "  oncectl cases note r-1 --note 'the bank looks into it: ticket 4711'\n"
            "  oncectl cases note r-1 --profile shop.toml --note-file mail.txt");
      });
}

}  // namespace onceover::oncectl
