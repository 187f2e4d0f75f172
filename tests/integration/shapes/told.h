// SPDX-License-Identifier: Apache-2.0
// A row as one line, in the words of tests/support/shapes.h.
#pragma once

#include <string>

#include "core/browse/key_row.h"

namespace onceover::browse {

std::string told(const KeyRow& row, Timestamp as_of);

}  // namespace onceover::browse
