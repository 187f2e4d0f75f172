// A file that appears whole or not at all, readable by its owner alone.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace onceover::transfer {

// Writes beside the target, under a hidden name that did not exist (mode 0600 whatever the umask), and takes the target's place at the
// end. Until then, and for ever where commit() is not called or fails, a file that stood there is untouched; what was written is removed.
// A process that is killed leaves the hidden file. Errors: ErrorKind::io, and invalid_input for a path that can be no such file.
class PrivateFile {
 public:
  // The target may be missing or a regular file; anything else (a directory, a link, a device) is refused: replacing it would surprise.
  static Result<PrivateFile> create(const std::string& path);
  PrivateFile(PrivateFile&& other) noexcept;
  PrivateFile& operator=(PrivateFile&&) = delete;
  ~PrivateFile();

  Result<void> write(std::string_view bytes);
  // On the disk, then under its name. What a full or failing disk has to say it says here at the latest.
  Result<void> commit();

 private:
  PrivateFile() = default;
  tl::unexpected<Error> failed(int error) const;
  std::string path_, name_, temporary_;
  int directory_ = -1, file_ = -1;
};

}  // namespace onceover::transfer
