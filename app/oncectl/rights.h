// What a command needs at its end, so that a refused command can name the roles that it is for.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::oncectl {

// As it is called: "plan run". Empty: only the program.
std::string chosen_command(const CLI::App& app);

// The function that only roles for this command may call (roles::named_right()); none: the command only reads.
std::optional<std::string_view> function_of(const std::string& command, bool has_profile);

}  // namespace onceover::oncectl
