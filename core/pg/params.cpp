// SPDX-License-Identifier: Apache-2.0
#include "core/pg/params.h"

#include "core/pg/wire.h"

namespace onceover::pg {

Params& Params::keep(const Value& value) {
  if (values_.empty()) values_.reserve(20);  // more than most statements need
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
Params& Params::text(const std::optional<std::string>& value) {
  return value ? text(std::string_view(*value)) : null();
}
Params& Params::bytes(std::string_view value) { return add(value, oid::bytea, true); }
Params& Params::bytes(const std::optional<std::string>& value) {
  return value ? bytes(std::string_view(*value)) : add_null(oid::bytea);
}
Params& Params::integer(std::int64_t value) { return add(big_endian(value), oid::int8, true); }
Params& Params::integer(std::optional<std::int64_t> value) {
  return value ? integer(*value) : add_null(oid::int8);
}
Params& Params::boolean(bool value) { return add(std::string(1, value ? '\1' : '\0'), oid::boolean, true); }
Params& Params::timestamp(Timestamp value) { return add(big_endian(to_wire(value)), oid::timestamptz, true); }
Params& Params::timestamp(std::optional<Timestamp> value) {
  return value ? timestamp(*value) : add_null(oid::timestamptz);
}

Params& Params::interval(Duration value) {
  // int64 microseconds, int32 days, int32 months.
  return add(big_endian(value.count()) + std::string(8, '\0'), oid::interval, true);
}

// In the format of array_send(): dimensions, NULL flag, element type; size and first index of the one
// dimension; then the elements.
template <class Values>
Params& Params::add_array(const Values& values, unsigned element, unsigned type) {
  const std::size_t at = buffer_.size();
  std::size_t size = 20;
  for (const std::string_view value : values) size += 4 + value.size();
  buffer_.reserve(std::max(buffer_.capacity(), at + size + 256));
  const auto number = [this](std::size_t n) {
    for (int shift = 24; shift >= 0; shift -= 8) buffer_ += static_cast<char>(n >> shift & 0xFF);
  };
  number(values.empty() ? 0 : 1);
  number(0);
  number(element);
  if (!values.empty()) {
    number(values.size());
    number(1);
  }
  for (const std::string_view value : values) {
    if (element == oid::text && value.find('\0') != std::string_view::npos) nul_in_text_ = true;
    number(value.size());
    buffer_ += value;
  }
  const std::size_t end = buffer_.size();
  buffer_ += '\0';
  return keep({at, end - at, type, true, false});
}

Params& Params::texts(const std::vector<std::string>& values) {
  return add_array(values, oid::text, oid::text_array);
}
Params& Params::views(const std::vector<std::string_view>& values) {
  return add_array(values, oid::text, oid::text_array);
}
Params& Params::byteas(const std::vector<std::string>& values) {
  return add_array(values, oid::bytea, oid::bytea_array);
}

Params& Params::integers(const std::vector<std::int64_t>& values) {
  std::vector<std::string> wire;
  wire.reserve(values.size());
  for (const std::int64_t value : values) wire.push_back(big_endian(value));
  return add_array(wire, oid::int8, oid::int8_array);
}

Params& Params::null() { return add_null(0); }

Params& Params::add_null(unsigned type) { return keep({0, 0, type, false, true}); }

}  // namespace onceover::pg
