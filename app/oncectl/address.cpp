#include "app/oncectl/address.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/oncectl/parse.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

constexpr int most_candidates = 100;

Failure ambiguous(const Address& address, const browse::Page& page) {
  Failure failure{Exit::ambiguous, "ambiguous",
                  fmt::format("{}{} keys are called {}.", page.more ? "More than " : "", page.rows.size(), visible(address.key)),
                  "Nothing was done.", "Add --operation, and --tenant where that is not enough."};
  Json candidates = Json::array();
  Table table({"OPERATION", "TENANT", "STATE", "CREATED"});
  for (const browse::KeyRow& row : page.rows) {
    candidates.push_back(json_row(row, page.as_of));
    table.add({visible(row.id.operation), visible(row.id.tenant), visible(row.state_word), iso(row.created_at)});
  }
  failure.more = {{"candidates", std::move(candidates)}};
  failure.text = table.text();
  return failure;
}

}  // namespace

void declare_address(CLI::App& command, Address& address, bool key_required) {
  command.add_option("KEY", address.key, "The idempotency key; put -- before one that begins with -")->required(key_required);
  add_text(command, "--tenant", address.tenant, "Needed where several tenants use the key; '' is a tenant too");
  add_text(command, "--operation", address.operation, "Needed where several operations use the key");
}

tl::expected<Addressed, Failure> resolve(Context& context, const Address& address) {
  auto browser = context.browser().value();
  const std::string cleaned = browse::key_from_paste(address.key);
  for (const std::string& key : {address.key, cleaned}) {
    if (key.empty()) continue;
    browse::PageRequest request;
    request.filter.key = key;
    request.filter.tenant = address.tenant;
    request.filter.operation = address.operation;
    request.limit = most_candidates;
    auto page = browser->page(request).value();
    if (page.rows.size() > 1) return fail_with(ambiguous(address, page));
    if (page.rows.size() == 1) return Addressed{std::move(page.rows.front()), page.as_of};
  }
  return fail_with({Exit::not_found, "not_found",
                    fmt::format("There is no key {}{}.", visible(address.key),
                                address.tenant || address.operation ? " with that tenant and operation" : ""),
                    "Nothing was done.",
                    "It was never seen here, or it was reaped; `oncectl keys list --contains` looks for parts of a key."});
}

tl::expected<key::Identity, Failure> id_of_row(const profile::Profile& p, const std::vector<std::string>& row) {
  const auto given = parse_columns(row);
  key::Identity id;
  for (const std::string& column : p.identity) {
    const auto found = std::ranges::find(given, column, [](const auto& pair) { return pair.first; });
    if (found == given.end()) break;
    id.columns.push_back(found->second);
  }
  if (id.columns.size() != p.identity.size() || given.size() != p.identity.size()) {
    return fail_with(usage("--row names the row by other columns than its identity.",
                           fmt::format("Give each once: {}.", visible(fmt::format("{}", fmt::join(p.identity, ", ")))))
                         .value());
  }
  return id;
}

}  // namespace onceover::oncectl
