// SPDX-License-Identifier: Apache-2.0
// Plain libpq for the hand-written twins: prepared statements, binary parameters, pipeline mode, blocking.
// Allocates nothing of its own for a request.
#pragma once

#include <libpq-fe.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "tests/support/raw.h"

namespace onceover::bench {

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using HandResult = std::unique_ptr<PGresult, ClearResult>;

// Parameters in libpq's arrays; pointers into what the caller keeps alive until it has sent them.
class Values {
 public:
  Values& text(const char* value) { return add(value, 0, 0); }
  Values& text(const std::string& value) { return add(value.c_str(), 0, 0); }
  Values& bytes(std::string_view value) { return add(value.data(), static_cast<int>(value.size()), 1); }
  Values& integer(std::int64_t value);
  Values& null() { return add(nullptr, 0, 0); }

  int count() const { return count_; }
  const char* const* values() const { return values_.data(); }
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

  Values() = default;
  Values(const Values&) = delete;  // points into itself
  Values& operator=(const Values&) = delete;

 private:
  static constexpr std::size_t most = 20;
  Values& add(const char* value, int length, int format);
  int count_ = 0;
  std::array<const char*, most> values_{};
  std::array<int, most> lengths_{}, formats_{};
  std::array<std::array<char, 8>, most> integers_{};
};

// Throws where anything fails: a benchmark has no use for a request that did not work.
class Hand {
 public:
  explicit Hand(const std::string& conninfo) : raw_(conninfo) {}
  int backend_pid() const { return raw_.backend_pid(); }
  test::RawConnection& raw() { return raw_; }

  void prepare(const char* name, const char* sql);
  // One prepared statement, one round trip.
  HandResult run(const char* name, const Values& values);
  // One statement that is not prepared, one round trip.
  HandResult run_unprepared(const char* sql, const Values& values);

  // Several in one flush: send each, then sync, then take as many results, then end.
  void send(const char* name, const Values& values);
  void sync();
  HandResult take();
  void end();

 private:
  [[noreturn]] void failed();
  HandResult sound(PGresult* result);
  test::RawConnection raw_;
};

// Of a binary result.
std::int64_t integer_at(const HandResult& result, int column);
std::string_view bytes_at(const HandResult& result, int column);

}  // namespace onceover::bench
