// SPDX-License-Identifier: Apache-2.0
#include "core/audit/audit.h"

#include <fmt/format.h>

#include "app/oncectl/address.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/audit/verify.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/exports/private_file.h"
#include "core/reconcile/undo.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/sql.h"

namespace onceover::oncectl {

namespace {

struct AuditOptions {
  audit::Filter filter;
  std::vector<std::string> row;
  std::optional<When> from, to;
  std::optional<std::int64_t> before;
  int limit = 200;
};

Json json_record(const audit::Record& record) {
  Json json{{"number", record.number},
            {"at", iso(record.at)},
            {"action", json_text(record.action)},
            {"actor", json_text(record.actor)},
            {"db_user", json_text(record.db_user)},
            {"host", json_text(record.host)},
            {"program", json_text(record.program)}};
  json["id"] = record.id ? json_id(*record.id) : Json(nullptr);
  json["from_state"] = json_text(record.from_state);
  json["to_state"] = json_text(record.to_state);
  json["fence_before"] = json_optional(record.fence_before);
  json["fence_after"] = json_optional(record.fence_after);
  json["before"] = json_from(record.before_json);
  json["after"] = json_from(record.after_json);
  json["evidence"] = json_from(record.evidence_json);
  json["verdict"] = json_text(record.verdict);
  json["reason"] = json_text(record.reason);
  json["ticket"] = json_text(record.ticket);
  json["correlation_id"] = json_text(record.correlation_id);
  if (!record.relation.empty()) json["profile"] = json_text(record.profile);
  add_row_key(json, record.relation, record.row_key_json);
  return json;
}

// "shop.requests" as the trail has it; quoted already, it stays as it is.
std::string as_relation(const std::string& text) {
  const auto dot = text.find('.');
  if (text.find('"') != std::string::npos || dot == std::string::npos ||
      text.find('.', dot + 1) != std::string::npos)
    return text;
  return tables::quoted_name(text.substr(0, dot)) + "." + tables::quoted_name(text.substr(dot + 1));
}

std::string key_of(const audit::Record& record) {
  if (record.relation.empty()) return record.id ? visible(record.id->key) : "";
  return visible(record.row_key_json);
}

audit::Filter wanted(Context& context, const AuditOptions& options) {
  audit::Filter filter = options.filter;
  filter.relation = as_relation(filter.relation);
  const auto& table = context.profile();
  if (!tables::is_own(table)) {
    const std::string relation = tables::table_name(table);
    if (!filter.relation.empty() && filter.relation != relation)
      end(usage("--relation names another table than --profile.", "Name one of them."));
    filter.relation = relation;
  }
  if (!options.row.empty()) {
    if (filter.relation.empty())
      end(usage("--row names a row of no table.", "Name the table with --profile or --relation."));
    std::vector<std::string> columns;
    std::vector<std::optional<std::string>> values;
    for (const auto& [column, value] : parse_columns(options.row)) {
      columns.push_back(column);
      values.push_back(value);
    }
    filter.row_key_json = audit::row_key(columns, values);
  }
  return filter;
}

Outcome list_acts(Context& context, const AuditOptions& options) {
  audit::Filter filter = wanted(context, options);
  auto& store = context.store(Need::trail);
  filter.from = context.moment(options.from);
  filter.to = context.moment(options.to);
  auto page = audit::page(store, filter, options.before, options.limit).value();
  return show_list(
      context.out(), "records", page.records, json_record,
      {">NUMBER", "AT", "ACTION", "ACTOR", "KEY OR ROW", "OPERATION OR TABLE", "STATE", "REASON", "TICKET"},
      [](const audit::Record& r) -> Cells {
        return {std::to_string(r.number),
                iso(r.at),
                visible(r.action),
                fmt::format("{}@{}/{}", visible(r.actor), visible(r.host), visible(r.program)),
                key_of(r),
                !r.relation.empty() ? visible(r.relation)
                : r.id              ? visible(r.id->operation)
                                    : "",
                r.from_state.empty() && r.to_state.empty()
                    ? ""
                    : visible(r.from_state) + " → " + visible(audit::left_as(r)),
                visible(r.reason),
                visible(r.ticket)};
      },
      {.none = "No act matches.\n",
       .beside = {{"next", json_optional(page.next)},
                  {"as_of", iso(page.as_of)},
                  {"sql", json_text(page.sql)}},
       .below = page.next ? fmt::format("next page: --before {}\n", *page.next) : "",
       .known = context.known_of({"audit"})});
}

}  // namespace

void add_audit(Program& program) {
  CLI::App* audit = add_command<AuditOptions>(
      program, program.app, "audit", "Who did what to which key, when, why, on what evidence", list_acts,
      [](CLI::App& command, AuditOptions& o) {
        command.add_option("--key", o.filter.key, "Only this key");
        command.add_option("--actor", o.filter.actor, "Only this person or daemon");
        command.add_option("--action", o.filter.action, "What was done")
            ->type_name(
                "ACTION:{own,settle,write,extend,reap,needs_human,undo,ask_approval,end_approval,stop,start,"
                "…}");
        command.add_option("--relation", o.filter.relation, "Only rows of this external table: schema.table")
            ->type_name("TABLE");
        add_columns(
            command, "--row", o.row,
            "Only this row of the table: once for each column of its identity; a column without = is NULL");
        add_when(command, "--from", o.from, "At or after: a moment, or a time ago (2h)");
        add_when(command, "--to", o.to, "Before");
        add_limit(command, o.limit);
        command.add_option("--before", o.before, "Only numbers below this one: the next page");
        command.footer(
            "When: \"who settled this, and why?\" Newest first. Exit code 3 if nothing matches.\n"
            "--profile or --relation shows only acts on that external table.\n"
            "  oncectl audit --key r-1\n"
            "  oncectl audit --relation shop.requests --row merchant=1 --row request=r-1\n"
            "  oncectl audit --from 24h --action settle --json | jq -c '.records[] | [.at, .actor, .id.key, "
            ".reason]'");
      });
  add_audit_chain(program, *audit);
}

namespace {

struct VerifyOptions {
  std::string anchor;
};
struct SealOptions {
  bool dry_run = false;
};
struct AnchorOptions {
  std::string file;
};
struct UndoOptions {
  std::int64_t number = 0;
  std::string reason, ticket;
  bool dry_run = false;
};

Json json_finding(const audit::Finding& finding) {
  return {{"fault", audit::word(finding.fault)},
          {"row", json_optional(finding.row)},
          {"session", json_filled(finding.writer)},
          {"link", finding.writer.empty() ? Json(nullptr) : Json(finding.seq)},
          {"seal", finding.seal == 0 ? Json(nullptr) : Json(finding.seal)},
          {"words", audit::sentence(finding)}};
}

Outcome verify_trail(Context& context, const VerifyOptions& options) {
  std::optional<audit::Anchor> anchor;
  if (!options.anchor.empty()) anchor = audit::anchor_from_json(read_file(options.anchor).value()).value();
  auto& store = context.store(Need::reading);
  auto verified = audit::verify(store, anchor).value();
  std::string text = fmt::format("{} audit rows in {} links of {} sessions, {} seals.\n", verified.rows,
                                 verified.links, verified.chains, verified.seals);
  if (verified.first_row) text += fmt::format("The first row that is not right: {}.\n", *verified.first_row);
  for (const audit::Finding& finding : verified.findings) text += audit::sentence(finding) + '\n';
  const auto more = verified.found - static_cast<std::int64_t>(verified.findings.size());
  if (more > 0) text += fmt::format("… and {} more.\n", more);
  const unfinished::Knowledge known =
      context.known_of({"audit", "audit_links", "audit_seals", "audit_seal_heads", "audit_seal_tips"});
  const bool is_all = known.known == unfinished::Known::exact;
  if (!is_all)
    context.out().warning("rows that are missing here were not verified. " + unfinished::explanation(known));
  if (verified.is_sound())
    text += !is_all  ? "Of the rows that are here none was changed.\n"
            : anchor ? "Nothing was changed, removed or put in, and what the anchor saw is there.\n"
                     : "Nothing was changed, removed or put in.\n";
  if (verified.unsealed_links > 0) {
    text += fmt::format(
        "{} links are not sealed yet: a cut there would not be seen. `oncectl audit seal` seals them.\n",
        verified.unsealed_links);
  }
  context.out().say({{"sound", verified.is_sound()},
                     {"rows", verified.rows},
                     {"links", verified.links},
                     {"sessions", verified.chains},
                     {"seals", verified.seals},
                     {"unsealed_links", verified.unsealed_links},
                     {"anchored", anchor.has_value()},
                     {"first_row", json_optional(verified.first_row)},
                     {"found", verified.found},
                     {"findings", json_list(verified.findings, json_finding)}},
                    text);
  return !verified.is_sound() ? Exit::tampered : is_all ? Exit::done : Exit::unknown;
}

Outcome seal_trail(Context& context, const SealOptions& options) {
  auto& store = context.store(options.dry_run ? Need::reading : Need::writing);
  const Output& out = context.out();
  if (options.dry_run) {
    const std::int64_t due = audit::count_unsealed(store).value();
    out.say({{"dry_run", true}, {"seal", nullptr}, {"unsealed_links", due}},
            fmt::format("Would seal {} links. Dry run: nothing was written.\n", due));
    return Exit::done;
  }
  const std::optional<std::int64_t> number = audit::seal(store).value();
  out.say({{"dry_run", false}, {"seal", json_optional(number)}},
          number ? fmt::format("Seal {}. Keep it elsewhere: oncectl audit anchor FILE.\n", *number)
                 : "Nothing was written since the last seal.\n");
  return Exit::done;
}

Outcome export_anchor(Context& context, const AnchorOptions& options) {
  auto& store = context.store(Need::reading);
  auto anchor = audit::newest_anchor(store).value();
  if (!anchor) end_without(context.known_of({"audit_seals"}), "seal", "Seal the trail: oncectl audit seal.");
  const std::string json = audit::to_json(*anchor);
  const Output& out = context.out();
  if (options.file.empty() || options.file == "-") {
    out.text(json);
    return Exit::done;
  }
  auto file = exports::PrivateFile::create(options.file).value();
  require(file.write(json));
  require(file.commit());
  out.say({{"file", json_text(options.file)}, {"seal", anchor->number}},
          fmt::format("Seal {} of {} is in {}. Keep it where no one who can change the store can write.\n",
                      anchor->number, anchor->at, visible(options.file)));
  return Exit::done;
}

Outcome show_act(Context& context, pg::Connection& store, const UndoOptions& o) {
  auto act = reconcile::act_numbered(store, o.number).value();
  const auto why = reconcile::why_not_undone(act);
  context.out().say(
      {{"dry_run", true}, {"number", o.number}, {"can_be_undone", !why}, {"why_not", json_optional(why)}},
      fmt::format("Audit row {}: {} by {} at {}: {}\n{}\nDry run: nothing was written.\n", o.number,
                  visible(act.action), visible(act.actor), iso(act.at), visible(act.reason),
                  why ? *why : "It can be undone unless the row has changed since."));
  return why ? Exit::failed : Exit::done;
}

Outcome undo_act(Context& context, const UndoOptions& o) {
  const auto& table = context.profile();
  const bool own = tables::is_own(table);
  auto& store = context.store(own ? (o.dry_run ? Need::reading : Need::writing) : Need::server);
  if (o.dry_run) return show_act(context, store, o);
  tables::Access access;
  if (!own) access = tables::inspect(store, table).value();
  auto outcome = reconcile::undo(store, table, access, o.number, context.actor(), o.reason, o.ticket).value();
  const Output& out = context.out();
  if (const auto* changed = std::get_if<reconcile::ChangedSince>(&outcome)) {
    Failure failure{Exit::changed, "changed",
                    changed->now ? "The row has changed since." : "The row is gone.", "Nothing was written.",
                    "Look at the row, and write what it should be."};
    for (const std::string& one : changed->what) failure.text += one + '\n';
    failure.more["changed"] = json_texts(changed->what);
    if (changed->now) failure.more["now"] = json_row(*changed->now, changed->now->updated_at);
    return fail_with(std::move(failure));
  }
  const auto& undone = std::get<reconcile::Undone>(outcome);
  if (!undone.unconfirmed.empty()) out.note(undone.unconfirmed);
  out.say({{"undone", o.number},
           {"audit_id", undone.audit_id},
           {"after", json_row(undone.after, undone.after.updated_at)}},
          "Undone.\n" + row_fields(undone.after, undone.after.updated_at) +
              fmt::format("audit row {}\n", undone.audit_id));
  return Exit::done;
}

}  // namespace

void add_audit_chain(Program& program, CLI::App& audit) {
  add_command<VerifyOptions>(
      program, audit, "verify", "Check whether the trail was changed after it was written", verify_trail,
      [](CLI::App& command, VerifyOptions& o) {
        command
            .add_option("--anchor", o.anchor,
                        "A seal kept outside the store: everything it covers must still be there")
            ->type_name("FILE");
        command.footer(
            "When: regularly, and before you show the trail to an auditor. Reads the whole trail; the server "
            "sorts it on its disk.\n"
            "Exit code 11 if something is wrong; the first bad row is named. The owner of the server could "
            "rewrite\n"
            "the whole trail. An anchor that the owner cannot write reveals this.\n"
            "  oncectl audit verify --anchor /mnt/worm/onceover.anchor");
      });
  add_command<SealOptions>(program, audit, "seal", "Seal what was written since the last seal", seal_trail,
                           [](CLI::App& command, SealOptions& o) {
                             command.add_flag("--dry-run", o.dry_run, "Show how much is not sealed");
                             command.footer(
                                 "When: regularly, from cron. Writers do not wait.\n  oncectl audit seal && "
                                 "oncectl audit anchor /mnt/worm/onceover.anchor");
                           });
  add_command<AnchorOptions>(
      program, audit, "anchor", "Export the newest seal as a small file, to keep outside the store",
      export_anchor, [](CLI::App& command, AnchorOptions& o) {
        command.add_option("FILE", o.file, "Output file, mode 0600; standard output if it is missing or -")
            ->type_name("FILE|-");
        command.footer("When: after each seal.\n  oncectl audit anchor /mnt/worm/onceover.anchor");
      });
  add_command<UndoOptions>(
      program, audit, "undo", "Undo a release, an extension or a requeue", undo_act,
      [](CLI::App& command, UndoOptions& o) {
        add_row_number(command, "NUMBER", o.number, "The act's audit row");
        add_reason(command, o.reason);
        add_ticket(command, o.ticket);
        command.add_flag("--dry-run", o.dry_run, "Show the act, and whether it can be undone");
        command.footer(
            "When: the wrong row was released, extended or requeued, and no worker has taken it since. The "
            "undo is an act of its own;\n"
            "never of what is finished. Exit code 4: the row has changed since, and what of it.\n"
            "  oncectl audit undo 4711 --reason 'INC-4712: wrong key'\n"
            "  oncectl audit undo 4711 --profile shop.toml --reason 'INC-4712: wrong key'");
      });
}

}  // namespace onceover::oncectl
