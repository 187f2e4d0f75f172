// SPDX-License-Identifier: Apache-2.0
// KEY on the command line: by itself where it is unique, else with --tenant and --operation. And the filter
// that chooses keys.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"

namespace onceover::oncectl {

struct Address {
  // as pasted: quotes, blanks or a header's name around it are taken off where the text itself is no key
  std::string key;
  std::optional<std::string> tenant, operation;
};
void declare_address(CLI::App& command, Address& address, bool key_required = true);

struct Addressed {
  browse::KeyRow row;
  Timestamp as_of;
};
// Ends the command with not_found, or with ambiguous (which lists the candidates).
Addressed resolve(Context& context, const Address& address);

browse::Lookup<Addressed> find_address(Context& context, const Address& address);

// Of a row that was not found: not_found where there is none, unknown where it may be there all the same.
// what: "key 7", with no article.
[[noreturn]] void end_without(const unfinished::Knowledge& none, const std::string& what, std::string next);

// A row by every column of its identity (--row), in the profile's order.
key::Identity id_of_row(const tables::Profile& profile, const std::vector<std::string>& row);

// Which rows a listing, an export or a plan is of.
struct FilterOptions {
  browse::Filter filter;
  std::vector<std::string> states;
  std::string prefix;
  std::optional<When> from, to;
};
// The options that were declared.
std::vector<CLI::Option*> declare_filter(CLI::App& command, FilterOptions& o);
browse::Filter filter_of(Context& context, const FilterOptions& options);

}  // namespace onceover::oncectl
