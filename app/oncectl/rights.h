// Which roles a command is for, so that a refused command can say whom to ask for what.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/base/error.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

// As it is called: "plan run". Empty: only the program.
std::string chosen_command(const CLI::App& app);

// The server's refusal of a right, as a sentence about the command. Other errors as they are.
Error named_right(Error error, const std::string& command);

// Before work that would be refused again and again: throws not_permitted where this user may not call that function of our schema.
void require_function(pg::Connection& connection, const std::string& function);

}  // namespace onceover::oncectl
