// What a sweeper says of each key it was about: the same fields, whichever table the key stands in. Never bodies. Pure.
#pragma once

#include <string>
#include <string_view>

#include "core/base/log.h"
#include "core/browse/key_row.h"

namespace onceover::sweeper {

// row: as it was owned. to: the state it is in now. verdict, error_code: empty where there is none.
LogRecord said_of(const browse::KeyRow& row, LogLevel level, std::string message, std::string_view to, std::string_view verdict = {},
                  std::string_view error_code = {});

}  // namespace onceover::sweeper
