// SPDX-License-Identifier: Apache-2.0
// The workers of *Try it* are processes of this same program, started again from /proc/self/exe: there is
// nothing else to install and nothing to find. So that they can be killed, they must be processes; so that
// they do not run the program's own main, every main() that may hold a TryStore begins with
//
//   if (auto code = onceover::try_it::try_child_main(argc, argv)) return *code;
//
// before anything else: before Qt, before threads, before reading a command line.
#pragma once

#include <optional>

namespace onceover::try_it {

inline constexpr const char* worker_flag = "--onceover-try-worker";
// argv[2]: what the child does.
inline constexpr const char *payments_role = "payments", *broker_role = "broker", *relay_role = "relay",
                            *consumer_role = "consumer";

// The exit code where argv[1] is the flag; nullopt: this is no child, go on. A child ends when standard input
// ends, or when the process that started it is gone.
std::optional<int> try_child_main(int argc, char** argv);

}  // namespace onceover::try_it
