// SPDX-License-Identifier: Apache-2.0
// A file that appears complete or not at all, private to its owner.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace onceover::exports {

// Writes next to the target, under a new hidden name (mode 0600 whatever the umask), and replaces the target
// at the end. Before that, and if commit() is not called or fails, an existing file is unchanged, and the
// written part is removed. A killed process leaves the hidden file. Errors: ErrorKind::io, and invalid_input
// for an impossible path.
class PrivateFile {
 public:
  // The target may be missing or a regular file; anything else (a directory, a link, a device) is refused,
  // since replacing it would be a surprise.
  static Result<PrivateFile> create(const std::string& path);
  PrivateFile(PrivateFile&& other) noexcept;
  PrivateFile& operator=(PrivateFile&&) = delete;
  ~PrivateFile();

  Result<void> write(std::string_view bytes);
  // Flushes to disk, then renames. A full or failing disk is reported here at the latest.
  Result<void> commit();

 private:
  PrivateFile() = default;
  tl::unexpected<Error> failed(int error) const;
  std::string path_, name_, temporary_;
  int directory_ = -1, file_ = -1;
};

}  // namespace onceover::exports
