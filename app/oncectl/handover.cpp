// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/reconcile/note.h"
#include "core/shift/hand_over.h"

namespace onceover::oncectl {
namespace {

struct ShiftOptions {
  Duration since = shift::usual_shift;
  std::optional<std::string> actor, words;
};

Outcome hand_over(Context& context, const ShiftOptions& o) {
  const std::string words = o.words ? reconcile::sound_note(*o.words).value() : "";
  const auto tables = context.profiles();
  const auto note =
      shift::hand_over(context.store(Need::trail), o.actor.value_or(context.actor().name), o.since, tables)
          .value();
  const Json parts = json_list(note.parts, [](const shift::Part& part) -> Json {
    return {{"id", part.id},
            {"title", json_text(part.title)},
            {"lines", json_texts(part.lines)},
            {"more", part.more},
            {"unknown", json_filled(part.unknown)}};
  });
  context.out().say({{"actor", json_text(note.actor)},
                     {"store", json_text(note.store)},
                     {"from", iso(note.from)},
                     {"as_of", iso(note.as_of)},
                     {"words", json_filled(words)},
                     {"nothing_waits", note.nothing_waits() && note.absent.empty()},
                     {"absent", json_texts(note.absent)},
                     {"parts", parts},
                     {"sql", json_text(note.sql)}},
                    shift::to_markdown(note, words));
  const bool is_known = note.absent.empty() && std::ranges::all_of(note.parts, [](const shift::Part& part) {
                          return part.unknown.empty();
                        });
  return is_known ? Exit::done : Exit::unknown;
}

}  // namespace

void add_handover(Program& program) {
  add_command<ShiftOptions>(
      program, program.app, "handover", "The hand-over note of a shift, as Markdown", hand_over,
      [](CLI::App& command, ShiftOptions& o) {
        add_duration(command, "--since", o.since, "How far back notes and acts go: 12h unless given");
        add_text(command, "--actor", o.actor, "Whose acts: yours unless given");
        add_text(command, "--words", o.words, "What you want to say yourself, at the top");
        command.footer(
            "When: at the end of a shift. Open cases, requests, plans, what is stuck in each table of "
            "--profile and of our own, the notes\n"
            "of everyone and your acts. A part that cannot be read is unknown in the note, and never empty: "
            "exit code 13.\n"
            "  oncectl handover > handover.md\n"
            "  oncectl handover --since 8h --words 'the bank answers r-1 tomorrow' --profile shop.toml");
      });
}

}  // namespace onceover::oncectl
