// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_clock.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace onceover::test {
namespace {

namespace fs = std::filesystem;

// Debian: /usr/lib/<triplet>/faketime; Fedora: /usr/lib64/faketime.
std::string library() {
  std::error_code ignored;
  for (const std::string parent : {"/usr/lib", "/usr/lib64", "/usr"}) {
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
      const fs::path found = entry.path() / "faketime/libfaketime.so.1";
      if (fs::exists(found, ignored)) return found;
    }
  }
  return {};
}

std::string time_file(const std::string& directory) { return directory + "/time"; }

}  // namespace

std::string FakeClock::unavailable() {
  return library().empty()
             ? "libfaketime is not installed (package libfaketime): no server's clock can be stepped"
             : "";
}

FakeClock::FakeClock() {
  if (const std::string why = unavailable(); !why.empty()) throw std::runtime_error(why);
  const char* tmpdir = std::getenv("TMPDIR");
  directory_ = std::string(tmpdir != nullptr && *tmpdir == '/' ? tmpdir : "/tmp") + "/onceover-clock-XXXXXX";
  if (::mkdtemp(directory_.data()) == nullptr) throw std::runtime_error("no directory for the fake clock");
  ::chmod(directory_.c_str(), 0755);  // the server reads it as its own user
  step(std::chrono::seconds(0));
}

FakeClock::~FakeClock() {
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

std::map<std::string, std::string> FakeClock::environment() const {
  return {{"LD_PRELOAD", library()},
          {"FAKETIME_TIMESTAMP_FILE", time_file(directory_)},
          {"FAKETIME_NO_CACHE", "1"},
          {"FAKETIME_DONT_FAKE_MONOTONIC", "1"}};
}

void FakeClock::step(std::chrono::seconds from_true) {
  const std::string next = time_file(directory_) + ".next";
  if (!(std::ofstream(next) << (from_true.count() < 0 ? "" : "+") << from_true.count() << '\n').flush())
    throw std::runtime_error("the fake clock cannot be set");
  ::chmod(next.c_str(), 0644);
  fs::rename(next, time_file(directory_));  // never half a line
}

}  // namespace onceover::test
