#include "core/roles/roles.h"

#include <fmt/format.h>

#include "app/oncectl/program.h"
#include "core/tables/inspect/inspect.h"

namespace onceover::oncectl {
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
  auto sql = (o.drop ? roles::role_drop_script(table, role, name, part) : roles::role_script(table, access, role, name, part)).value();
  context.out().say({{"role", json_text(name)}, {"sql", json_text(sql)}}, sql);
  return Exit::done;
}

}  // namespace

void add_roles(Program& program) {
  CLI::App* parent = add_group(program.app, "roles", "Rights for people and daemons that do not own the tables");
  add_command<RolesOptions>(
      program, *parent, "print", "SQL that gives a role its rights, for a DBA to read and run", print_role,
      [](CLI::App& command, RolesOptions& o) {
        std::vector<std::string> all;
        for (const roles::DbRole role : roles::all_db_roles) all.emplace_back(roles::word(role));
        command.add_option("--role", o.role, "viewer, service, producer, consumer, relay, reconciler, approver or reaper")
            ->required()
            ->check(CLI::IsMember(all));
        command.add_option("--name", o.name, "Its name in the database; onceover_viewer and so on without it");
        command.add_option("--part", o.part, "roles, table or schema: what one of the owners runs; everything without it, for a superuser")
            ->check(CLI::IsMember({"roles", "table", "schema"}));
        command.add_flag("--drop", o.drop, "SQL that revokes the rights instead");
        command.footer(
            "When: a person or daemon must read, settle or reap without owning the tables. Runs nothing. With --profile, for that table:\n"
            "a reconciler then writes by a function for each verb, which checks what write checks and leaves the audit row; by functions,\n"
            "too, it keeps cases, adds notes and requests a second approver. An approver approves what another database user requested.\n"
            "A service claims, sweeps and counts; of our own tables it may write only some columns. A producer writes events, a consumer\n"
            "receives them, a relay publishes them: a login gets each role that it needs. With --profile, each part is run by\n"
            "whom it concerns: roles by a user who may create them, table by the table's owner, schema by the owner of the schema "
            "onceover.\n"
            "  oncectl roles print --role viewer --profile shop.toml\n"
            "  oncectl roles print --role reconciler --profile shop.toml | psql -v ON_ERROR_STOP=1 shop\n"
            "  oncectl roles print --role reconciler --profile shop.toml --part table >for-the-owner-of-the-table.sql\n"
            "  oncectl roles print --role reaper --drop");
      });
}

}  // namespace onceover::oncectl
