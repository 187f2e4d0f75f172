// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/notes.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/reconcile/case_list.h"

namespace onceover::oncectl {
namespace {

using reconcile::ListedCase;

struct CasesOptions {
  bool needs_human = false;
  int limit = 200;
  std::string after;
};

struct NotedCase {
  const ListedCase& one;
  const reconcile::NoteTally& notes;
};

Json json_case(const NotedCase& noted) {
  const auto& [one, notes] = noted;
  Json json{{"id", json_id(one.id)},
            {"status", json_text(one.status)},
            {"shout", one.shout == reconcile::Shout::none ? Json(nullptr) : Json(reconcile::word(one.shout))},
            {"opened_at", iso(one.opened_at)},
            {"updated_at", iso(one.updated_at)},
            {"attempts", one.attempts},
            {"next_try_at", json_time(one.next_try_at)},
            {"verdict", json_text(one.verdict)},
            {"reason", json_text(one.reason)},
            {"evidence", json_from(one.evidence_json)},
            {"state", json_filled(one.state_word)}};
  add_subject(json, one.subject.value_or(key::Subject{}));
  add_tally(json, notes);
  if (!one.is_own()) json["profile"] = json_text(one.profile);
  add_row_key(json, one.relation, one.row_key_json);
  return json;
}

std::string status_of(const ListedCase& one) {
  switch (one.shout) {
    case reconcile::Shout::two_effects: return "TWO EFFECTS";
    case reconcile::Shout::another_effect: return "ANOTHER EFFECT";
    case reconcile::Shout::none: break;
  }
  return one.needs_person() ? "needs a person" : "open";
}

std::string who_of(const ListedCase& one) {
  if (!one.subject) return "";
  const std::string who = visible(one.subject->customer.value_or("")),
                    amount = one.subject->amount ? amount_of(*one.subject) : "";
  return who + (who.empty() || amount.empty() ? "" : ", ") + amount;
}

Outcome list_the_cases(Context& context, const CasesOptions& o) {
  reconcile::CaseListRequest request{.open_too = !o.needs_human, .after = {}, .limit = o.limit};
  if (!o.after.empty()) {
    request.after = reconcile::case_place(o.after);
    if (!request.after) return usage("--after takes what the page before printed.");
  }
  auto tables = context.profiles();
  auto& store = context.store(Need::server);
  auto list = reconcile::list_cases(store, request, tables).value();
  std::vector<reconcile::NoteSubject> subjects;
  for (const ListedCase& one : list.cases) subjects.push_back({one.id, one.relation, one.row_key_json});
  const auto notes = tallies_of(context, store, subjects);
  std::vector<NotedCase> cases;
  for (std::size_t i = 0; i < subjects.size(); ++i) cases.push_back({list.cases[i], notes[i]});
  return show_list(
      context.out(), "cases", cases, json_case,
      {"CASE", "TABLE", "KEY", "WHO, HOW MUCH", ">SINCE", ">ASKED", ">NEXT TRY", ">NOTES", "REASON"},
      [&](const NotedCase& noted) -> Cells {
        const ListedCase& one = noted.one;
        const std::string next = !one.next_try_at ? "–"
                                 : *one.next_try_at <= list.as_of
                                     ? "now"
                                     : "in " + human(*one.next_try_at - list.as_of);
        return {status_of(one),
                one.is_own() ? "onceover.keys" : visible(one.relation),
                named(one.id),
                who_of(one),
                human(list.as_of - one.opened_at),
                std::to_string(one.attempts),
                next,
                noted.notes.count == 0 ? "" : std::to_string(noted.notes.count),
                visible(one.reason)};
      },
      {.none = fmt::format("{}, as of {}.\n", o.needs_human ? "Nothing needs a person" : "No case is open",
                           iso(list.as_of)),
       .beside = {{"next", list.next ? Json(reconcile::to_text(*list.next)) : Json(nullptr)},
                  {"as_of", iso(list.as_of)},
                  {"sql", json_text(list.sql)}},
       .below = fmt::format("as of {}\n", iso(list.as_of)) +
                (list.next ? fmt::format("next page:   --after {}\n", reconcile::to_text(*list.next)) : ""),
       .known = context.known_of({"cases", "row_cases", "keys"})});
}

}  // namespace

void add_cases(Program& program) {
  CLI::App* parent =
      add_group(program.app, "cases", "Cases that are not settled: why, since when, and which need a person");
  add_command<CasesOptions>(
      program, *parent, "list", "Cases of keys and of rows in external tables, the most urgent first",
      list_the_cases, [](CLI::App& command, CasesOptions& o) {
        command.add_flag("--needs-human", o.needs_human, "Only cases that need a person");
        add_limit(command, o.limit);
        command.add_option("--after", o.after, "The place that the previous page printed");
        command.footer(
            "When: at the start of a shift. Two effects under one key, and an effect of another request, "
            "come first. Exit code 3\n"
            "if there is no case. For rows of an external table, --profile adds customer and amount.\n"
            "  oncectl cases list --needs-human\n"
            "  oncectl cases list --json | jq '.cases[] | select(.shout)'");
      });
  add_notes(program, *parent);
}

}  // namespace onceover::oncectl
