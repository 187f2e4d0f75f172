#include "core/pg/params.h"

#include "core/pg/wire.h"

namespace onceover::pg {

Params& Params::keep(const Value& value) {
  if (values_.empty()) values_.reserve(20);  // more than most statements take
  values_.push_back(value);
  return *this;
}

Params& Params::add(std::string_view bytes, unsigned type, bool binary) {
  if (!binary && bytes.find('\0') != std::string_view::npos) nul_in_text_ = true;
  const std::size_t at = buffer_.size();
  if (at == 0) buffer_.reserve(bytes.size() + 256);
  buffer_.append(bytes).push_back('\0');
  return keep({at, bytes.size(), type, binary, false});
}

Params& Params::text(std::string_view value) { return add(value, 0, false); }
Params& Params::text(const std::optional<std::string>& value) { return value ? text(std::string_view(*value)) : null(); }
Params& Params::bytes(std::string_view value) { return add(value, oid::bytea, true); }
Params& Params::bytes(const std::optional<std::string>& value) { return value ? bytes(std::string_view(*value)) : add_null(oid::bytea); }
Params& Params::integer(std::int64_t value) { return add(big_endian(value), oid::int8, true); }
Params& Params::integer(std::optional<std::int64_t> value) { return value ? integer(*value) : add_null(oid::int8); }
Params& Params::boolean(bool value) { return add(std::string(1, value ? '\1' : '\0'), oid::boolean, true); }
Params& Params::timestamp(Timestamp value) { return add(big_endian(to_wire(value)), oid::timestamptz, true); }
Params& Params::timestamp(std::optional<Timestamp> value) { return value ? timestamp(*value) : add_null(oid::timestamptz); }

Params& Params::interval(Duration value) {
  // int64 microseconds, int32 days, int32 months.
  return add(big_endian(value.count()) + std::string(8, '\0'), oid::interval, true);
}

Params& Params::texts(const std::vector<std::string>& values) {
  std::string array = "{";
  for (const std::string& value : values) {
    if (array.size() > 1) array += ',';
    array += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') array += '\\';
      array += c;
    }
    array += '"';
  }
  return add(array + "}", oid::text_array, false);
}

Params& Params::integers(const std::vector<std::int64_t>& values) {
  std::string array = "{";
  for (const std::int64_t value : values) {
    if (array.size() > 1) array += ',';
    array += std::to_string(value);
  }
  return add(array + "}", oid::int8_array, false);
}

Params& Params::null() { return add_null(0); }

Params& Params::add_null(unsigned type) { return keep({0, 0, type, false, true}); }

}  // namespace onceover::pg
