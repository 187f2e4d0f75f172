// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/bundle.h"

#include <fmt/format.h>

#include <cstdlib>

#include "app/oncectl/address.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/bundle/collect.h"

namespace onceover::oncectl {
namespace {

struct BundleOptions {
  Address address;
  std::string plan, file;
  std::optional<When> from, to;
  bool with_bodies = false;
};

struct BundleFile {
  std::string file;
};

// What is only looked at belongs to a person who keeps it.
std::shared_ptr<const tables::Profile> borrowed(const tables::Profile& profile) {
  return {std::shared_ptr<const tables::Profile>(), &profile};
}

bundle::What chosen(Context& context, const BundleOptions& o) {
  if (!o.plan.empty()) return bundle::OnePlan{o.plan};
  const auto table = borrowed(context.profile());
  if (!o.address.key.empty()) {
    bundle::OneKey one;
    one.table = table;
    one.id = resolve(context, o.address).row.id;
    return one;
  }
  bundle::TimeRange range;
  range.table = table;
  range.from = *context.moment(o.from);
  range.to = *context.moment(o.to.value_or(Duration{0}));
  return range;
}

Outcome make_bundle(Context& context, const BundleOptions& o) {
  const int ways = (o.address.key.empty() ? 0 : 1) + (o.plan.empty() ? 0 : 1) + (o.from ? 1 : 0);
  if (ways != 1)
    return usage("A bundle is of one key (--key), one plan (--plan) or a time (--from).",
                 "Give exactly one of them.");
  if (o.to && !o.from) return usage("--to needs --from.");
  if (o.file.empty()) return usage("The output file is missing.", "Name a file with -o.");
  const auto& table = context.profile();
  auto& store = context.store(tables::is_own(table) ? Need::trail : Need::server);
  const bundle::What what = chosen(context, o);
  bundle::CollectOptions options;
  options.with_bodies = o.with_bodies;
  options.actor = context.actor();
  if (const char* password = std::getenv("PGPASSWORD")) options.secrets.emplace_back(password);
  options.described = context.profiles();
  const auto made = cancellable(store, [&] { return bundle::collect(store, what, options).value(); });
  if (!made && o.plan.empty()) return not_found("The row is gone.", "No bundle was made.");
  if (!made)
    end_without(context.known_of({"plans"}), fmt::format("plan \"{}\"", visible(o.plan)),
                "See oncectl plan list.");
  const Output& out = context.out();
  for (const std::string& each : made->left_out) out.warning("left out: " + each);
  if (o.file == "-") {
    require(out.data(bundle::to_text(*made).value()));
    return Exit::done;
  }
  auto bytes = bundle::to_file(*made, o.file).value();
  out.say({{"file", json_text(o.file)},
           {"bytes", bytes},
           {"about", bundle::word(made->about)},
           {"chosen", json_text(made->chosen)},
           {"with_bodies", o.with_bodies},
           {"left_out", json_texts(made->left_out)},
           {"made_at", iso(made->made_at)}},
          fmt::format("{}: {} bytes, in {}\nas of {}\n", visible(made->chosen), bytes, visible(o.file),
                      iso(made->made_at)));
  return Exit::done;
}

std::string section_text(const bundle::Section& section) {
  std::string text = fmt::format("\n{}\n", visible(section.title));
  for (const std::string& note : section.notes) text += "  " + visible(note) + '\n';
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const bundle::Field& field : section.fields) {
    if (field.value.form != bundle::Value::Form::null)
      pairs.emplace_back("  " + visible(field.name), elided(bundle::shown(field.value), 300));
  }
  text += fields(pairs);
  for (const bundle::Table& table : section.tables) {
    text += fmt::format("  {}: {} rows", visible(table.title), table.rows.size());
    text += table.left_out > 0 ? fmt::format(", {} more were left out\n", table.left_out) : std::string("\n");
  }
  for (const bundle::Chart& chart : section.charts)
    text += fmt::format("  {}: {} lines\n", visible(chart.title), chart.lines.size());
  return text;
}

Outcome show_bundle(Context& context, const BundleFile& o) {
  auto bundle = bundle::from_file(o.file).value();
  const Output& out = context.out();
  if (out.is_json()) {
    out.json(Json::parse(bundle::to_json(bundle)));
    return Exit::done;
  }
  std::vector<std::pair<std::string, std::string>> head{
      {"About", visible(bundle.chosen)},
      {"Made", iso(bundle.made_at) + " by " + visible(bundle.made_by)},
      {"With", visible(bundle.program)},
      {"Masked", visible(bundle.redaction)}};
  for (const bundle::Field& field : bundle.server)
    head.emplace_back(visible(field.name), bundle::shown(field.value));
  std::string text = fields(head);
  for (const bundle::Section& section : bundle.sections) text += section_text(section);
  if (!bundle.left_out.empty()) text += "\nWhat is not in it\n";
  for (const std::string& each : bundle.left_out) text += "  " + visible(each) + '\n';
  out.text(text + fmt::format("\n{} statements; --json prints all of it.\n", bundle.sql.size()));
  return Exit::done;
}

}  // namespace

void add_bundle(Program& program) {
  CLI::App* bundle = add_command<BundleOptions>(
      program, program.app, "bundle", "Save an incident in one file: rows, evidence, acts, charts, SQL",
      make_bundle, [](CLI::App& command, BundleOptions& o) {
        command.add_option("--key", o.address.key, "The bundle is about this key");
        add_text(command, "--tenant", o.address.tenant,
                 "Needed where several tenants use the key; '' is a tenant too");
        add_text(command, "--operation", o.address.operation, "Needed where several operations use the key");
        command.add_option("--plan", o.plan, "The bundle is about this plan")->type_name("NAME");
        add_when(command, "--from", o.from, "Start of the time range: a moment, or a time ago (2h)");
        add_when(command, "--to", o.to, "End of the time range; now unless given");
        command.add_flag("--with-bodies", o.with_bodies,
                         "Bodies, payloads and stored headers too; credentials never");
        command
            .add_option("-o,--output", o.file,
                        "Output file, readable only by its owner; an existing file is replaced at the end; - "
                        "is standard output")
            ->type_name("FILE|-");
        command.footer(
            "When: a colleague without access must see what you see, or you need it tomorrow. Markdown, with "
            "the same data as JSON at\n"
            "the end. Exit code 3 if the key or plan is not found.\n"
            "  oncectl bundle --key r-4711 -o inc-4711.md\n"
            "  oncectl bundle --from 2h -o inc-4711.md");
      });
  add_command<BundleFile>(program, *bundle, "show",
                          "Summarize a bundle; --json prints all of it. Needs no store", show_bundle,
                          [](CLI::App& command, BundleFile& o) {
                            command.add_option("file", o.file, "A bundle")->type_name("FILE")->required();
                            command.footer("When: you received a bundle.\n  oncectl bundle show inc-4711.md");
                          });
}

}  // namespace onceover::oncectl
