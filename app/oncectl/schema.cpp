// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema.h"

#include <fmt/format.h>

#include "app/oncectl/program.h"
#include "core/base/enum_names.h"
#include "core/pg/transaction.h"
#include "core/roles/roles.h"
#include "core/tables/inspect/inspect.h"

namespace onceover::oncectl {
namespace {

constexpr auto longest_migration = std::chrono::hours(24);

struct InstallOptions {
  bool dry_run = false;
};

constexpr auto fit_words = enum_names<schema::Fit>();

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
  if (before.fit == schema::Fit::unreadable)
    end(fail(ErrorKind::not_permitted, before.sentence(), "Nothing was installed."));
  if (auto old = pg::why_too_old(before.server_version_num)) end(fail(*std::move(old)));
  // A migration of a large store takes longer than a statement may elsewhere.
  if (!context.timeout()) store.set_deadline(longest_migration);
  const std::vector<std::string> names = options.dry_run ? before.due : schema::install(store).value();
  std::string text = names.empty() ? "Nothing to install: the schema is up to date.\n" : "";
  for (const std::string& name : names)
    text += fmt::format("{} {}\n", options.dry_run ? "would run" : "ran", name);
  if (options.dry_run) text += "Dry run: nothing was installed. `oncectl schema print` shows the SQL.\n";
  context.out().say({{"dry_run", options.dry_run}, {options.dry_run ? "due" : "installed", names}}, text);
  return Exit::done;
}

}  // namespace

void add_schema(Program& program) {
  CLI::App* parent =
      add_group(program.app, "schema", "The onceover schema: read it, install it, see its version");
  add_command<NoOptions>(program, *parent, "print", "The SQL that an installation runs; needs no database",
                         print_schema, [](CLI::App& command, NoOptions&) {
                           command.footer(
                               "When: a DBA wants to read the SQL first, or run it with psql.\n  oncectl "
                               "schema print > onceover.sql");
                         });
  add_command<InstallOptions>(
      program, *parent, "install", "Install the schema, or bring it to this program's version",
      install_schema, [](CLI::App& command, InstallOptions& o) {
        command.add_flag("--dry-run", o.dry_run, "Name the migrations that would run");
        command.footer(
            "When: on a new store, and after an upgrade of this program. Each migration is one transaction.\n"
            "Its SQL states what it locks, and for how long. Taken locks are tried again for a minute.\n"
            "  oncectl schema install --dry-run\n"
            "  oncectl schema install");
      });
  add_command<NoOptions>(program, *parent, "status", "Version of the schema, and what the server allows",
                         show_status, [](CLI::App& command, NoOptions&) {
                           command.footer(
                               "When: a command ends with exit code 7, or before an upgrade. Exit code 7 "
                               "unless the version fits.\n"
                               "  oncectl schema status --json | jq .fit");
                         });
}

namespace {

struct RolesOptions {
  std::string role, name, part;
  bool drop = false;
};

Outcome print_role(Context& context, const RolesOptions& o) {
  const auto role = roles::db_role_from_word(o.role).value_or(roles::DbRole::viewer);
  const std::string name = o.name.empty() ? fmt::format("onceover_{}", roles::word(role)) : o.name;
  const auto& table = context.profile();
  tables::Access access;
  // Only functions that write need the table's types.
  if (!o.drop && role != roles::DbRole::viewer && role != roles::DbRole::reaper && !tables::is_own(table)) {
    access = tables::inspect(context.store(Need::server), table).value();
  }
  const auto part = roles::part_from_word(o.part);
  auto sql = (o.drop ? roles::role_drop_script(table, role, name, part)
                     : roles::role_script(table, access, role, name, part))
                 .value();
  context.out().say({{"role", json_text(name)}, {"sql", json_text(sql)}}, sql);
  return Exit::done;
}

}  // namespace

void add_roles(Program& program) {
  CLI::App* parent =
      add_group(program.app, "roles", "Rights for people and daemons that do not own the tables");
  add_command<RolesOptions>(
      program, *parent, "print", "SQL that gives a role its rights, for a DBA to read and run", print_role,
      [](CLI::App& command, RolesOptions& o) {
        std::vector<std::string> all;
        for (const roles::DbRole role : roles::all_db_roles) all.emplace_back(roles::word(role));
        command
            .add_option("--role", o.role,
                        "viewer, service, client, producer, consumer, relay, reconciler, approver or reaper")
            ->required()
            ->check(CLI::IsMember(all));
        command.add_option("--name", o.name,
                           "Its name in the database; onceover_viewer and so on without it");
        command
            .add_option(
                "--part", o.part,
                "roles, table or schema: what one of the owners runs; everything without it, for a superuser")
            ->check(CLI::IsMember({"roles", "table", "schema"}));
        command.add_flag("--drop", o.drop, "SQL that revokes the rights instead");
        command.footer(
            "When: a person or daemon must read, settle or reap without owning the tables. Runs nothing. "
            "With --profile, for that table:\n"
            "a reconciler then writes by a function for each verb, which checks what write checks and leaves "
            "the audit row; by functions,\n"
            "too, it keeps cases, adds notes and requests a second approver. An approver approves what "
            "another database user requested.\n"
            "A service claims, sweeps and counts; of our own tables it may write only some columns. A client "
            "claims by functions, in any\n"
            "language, and reads no table. A producer writes events, a consumer receives them, a relay "
            "publishes them: a login gets each role that it needs. With --profile, each part is run by\n"
            "whom it concerns: roles by a user who may create them, table by the table's owner, schema by "
            "the owner of the schema onceover.\n"
            "  oncectl roles print --role viewer --profile shop.toml\n"
            "  oncectl roles print --role reconciler --profile shop.toml | psql -v ON_ERROR_STOP=1 shop\n"
            "  oncectl roles print --role reconciler --profile shop.toml --part table "
            ">for-the-owner-of-the-table.sql\n"
            "  oncectl roles print --role reaper --drop");
      });
}

}  // namespace onceover::oncectl
