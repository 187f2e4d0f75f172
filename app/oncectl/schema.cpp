#include "core/schema/schema.h"

#include <fmt/format.h>

#include "app/oncectl/program.h"
#include "core/base/words.h"
#include "core/pg/transaction.h"

namespace onceover::oncectl {
namespace {

constexpr auto longest_migration = std::chrono::hours(24);

struct InstallOptions {
  bool dry_run = false;
};

constexpr auto fit_words = words<schema::Fit>({{schema::Fit::missing, "missing"},
                                               {schema::Fit::older, "older"},
                                               {schema::Fit::current, "current"},
                                               {schema::Fit::newer, "newer"},
                                               {schema::Fit::unreadable, "unreadable"}});

Outcome print_schema(Context& context, const NoOptions&) {
  const std::string sql = schema::print();
  context.out().say({{"sql", sql}}, sql);
  return Exit::done;
}

Outcome show_status(Context& context, const NoOptions&) {
  auto& store = context.store(Need::server);
  auto now = schema::status(store).value();
  context.out().say({{"fit", fit_words.of(now.fit)},
                     {"installed", now.installed},
                     {"wanted", now.wanted},
                     {"due", now.due},
                     {"standby", now.is_standby},
                     {"read_only", now.is_read_only},
                     {"server_version", now.server_version},
                     {"words", now.sentence()}},
                    fmt::format("{}\nPostgreSQL {}{}\n", now.sentence(), now.server_version,
                                now.is_standby     ? ", a standby: it only reads"
                                : now.is_read_only ? ", sessions only read by default"
                                                   : ""));
  return now.fit == schema::Fit::current ? Exit::done : Exit::schema;
}

Outcome install_schema(Context& context, const InstallOptions& options) {
  auto& store = context.store(Need::server);
  auto before = schema::status(store).value();
  if (before.fit == schema::Fit::unreadable) end(fail(ErrorKind::not_permitted, before.sentence(), "Nothing was installed."));
  if (auto old = pg::why_too_old(before.server_version_num)) end(fail(*std::move(old)));
  // A migration of a large store takes longer than a statement may elsewhere.
  if (!context.timeout()) store.set_deadline(longest_migration);
  const std::vector<std::string> names = options.dry_run ? before.due : schema::install(store).value();
  std::string text = names.empty() ? "Nothing to install: the schema is up to date.\n" : "";
  for (const std::string& name : names) text += fmt::format("{} {}\n", options.dry_run ? "would run" : "ran", name);
  if (options.dry_run) text += "Dry run: nothing was installed. `oncectl schema print` shows the SQL.\n";
  context.out().say({{"dry_run", options.dry_run}, {options.dry_run ? "due" : "installed", names}}, text);
  return Exit::done;
}

}  // namespace

void add_schema(Program& program) {
  CLI::App* parent = add_group(program.app, "schema", "The onceover schema: read it, install it, see its version");
  add_command<NoOptions>(
      program, *parent, "print", "The SQL that an installation runs; needs no database", print_schema, [](CLI::App& command, NoOptions&) {
        command.footer("When: a DBA wants to read the SQL first, or run it with psql.\n  oncectl schema print > onceover.sql");
      });
  add_command<InstallOptions>(program, *parent, "install", "Install the schema, or bring it to this program's version", install_schema,
                              [](CLI::App& command, InstallOptions& o) {
                                command.add_flag("--dry-run", o.dry_run, "Name the migrations that would run");
                                command.footer(
                                    "When: on a new store, and after an upgrade of this program. Each migration is one transaction.\n"
                                    "Its SQL states what it locks, and for how long. Taken locks are tried again for a minute.\n"
                                    "  oncectl schema install --dry-run\n"
                                    "  oncectl schema install");
                              });
  add_command<NoOptions>(program, *parent, "status", "Version of the schema, and what the server allows", show_status,
                         [](CLI::App& command, NoOptions&) {
                           command.footer(
                               "When: a command ends with exit code 7, or before an upgrade. Exit code 7 unless the version fits.\n"
                               "  oncectl schema status --json | jq .fit");
                         });
}

}  // namespace onceover::oncectl
