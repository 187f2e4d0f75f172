#include "core/browse/life.h"

#include <fmt/format.h>

#include "app/oncectl/notes.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/browse/browser.h"

namespace onceover::oncectl {
namespace {

struct LifeOptions {
  std::string key;
};

struct NotedRow {
  const browse::LifeRow& found;
  const tables::Profile& table;
  const reconcile::NoteTally& notes;
};

Outcome show_life(Context& context, const LifeOptions& options) {
  auto tables = context.profiles();
  auto& store = context.store(Need::server);
  auto looked = browse::life(store, tables, options.key);
  if (looked && looked->rows.empty()) {
    // A pasted line is looked into only where the text as it is is no key.
    const std::string cleaned = browse::key_from_paste(options.key);
    if (cleaned != options.key) looked = browse::life(store, tables, cleaned);
  }
  const browse::Life& life = looked.value();
  std::vector<reconcile::NoteSubject> subjects;
  for (const browse::LifeRow& found : life.rows) subjects.push_back(reconcile::subject_of(*tables[found.table], found.row.id));
  const auto notes = tallies_of(context, store, subjects);
  std::vector<NotedRow> rows;
  for (std::size_t i = 0; i < subjects.size(); ++i) rows.push_back({life.rows[i], *tables[life.rows[i].table], notes[i]});
  for (const std::string& note : life.not_looked) context.out().warning(note);
  // A key that may be where nothing could be read is not "no such key".
  if (rows.empty() && !life.not_looked.empty()) {
    return fail_with({Exit::unknown, "unknown", "No row was found, but not every table was looked into: see the warnings.",
                      "Nothing was written.",
                      "Connect as a user who may read them, such as a member of the role viewer, or use `keys list` on the table."});
  }
  return show_list(
      context.out(), "rows", rows,
      [&](const NotedRow& noted) {
        const auto& [found, p, its_notes] = noted;
        Json row = json_row(found.row, life.as_of);
        row["table"] = {
            {"schema", json_text(p.schema)}, {"table", json_text(p.table)}, {"kind", tables::word(p.kind)}, {"profile", json_text(p.name)}};
        row["link"] = json_text(found.link);
        add_tally(row, its_notes);
        return row;
      },
      {"CREATED", "TABLE", "KIND", "KEY", "STATE", "COMPLETED", ">NOTES", "WHY IT IS HERE"},
      [&](const NotedRow& noted) -> Cells {
        const auto& [found, p, its_notes] = noted;
        return {time_text(found.row.created()),
                visible(p.schema) + "." + visible(p.table),
                std::string(tables::word(p.kind)),
                visible(found.row.id.key),
                state_of(found.row, life.as_of),
                time_text(found.row.completed()),
                its_notes.count == 0 ? "" : std::to_string(its_notes.count),
                found.link};
      },
      {.none = "No table has a row of it.\n",
       .beside = {{"not_looked", json_texts(life.not_looked)}, {"as_of", iso(life.as_of)}, {"sql", json_text(life.sql)}},
       .below = fmt::format("as of {}\n", iso(life.as_of))});
}

}  // namespace

void add_life(Program& program, CLI::App& keys) {
  add_command<
      LifeOptions>(program, keys, "life", "One key in all the tables that are described", show_life, [](CLI::App& command, LifeOptions& o) {
    command.add_option("KEY", o.key, "The idempotency key or message id; put -- before one that begins with -")->required();
    command.footer(
        "When: a request came by a message and sent others on, and you want to see how far it got. Looks in onceover.keys and in every\n"
        "table of --profile FILE for the key, and for the correlation id and reference of its rows. What would take a scan is left out\n"
        "with a warning. Notes are counted; `cases show` prints them. Exit code 3 where no table has a\n"
        "row, 13 where none has and not every table could be looked into.\n"
        "  oncectl keys life 7d0f3c7e-… --profile shop.toml");
  });
}

}  // namespace onceover::oncectl
