// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/address.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/oncectl/rows.h"

namespace onceover::oncectl {
namespace {

constexpr int most_candidates = 100;

Failure ambiguous(const Address& address, const browse::Page& page) {
  Failure failure{Exit::ambiguous, "ambiguous",
                  fmt::format("{}{} keys are called {}.", page.more ? "More than " : "", page.rows.size(),
                              visible(address.key)),
                  "Nothing was done.", "Add --operation, and --tenant where that is not enough."};
  Table table({"OPERATION", "TENANT", "STATE", "CREATED"}, page.rows, [](const browse::KeyRow& row) -> Cells {
    return {visible(row.id.operation), visible(row.id.tenant), visible(row.state_word),
            time_text(row.created())};
  });
  failure.more = {{"candidates", json_list(page.rows, [&](const browse::KeyRow& row) {
                     return json_row(row, page.as_of);
                   })}};
  failure.text = table.text();
  return failure;
}

}  // namespace

void declare_address(CLI::App& command, Address& address, bool key_required) {
  command.add_option("KEY", address.key, "The idempotency key; put -- before one that begins with -")
      ->required(key_required);
  add_text(command, "--tenant", address.tenant,
           "Needed where several tenants use the key; '' is a tenant too");
  add_text(command, "--operation", address.operation, "Needed where several operations use the key");
}

browse::Lookup<Addressed> find_address(Context& context, const Address& address) {
  // A variable of a script that has no value must not look like a key that was never seen.
  if (browse::keys_from_paste(address.key).empty())
    end(usage("The key is empty.", "Name the key; a row without one is in `oncectl keys list`."));
  auto& browser = context.browser();
  unfinished::Knowledge none{.known = unfinished::Known::exact};
  for (const std::string& key : browse::keys_from_paste(address.key)) {
    browse::PageRequest request;
    request.filter.key = key;
    request.filter.tenant = address.tenant;
    request.filter.operation = address.operation;
    request.limit = most_candidates;
    auto page = browser.page(request).value();
    // Beside the row in use, those that are set aside are no duplicates of it.
    if (!page.more && std::ranges::count(page.rows, false, &browse::KeyRow::set_aside) == 1)
      std::erase_if(page.rows, &browse::KeyRow::set_aside);
    if (page.rows.size() > 1) end(ambiguous(address, page));
    if (page.rows.size() == 1) return Addressed{std::move(page.rows.front()), page.as_of};
    none = std::move(page.knowledge);
  }
  return none;
}

Addressed resolve(Context& context, const Address& address) {
  auto looked = find_address(context, address);
  if (Addressed* found = looked.found()) return std::move(*found);
  end_without(
      looked.none(),
      fmt::format("key {}{}", visible(address.key),
                  address.tenant || address.operation ? " with that tenant and operation" : ""),
      "It was never seen here, or it was reaped; `oncectl keys list --contains` looks for parts of a key.");
}

void end_without(const unfinished::Knowledge& none, const std::string& what, std::string next) {
  if (none.known == unfinished::Known::exact)
    end(not_found(fmt::format("There is no {}.", what), "Nothing was done.", std::move(next)));
  end(Failure{Exit::unknown, "unknown", fmt::format("Whether {} exists is unknown. {}", what, none.why),
              "Nothing was done.", none.remedy});
}

key::Identity id_of_row(const tables::Profile& p, const std::vector<std::string>& row) {
  const auto given = parse_columns(row);
  key::Identity id;
  for (const std::string& column : p.identity) {
    const auto found = std::ranges::find(given, column, [](const auto& pair) { return pair.first; });
    if (found == given.end()) break;
    id.columns.push_back(found->second);
  }
  if (id.columns.size() != p.identity.size() || given.size() != p.identity.size()) {
    end(usage("--row names the row by other columns than its identity.",
              fmt::format("Give each once: {}.", visible(fmt::format("{}", fmt::join(p.identity, ", "))))));
  }
  return id;
}

std::vector<CLI::Option*> declare_filter(CLI::App& command, FilterOptions& o) {
  return {add_text(command, "--tenant", o.filter.tenant, "Exactly this one"),
          add_text(command, "--operation", o.filter.operation, "Exactly this one"),
          command
              .add_option(
                  "--state", o.states,
                  "in_progress, released, succeeded, failed, or unknown: not in the profile; may be repeated")
              ->allow_extra_args(false)
              ->check(CLI::IsMember({"in_progress", "released", "succeeded", "failed", "unknown"})),
          command.add_option("--prefix", o.prefix, "Keys that begin so"),
          command.add_option("--contains", o.filter.contains,
                             "Text inside the key, customer or reference (reads every row)"),
          add_text(command, "--owner", o.filter.owner, "The process that holds or held the lease, exactly"),
          add_text(command, "--host", o.filter.host, "The machine of that process: the owner up to / : or #"),
          command.add_flag("--stuck", o.filter.stuck, "Expired and unsettled"),
          command.add_flag("--set-aside", o.filter.set_aside,
                           "Deleted softly, archived or cancelled: where the profile says so"),
          command.add_flag("--needs-human", o.filter.needs_human, "A person must decide"),
          command.add_option("--error-code", o.filter.error_code, "Exactly this one"),
          add_when(command, "--from", o.from, "Created at or after: a moment, or a time ago (2h)"),
          add_when(command, "--to", o.to, "Created before")};
}

browse::Filter filter_of(Context& context, const FilterOptions& options) {
  browse::Filter filter = options.filter;
  if (!options.prefix.empty()) {
    filter.key = options.prefix;
    filter.prefix = true;
  }
  for (const std::string& word : options.states) {
    if (const auto state = key::state_from_word(word)) {
      filter.states.push_back(*state);
    } else {
      filter.unknown_state = true;
    }
  }
  filter.from = context.moment(options.from);
  filter.to = context.moment(options.to);
  return filter;
}

}  // namespace onceover::oncectl
