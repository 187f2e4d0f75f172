// SPDX-License-Identifier: Apache-2.0
// The parts of a gateway's TOML that both readers share: config.cpp (HTTP) and sql_config.cpp. Only for this
// room.
#pragma once

#include <optional>
#include <vector>

#include "core/base/toml_fields.h"
#include "core/gateway/config.h"

namespace onceover::gateway {

inline constexpr std::int64_t format_version = 1;
inline constexpr const char* not_loaded = "The gateway was not loaded.";
inline constexpr std::int64_t year_s = 366LL * 24 * 3600;

// The call's parts: url, method and body. `holds` has the placeholders of both.
struct Placeholders {
  bool key = false, reference = false, cursor = false, from = false, to = false;
};
Placeholders placeholders_in(std::string_view text);
// A path after base_url, and the JSON of a body, with only these placeholders; an empty body: none.
std::string url_template(TomlFields& fields, const char* field, const std::vector<std::string_view>& allowed);
std::string body_template(TomlFields& fields, const char* field,
                          const std::vector<std::string_view>& allowed);

// Of an effect: pointers into it, or columns of its row.
inline constexpr std::pair<const char*, std::string Lookup::*> effect_fields[] = {
    {"echoed_key", &Lookup::echoed_key},
    {"status", &Lookup::status},
    {"amount", &Lookup::amount},
    {"currency", &Lookup::currency},
    {"reference", &Lookup::reference}};

// version and name of the root.
void read_head(TomlFields& root, std::string& name);
// In milliseconds; of one answer in bytes.
void read_limit(TomlFields& fields, const char* field, Duration& limit);
void read_limit(TomlFields& fields, std::size_t& max_answer_bytes);
std::optional<Auth> read_auth(TomlFields fields);
std::vector<std::pair<std::string, std::string>> read_headers(TomlFields fields,
                                                              const std::optional<Auth>& auth);
std::optional<Rate> read_rate(TomlFields fields);
// by_key: false if it is asked only by reference.
Lookup read_lookup_fields(TomlFields fields, bool& by_key);
std::optional<CancelCall> read_cancel_fields(TomlFields fields, Cancel& semantics);
std::optional<Listing> read_listing_fields(TomlFields fields, const Lookup& lookup);

// done, refused, pending: no word may mean two of them.
void read_words(TomlFields& fields, Lookup& lookup, bool done_required);
Declaration read_declared(TomlFields fields, const Lookup& lookup);
// [[operation]], each with its copy of the declarations.
std::vector<Operation> read_operations(TomlFields& root, const Declaration& declared);

template <class T>
bool has_any_of(const std::vector<T>& list, const std::vector<T>& others) {
  for (const T& other : others) {
    for (const T& one : list) {
      if (one == other) return true;
    }
  }
  return false;
}

}  // namespace onceover::gateway
