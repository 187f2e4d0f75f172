// A program that is run for what it prints: no shell, bounded in time and in size.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace onceover {

struct ProgramRun {
  int not_started = 0;      // errno; 0: it ran
  bool in_time = true;      // false: it was ended
  int exit_code = -1;       // -1: a signal ended it
  bool complained = false;  // it wrote to standard error; known where that was heard
  std::string printed;      // as it came; longer than `most`: there was more
};

enum class StandardError { ours, heard };  // goes where ours goes; or is taken, noted and dropped

// words: at least the program, by its path or by a name that PATH finds, and its arguments. Its standard input is empty. What it printed is
// in no message: whoever calls says what went wrong.
ProgramRun run_bounded(std::vector<std::string> words, Duration within, std::size_t most, StandardError error = StandardError::ours);

}  // namespace onceover
