#include "core/health/storage.h"

#include <cmath>

namespace onceover::health {

double aligned(double bytes) { return std::ceil(bytes / 8) * 8; }

std::optional<double> tuple_bytes(const pg::Rows& width) {
  const auto columns = static_cast<double>(width.integer(0, 3));
  if (width.integer(0, 2) != width.integer(0, 3) || columns == 0) return std::nullopt;
  // A row with NULLs has a null bitmap.
  const double header = aligned(23 + (width.boolean(0, 1) ? std::ceil(columns / 8) : 0));
  return aligned(header + width.real(0, 0));
}

}  // namespace onceover::health
