#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

struct StuckOptions {
  bool list = false;
  std::optional<std::string> tenant, operation;
  Duration older_than{0};  // 0: by the lease
  int limit = 50;          // each listed row is looked up in the lock table
};

std::string age_at(Timestamp as_of, Timestamp at) { return at.is_finite() ? human(as_of - at) : iso(at); }

std::string nothing_shown(const unfinished::Knowledge& known) {
  const unfinished::Answer answer{.knowledge = known};
  if (answer.nothing_is_stuck()) return fmt::format("Nothing is stuck, as of {}.\n", iso(known.as_of));
  return unfinished::stuck_sentence(answer) + (known.remedy.empty() ? "\n" : " " + known.remedy + "\n");
}

// Stuck rows were found; it is not known; nothing is stuck.
Exit exit_of(const unfinished::Knowledge& known, bool any) {
  if (any) return Exit::done;
  return known.known == unfinished::Known::exact ? Exit::not_found : Exit::unknown;
}

Outcome show_groups(Context& context, browse::Browser& browser) {
  const Output& out = context.out();
  auto found = browser.stuck_groups(200, browse::Scan::if_quick).value();
  const unfinished::Answer& answer = found.unfinished;
  if (!answer.is_exact() && !found.groups.empty() && !out.is_json()) out.warning(unfinished::stuck_sentence(answer));
  std::string not_retried = unfinished::unretried_sentence(answer);
  if (!not_retried.empty()) not_retried += " Rows: oncectl keys list --stuck --state released\n";
  show_list(
      out, "groups", found.groups,
      [](const browse::StuckGroup& g) -> Json {
        return {{"operation", json_text(g.operation)},
                {"owner", json_text(g.owner)},
                {"n", g.n},
                {"needs_human", g.needs_human},
                {"not_retried", g.unretried},
                {"oldest", iso(g.oldest)},
                {"newest", iso(g.newest)}};
      },
      {"OPERATION", "OWNER", ">KEYS", ">NEED A PERSON", ">NOT RETRIED", ">OLDEST", ">NEWEST"},
      [&](const browse::StuckGroup& g) -> Cells {
        return {visible(g.operation),         visible(g.owner),
                std::to_string(g.n),          std::to_string(g.needs_human),
                std::to_string(g.unretried),  age_at(found.as_of, g.oldest),
                age_at(found.as_of, g.newest)};
      },
      {.none = nothing_shown(answer.knowledge),
       .beside = {{"unfinished", json_knowledge(answer.knowledge)}, {"as_of", iso(found.as_of)}, {"sql", json_text(found.sql)}},
       .below =
           fmt::format("{}{}, as of {}; rows: oncectl stuck --list\n", not_retried,
                       context.profile().lease.form == profile::Lease::Form::age ? "time since it became stuck" : "age of the ended lease",
                       iso(found.as_of))});
  return exit_of(answer.knowledge, !found.groups.empty());
}

Outcome show_rows(Context& context, browse::Browser& browser, const StuckOptions& options) {
  browse::PageRequest request;
  request.filter.stuck = true;
  request.filter.tenant = options.tenant;
  request.filter.operation = options.operation;
  request.longest_stuck_first = true;
  request.limit = options.limit;
  auto page = browser.page(request).value();
  const unfinished::Knowledge known = page.knowledge.value_or(unfinished::Knowledge{.as_of = page.as_of});
  const bool narrowed = options.tenant || options.operation;
  const bool by_age = context.profile().lease.form == profile::Lease::Form::age;
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
      stuck = ended ? fmt::format("unfinished for {}", age_at(page.as_of, *ended - context.profile().lease.length))
                    : "unfinished, since an unknown time";
    } else if (!profile::is_own(context.profile())) {
      stuck = fmt::format("lease ended {}{}", ended ? age_at(page.as_of, *ended) + " ago" : "at an unknown time",
                          row.owner.empty() ? "" : ", last held by " + visible(row.owner));
    } else {
      stuck = fmt::format("{} {}, {} held by {} {}", is_unretried ? "released, and no client retried in time: that ended" : "lease ended",
                          ended ? age_at(page.as_of, *ended) + " ago" : "never: there is none", row.is_due(page.as_of) ? "last" : "now",
                          key::word(row.holder), visible(row.owner));
    }
    text += fmt::format("{}\n  {}{}\n  {}\n", named(row.id), stuck,
                        row.case_status.empty() ? "" : fmt::format("; case {}, asked {} times", row.case_status, row.case_attempts),
                        visible(holder.words));
  }
  const Output& out = context.out();
  const bool is_all = known.known == unfinished::Known::exact;
  if (page.rows.empty()) {
    text = !narrowed ? nothing_shown(known)
           : is_all
               ? fmt::format("No such key is stuck, as of {}.\n", iso(page.as_of))
               : fmt::format("Whether such a key is stuck is unknown, as of {}. {}\n", iso(page.as_of), unfinished::explanation(known));
  } else {
    if (!is_all && !out.is_json()) out.warning("there may be more stuck keys. " + unfinished::explanation(known));
    text += fmt::format("{}as of {}\n", page.more ? "and more (--limit, or keys list --stuck); " : "", iso(page.as_of));
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
  return options.list || options.tenant || options.operation ? show_rows(context, browser, options) : show_groups(context, browser);
}

}  // namespace

void add_stuck(Program& program) {
  add_command<StuckOptions>(
      program, program.app, "stuck", "Stuck keys: expired leases by operation, owner and age", show_stuck,
      [](CLI::App& command, StuckOptions& o) {
        command.add_flag("--list", o.list, "List the keys, the longest stuck first, with the session that locks each row");
        add_text(command, "--tenant", o.tenant, "List those of one tenant");
        add_text(command, "--operation", o.operation, "List those of one operation");
        add_duration(command, "--older-than", o.older_than, "Of a table without leases: stuck is what is unfinished for longer (15m)");
        add_limit(command, o.limit, "Rows listed");
        command.footer(
            "When: first of all. A row lock says that a transaction is at work on the row; no lock says nothing about an executor\n"
            "in the middle of an HTTP call. Exit code 3 where nothing is stuck, 13 where that is unknown.\n"
            "  oncectl stuck\n"
            "  oncectl stuck --list --operation 'POST /refunds'\n"
            "  oncectl stuck --profile emails.toml --older-than 15m\n"
            "  oncectl stuck --json | jq '[.groups[].n] | add'");
      });
}

}  // namespace onceover::oncectl
