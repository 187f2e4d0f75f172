// Which roles a command is for, so that a refused command can say whom to ask for what.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/base/error.h"

namespace onceover::oncectl {

// As it is called: "plan run". Empty: only the program.
std::string chosen_command(const CLI::App& app);

// The server's refusal of a right, as a sentence about the command. Other errors as they are.
Error named_right(Error error, const std::string& command);

}  // namespace onceover::oncectl
