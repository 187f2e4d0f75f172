// SPDX-License-Identifier: Apache-2.0
#include "core/exports/private_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/random.h"
#include "core/base/text.h"

namespace onceover::exports {
namespace {

constexpr std::size_t name_max = 255;  // of nearly every file system

std::string words_for(int error) { return std::generic_category().message(error); }

}  // namespace

tl::unexpected<Error> PrivateFile::failed(int error) const {
  const bool full = error == ENOSPC || error == EDQUOT;
  return fail(ErrorKind::io, fmt::format("{} cannot be written: {}.", visible(path_), words_for(error)),
              "Nothing was exported: the partial file is removed, and an existing file is unchanged.",
              full ? "Free some space, or choose another place." : "Choose another place.");
}

Result<PrivateFile> PrivateFile::create(const std::string& path) {
  PrivateFile out;
  out.path_ = path;
  const std::size_t slash = path.rfind('/');
  out.name_ = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::string directory = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  if (out.name_.empty() || out.name_ == "." || out.name_ == ".." || path.find('\0') != std::string::npos)
    return fail(ErrorKind::invalid_input, fmt::format("\"{}\" is not a file name.", visible(path)),
                "Nothing was exported.", "Name a file.");
  out.directory_ = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (out.directory_ < 0) return out.failed(errno);
  struct stat target {};
  if (::fstatat(out.directory_, out.name_.c_str(), &target, AT_SYMLINK_NOFOLLOW) == 0 &&
      !S_ISREG(target.st_mode))
    return fail(ErrorKind::invalid_input, fmt::format("{} exists and is not a regular file.", visible(path)),
                "Nothing was exported.", "Name a new file, or one that may be replaced.");
  constexpr std::string_view around = "..part";
  const std::string word = new_uuid();
  const std::string_view stem =
      std::string_view(out.name_).substr(0, name_max - around.size() - 1 - word.size());
  const std::string temporary = fmt::format(".{}.{}.part", stem, word);
  out.file_ =
      ::openat(out.directory_, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (out.file_ < 0) return out.failed(errno);
  out.temporary_ = temporary;
  if (::fchmod(out.file_, 0600) != 0) return out.failed(errno);  // a umask may have removed permissions
  return out;
}

PrivateFile::PrivateFile(PrivateFile&& other) noexcept
    : path_(std::move(other.path_)),
      name_(std::move(other.name_)),
      temporary_(std::exchange(other.temporary_, {})),
      directory_(std::exchange(other.directory_, -1)),
      file_(std::exchange(other.file_, -1)) {}

PrivateFile::~PrivateFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlinkat(directory_, temporary_.c_str(), 0);
  if (directory_ >= 0) ::close(directory_);
}

Result<void> PrivateFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> PrivateFile::commit() {
  if (::fsync(file_) != 0) return failed(errno);
  if (::close(std::exchange(file_, -1)) != 0) return failed(errno);  // NFS reports a full disk here
  if (::renameat(directory_, temporary_.c_str(), directory_, name_.c_str()) != 0) return failed(errno);
  temporary_.clear();
  // the file is complete; not every file system can report that its name survives a crash
  (void)::fsync(directory_);
  return {};
}

}  // namespace onceover::exports
