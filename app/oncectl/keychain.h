// The keychain of whoever runs the program: the entries that the console keeps there, read by libsecret's own program.
#pragma once

#include "core/gateway/config.h"

namespace onceover::oncectl {

// By `secret-tool lookup`, found on PATH, without a shell. Where that cannot be, the error says which it is: no session bus, no
// secret-tool, no answer (a locked keychain that waits for its password), or no such entry.
gateway::Keychain keychain();

}  // namespace onceover::oncectl
