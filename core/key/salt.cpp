// SPDX-License-Identifier: Apache-2.0
#include "core/key/salt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/file.h"
#include "core/base/password_command.h"
#include "core/base/text.h"

namespace onceover::key {
namespace {

constexpr std::size_t least = 16, most = 4096;
constexpr std::string_view command = "command:";

Result<std::string> salt_from(const std::string& source) {
  auto salt = source.starts_with(command) ? password_from(std::string_view(source).substr(command.size()))
                                          : read_whole_file(source, {most, OthersMay::nothing, "salt file", "No fingerprint was made."});
  if (!salt) return salt;
  while (salt->ends_with('\n') || salt->ends_with('\r')) salt->pop_back();
  if (salt->size() >= least) return salt;
  return fail(ErrorKind::invalid_input, fmt::format("The salt of {} has less than {} bytes: it could be guessed.", visible(source), least),
              "No fingerprint was made.", "Give the salt that the service uses.");
}

}  // namespace

Result<std::vector<std::string>> read_salts(std::vector<std::string> sources) {
  if (const char* set = sources.empty() ? std::getenv("ONCEOVER_SALTS") : nullptr) {
    const std::string_view all = set;
    for (std::size_t from = 0; from < all.size();) {
      const std::size_t end = std::min(all.find(';', from), all.size());
      if (end > from) sources.emplace_back(all.substr(from, end - from));
      from = end + 1;
    }
  }
  std::vector<std::string> salts;
  for (const std::string& source : sources) {
    auto salt = salt_from(source);
    if (!salt) return fail(salt.error());
    salts.push_back(*std::move(salt));
  }
  return salts;
}

}  // namespace onceover::key
