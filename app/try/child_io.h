// How a child process of *Try it* speaks with its keeper (keeper.h): lines on standard input and output.
#pragma once

#include <functional>
#include <string>

#include "core/base/error.h"

namespace onceover::try_it {

// One write, so that lines of several threads do not mix, and so that it is out before an _exit.
void say(std::string line);
// Says why it dies, for people ("after it had published events"), and ends the process at once: no destructor runs, no buffer is flushed.
[[noreturn]] void die(const std::string& where);
// To the log. Returns the exit code.
int refused(const Error& error);
// Each line of standard input, until it ends.
void obey(const std::function<void(const std::string& line)>& order);

}  // namespace onceover::try_it
