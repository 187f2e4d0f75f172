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

std::string table_of(const profile::Profile& p) { return visible(p.schema) + "." + visible(p.table); }

Outcome show_life(Context& context, const LifeOptions& options) {
  auto tables = context.profiles().value();
  auto store = context.store(Need::server).value();
  auto life = browse::life(*store, tables, options.key);
  if (life && life->rows.empty()) {
    // A pasted line is looked into only where the text as it stands is no key.
    const std::string cleaned = browse::key_from_paste(options.key);
    if (cleaned != options.key) life = browse::life(*store, tables, cleaned);
  }
  if (!life) return fail(life.error());
  std::vector<reconcile::NoteSubject> subjects;
  for (const browse::LifeRow& found : life->rows) subjects.push_back(reconcile::subject_of(*tables[found.table], found.row.id));
  auto notes = tallies_of(context, *store, subjects).value();
  const Output& out = context.out();
  for (const std::string& note : life->not_looked) out.warning(note);
  if (out.is_json()) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < life->rows.size(); ++i) {
      const browse::LifeRow& found = life->rows[i];
      const profile::Profile& p = *tables[found.table];
      Json row = json_row(found.row, life->as_of);
      row["table"] = {
          {"schema", json_text(p.schema)}, {"table", json_text(p.table)}, {"kind", profile::word(p.kind)}, {"profile", json_text(p.name)}};
      row["link"] = json_text(found.link);
      row["notes"] = notes[i].count;
      row["last_note"] = notes[i].last ? json_note(*notes[i].last) : Json(nullptr);
      rows.push_back(std::move(row));
    }
    out.json({{"rows", std::move(rows)},
              {"not_looked", json_texts(life->not_looked)},
              {"as_of", iso(life->as_of)},
              {"sql", json_text(life->sql)}});
  } else if (life->rows.empty()) {
    out.text("No table has a row of it.\n");
  } else {
    Table table({"CREATED", "TABLE", "KIND", "KEY", "STATE", "COMPLETED", ">NOTES", "WHY IT IS HERE"});
    for (std::size_t i = 0; i < life->rows.size(); ++i) {
      const browse::LifeRow& found = life->rows[i];
      const profile::Profile& p = *tables[found.table];
      table.add({iso(found.row.created_at), table_of(p), std::string(profile::word(p.kind)), visible(found.row.id.key),
                 state_of(found.row, life->as_of), found.row.completed_at ? iso(*found.row.completed_at) : "",
                 notes[i].count == 0 ? "" : std::to_string(notes[i].count), found.link});
    }
    out.text(table.text() + fmt::format("as of {}\n", iso(life->as_of)));
  }
  return life->rows.empty() ? Exit::not_found : Exit::done;
}

}  // namespace

void add_life(Program& program, CLI::App& keys) {
  add_command<
      LifeOptions>(program, keys, "life", "One key in all the tables that are described", show_life, [](CLI::App& command, LifeOptions& o) {
    command.add_option("KEY", o.key, "The idempotency key or message id; put -- before one that begins with -")->required();
    command.footer(
        "When: a request came by a message and sent others on, and you want to see how far it got. Looks in onceover.keys and in every\n"
        "table of --profile FILE for the key, and for the correlation id and reference of its rows. What would take a scan is left out\n"
        "with a warning. Notes are counted; `cases show` prints them. Exit code 3 where no table has a row.\n"
        "  oncectl keys life 7d0f3c7e-… --profile shop.toml");
  });
}

}  // namespace onceover::oncectl
