// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/inquiry.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/oncectl/address.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/exports/private_file.h"
#include "core/key/sha256.h"
#include "core/unfinished/frontier.h"

namespace onceover::oncectl {
namespace {

std::string sql_of(const Inquiry& inquiry, bool reveal) {
  if (reveal || !inquiry.settlement.response) return reconcile::settle_sql(inquiry.settlement);
  reconcile::Settlement masked = inquiry.settlement;
  masked.response->body.clear();
  std::string sql = reconcile::settle_sql(masked);
  const std::string_view empty = "response_body = '\\x'";
  if (const std::size_t at = sql.find(empty); at != std::string::npos) {
    sql.replace(at, empty.size(),
                fmt::format("response_body = '\\x…' /* {} bytes, masked: --reveal shows them */",
                            inquiry.settlement.response->body.size()));
  }
  return sql;
}

}  // namespace

Json json_evidence(const gateway::Evidence& evidence, bool reveal, std::size_t most) {
  Json json = json_from(gateway::to_json(evidence));
  json["body_bytes"] = evidence.body.size();
  if (reveal) json["body"] = json_text(elided(evidence.body, most));
  return json;
}

Json json_verdict(const reconcile::Verdict& verdict, bool reveal) {
  return {{"kind", reconcile::word(verdict.kind)},
          {"why", json_text(verdict.why)},
          {"loud", verdict.loud},
          {"finished", verdict.finished ? Json(reconcile::word(*verdict.finished)) : Json(nullptr)},
          {"retry_before", json_time(verdict.retry_before)},
          {"response", verdict.response ? json_response(*verdict.response, reveal) : Json(nullptr)}};
}

std::string verdict_text(const reconcile::Verdict& verdict, const std::string& head, bool reveal) {
  const std::string_view found =
      verdict.finished ? reconcile::word(*verdict.finished) : reconcile::word(verdict.kind);
  std::string text =
      fmt::format("\n{}{}: {}\n{}\n", verdict.loud ? "!! " : "", head, found, visible(verdict.why));
  if (verdict.response)
    text += "\nThe answer its clients will get\n" + response_text(*verdict.response, reveal);
  return text;
}

Json json_inquiry(const Inquiry& inquiry, bool preview, bool reveal) {
  Json json{{"key", json_row(inquiry.row, inquiry.as_of)},
            {"evidence", json_evidence(inquiry.asked.evidence, reveal)},
            {"verdict", json_verdict(inquiry.asked.verdict, reveal)},
            {"settlement", nullptr}};
  if (preview) {
    json["settlement"] = {
        {"act", reconcile::word_of(inquiry.settlement)},
        {"after",
         json_row(reconcile::preview(inquiry.row, inquiry.settlement, inquiry.as_of), inquiry.as_of)},
        {"sql", json_text(sql_of(inquiry, reveal))}};
  }
  json["as_of"] = iso(inquiry.as_of);
  return json;
}

std::string inquiry_text(const Inquiry& inquiry, bool preview, bool reveal) {
  const gateway::Evidence& evidence = inquiry.asked.evidence;
  const auto shown = [](const std::optional<std::string>& text) {
    return text ? visible(*text) : std::string();
  };
  std::string text = row_fields(inquiry.row, inquiry.as_of);
  text +=
      "\nEvidence\n" +
      fields({{"Asked", visible(evidence.request)},
              {"Finding", std::string(gateway::word(evidence.finding))},
              {"Because", visible(evidence.why)},
              {"Status", evidence.status ? fmt::format("HTTP {}", *evidence.status) : "none"},
              {"Amount there", shown(evidence.echoed.amount)},
              {"Currency there", shown(evidence.echoed.currency)},
              {"Reference there", shown(evidence.echoed.reference)},
              {"Took", human(evidence.took)},
              {"Body", reveal ? visible(evidence.body)
                              : fmt::format("{} bytes, masked: --reveal shows it", evidence.body.size())}});
  text += verdict_text(inquiry.asked.verdict, "Verdict", reveal);
  if (preview)
    text += "\nA settlement takes the key over under a new fence, asks again, and then runs\n" +
            sql_of(inquiry, reveal) + '\n';
  return text;
}

Exit exit_for(const Inquiry& inquiry) {
  const gateway::Evidence& evidence = inquiry.asked.evidence;
  if (evidence.finding == gateway::Finding::unknown && !evidence.status && evidence.body.empty())
    return Exit::unreachable;
  const reconcile::Verdict& verdict = inquiry.asked.verdict;
  if (verdict.finished && verdict.finished != reconcile::Agreement::contradicts) return Exit::done;
  return inquiry.settlement.verb ? Exit::done : Exit::unsettled;
}

namespace {

struct AskCommand {
  Address address;
  bool reveal = false;
};

reconcile::JudgedEvidence ask_gateway(Context& context, const Addressed& found) {
  reconcile::AskOptions options;
  options.deadline = Steady::now() + context.ask_timeout();
  options.profile = &context.profile();
  return std::move(reconcile::ask(context.gateway(), {found.row}, found.as_of, options).front());
}

Outcome ask_about(Context& context, const AskCommand& options) {
  context.gateway();
  const Addressed found = resolve(context, options.address);
  Inquiry inquiry{found.row, found.as_of, ask_gateway(context, found), {}};
  inquiry.settlement = reconcile::settlement_for(inquiry.row, inquiry.asked, {}, next_try);
  const bool own = inquiry.row.id.columns.empty();
  const bool settles = own && inquiry.row.is_due(inquiry.as_of);
  context.out().say(json_inquiry(inquiry, settles, options.reveal),
                    inquiry_text(inquiry, settles, options.reveal) +
                        (settles ? ""
                         : !own  ? "\nWritten by `oncectl write`, where the profile defines what.\n"
                                 : "\nNot to be settled now. " +
                                      changed(inquiry.row, inquiry.row, inquiry.as_of).error.what + '\n'));
  return exit_for(inquiry);
}

}  // namespace

void add_ask(Program& program) {
  add_command<AskCommand>(program, program.app, "ask", "Ask the gateway about one key; writes nothing",
                          ask_about, [](CLI::App& command, AskCommand& o) {
                            declare_address(command, o.address);
                            command.add_flag(
                                "--reveal", o.reveal,
                                "Show bodies: the gateway's answer, and the one clients will get");
                            command.footer(
                                "When: before you settle a key or answer a customer. Shows the evidence, the "
                                "verdict and the SQL a settlement would\n"
                                "run. Exit code 0 where the verdict settles the key, 5 where it stays open, "
                                "6 where the gateway did not answer at all.\n"
                                "  oncectl ask r-1 --gateway acme.toml\n"
                                "  oncectl ask r-1 --json | jq .verdict");
                          });
}

namespace {

constexpr Duration look_for = std::chrono::seconds(10);
// Rows of one step: a person or a monitoring system waits.
constexpr std::int64_t step_rows = 100'000;
// The list is tended where so many came to it, in batches.
constexpr std::int64_t many_listed = 1'000, tended_rows = 5'000;

// $XDG_STATE_HOME/onceover/walk-….json; empty: this user has no such place.
std::string walk_file(const std::string& about) {
  std::string home = environment("XDG_STATE_HOME");
  if (home.empty() && !environment("HOME").empty()) home = environment("HOME") + "/.local/state";
  if (home.empty() || home.front() != '/') return {};
  return home + "/onceover/walk-" + to_hex(key::bytes_of(key::sha256(about))).substr(0, 32) + ".json";
}

browse::Walk stored_walk(const std::string& path) {
  if (path.empty()) return {};
  return read_file(path)
      .map([](const std::string& text) { return browse::walk_from(text).value_or(browse::Walk{}); })
      .value_or(browse::Walk{});
}

// A place that cannot be written costs the next call its start, and nothing else.
void store_walk(const std::string& path, const browse::Walk& walk) {
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  auto file = exports::PrivateFile::create(path);
  if (file && file->write(browse::to_text(walk))) (void)file->commit();
}

void move_frontier(pg::Connection& connection, Deadline until) {
  unfinished::Advancing advancing(connection,
                                  {.rows = step_rows, .least_pause = std::chrono::milliseconds(50)});
  std::int64_t listed = 0;
  for (bool done = false; !done;) {
    if (Steady::now() >= until) return;
    const auto step = advancing.step().value();
    listed += step.listed;
    done = step.done;
  }
  if (listed < many_listed) return;
  // Entries of released keys rest from now on: each call is spared to look at them.
  for (std::optional<std::int64_t> floor; !floor;) {
    if (Steady::now() >= until) return;
    floor = advancing.step(true).value().settled_floor;
    for (std::optional<unfinished::ListPlace> place = unfinished::ListPlace{};
         floor && place && Steady::now() < until;)
      place = unfinished::tend(connection, false, *floor, *place, tended_rows).value().next;
  }
}

}  // namespace

browse::Browser& Context::looking_browser() {
  browse::Browser& reader = browser();
  const Deadline until = Steady::now() + common_.timeout.value_or(look_for);
  if (!reader.needs_walk().value()) return reader;
  if (tables::is_own(profile()) && unfinished::read_frontier(*connection_).value().may_advance) {
    move_frontier(*connection_, until);
    return reader;
  }
  const std::string path = walk_file(reader.walk_subject().value());
  walk_ = stored_walk(path);
  if (reader
          .walk_on(walk_, std::max<Duration>(Duration{1},
                                             std::chrono::duration_cast<Duration>(until - Steady::now())))
          .value())
    store_walk(path, walk_);
  reader.use_walk(&walk_);
  return reader;
}

}  // namespace onceover::oncectl
