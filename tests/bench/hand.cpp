// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/hand.h"

#include "core/pg/wire.h"
#include "tests/bench/common.h"

namespace onceover::bench {

Values& Values::add(const char* value, int length, int format) {
  const auto at = static_cast<std::size_t>(count_++);
  values_.at(at) = value;
  lengths_[at] = length;
  formats_[at] = format;
  return *this;
}

Values& Values::integer(std::int64_t value) {
  auto& bytes = integers_.at(static_cast<std::size_t>(count_));
  auto rest = static_cast<std::uint64_t>(value);
  for (std::size_t i = 8; i-- > 0; rest >>= 8) bytes[i] = static_cast<char>(rest & 0xFF);
  return add(bytes.data(), 8, 1);
}

void Hand::failed() { give_up(PQerrorMessage(raw_.native())); }

HandResult Hand::sound(PGresult* result) {
  HandResult owned(result);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) failed();
  return owned;
}

void Hand::prepare(const char* name, const char* sql) {
  sound(PQprepare(raw_.native(), name, sql, 0, nullptr));
}

HandResult Hand::run(const char* name, const Values& values) {
  return sound(PQexecPrepared(raw_.native(), name, values.count(), values.values(), values.lengths(),
                              values.formats(), 1));
}

HandResult Hand::run_unprepared(const char* sql, const Values& values) {
  return sound(PQexecParams(raw_.native(), sql, values.count(), nullptr, values.values(), values.lengths(),
                            values.formats(), 1));
}

void Hand::send(const char* name, const Values& values) {
  if (PQpipelineStatus(raw_.native()) == PQ_PIPELINE_OFF && PQenterPipelineMode(raw_.native()) == 0) failed();
  if (PQsendQueryPrepared(raw_.native(), name, values.count(), values.values(), values.lengths(),
                          values.formats(), 1) == 0)
    failed();
}

void Hand::sync() {
  if (PQpipelineSync(raw_.native()) == 0) failed();
}

HandResult Hand::take() {
  HandResult result = sound(PQgetResult(raw_.native()));
  if (PQgetResult(raw_.native()) != nullptr) give_up("more than one result of a statement");
  return result;
}

// The sync's own commit can fail: its result is looked at too.
void Hand::end() {
  const HandResult result(PQgetResult(raw_.native()));
  if (PQresultStatus(result.get()) != PGRES_PIPELINE_SYNC || PQexitPipelineMode(raw_.native()) == 0) failed();
}

std::int64_t integer_at(const HandResult& result, int column) {
  return pg::from_big_endian(bytes_at(result, column));
}

std::string_view bytes_at(const HandResult& result, int column) {
  return {PQgetvalue(result.get(), 0, column),
          static_cast<std::size_t>(PQgetlength(result.get(), 0, column))};
}

}  // namespace onceover::bench
