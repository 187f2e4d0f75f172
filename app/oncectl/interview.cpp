#include "app/oncectl/interview.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "core/base/text.h"
#include "core/browse/stuck_summary.h"
#include "core/tables/detect/questions.h"

namespace onceover::oncectl {
namespace {

using tables::Mapping;
using tables::Question;

constexpr int oldest_shown = 3;
// The person waits for it after each answer.
constexpr browse::Limits limits{std::chrono::seconds(3), std::chrono::milliseconds(500)};

void say(const std::string& words) { fmt::print(stderr, "{}", words); }

std::string rows_text(const Mapping& mapping, const std::vector<std::size_t>& rows) {
  if (rows.empty()) return {};
  Cells heads;
  for (const auto& column : mapping.facts.columns) heads.push_back(visible(column.name));
  Table table(heads);
  for (const std::size_t row : rows) {
    Cells cells;
    for (const auto& column : mapping.facts.columns) cells.push_back(tables::shown_cell(column, row));
    table.add(std::move(cells));
  }
  return indented(table.text(), "  ");
}

std::string question_text(const Mapping& mapping, const Question& question) {
  std::string out = fmt::format("\n{}\n", question.text);
  if (!question.why.empty()) out += question.why + "\n";
  out += rows_text(mapping, question.rows);
  Table table({">", "", ""});
  std::size_t number = 0;
  for (const tables::Choice& choice : question.choices) table.add({fmt::format("{}", ++number), choice.words, choice.help});
  out += table.text();
  if (!question.typed.empty()) out += fmt::format("Or type {}.\n", question.typed);
  if (!question.is_needed) out += "Enter leaves it open; \"done\" ends the questions.\n";
  return out + "> ";
}

// The id of the choice with this number; else what was typed.
std::string given_by(const Question& question, const std::string& typed) {
  const auto number = number_from<std::size_t>(typed);
  return number && *number >= 1 && *number <= question.choices.size() ? question.choices[*number - 1].id : typed;
}

std::string read_line() {
  std::string line;
  if (!std::getline(std::cin, line))
    raise(ErrorKind::invalid_input, "The questions were not answered to the end.", "Nothing was proposed.", "Run it again.");
  const std::size_t from = line.find_first_not_of(" \t\r"), to = line.find_last_not_of(" \t\r");
  return from == std::string::npos ? std::string() : line.substr(from, to - from + 1);
}

std::string stuck_text(Context& context, const tables::Profile& profile) {
  browse::Browser browser(context.store(Need::server), profile, limits);
  const auto stuck = browse::stuck_summary(browser, oldest_shown);
  if (!stuck) return fmt::format("\nStuck now: unknown. {}\n", stuck.error().sentence());
  const unfinished::Answer& answer = stuck->answer;
  if (!answer.leases_are_seen) return "\nStuck now: unknown. The mapping does not define when a row is stuck.\n";
  const std::string why = unfinished::explanation(answer.knowledge);
  std::string out =
      fmt::format("\nStuck now: {}.{}{}\n", unfinished::how_many(answer.knowledge, answer.stuck), why.empty() ? "" : " ", why);
  for (const browse::KeyRow& row : stuck->oldest) {
    const auto since = row.lease_ended();
    out += fmt::format("  {}  {}  stuck for {}\n", visible(row.id.key), visible(row.state_word),
                       since && since->is_finite() ? human(stuck->as_of - *since) : "an unknown time");
  }
  return out;
}

}  // namespace

void need_terminal() {
  if (::isatty(STDIN_FILENO) != 0) return;
  raise(ErrorKind::invalid_input, "--ask asks questions, and standard input is no terminal.", "Nothing was asked or proposed.",
        "Run it in a terminal. Without --ask, the proposal lists the open points as comments.");
}

Mapping interviewed(Context& context, Mapping mapping) {
  say(fmt::format("{}.{}: answer with a number; \"back\" returns to the question before. Nothing is written.\n",
                  visible(mapping.facts.schema), visible(mapping.facts.name)));
  std::vector<Mapping> before;
  while (const auto question = tables::next_question(mapping)) {
    say(question_text(mapping, *question));
    const std::string typed = read_line();
    if (!question->is_needed && typed == "done") break;
    if (typed == "back") {
      if (before.empty()) continue;
      mapping = std::move(before.back());
      before.pop_back();
      continue;
    }
    Mapping asked = mapping;
    if (const auto problem = tables::answer(mapping, *question, given_by(*question, typed))) {
      say(*problem + "\n");
      continue;
    }
    before.push_back(std::move(asked));
    if (tables::why_not_usable(mapping).empty() && !typed.empty()) say(stuck_text(context, mapping.profile));
  }
  return mapping;
}

}  // namespace onceover::oncectl
