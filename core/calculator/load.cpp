#include "core/calculator/load.h"

#include <algorithm>

namespace onceover::calculator {
namespace {

constexpr std::size_t most_slices = 200;

}  // namespace

void Load::call(Duration at, bool succeeded) {
  LoadPoint& point = slice_of(at);
  ++point.calls;
  point.succeeded += succeeded ? 1 : 0;
}

void Load::waiting(Duration at, std::uint64_t length) {
  LoadPoint& point = slice_of(at);
  point.waiting = std::max(point.waiting, length);
}

std::vector<LoadPoint> Load::points() const {
  std::vector<LoadPoint> out = points_;
  for (std::size_t i = 0; i < out.size(); ++i) out[i].from = slice_ * static_cast<Duration::rep>(i);
  return out;
}

LoadPoint& Load::slice_of(Duration at) {
  while (static_cast<std::size_t>(at / slice_) >= most_slices) {
    slice_ *= 2;
    std::vector<LoadPoint> merged((points_.size() + 1) / 2);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      LoadPoint& into = merged[i / 2];
      into.calls += points_[i].calls;
      into.succeeded += points_[i].succeeded;
      into.waiting = std::max(into.waiting, points_[i].waiting);
    }
    points_ = std::move(merged);
  }
  const auto place = static_cast<std::size_t>(at / slice_);
  if (place >= points_.size()) points_.resize(place + 1);
  return points_[place];
}

}  // namespace onceover::calculator
