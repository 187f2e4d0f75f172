// SPDX-License-Identifier: Apache-2.0
// The commit that the programs were built from: eight hexadecimal digits, or "unknown".
#pragma once

namespace onceover {

extern const char* const commit;

}  // namespace onceover
