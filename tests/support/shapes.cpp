// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shapes.h"

#include <stdexcept>

namespace onceover::test {

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = [] {
    std::vector<Shape> out;
    for (const auto part : {identity_shapes, state_shapes, lease_shapes, time_shapes, content_shapes,
                            place_shapes, twin_shapes}) {
      for (Shape& one : part()) out.push_back(std::move(one));
    }
    return out;
  }();
  return all;
}

const Shape& shape(const std::string& name) {
  for (const Shape& one : shapes()) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("no shape " + name);
}

}  // namespace onceover::test
