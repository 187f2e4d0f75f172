#include "app/try/child_arguments.h"

#include <cstdlib>

namespace onceover::try_it {

ChildArguments::ChildArguments(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const auto equals = word.find('=');
    if (word.starts_with("--") && equals != std::string::npos) values_[word.substr(2, equals - 2)] = word.substr(equals + 1);
  }
}

std::string ChildArguments::text(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::string() : found->second;
}

std::int64_t ChildArguments::integer(const std::string& name) const { return std::strtoll(text(name).c_str(), nullptr, 10); }

std::string argument(const std::string& name, const std::string& value) { return "--" + name + "=" + value; }
std::string argument(const std::string& name, std::int64_t value) { return argument(name, std::to_string(value)); }
std::string argument(const std::string& name, Duration value) {
  return argument(name, static_cast<std::int64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(value).count()));
}

}  // namespace onceover::try_it
