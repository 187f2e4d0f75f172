// SPDX-License-Identifier: Apache-2.0
#include "core/key/fingerprint.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstdlib>

#include "core/base/bounded_program.h"
#include "core/base/file.h"
#include "core/base/json_tree.h"
#include "core/key/sha256.h"

namespace onceover::key {

namespace {

Digest salted(std::string_view bytes, std::string_view salt) {
  if (salt.empty()) return sha256(bytes);
  // HMAC pads its key with zeros, so "a" and "a\0" would be the same salt; their digests differ.
  return hmac_sha256(bytes_of(sha256(salt)), bytes);
}

}  // namespace

Fingerprint fingerprint(std::string_view body, std::string_view salt) {
  const Canonical canonical = canonical_json(body);
  if (!canonical) return fingerprint_raw(body, salt);
  return {FingerprintKind::jcs_sha256, salted(*canonical, salt)};
}

Fingerprint fingerprint_raw(std::string_view body, std::string_view salt) {
  return {FingerprintKind::raw_sha256, salted(body, salt)};
}

std::string text(const Fingerprint& fingerprint) {
  return std::string(word(fingerprint.kind)) + ":" + to_hex(bytes_of(fingerprint.digest));
}

std::string short_text(const Fingerprint& fingerprint) {
  return to_hex(bytes_of(fingerprint.digest).substr(0, 4));
}

std::optional<Fingerprint> fingerprint_from_text(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto kind = fingerprint_kind_from_word(text.substr(0, colon));
  std::string digest;
  if (!kind || !from_hex(text.substr(colon + 1), digest)) return std::nullopt;
  Fingerprint out{*kind, {}};
  if (digest.size() != out.digest.size()) return std::nullopt;
  std::copy(digest.begin(), digest.end(), out.digest.begin());
  return out;
}

namespace {

// A missing digest would make all requests equal: better no process than that.
Digest computed(bool ok, const Digest& digest) {
  if (!ok) std::abort();
  return digest;
}

}  // namespace

Digest sha256(std::string_view bytes) {
  Digest digest{};
  const bool ok = EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1;
  return computed(ok, digest);
}

Digest hmac_sha256(std::string_view secret, std::string_view bytes) {
  Digest digest{};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const bool ok = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), data, bytes.size(),
                       digest.data(), nullptr) != nullptr;
  return computed(ok, digest);
}

bool same_bytes(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::string length_prefixed(std::initializer_list<std::string_view> fields) {
  std::string out;
  for (const std::string_view field : fields) {
    for (int shift = 56; shift >= 0; shift -= 8)
      out += static_cast<char>(static_cast<std::uint64_t>(field.size()) >> shift & 0xFF);
    out += field;
  }
  return out;
}

namespace {

using json::Json;

// A shorter digest proves too little, and none is longer than SHA-512's.
constexpr std::size_t shortest = 8, longest = 64;

struct Algorithm {
  const char* name;
  std::size_t size;
  const EVP_MD* (*make)();
};
constexpr Algorithm algorithms[] = {{"SHA-256", 32, EVP_sha256},
                                    {"SHA-1", 20, EVP_sha1},
                                    {"MD5", 16, EVP_md5},
                                    {"SHA-512", 64, EVP_sha512},
                                    {"SHA-384", 48, EVP_sha384}};

// Empty where this machine's policy forbids the algorithm: it is then not tried.
std::string digest_of(const Algorithm& algorithm, std::string_view bytes) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), out, &size, algorithm.make(), nullptr) != 1) return {};
  return {reinterpret_cast<const char*>(out), size};
}

bool is_digest_size(std::size_t size) { return size >= shortest && size <= longest; }

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  if (from_hex(text, out) && is_digest_size(out.size())) return out;
  auto bytes = from_base64(text);
  if (bytes && is_digest_size(bytes->size())) return bytes;
  return std::nullopt;
}

// "sha256:…", "sha-256=…", "{sha256}…", "\x…" as the server writes bytes.
std::optional<std::string> stored_bytes(std::string_view stored) {
  if (stored.starts_with("\\x")) stored.remove_prefix(2);
  if (auto whole = decoded(stored)) return whole;
  for (const char end : {':', '=', '}', '$'}) {
    const auto at = stored.find(end);
    if (at == std::string_view::npos || at > 20) continue;
    if (auto rest = decoded(stored.substr(at + 1))) return rest;
  }
  return std::nullopt;
}

struct Style {
  bool sorted = false;
  // ", " and ": ", and everything beyond ASCII escaped, the default of Python's json.dumps
  bool spaced = false;
};

// The text is UTF-8: parse_json refuses anything else.
std::string in_ascii(std::string_view text) {
  std::string out;
  for (const char16_t unit : to_utf16(text)) {
    if (unit < 0x80) {
      out += static_cast<char>(unit);
    } else {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
    }
  }
  return out;
}

std::string written(const Json& value, const Style& style) {
  const auto quoted = [&](std::string_view text) {
    const std::string inside = json::escaped(text);
    return "\"" + (style.spaced ? in_ascii(inside) : inside) + "\"";
  };
  const std::string_view comma = style.spaced ? ", " : ",", colon = style.spaced ? ": " : ":";
  if (value.kind == Json::Kind::string) return quoted(value.text);
  if (value.is_scalar()) return value.text;
  std::string out;
  const auto next = [&] {
    if (!out.empty()) out += comma;
  };
  if (value.kind == Json::Kind::array) {
    for (const Json& item : value.items) next(), out += written(item, style);
    return "[" + out + "]";
  }
  std::vector<const Json::Member*> members;
  for (const Json::Member& member : value.members) members.push_back(&member);
  if (style.sorted)
    std::ranges::sort(members, {}, [](const Json::Member* member) { return std::string_view(member->name); });
  for (const Json::Member* member : members) {
    next();
    out += quoted(member->name);
    out += colon;
    out += written(member->value, style);
  }
  return "{" + out + "}";
}

struct Form {
  const char* name;
  std::string bytes;
};

std::vector<Form> forms_of(std::string_view body) {
  std::vector<Form> forms{{"the bytes", std::string(body)}};
  if (body.ends_with('\n')) {
    const std::string_view line = body.substr(0, body.size() - (body.ends_with("\r\n") ? 2 : 1));
    forms.push_back({"the bytes without the final line end", std::string(line)});
  }
  if (const auto document = json::parse_json(body)) {
    forms.push_back({"the JSON, compact", written(*document, {})});
    forms.push_back({"the JSON with sorted keys, compact", written(*document, {.sorted = true})});
    forms.push_back({"the JSON with sorted keys, as Python writes it",
                     written(*document, {.sorted = true, .spaced = true})});
    forms.push_back({"the JSON as Python writes it", written(*document, {.spaced = true})});
  }
  if (auto canonical = canonical_json(body)) forms.push_back({"the JSON by RFC 8785", std::move(*canonical)});
  return forms;
}

}  // namespace

std::vector<FingerprintMatch> fingerprint_matches(std::string_view stored, std::string_view body) {
  if (const auto own = fingerprint_from_text(stored)) {
    return {{"jcs-sha256: SHA-256 of the JSON by RFC 8785",
             fingerprint(body) == *own && own->kind == FingerprintKind::jcs_sha256},
            {"raw-sha256: SHA-256 of the bytes", fingerprint_raw(body) == *own}};
  }
  const auto wanted = stored_bytes(stored);
  if (!wanted) return {};
  std::vector<FingerprintMatch> out;
  const std::vector<Form> forms = forms_of(body);
  for (const Algorithm& algorithm : algorithms) {
    const bool cut = algorithm.size > wanted->size() && std::string_view(algorithm.name) == "SHA-256";
    if (algorithm.size != wanted->size() && !cut) continue;
    const std::string name = std::string(algorithm.name) +
                             (cut ? ", its first " + std::to_string(wanted->size()) + " bytes," : "");
    for (const Form& form : forms) {
      const std::string digest = digest_of(algorithm, form.bytes);
      if (!digest.empty())
        out.push_back(
            {name + " of " + form.name, std::string_view(digest).substr(0, wanted->size()) == *wanted});
    }
  }
  return out;
}

namespace {

constexpr std::size_t least = 16, most = 4096;
constexpr std::string_view command = "command:";

Result<std::string> salt_from(const std::string& source) {
  auto salt =
      source.starts_with(command)
          ? password_from(std::string_view(source).substr(command.size()))
          : read_whole_file(source, {most, OthersMay::nothing, "salt file", "No fingerprint was made."});
  if (!salt) return salt;
  while (salt->ends_with('\n') || salt->ends_with('\r')) salt->pop_back();
  if (salt->size() >= least) return salt;
  return fail(
      ErrorKind::invalid_input,
      fmt::format("The salt of {} has less than {} bytes: it could be guessed.", visible(source), least),
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
