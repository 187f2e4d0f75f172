// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace onceover::test::storm {
namespace {

using SharedNumber = std::atomic<std::int64_t>;
static_assert(SharedNumber::is_always_lock_free, "a process that dies would leave the lock held");

}  // namespace

LedgerFile::LedgerFile(const std::string& path)
    : file_(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) {
  if (file_ < 0) throw std::runtime_error("no ledger at " + path);
}
LedgerFile::~LedgerFile() { ::close(file_); }

void LedgerFile::write(const Line& line) const {
  const std::string text =
      fmt::format("{} {} {} {}\n", static_cast<char>(line.said), line.number, line.fence, line.text);
  if (::write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error("the ledger cannot be written");
}

void read_ledger(const std::string& path, const std::function<void(const Line&)>& each) {
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    std::istringstream in(text);
    char said = 0;
    Line line;
    if (!(in >> said >> line.number >> line.fence))
      throw std::runtime_error("not a line of a ledger: " + text);
    line.said = static_cast<Said>(said);
    std::getline(in >> std::ws, line.text);
    each(line);
  }
}

Dispenser::Dispenser(const std::string& path) : mapped_(MAP_FAILED) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0 && ::ftruncate(file, sizeof(SharedNumber)) == 0)
    mapped_ = ::mmap(nullptr, sizeof(SharedNumber), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (mapped_ == MAP_FAILED) throw std::runtime_error("no numbers at " + path);
}
Dispenser::~Dispenser() { ::munmap(mapped_, sizeof(SharedNumber)); }
std::int64_t Dispenser::draw() { return static_cast<SharedNumber*>(mapped_)->fetch_add(1); }
std::int64_t Dispenser::drawn() const { return static_cast<SharedNumber*>(mapped_)->load(); }

}  // namespace onceover::test::storm
