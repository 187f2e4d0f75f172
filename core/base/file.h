// SPDX-License-Identifier: Apache-2.0
// Reads a small file whole, without waiting: a pipe, a directory and a device are refused.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace onceover {

// What group and others may do with the file.
enum class OthersMay {
  write,
  read,     // group and others must not be able to write it
  nothing,  // nor to read it; and its owner is this process's user or root
};

struct FileRules {
  std::size_t max_bytes = 0;
  OthersMay others = OthersMay::write;
  std::string what = "file";  // "credential file"
  std::string not_done;
};

// The bytes of the file. invalid_input, with its name: it does not exist, cannot be read, is not a regular
// file, is too large, or breaks the rules. The open file is checked, not the path, which may lead elsewhere
// meanwhile.
Result<std::string> read_whole_file(const std::string& path, const FileRules& rules);

}  // namespace onceover
