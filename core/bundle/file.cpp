#include "core/base/file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/bundle/bundle.h"
#include "core/bundle/json.h"
#include "core/bundle/markdown.h"
#include "core/exports/private_file.h"
#include "core/key/sha256.h"

namespace onceover::bundle {
namespace {

constexpr std::string_view mark = "```json onceover-bundle ";
constexpr std::string_view nothing_opened = "Nothing was opened.";
constexpr std::string_view ask_again = "Ask its author for the file again.";

std::string digest_of(std::string_view json) { return to_hex(key::bytes_of(key::sha256(json))); }

// The value after "name=" in the line.
std::string_view word_of(std::string_view line, std::string_view name) {
  const std::string wanted = fmt::format(" {}=", name);
  const std::size_t at = line.find(wanted);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + wanted.size());
  return line.substr(0, line.find(' '));
}

std::optional<std::int64_t> number_of(std::string_view text) {
  const auto value = number_from<std::int64_t>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

tl::unexpected<Error> refused(std::string what, std::string_view next) {
  return fail(ErrorKind::invalid_input, std::move(what), std::string(nothing_opened), std::string(next));
}

tl::unexpected<Error> too_large() {
  return fail(ErrorKind::unsupported, fmt::format("The bundle would be larger than {} MB.", max_file_bytes / (1024 * 1024)),
              "No bundle was made.", "Choose a shorter time, or leave bodies out.");
}

}  // namespace

Result<std::string> to_text(const Bundle& bundle) {
  const std::string json = to_json(bundle);
  if (static_cast<std::int64_t>(json.size()) > max_file_bytes || count_values(json) > max_values) return too_large();
  std::string out = to_markdown(bundle);
  out +=
      "## The data\n\nAll of the above, complete: `onceover` and `oncectl bundle show` open this file without a connection. They read the "
      "block "
      "below.\n\n";
  out += fmt::format("{}version={} bytes={} sha256={}\n{}\n```\n", mark, format_version, json.size(), digest_of(json), json);
  if (static_cast<std::int64_t>(out.size()) > max_file_bytes) return too_large();
  return out;
}

Result<Bundle> from_text(std::string_view given) {
  std::string without_cr;
  if (given.find('\r') != std::string_view::npos) {  // the data has no CR
    without_cr.reserve(given.size());
    std::copy_if(given.begin(), given.end(), std::back_inserter(without_cr), [](char c) { return c != '\r'; });
    given = without_cr;
  }
  const std::size_t at = given.starts_with(mark) ? 0 : given.rfind("\n" + std::string(mark));
  if (at == std::string_view::npos) {
    const bool was_one = given.starts_with("# Incident bundle\n");
    return refused(was_one ? "This file ends before its data begins: it was cut off." : "This is not an incident bundle.",
                   was_one ? ask_again : "Open a file that onceover or `oncectl bundle` wrote.");
  }
  const std::string_view rest = given.substr(at == 0 ? 0 : at + 1);
  const std::size_t line_end = rest.find('\n');
  const std::string_view line = rest.substr(0, line_end);
  const auto version = number_of(word_of(line, "version")), bytes = number_of(word_of(line, "bytes"));
  if (version && *version > format_version) {
    return fail(
        ErrorKind::unsupported,
        fmt::format("This bundle was made by a later version: its format is {}, and this program reads {}.", *version, format_version),
        std::string(nothing_opened), "Open it with a newer onceover. Its Markdown can be read in any viewer.");
  }
  const std::string_view digest = word_of(line, "sha256");
  if (!version || *version != format_version || !bytes || digest.size() != 64 || line_end == std::string_view::npos)
    return refused("The line before the bundle's data is damaged.", ask_again);
  const std::string_view behind = rest.substr(line_end + 1);
  constexpr std::string_view end = "\n```";
  if (behind.size() < end.size() || behind.size() - end.size() < static_cast<std::size_t>(*bytes)) {
    return refused(fmt::format("The file is incomplete: it has {} of {} bytes of data.",
                               std::min<std::int64_t>(static_cast<std::int64_t>(behind.size()), *bytes), *bytes),
                   ask_again);
  }
  const std::string_view json = behind.substr(0, static_cast<std::size_t>(*bytes));
  if (!behind.substr(json.size()).starts_with(end) || digest_of(json) != digest)
    return refused("The data in this bundle was damaged or changed.", ask_again);
  return from_json(json);
}

Result<std::int64_t> to_file(const Bundle& bundle, const std::string& path) {
  return as_result([&] {
    const std::string text = to_text(bundle).value();
    auto file = exports::PrivateFile::create(path).value();
    require(file.write(text));
    require(file.commit());
    return static_cast<std::int64_t>(text.size());
  });
}

Result<Bundle> from_file(const std::string& path) {
  return read_whole_file(path, {max_file_bytes, OthersMay::write, "bundle", std::string(nothing_opened)}).and_then(from_text);
}

}  // namespace onceover::bundle
