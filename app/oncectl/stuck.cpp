// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/base/time.h"

namespace onceover::oncectl {
namespace {

struct StuckOptions {
  bool list = false;
  std::optional<std::string> tenant, operation, host;
  std::string by = std::string(browse::word(browse::StuckBy::operation_owner_age));
  Duration older_than{0};  // 0: by the lease
  int limit = 50;          // each listed row is looked up in the lock table
};

// A lease that has ended at a time that cannot be shown (NULL, or beyond what is read as a time) ends before
// all others.
std::string age_at(Timestamp as_of, Timestamp at) {
  if (at.is_finite()) return human(as_of - at);
  return at == Timestamp::minus_infinity() ? "time unknown" : "never";
}

std::string ago(Timestamp as_of, Timestamp at) {
  return at.is_finite() ? human(as_of - at) + " ago" : "at an unknown time";
}

// Other tables of the database may have stuck rows: the table is named.
std::string nothing_shown(const unfinished::Knowledge& known, const tables::Profile& p) {
  const unfinished::Answer answer{.knowledge = known};
  // Work that no worker has taken holds no lease, however long it waits.
  const bool may_wait = p.kind != tables::Kind::idempotency && p.lease.form != tables::Lease::Form::age;
  if (answer.nothing_is_stuck())
    return fmt::format("Nothing is stuck in {}.{}, as of {}{}.\n", visible(p.schema), visible(p.table),
                       moment(known.as_of),
                       may_wait ? ": no lease has ended. How long rows have waited: oncectl check" : "");
  return unfinished::stuck_sentence(answer) + (known.remedy.empty() ? "\n" : " " + known.remedy + "\n");
}

// Stuck rows were found; it is not known; nothing is stuck.
Exit exit_of(const unfinished::Knowledge& known, bool any) {
  if (any) return Exit::done;
  return known.known == unfinished::Known::exact ? Exit::not_found : Exit::unknown;
}

// The columns that name a group of this kind.
Cells heads_of(browse::StuckBy by) {
  switch (by) {
    case browse::StuckBy::operation_owner_age: return {"OPERATION", "OWNER", "LEASE ENDED"};
    case browse::StuckBy::operation: return {"OPERATION"};
    case browse::StuckBy::host: return {"HOST"};
    case browse::StuckBy::tenant: return {"TENANT"};
    case browse::StuckBy::age: return {"LEASE ENDED"};
  }
  return {};
}

Cells names_of(const browse::StuckGroup& g, browse::StuckBy by) {
  const std::string age = g.age ? std::string(browse::word(*g.age)) + " ago" : "";
  switch (by) {
    case browse::StuckBy::operation_owner_age: return {visible(g.operation), visible(g.owner), age};
    case browse::StuckBy::operation: return {visible(g.operation)};
    case browse::StuckBy::host: return {visible(g.owner)};
    case browse::StuckBy::tenant: return {visible(g.tenant)};
    case browse::StuckBy::age: return {age};
  }
  return {};
}

// A lower bound of 0 says nothing.
Json json_people(const browse::StuckGroup& g, const unfinished::Knowledge& known) {
  return known.known == unfinished::Known::exact || g.needs_human > 0 ? Json(g.needs_human) : Json(nullptr);
}

Json json_group(const browse::StuckGroup& g, browse::StuckBy by, const unfinished::Knowledge& people) {
  Json json = Json::object();
  const bool is_triple = by == browse::StuckBy::operation_owner_age;
  if (is_triple || by == browse::StuckBy::operation) json["operation"] = json_text(g.operation);
  if (is_triple) json["owner"] = json_text(g.owner);
  if (by == browse::StuckBy::host) json["host"] = json_text(g.owner);
  if (by == browse::StuckBy::tenant) json["tenant"] = json_text(g.tenant);
  if (g.age) json["age"] = browse::word(*g.age);
  json["n"] = g.n;
  json["needs_human"] = json_people(g, people);
  json["not_retried"] = g.unretried;
  json["oldest"] = iso(g.oldest);
  json["newest"] = iso(g.newest);
  add_sums(json, g.money);
  return json;
}

Outcome show_groups(Context& context, browse::Browser& browser, browse::StuckBy by) {
  const Output& out = context.out();
  auto found = browser.stuck_groups(200, browse::Scan::if_quick, by).value();
  const bool has_amounts = !context.profile().amount.empty();
  Cells heads = heads_of(by);
  for (const char* head : {">KEYS", ">NEED A PERSON", ">NOT RETRIED", ">OLDEST", ">NEWEST"})
    heads.emplace_back(head);
  if (has_amounts) heads.emplace_back("AMOUNTS");
  Json all = nullptr;
  if (found.all.n > 0) {
    all = {{"n", found.all.n}, {"needs_human", json_people(found.all, found.people)}};
    add_sums(all, found.all.money);
  }
  const std::string sum =
      has_amounts && found.all.n > 0
          ? fmt::format("{}: {}\n", counted(found.all.n, "stuck key"),
                        found.all.money.is_known() ? key::in_words(found.all.money)
                                                   : "sum unknown. " + found.all.money.why_unknown())
          : "";
  const unfinished::Answer& answer = found.unfinished;
  if (!answer.is_exact() && !found.groups.empty() && !out.is_json())
    out.warning(unfinished::stuck_sentence(answer));
  if (found.people.known != unfinished::Known::exact && answer.is_exact() && !found.groups.empty() &&
      !out.is_json())
    out.warning("how many need a person is not known. " + unfinished::explanation(found.people));
  std::string not_retried = unfinished::unretried_sentence(answer);
  if (!not_retried.empty()) not_retried += " Rows: oncectl keys list --stuck --state released\n";
  show_list(
      out, "groups", found.groups,
      [&](const browse::StuckGroup& g) { return json_group(g, by, found.people); }, std::move(heads),
      [&](const browse::StuckGroup& g) {
        Cells cells = names_of(g, by);
        for (std::string cell :
             {std::to_string(g.n), unfinished::how_many(found.people, g.needs_human),
              std::to_string(g.unretried), age_at(found.as_of, g.oldest), age_at(found.as_of, g.newest)})
          cells.push_back(std::move(cell));
        if (has_amounts) cells.push_back(key::in_words(g.money));
        return cells;
      },
      {.none = nothing_shown(answer.knowledge, context.profile()),
       .beside = {{"all", std::move(all)},
                  {"unfinished", json_knowledge(answer.knowledge)},
                  {"as_of", iso(found.as_of)},
                  {"sql", json_text(found.sql)}},
       .below =
           fmt::format("{}{}{}, as of {}; rows: oncectl stuck --list\n", sum, not_retried,
                       context.profile().lease.form == tables::Lease::Form::age ? "time since it became stuck"
                                                                                : "age of the ended lease",
                       iso(found.as_of))});
  return exit_of(answer.knowledge, !found.groups.empty());
}

Outcome show_rows(Context& context, browse::Browser& browser, const StuckOptions& options) {
  browse::PageRequest request;
  request.filter.stuck = true;
  request.filter.tenant = options.tenant;
  request.filter.operation = options.operation;
  request.filter.host = options.host;
  request.longest_stuck_first = true;
  request.limit = options.limit;
  auto page = browser.page(request).value();
  const unfinished::Knowledge& known = page.knowledge;
  const bool narrowed = options.tenant || options.operation || options.host;
  const bool by_age = context.profile().lease.form == tables::Lease::Form::age;
  Json list = Json::array();
  std::string text;
  for (const browse::KeyRow& row : page.rows) {
    auto holder = browser.who_locks(row.id).value();
    Json json = json_row(row, page.as_of);
    json["row_lock"] = json_holder(holder);
    list.push_back(std::move(json));
    const auto ended = row.lease_ended();
    const bool is_unretried = row.is_unretried(page.as_of);
    std::string stuck;
    if (by_age) {
      stuck =
          ended && ended->is_finite()
              ? fmt::format("unfinished for {}", age_at(page.as_of, *ended - context.profile().lease.length))
              : "unfinished, since an unknown time";
    } else if (!tables::is_own(context.profile())) {
      stuck = fmt::format("lease ended {}{}", ended ? ago(page.as_of, *ended) : "at an unknown time",
                          row.owner.empty() ? "" : ", last held by " + visible(row.owner));
    } else {
      stuck =
          fmt::format("{} {}, {} held by {} {}",
                      is_unretried ? "released, and no client retried in time: that ended" : "lease ended",
                      ended ? ago(page.as_of, *ended) : "never: there is none",
                      row.is_due(page.as_of) ? "last" : "now", key::word(row.holder), visible(row.owner));
    }
    const std::string money = amount_of(row.subject);
    const std::string who = row.subject.customer ? "customer " + visible(*row.subject.customer) : "";
    const std::string how_much = money + (money.empty() || who.empty() ? "" : ", ") + who;
    text += fmt::format(
        "{}\n{}  {}{}\n  {}\n", named(row.id), how_much.empty() ? "" : "  " + how_much + "\n", stuck,
        row.case_status.empty()
            ? ""
            : fmt::format("; case {}, asked {}", case_words(row), counted(row.case_attempts, "time")),
        visible(holder.words));
  }
  const Output& out = context.out();
  const bool is_all = known.known == unfinished::Known::exact;
  if (page.rows.empty()) {
    text = !narrowed ? nothing_shown(known, context.profile())
           : is_all  ? fmt::format("No stuck key in {}.{} matches this, as of {}.\n",
                                   visible(context.profile().schema), visible(context.profile().table),
                                   moment(page.as_of))
                     : fmt::format("Whether such a key is stuck is unknown, as of {}. {}\n",
                                   moment(page.as_of), unfinished::explanation(known));
  } else {
    if (!is_all && !out.is_json())
      out.warning("there may be more stuck keys. " + unfinished::explanation(known));
    text += fmt::format("{}as of {}\n", page.more ? "and more (--limit, or keys list --stuck); " : "",
                        iso(page.as_of));
  }
  out.say({{"keys", std::move(list)},
           {"more", page.more},
           {"unfinished", json_knowledge(known)},
           {"as_of", iso(page.as_of)},
           {"sql", json_text(page.sql)}},
          text);
  return exit_of(known, !page.rows.empty());
}

Outcome show_stuck(Context& context, const StuckOptions& options) {
  if (options.older_than > Duration{0}) context.judge_by_age(options.older_than);
  auto& browser = context.looking_browser();
  const bool lists = options.list || options.tenant || options.operation || options.host;
  return lists ? show_rows(context, browser, options)
               : show_groups(context, browser, *browse::stuck_by_from_word(options.by));
}

}  // namespace

void add_stuck(Program& program) {
  add_command<StuckOptions>(
      program, program.app, "stuck", "Stuck keys: expired leases by operation, owner and age", show_stuck,
      [](CLI::App& command, StuckOptions& o) {
        command.add_flag("--list", o.list,
                         "List the keys, the longest stuck first, with the session that locks each row");
        add_text(command, "--tenant", o.tenant, "List those of one tenant");
        add_text(command, "--operation", o.operation, "List those of one operation");
        add_text(command, "--host", o.host, "List those of one machine: the lease's owner up to / : or #");
        command.add_option("--by", o.by, "Group by operation, host, tenant, age, or operation_owner_age")
            ->check(CLI::IsMember({"operation_owner_age", "operation", "host", "tenant", "age"}))
            ->capture_default_str();
        add_duration(command, "--older-than", o.older_than,
                     "Of a table without leases: stuck is what is unfinished for longer (15m)");
        add_limit(command, o.limit, "Rows listed");
        command.footer(
            "When: first of all. A row lock says that a transaction is at work on the row; no lock says "
            "nothing about an executor\n"
            "in the middle of an HTTP call. Exit code 3 where nothing is stuck, 13 where that is unknown.\n"
            "  oncectl stuck\n"
            "  oncectl stuck --by host\n"
            "  oncectl stuck --list --operation 'POST /refunds'\n"
            "  oncectl stuck --profile emails.toml --older-than 15m\n"
            "  oncectl stuck --json | jq '.all.sums'");
      });
}

}  // namespace onceover::oncectl
