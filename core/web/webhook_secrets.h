// SPDX-License-Identifier: Apache-2.0
// The secrets of a webhook, from files.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace onceover::web {

// The bytes of each file's secret (http::webhook_secret; a line end after it is allowed), in order. Refuses a file that others may read,
// and none or more than four files. No message contains any of a secret. is_text: the text itself is the secret, for
// http::check_timed_signature.
Result<std::vector<std::string>> read_webhook_secrets(const std::vector<std::string>& files, const std::string& not_done,
                                                      bool is_text = false);

}  // namespace onceover::web
