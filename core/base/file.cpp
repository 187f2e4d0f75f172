// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <system_error>

#include "core/base/text.h"

namespace onceover {
namespace {

struct Closes {
  using pointer = int*;
  void operator()(const int* file) const { ::close(*file); }
};

}  // namespace

Result<std::string> read_whole_file(const std::string& path, const FileRules& rules) {
  const std::string name = fmt::format("The {} {}", rules.what, visible(path));
  const auto refused = [&](std::string what, std::string next) {
    return fail(ErrorKind::invalid_input, name + std::move(what), rules.not_done, std::move(next));
  };
  const auto unread = [&](int error) {
    return refused(fmt::format(" cannot be read: {}.", std::generic_category().message(error)),
                   "Name a file that can be read.");
  };
  if (path.find('\0') != std::string::npos) return unread(EINVAL);
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file < 0) return unread(errno);
  const std::unique_ptr<int, Closes> open(&file);
  struct stat status {};
  if (::fstat(file, &status) != 0) return unread(errno);
  if (!S_ISREG(status.st_mode)) return refused(" is not a regular file.", "Name a regular file.");
  const auto mode = static_cast<unsigned>(status.st_mode & 07777);
  if (rules.others == OthersMay::nothing && (mode & 077) != 0)
    return refused(fmt::format(" is open to others (mode {:04o}).", mode),
                   fmt::format("chmod 600 {}", visible(path)));
  if (rules.others == OthersMay::nothing && status.st_uid != ::geteuid() && status.st_uid != 0)
    return refused(" belongs to another user.", "Change its owner to the user of this program.");
  if (rules.others == OthersMay::read && (mode & 022) != 0)
    return refused(fmt::format(" can be changed by others (mode {:04o}).", mode),
                   fmt::format("chmod go-w {}", visible(path)));
  if (std::cmp_greater(status.st_size, rules.max_bytes))
    return refused(fmt::format(" has more than {} bytes.", rules.max_bytes), "Name another file.");
  std::string text(static_cast<std::size_t>(status.st_size) + 1, '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t count = ::read(file, text.data() + have, text.size() - have);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unread(errno);
    if (count == 0) break;
    have += static_cast<std::size_t>(count);
  }
  if (have == text.size()) return refused(" grew while it was read.", "Try again.");
  text.resize(have);
  return text;
}

}  // namespace onceover
