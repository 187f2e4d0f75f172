// SPDX-License-Identifier: Apache-2.0
// The salts of fingerprints, for services, oncectl and the console alike. They are secrets: no message contains any of one.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace onceover::key {

// One salt from each source, in order: the current one first, then earlier ones while they are rotated. A source is the path of a file that
// no one else may read, or "command:" and a program with its arguments, which prints the salt on one line. A line end after it is no part
// of it. No sources: those of the environment variable ONCEOVER_SALTS, separated by semicolons. invalid_input: a salt has less than 16
// bytes.
Result<std::vector<std::string>> read_salts(std::vector<std::string> sources = {});

}  // namespace onceover::key
