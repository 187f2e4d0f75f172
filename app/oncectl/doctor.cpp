// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/probe.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/health/health.h"

namespace onceover::oncectl {
namespace {

struct DoctorOptions {
  Duration longest_retry{0};  // 0: not said
  bool list = false, markdown = false;
  ProbeOptions probe;
};

using health::Finding;
using health::ReviewItem;

constexpr const char* deep = "    ";

Json json_health(const Finding& f) {
  const health::CheckInfo& about = health::info(f.check);
  return {{"check", about.id},
          {"severity", health::word(f.severity)},
          {"title", about.title},
          {"evidence", json_text(f.evidence)},
          {"consequence", about.consequence},
          {"advice", json_text(f.advice)},
          {"sql", json_text(f.sql)}};
}

void show_report(const Output& out, const health::Report& report) {
  const auto open = [](const health::NotChecked& n) -> Json { return {{"check", health::info(n.check).id}, {"why", json_text(n.why)}}; };
  const auto review = [](const ReviewItem& item) -> Json {
    return {{"item", item.what},
            {"answer", health::word(item.answer)},
            {"by", json_list(item.by, [](health::Check check) { return health::info(check).id; })},
            {"how_to_see", item.how_to_see}};
  };
  std::string text = fmt::format("{} as of {}\n\n", visible(report.table), iso(report.as_of));
  for (const Finding& f : report.findings) {
    const health::CheckInfo& about = health::info(f.check);
    text += fmt::format("{}: {} [{}]\n", health::word(f.severity), about.title, about.id) + indented(f.evidence, deep) +
            indented(std::string(about.consequence), deep) + indented(f.advice, deep);
    if (!f.sql.empty()) text += "  Remedy, to read before it is run:\n" + indented(f.sql, deep);
    text += "\n";
  }
  if (report.findings.empty())
    text += fmt::format("Nothing was found by {} checks.\n\n", health::all_checks().size() - report.not_checked.size());
  for (const health::NotChecked& n : report.not_checked)
    text += fmt::format("not checked: {} ({})\n", health::info(n.check).id, visible(n.why));
  for (const std::string& remark : report.remarks) text += fmt::format("remark: {}\n", visible(remark));
  Table table({"REVIEW", "", "BY"});
  for (const ReviewItem& item : report.review) {
    std::string by = item.how_to_see;
    for (const health::Check check : item.by) by += (by.empty() ? "" : ", ") + std::string(health::info(check).id);
    table.add({std::string(health::word(item.answer)), item.what, by});
  }
  out.say({{"table", json_text(report.table)},
           {"as_of", json_time(report.as_of)},
           {"checks", health::all_checks().size()},
           {"findings", json_list(report.findings, json_health)},
           {"not_checked", json_list(report.not_checked, open)},
           {"review", json_list(report.review, review)},
           {"remarks", json_texts(report.remarks)},
           {"sql", json_text(report.sql)}},
          text + (report.not_checked.empty() && report.remarks.empty() ? "" : "\n") + table.text() + "Nothing was written.\n");
}

Exit list_checks(const Output& out) {
  return show_list(
      out, "checks", health::all_checks(),
      [](const health::CheckInfo& about) -> Json {
        return {
            {"check", about.id}, {"severity", health::word(about.severity)}, {"title", about.title}, {"consequence", about.consequence}};
      },
      {"CHECK", "SEVERITY", "FINDS"},
      [](const health::CheckInfo& about) -> Cells {
        return {std::string(about.id), std::string(health::word(about.severity)), std::string(about.title)};
      },
      {});
}

Outcome examine_store(Context& context, const DoctorOptions& options) {
  if (options.list) return list_checks(context.out());
  if (!options.probe.urls.empty()) return probe(context, options.probe);
  if (options.markdown && context.out().is_json()) return usage("--markdown and --json are two forms: choose one.");
  const auto& profile = context.profile();
  auto& store = context.store(tables::is_own(profile) ? Need::reading : Need::server);
  health::Options wanted;
  if (options.longest_retry > Duration{0}) wanted.longest_retry = options.longest_retry;
  if (context.names_gateway()) {
    auto& gateway = context.gateway();
    wanted.gateway_window = health::gateway_window(context.browser(), profile, gateway).value();
  }
  auto report = health::examine(store, profile, wanted).value();
  if (options.markdown) {
    context.out().text(health::to_markdown(report));
  } else {
    show_report(context.out(), report);
  }
  return report.findings.empty() ? Exit::done : Exit::unwell;
}

}  // namespace

void add_doctor(Program& program) {
  add_command<DoctorOptions>(
      program, program.app, "doctor", "Check the store's configuration: findings with evidence and remedy; writes nothing", examine_store,
      [](CLI::App& command, DoctorOptions& o) {
        add_duration(command, "--longest-retry", o.longest_retry,
                     "The longest time for which a client retries, manual retries included; taken from the rows unless given");
        command.add_flag("--markdown", o.markdown, "The report as Markdown");
        command.add_flag("--list", o.list, "The checks there are; no store is asked");
        auto* url = command
                        .add_option("--probe", o.probe.urls,
                                    "Instead: send requests to this test endpoint, and see what it does with an idempotency key. They may "
                                    "have effects. Again for its reversal")
                        ->type_name("URL")
                        ->allow_extra_args(false);
        command.add_option("--probe-body", o.probe.body, "The request's body; {} without it")->type_name("FILE|-")->needs(url);
        command.add_option("--probe-headers", o.probe.headers, "Further headers, a line each, such as Authorization: Bearer …")
            ->type_name("FILE")
            ->needs(url);
        command.footer(
            "When: before the incident, and after each migration. Reads catalogue, statistics and a bounded sample of rows of one table\n"
            "(own, or --profile FILE#NAME), and what the server is set to. With --gateway the window is compared with the gateway's. A\n"
            "remedy is SQL for a person to read. Exit code 12 where something was found.\n"
            "  oncectl doctor\n"
            "  oncectl doctor --probe https://test.example/refunds --probe-body refund.json\n"
            "  oncectl doctor --profile shop.toml#orders --longest-retry 72h --json | jq '.findings[].check'");
      });
}

}  // namespace onceover::oncectl
