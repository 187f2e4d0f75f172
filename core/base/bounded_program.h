// SPDX-License-Identifier: Apache-2.0
// Runs a program for its output: no shell, limited in time and size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover {

struct ProgramRun {
  int not_started = 0;      // errno; 0: it ran
  bool in_time = true;      // false: it was ended, and its children with it
  int exit_code = -1;       // -1: a signal ended it
  bool complained = false;  // it wrote to standard error; only known with StandardError::heard
  std::string printed;      // unchanged; longer than `most`: there was more
};

enum class StandardError { ours, heard };  // goes where ours goes; or is read, noted and dropped

// words: at least the program, by path or by a name in PATH, and its arguments. Its standard input is empty,
// its signals have their default actions and none is blocked, and it runs in a process group of its own: it
// cannot ask at the terminal. Its output ends when the last process that holds it ends. No message contains
// its output: the caller reports errors.
ProgramRun run_bounded(std::vector<std::string> words, Duration within, std::size_t most,
                       StandardError error = StandardError::ours);

// Gets a password from a program that prints a short-lived one.

// The words of a command line: separated by blanks; '…' and "…" keep them together. No variables and no
// globs, since no shell reads it. invalid_input: a quote is open, or the first word is not an absolute path.
Result<std::vector<std::string>> command_words(std::string_view command);

// The first line of the program's output, without its line end. Standard input is empty, standard error goes
// where ours goes. The program is ended if it takes longer. No message contains its output.
Result<std::string> password_from(std::string_view command, Duration within = std::chrono::seconds(10));

}  // namespace onceover
