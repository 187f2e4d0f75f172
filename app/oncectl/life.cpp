// SPDX-License-Identifier: Apache-2.0
#include "core/browse/life.h"

#include <fmt/format.h>

#include "app/oncectl/notes.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/browse/browser.h"
#include "core/drift/compare.h"

namespace onceover::oncectl {
namespace {

struct LifeOptions {
  std::string text;
  bool ask = false;
};

struct NotedRow {
  const browse::LifeRow& found;
  const tables::Profile& table;
  const reconcile::NoteTally& notes;
};

Outcome show_life(Context& context, const LifeOptions& options) {
  auto tables = context.profiles();
  auto& store = context.store(Need::server);
  browse::Life life = browse::find(store, tables, options.text).value();
  for (const std::string& table : life.absent)
    life.not_looked.push_back(fmt::format("There is no table {} in this database: was it renamed?", table));
  auto effects = drift::effects_of(life, tables);
  if (options.ask)
    drift::ask_about(effects, life, tables, context.gateway(), Steady::now() + context.ask_timeout());
  std::vector<reconcile::NoteSubject> subjects;
  for (const browse::LifeRow& found : life.rows)
    subjects.push_back(reconcile::subject_of(*tables[found.table], found.row.id));
  const auto notes = tallies_of(context, store, subjects);
  std::vector<NotedRow> rows;
  for (std::size_t i = 0; i < subjects.size(); ++i)
    rows.push_back({life.rows[i], *tables[life.rows[i].table], notes[i]});
  for (const std::string& note : life.not_looked) context.out().warning(note);
  // A key that may be where nothing could be read is not "no such key".
  if (rows.empty() && !life.not_looked.empty()) {
    return fail_with({Exit::unknown, "unknown",
                      "No row was found, but not every table was looked into: see the warnings.",
                      "Nothing was written.",
                      "Connect as a user who may read them, such as a member of the role viewer, or use "
                      "`keys list` on the table."});
  }
  return show_list(
      context.out(), "rows", rows,
      [&](const NotedRow& noted) {
        const auto& [found, p, its_notes] = noted;
        Json row = json_row(found.row, life.as_of);
        row["table"] = {{"schema", json_text(p.schema)},
                        {"table", json_text(p.table)},
                        {"kind", tables::word(p.kind)},
                        {"profile", json_text(p.name)}};
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
       .beside = {{"found_as", browse::name_of_words.of(life.name_is)},
                  {"name", json_text(life.name)},
                  {"effects", drift::sentence(effects, life)},
                  {"not_looked", json_texts(life.not_looked)},
                  {"as_of", iso(life.as_of)},
                  {"sql", json_text(life.sql)}},
       .below = fmt::format("{}\nas of {}\n", drift::sentence(effects, life), iso(life.as_of))});
}

}  // namespace

void add_life(Program& program, CLI::App& keys) {
  add_command<LifeOptions>(
      program, keys, "life",
      "A key, an order or a customer in all the tables that are described: was it charged twice?", show_life,
      [](CLI::App& command, LifeOptions& o) {
        command
            .add_option("TEXT", o.text,
                        "A key or its beginning, a reference, customer, correlation or event id, or a log "
                        "line with one; put -- before one that begins with -")
            ->required();
        command.add_flag("--ask", o.ask, "Ask the gateway about each charge and refund; writes nothing");
        command.footer(
            "When: a customer was charged twice, or a request sent others on and you want to see how far it "
            "got. Looks in the onceover\n"
            "schema and in every table of --profile FILE for the text, and for the correlation id and "
            "reference of the rows it finds.\n"
            "What would take a scan of more than about two seconds is left out with a warning. Notes are "
            "counted; `cases show` prints\n"
            "them. Exit code 3 where no table has a row, 13 where none has and not every table could be "
            "looked into.\n"
            "  oncectl keys life 7d0f3c7e-… --profile shop.toml\n"
            "  oncectl keys life order-4711 --ask --gateway acme.toml");
      });
}

}  // namespace onceover::oncectl
