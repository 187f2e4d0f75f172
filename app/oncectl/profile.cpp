// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "app/oncectl/context.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/browse/browser.h"
#include "core/browse/inspected.h"
#include "core/tables/detect/detect.h"
#include "core/tables/detect/mapping.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/detect/questions.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/sql.h"
#include "core/tables/toml.h"

namespace onceover::oncectl {
namespace {

// Asks a person at the terminal what the database does not show about a table. Questions go to stderr, so
// that stdout may be a file.

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
  for (const tables::Choice& choice : question.choices)
    table.add({fmt::format("{}", ++number), choice.words, choice.help});
  out += table.text();
  if (!question.typed.empty()) out += fmt::format("Or type {}.\n", question.typed);
  if (!question.is_needed) out += "Enter leaves it open; \"done\" ends the questions.\n";
  return out + "> ";
}

// The id of the choice with this number; else what was typed.
std::string given_by(const Question& question, const std::string& typed) {
  const auto number = number_from<std::size_t>(typed);
  return number && *number >= 1 && *number <= question.choices.size() ? question.choices[*number - 1].id
                                                                      : typed;
}

std::string read_line() {
  std::string line;
  if (!std::getline(std::cin, line))
    raise(ErrorKind::invalid_input, "The questions were not answered to the end.", "Nothing was proposed.",
          "Run it again.");
  const std::size_t from = line.find_first_not_of(" \t\r"), to = line.find_last_not_of(" \t\r");
  return from == std::string::npos ? std::string() : line.substr(from, to - from + 1);
}

std::string stuck_text(Context& context, const tables::Profile& profile) {
  browse::Browser browser(context.store(Need::server), profile, limits);
  const auto stuck = browse::stuck_summary(browser, oldest_shown);
  if (!stuck) return fmt::format("\nStuck now: unknown. {}\n", stuck.error().sentence());
  const unfinished::Answer& answer = stuck->answer;
  if (!answer.leases_are_seen)
    return "\nStuck now: unknown. The mapping does not define when a row is stuck.\n";
  const std::string why = unfinished::explanation(answer.knowledge);
  std::string out =
      fmt::format("\nStuck now: {}.{}{}\n", unfinished::how_many(answer.knowledge, answer.stuck),
                  why.empty() ? "" : " ", why);
  for (const browse::KeyRow& row : stuck->oldest) {
    const auto since = row.lease_ended();
    out += fmt::format("  {}  {}  stuck for {}\n", visible(row.id.key), visible(row.state_word),
                       since && since->is_finite() ? human(stuck->as_of - *since) : "an unknown time");
  }
  return out;
}

// Refused where standard input is no terminal.
void need_terminal() {
  if (::isatty(STDIN_FILENO) != 0) return;
  raise(ErrorKind::invalid_input, "--ask asks questions, and standard input is no terminal.",
        "Nothing was asked or proposed.",
        "Run it in a terminal. Without --ask, the proposal lists the open points as comments.");
}

// Asks until nothing needed is left and the person ends it. After each answer that leaves a usable mapping:
// what is stuck under it now.
Mapping interviewed(Context& context, Mapping mapping) {
  say(fmt::format(
      "{}.{}: answer with a number; \"back\" returns to the question before. Nothing is written.\n",
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
    Mapping unanswered = mapping;
    if (const auto problem = tables::answer(mapping, *question, given_by(*question, typed))) {
      say(*problem + "\n");
      continue;
    }
    before.push_back(std::move(unanswered));
    if (tables::why_not_usable(mapping).empty() && !typed.empty()) say(stuck_text(context, mapping.profile));
  }
  return mapping;
}

using tables::Candidate;
using tables::RoleAnswer;

struct DetectOptions {
  std::optional<std::string> schema, table;
};

Json json_role(const RoleAnswer& answer) {
  if (answer.is == RoleAnswer::Is::none) return nullptr;
  if (answer.is == RoleAnswer::Is::unknown) return {{"unknown", true}, {"why", json_text(answer.why)}};
  Json meanings = Json::object();
  for (const auto& [theirs, ours] : answer.meanings) meanings[visible(theirs)] = ours;
  return {{"columns", json_texts(answer.columns)},
          {"form", answer.form},
          {"meanings", std::move(meanings)},
          {"confidence", answer.confidence},
          {"why", json_text(answer.why)}};
}

Json json_candidate(const Candidate& candidate) {
  Json roles = Json::object();
  for (const auto& [name, answer] : candidate.roles) roles[name] = json_role(answer);
  return {{"schema", json_text(candidate.schema)}, {"table", json_text(candidate.table)},
          {"kind", tables::word(candidate.kind)},  {"confidence", candidate.confidence},
          {"why", json_text(candidate.why)},       {"roles", std::move(roles)}};
}

std::string candidate_text(const Candidate& candidate) {
  std::string out =
      fmt::format("{}.{}: {} ({:.0f} % sure)\n{}\n\n", visible(candidate.schema), visible(candidate.table),
                  tables::word(candidate.kind), candidate.confidence * 100, visible(candidate.why));
  Table table({"role", "columns", "form", "sure", "why"});
  for (const auto& [name, answer] : candidate.roles) {
    if (answer.is == RoleAnswer::Is::none) continue;
    if (answer.is == RoleAnswer::Is::unknown) {
      table.add({name, "?", "", "", visible(answer.why)});
      continue;
    }
    std::vector<std::string> meanings;
    for (const auto& [theirs, ours] : answer.meanings)
      meanings.push_back(fmt::format("{} = {}", theirs, ours));
    const std::string why =
        meanings.empty() ? answer.why : fmt::format("{} {}.", answer.why, fmt::join(meanings, ", "));
    table.add({name,
               answer.columns.empty() ? "(the row itself)"
                                      : visible(fmt::format("{}", fmt::join(answer.columns, ", "))),
               answer.form, fmt::format("{:.0f} %", answer.confidence * 100), visible(why)});
  }
  return out + table.text() + "\n";
}

// Of these tables, with what could not be read as warnings.
tables::Facts read_tables(Context& context, const tables::FactsOptions& options) {
  auto facts = tables::read_facts(context.store(Need::server), options).value();
  for (const std::string& remark : facts.remarks) context.out().warning(remark);
  return facts;
}

std::string how_to_map(const tables::TableFacts& table) {
  return fmt::format("To map its columns: oncectl profile propose --schema {} --table {} --ask",
                     visible(table.schema), visible(table.name));
}

Outcome detect_tables(Context& context, const DetectOptions& options) {
  const tables::Facts facts = read_tables(context, {.schema = options.schema, .table = options.table});
  Json json = Json::array();
  std::string text;
  for (const tables::TableFacts& table : facts.tables) {
    const auto candidate = tables::detect(table);
    if (candidate) {
      json.push_back(json_candidate(*candidate));
      text += candidate_text(*candidate);
    } else if (const auto why = tables::may_be(table)) {
      json.push_back({{"schema", json_text(table.schema)},
                      {"table", json_text(table.name)},
                      {"kind", nullptr},
                      {"why", json_text(*why)}});
      text += fmt::format("{}.{}: perhaps\n{}\n{}\n\n", visible(table.schema), visible(table.name),
                          visible(*why), how_to_map(table));
    }
  }
  const bool nothing = json.empty();
  context.out().say(
      json,
      nothing
          ? fmt::format("Looked at {}. None looks like a store of idempotency keys, an inbox, an outbox or a "
                        "queue.{}\n",
                        counted(static_cast<std::int64_t>(facts.tables.size()), "table"),
                        facts.tables.size() == 1 ? "\n" + visible(tables::why_not_proposed(facts.tables[0]))
                                                 : " Why not: oncectl profile detect --table NAME")
          : text +
                "? marks a role that the database does not show: please choose it. Nothing was written.\n");
  return nothing ? Exit::not_found : Exit::done;
}

void declare_detect(CLI::App& command, DetectOptions& o) {
  command.add_option("--schema", o.schema, "Only tables of this schema");
  command.add_option("--table", o.table, "Only tables of this name");
  command.footer(
      "When: the database was built by others. Proposes which tables keep idempotency keys, consumed events, "
      "events to publish or jobs, and\n"
      "the role of each column, with the reasons. Reads the catalog, the planner's statistics and a few rows "
      "of each table. Writes\n"
      "nothing and does not need the onceover schema. Exit code 3 if nothing is found.\n"
      "  oncectl profile detect\n"
      "  oncectl profile detect --schema payments --json");
}

struct ProposeOptions {
  std::string table;
  std::optional<std::string> schema, as;
  bool ask = false;
};

// The one table of this name; none: there is none.
std::optional<tables::TableFacts> find_table(Context& context, const ProposeOptions& options) {
  tables::Facts facts = read_tables(context, {.schema = options.schema, .table = options.table});
  if (facts.tables.empty()) return std::nullopt;
  if (facts.tables.size() > 1) {
    std::vector<std::string> schemas;
    for (const auto& table : facts.tables) schemas.push_back(visible(table.schema));
    raise(ErrorKind::invalid_input,
          fmt::format("Several schemas have a table of this name: {}.", fmt::join(schemas, ", ")),
          "Nothing was proposed.", "Name one with --schema.");
  }
  return std::move(facts.tables.front());
}

Outcome say_not_proposed(const Output& out, const tables::TableFacts& table) {
  const std::string why = tables::why_not_proposed(table);
  out.say({{"toml", nullptr}, {"why_not", json_text(why)}},
          fmt::format("Nothing is proposed: this table does not look like a store of idempotency keys, an "
                      "inbox, an outbox or a queue.\n{}\n"
                      "{}\n",
                      visible(why), how_to_map(table)));
  return Exit::not_found;
}

// Of a kind that a person named, everything that reading needs is asked for where it was not found.
tables::Proposal proposal_as(const Output& out, const tables::Mapping& mapping) {
  const tables::Kind kind = mapping.profile.kind;
  tables::Proposal proposal = tables::propose(tables::detect_as(mapping.facts, kind), mapping.facts);
  for (const auto& [role, why] : mapping.unknown) {
    const auto is_same = [&role = role](const auto& unknown) { return unknown.first == role; };
    if (std::ranges::none_of(proposal.unknown, is_same)) proposal.unknown.emplace_back(role, why);
  }
  if (const auto question = tables::next_question(mapping); question && question->is_needed)
    out.note(fmt::format("Before this table can be read: {} {} --as {}", question->text,
                         how_to_map(mapping.facts), tables::word(kind)));
  return proposal;
}

Outcome say_proposal(Context& context, tables::Proposal proposal, const tables::TableFacts& table) {
  require(browse::rehearse_writes(context.store(Need::server), proposal, table));
  const std::string toml = tables::to_toml(proposal);
  Json unknown = Json::array(), writes = Json::array(), unwritten = Json::array();
  for (const auto& [role, why] : proposal.unknown)
    unknown.push_back({{"role", role}, {"why", json_text(why)}});
  for (const auto& [verb, write] : proposal.writes.writes) writes.push_back(tables::word(verb));
  for (const auto& [verb, why] : proposal.writes.unknown)
    unwritten.push_back({{"verb", tables::word(verb)}, {"why", json_text(why)}});
  context.out().say({{"toml", json_text(toml)},
                     {"unknown", std::move(unknown)},
                     {"writes_commented_out", std::move(writes)},
                     {"writes_unknown", std::move(unwritten)}},
                    toml);
  return Exit::done;
}

Outcome propose_profile(Context& context, const ProposeOptions& options) {
  if (options.ask) need_terminal();
  const Output& out = context.out();
  const auto table = find_table(context, options);
  if (!table) {
    out.say(nullptr, "There is no such table.\n");
    return Exit::not_found;
  }
  const auto kind = options.as ? tables::kind_from_word(*options.as) : std::nullopt;
  const auto candidate = kind ? std::nullopt : tables::detect(*table);
  if (!candidate && !kind && !options.ask) return say_not_proposed(out, *table);
  tables::Mapping mapping = tables::open_mapping(*table, candidate);
  mapping.profile.name = table->schema + "." + table->name;
  if (kind) say_kind(mapping, *kind);
  if (options.ask)
    return say_proposal(context, tables::proposal_of(interviewed(context, std::move(mapping))), *table);
  return say_proposal(context, kind ? proposal_as(out, mapping) : tables::propose(*candidate, *table),
                      *table);
}

void declare_propose(CLI::App& command, ProposeOptions& o) {
  command.add_option("--schema", o.schema, "Schema of the table; needed where several have one of this name");
  command.add_option("--table", o.table, "Name of the table")->required();
  command
      .add_option("--as", o.as,
                  "What the table keeps, where you know it: idempotency, inbox, outbox or queue")
      ->check(CLI::IsMember({"idempotency", "inbox", "outbox", "queue"}));
  command.add_flag("--ask", o.ask,
                   "Ask, one question at a time, what the database does not show; needs a terminal");
  command.footer(
      "When: detect found the table, or you know what it keeps. Prints a profile as TOML that loads as it "
      "is. Comments say what is unknown,\n"
      "often the lease. Writes nothing. Exit code 3 if the table is missing, or nothing is proposed and "
      "neither --as nor --ask is given.\n"
      "With --ask the questions go to stderr, with sampled rows, and how many rows are stuck under the "
      "answers so far.\n"
      "  oncectl profile propose --schema payments --table idempotency_keys > payments.toml\n"
      "  oncectl profile propose --table wx_14 --ask > wx_14.toml\n"
      "  oncectl profile check payments.toml");
}

struct CheckProfileOptions {
  std::string path;
};

Outcome check_profiles(Context& context, const CheckProfileOptions& options) {
  const auto profiles = tables::read_profiles(options.path).value();
  Json json = Json::array();
  std::string text;
  for (const tables::Profile& p : profiles) {
    std::vector<std::string_view> verbs;
    for (const auto& [verb, write] : p.writes) verbs.push_back(tables::word(verb));
    json.push_back({{"name", json_text(p.name)},
                    {"kind", tables::word(p.kind)},
                    {"schema", json_text(p.schema)},
                    {"table", json_text(p.table)},
                    {"lease_observable", p.lease.is_observable()},
                    {"writes", verbs}});
    text += fmt::format("{}: {}.{}, {}; {}; {}.\n", visible(p.name), visible(p.schema), visible(p.table),
                        tables::word(p.kind),
                        p.lease.is_observable() ? "leases are observed"
                                                : "leases cannot be observed: no row is ever called stuck",
                        verbs.empty() ? "read only" : fmt::format("writes: {}", fmt::join(verbs, ", ")));
  }
  context.out().say(json, text);
  return Exit::done;
}

void declare_check(CLI::App& command, CheckProfileOptions& o) {
  command.add_option("FILE", o.path, "A profile, or a directory of *.toml")->type_name("FILE")->required();
  command.footer(
      "When: a profile was written or changed. Reads it strictly and reports the first error with file, line "
      "and field (exit code 2).\n"
      "Needs no database.\n"
      "  oncectl profile check payments.toml");
}

Json json_access(const tables::Profile& p, const tables::Access& access) {
  Json verbs = Json::object();
  for (const tables::Verb verb : tables::all_verbs) {
    const auto offer = access.offers.find(verb);
    if (offer == access.offers.end()) continue;
    verbs[std::string(tables::word(verb))] = {{"offered", offer->second.is_offered()},
                                              {"by_script", offer->second.is_for_script()},
                                              {"why_not", offer->second.why_not}};
  }
  const auto advice = [](const auto& one) -> Json {
    return {{"field", one.field}, {"what", one.what}, {"remedy", one.remedy}};
  };
  return {{"name", json_text(p.name)},
          {"relation", json_text(tables::table_name(p))},
          {"is", tables::word(access.relation)},
          {"read", access.why_not_read().empty()},
          {"why_not_read", access.why_not_read()},
          {"writes", std::move(verbs)},
          {"unique_index", json_text(access.unique_index)},
          {"why_not_unique", access.why_not_unique},
          {"reads_xmin", access.reads_xmin},
          {"order_served", access.is_order_served},
          {"misfits", access.misfits},
          {"advice", json_list(access.advice, advice)},
          {"remarks", access.remarks}};
}

std::string access_text(const tables::Profile& p, const tables::Access& access) {
  std::string out = fmt::format("{}: {}, {}\n", visible(p.name), visible(tables::table_name(p)),
                                tables::word(access.relation));
  const auto sentences = [&out](std::string_view head, const std::vector<std::string>& all) {
    for (const std::string& one : all) out += fmt::format("{}{}\n", head, one);
  };
  const auto unread = access.why_not_read();
  out += unread.empty() ? "  read      yes\n" : "  read      no\n";
  sentences("            ", unread);
  for (const tables::Verb verb : tables::all_verbs) {
    const auto offer = access.offers.find(verb);
    if (offer == access.offers.end()) {
      out += fmt::format("  {:9} not in the profile\n", tables::word(verb));
    } else if (offer->second.is_offered()) {
      out += fmt::format("  {:9} yes\n", tables::word(verb));
    } else {
      out += fmt::format("  {:9} no{}\n", tables::word(verb),
                         offer->second.is_for_script() ? "; as a script for a user with the rights" : "");
      sentences("            ", offer->second.why_not);
    }
  }
  for (const auto& one : access.advice)
    out += fmt::format("  field {}: {}\n    Remedy: {}\n", one.field, one.what, one.remedy);
  sentences("  note: ", access.remarks);
  return out;
}

Outcome inspect_profiles(Context& context, const CheckProfileOptions& options) {
  const auto profiles = named_profiles(options.path).value();
  auto& store = context.store(Need::server);
  Json json = Json::array();
  std::string text;
  bool sound = true;
  for (const tables::Profile& p : profiles) {
    const auto access = browse::inspected(store, p).value();
    json.push_back(json_access(p, access));
    text += (text.empty() ? "" : "\n") + access_text(p, access);
    sound = sound && access.why_not_read().empty() &&
            std::ranges::all_of(access.offers, [](const auto& offer) { return offer.second.is_offered(); });
  }
  context.out().say(json, text);
  return sound ? Exit::done : Exit::failed;
}

void declare_inspect(CLI::App& command, CheckProfileOptions& o) {
  command.add_option("FILE", o.path, "A profile, FILE#NAME of several, or a directory of *.toml")
      ->type_name("FILE")
      ->required();
  command.footer(
      "When: before an external table is written. Asks the server's catalog what this user may do with the "
      "table of each profile:\n"
      "whether it can be read, and which verbs can be written, or why not. Where profile and catalog "
      "disagree, it names the field to\n"
      "change. Reads a few rows and writes nothing. Exit code 1 if a table cannot be read or a verb of its "
      "profile cannot be written.\n"
      "  oncectl profile inspect payments.toml\n"
      "  oncectl profile inspect bus.toml#inbox --json | jq '.[].writes'");
}

}  // namespace

void add_profile(Program& program) {
  CLI::App* profile = add_group(program.app, "profile", "Profiles of external tables");
  add_command<DetectOptions>(program, *profile, "detect",
                             "Find tables of keys and events and the roles of their columns", detect_tables,
                             declare_detect);
  add_command<ProposeOptions>(
      program, *profile, "propose",
      "Propose a profile of one table; with --ask it asks what the database does not show", propose_profile,
      declare_propose);
  add_command<CheckProfileOptions>(program, *profile, "check", "Check a profile for errors", check_profiles,
                                   declare_check);
  add_command<CheckProfileOptions>(program, *profile, "inspect",
                                   "Show what the server allows for a profile's table", inspect_profiles,
                                   declare_inspect);
}

}  // namespace onceover::oncectl
