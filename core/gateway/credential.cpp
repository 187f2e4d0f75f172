#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/file.h"
#include "core/base/password_command.h"
#include "core/base/text.h"
#include "core/gateway/config.h"

namespace onceover::gateway {
namespace {

constexpr std::size_t max_credential_bytes = 16 * 1024;

tl::unexpected<Error> no_credential(const std::string& what, const std::string& next) {
  return fail(ErrorKind::invalid_input, what, "The gateway was not loaded.", next);
}

}  // namespace

Result<std::string> read_credential(const Auth& auth, const Keychain& keychain) {
  std::string value, source;
  if (!auth.value_file.empty()) {
    source = "The credential file " + visible(auth.value_file);
    auto contents =
        read_whole_file(auth.value_file, {max_credential_bytes, OthersMay::nothing, "credential file", "The gateway was not loaded."});
    if (!contents) return contents;
    value = *std::move(contents);
    if (value.ends_with('\n')) value.pop_back();
    if (value.ends_with('\r')) value.pop_back();
  } else if (!auth.value_command.empty()) {
    source = "The command of auth.value_command";
    auto printed = password_from(auth.value_command);
    if (!printed)
      return no_credential(source + " printed no credential: " + printed.error().what,
                           "Run it by hand: it must print the value on one line.");
    value = *std::move(printed);
  } else if (!auth.value_keychain.empty()) {
    source = "The keychain's entry " + visible(auth.value_keychain);
    if (!keychain) return no_credential(source + " cannot be read here: this program has no keychain.", "Name a file (auth.value_file).");
    auto found = keychain(auth.value_keychain);
    if (!found) return no_credential(found.error().what, found.error().next);
    value = *std::move(found);
  } else {
    source = "The environment variable " + visible(auth.value_env);
    const char* found = std::getenv(auth.value_env.c_str());
    if (!found) return no_credential(source + " is not set.", "Set it.");
    value = found;
  }
  if (value.empty() || value.size() > max_credential_bytes)
    return no_credential(source + " is empty or too long.", "Put the header's value there.");
  // A line end would start another header.
  if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; })) {
    return no_credential(source + " contains control characters.", "Put the header's value there, on one line.");
  }
  return auth.scheme.empty() ? value : auth.scheme + " " + value;
}

}  // namespace onceover::gateway
