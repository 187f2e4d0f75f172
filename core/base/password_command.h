// SPDX-License-Identifier: Apache-2.0
// Gets a password from a program that prints a short-lived one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover {

// The words of a command line: separated by blanks; '…' and "…" keep them together. No variables and no globs, since no shell reads it.
// invalid_input: a quote is open, or the first word is not an absolute path.
Result<std::vector<std::string>> command_words(std::string_view command);

// The first line of the program's output, without its line end. Standard input is empty, standard error goes where ours goes. The program
// is ended if it takes longer. No message contains its output.
Result<std::string> password_from(std::string_view command, Duration within = std::chrono::seconds(10));

}  // namespace onceover
