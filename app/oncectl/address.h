// KEY on the command line: alone where it is unique, else with --tenant and --operation.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"

namespace onceover::oncectl {

struct Address {
  std::string key;  // as pasted: quotes, blanks or a header's name around it are taken off where the text itself is no key
  std::optional<std::string> tenant, operation;
};
void declare_address(CLI::App& command, Address& address, bool key_required = true);

struct Addressed {
  browse::KeyRow row;
  Timestamp as_of;
};
// Fails with not_found and with ambiguous (which lists the candidates).
tl::expected<Addressed, Failure> resolve(Context& context, const Address& address);

// A row by every column of its identity (--row), in the profile's order.
tl::expected<key::Identity, Failure> id_of_row(const profile::Profile& profile, const std::vector<std::string>& row);

}  // namespace onceover::oncectl
