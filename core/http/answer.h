// SPDX-License-Identifier: Apache-2.0
// An answer to an HTTP request, as a value.
#pragma once

#include <string>
#include <vector>

#include "core/key/types.h"

namespace onceover::http {

struct Answer {
  int status = 0;
  std::vector<key::Header> headers;
  std::string body;  // bytes
  bool operator==(const Answer&) const = default;
};

}  // namespace onceover::http
