// SPDX-License-Identifier: Apache-2.0
#include "core/web/webhook_secrets.h"

#include <fmt/format.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/http/webhook.h"

namespace onceover::web {
namespace {

// A rotation has two, one after the other has three for a moment.
constexpr std::size_t most_secrets = 4;
constexpr std::size_t most_secret_bytes = 1024, least_text = 16;

}  // namespace

Result<std::vector<std::string>> read_webhook_secrets(const std::vector<std::string>& files, const std::string& not_done, bool is_text) {
  if (files.empty() || files.size() > most_secrets)
    return fail(ErrorKind::invalid_input, fmt::format("A webhook has 1 to {} secrets; {} files are named.", most_secrets, files.size()),
                not_done, "Name the file of the secret, and during a rotation also that of the old one.");
  std::vector<std::string> secrets;
  for (const std::string& file : files) {
    auto text = read_whole_file(file, {most_secret_bytes, OthersMay::nothing, "secret file", not_done});
    if (!text) return fail(text.error());
    while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
    const bool is_long = text->size() >= least_text && text->find_first_of(" \t\r\n") == std::string::npos;
    auto secret = !is_text ? http::webhook_secret(*text) : is_long ? std::optional(*text) : std::nullopt;
    if (!secret)
      return fail(ErrorKind::invalid_input, fmt::format("The secret file {} holds no secret of a webhook.", visible(file)), not_done,
                  is_text ? "It must hold the sender's signing secret, at least 16 characters on one line."
                          : "It must hold whsec_ and the Base64 of 24 to 64 random bytes, on one line.");
    secrets.push_back(*std::move(secret));
  }
  return secrets;
}

}  // namespace onceover::web
