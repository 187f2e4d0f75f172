// SPDX-License-Identifier: Apache-2.0
// A number with its calculation, so that a reader can check it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace onceover::calculator {

enum class Unit { rows, bytes, bytes_per_day, rows_per_day, money_per_month, partitions };

struct Figure {
  std::string name;  // stable name: "rows", "heap", "index:keys_pkey"
  double value = 0;
  Unit unit = Unit::rows;
  std::string text;                     // "442 GB (412 GiB)", "864,000,000 rows"
  std::vector<std::string> arithmetic;  // lines: "10,000/s × 86,400 s = 864,000,000 rows"
};

// "1,234,567"; rounded; "−" before negative numbers.
std::string grouped(double number);
// "512 bytes", "44.2 MB (42.2 MiB)", "442 GB (412 GiB)": three digits. In units of disks, and in those of
// PostgreSQL.
std::string bytes_text(double bytes);
// "0.1", "0.69", "12.5", "1,200": at most three decimal places, without trailing zeros.
std::string plain(double number);

// Progress and cancel for a long computation.

// part: 0 to 1, of the whole call, never falling. False ends the computation with ErrorKind::cancelled.
// Called on the computing thread, at most some hundred times a second. Empty: no progress.
using Progress = std::function<bool(double part)>;

inline tl::unexpected<Error> cancelled() {
  return fail(ErrorKind::cancelled, "The computation was cancelled.");
}

}  // namespace onceover::calculator
