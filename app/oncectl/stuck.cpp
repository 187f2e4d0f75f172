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
  int limit = 50;  // each listed row is looked up in the lock table
};

std::string age_at(Timestamp as_of, Timestamp at) { return at.is_finite() ? human(as_of - at) : iso(at); }

Outcome show_groups(Context& context, browse::Browser& browser) {
  const Output& out = context.out();
  auto forecast = browser.forecast_stuck_groups();
  if (!forecast) return fail(forecast.error());
  if (forecast->scans) out.warning("this query cannot use an index: " + forecast->why);
  auto found = browser.stuck_groups();
  if (!found) return fail(found.error());
  if (out.is_json()) {
    Json groups = Json::array();
    for (const browse::StuckGroup& g : found->groups) {
      groups.push_back({{"operation", json_text(g.operation)},
                        {"owner", json_text(g.owner)},
                        {"n", g.n},
                        {"needs_human", g.needs_human},
                        {"oldest", iso(g.oldest)},
                        {"newest", iso(g.newest)}});
    }
    out.json({{"groups", std::move(groups)}, {"as_of", iso(found->as_of)}, {"sql", json_text(found->sql)}});
  } else if (found->groups.empty()) {
    out.text(fmt::format("Nothing is stuck, as of {}.\n", iso(found->as_of)));
  } else {
    Table table({"OPERATION", "OWNER", ">KEYS", ">NEED A PERSON", ">OLDEST", ">NEWEST"});
    for (const browse::StuckGroup& g : found->groups) {
      table.add({visible(g.operation), visible(g.owner), std::to_string(g.n), std::to_string(g.needs_human), age_at(found->as_of, g.oldest),
                 age_at(found->as_of, g.newest)});
    }
    out.text(table.text() + fmt::format("age of the ended lease, as of {}; rows: oncectl stuck --list\n", iso(found->as_of)));
  }
  return found->groups.empty() ? Exit::not_found : Exit::done;
}

Outcome show_rows(Context& context, browse::Browser& browser, const StuckOptions& options) {
  browse::PageRequest request;
  request.filter.stuck = true;
  request.filter.tenant = options.tenant;
  request.filter.operation = options.operation;
  request.newest_first = false;
  request.limit = options.limit;
  auto page = browser.page(request);
  if (!page) return fail(page.error());
  Json list = Json::array();
  std::string text;
  for (const browse::KeyRow& row : page->rows) {
    auto holder = browser.who_locks(row.id);
    if (!holder) return fail(holder.error());
    Json json = json_row(row, page->as_of);
    json["row_lock"] = json_holder(*holder);
    list.push_back(std::move(json));
    const auto ended = row.state == key::State::released ? row.retry_before : row.locked_until;
    text += fmt::format("{}\n  lease ended {}, last held by {} {}{}\n  {}\n", named(row.id),
                        ended ? age_at(page->as_of, *ended) + " ago" : "never: there is none", key::word(row.holder), visible(row.owner),
                        row.case_status.empty() ? "" : fmt::format("; case {}, asked {} times", row.case_status, row.case_attempts),
                        visible(holder->words));
  }
  const Output& out = context.out();
  if (out.is_json()) {
    out.json({{"keys", std::move(list)}, {"more", page->more}, {"as_of", iso(page->as_of)}, {"sql", json_text(page->sql)}});
  } else if (page->rows.empty()) {
    out.text(fmt::format("Nothing is stuck, as of {}.\n", iso(page->as_of)));
  } else {
    out.text(text + fmt::format("{}as of {}\n", page->more ? "and more (--limit, or keys list --stuck); " : "", iso(page->as_of)));
  }
  return page->rows.empty() ? Exit::not_found : Exit::done;
}

Outcome show_stuck(Context& context, const StuckOptions& options) {
  auto browser = context.browser();
  if (!browser) return fail(browser.error());
  return options.list || options.tenant || options.operation ? show_rows(context, **browser, options) : show_groups(context, **browser);
}

}  // namespace

void add_stuck(Program& program) {
  add_command<StuckOptions>(
      program, program.app, "stuck", "What is stuck: expired leases by operation, owner and age", show_stuck,
      [](CLI::App& command, StuckOptions& o) {
        command.add_flag("--list", o.list, "The keys themselves, oldest first, each with whoever locks its row now");
        add_text(command, "--tenant", o.tenant, "List those of one tenant");
        add_text(command, "--operation", o.operation, "List those of one operation");
        command.add_option("--limit", o.limit, "Rows listed, up to 1000")->check(CLI::Range(1, 1000))->capture_default_str();
        command.footer(
            "When: first of all. A row lock says that a transaction is at work on the row; no lock says nothing about an executor\n"
            "in the middle of an HTTP call. Exit code 3 where nothing is stuck.\n"
            "  oncectl stuck\n"
            "  oncectl stuck --list --operation 'POST /refunds'\n"
            "  oncectl stuck --json | jq '[.groups[].n] | add'");
      });
}

}  // namespace onceover::oncectl
