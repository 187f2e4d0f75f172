// Arguments of our own child processes: "--name=value", nothing else. We write both ends.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/base/time.h"

namespace onceover::try_it {

class ChildArguments {
 public:
  ChildArguments(int argc, char** argv);  // from argv[2] on
  std::string text(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;  // 0 where it is missing
  Duration milliseconds(const std::string& name) const { return std::chrono::milliseconds(integer(name)); }

 private:
  std::map<std::string, std::string> values_;
};

std::string argument(const std::string& name, const std::string& value);
std::string argument(const std::string& name, std::int64_t value);
std::string argument(const std::string& name, Duration value);  // in milliseconds

}  // namespace onceover::try_it
