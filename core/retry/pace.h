// SPDX-License-Identifier: Apache-2.0
// How hard a service may work the store: the rows of a batch, and the rest after it. Pure.
#pragma once

#include "core/base/time.h"

namespace onceover::retry {

struct PaceConfig {
  // Rows of a batch, whatever the time. Below the least a batch is mostly round trips and waiting for the disk: shorter by little.
  int least = 200, most = 1000;
  Duration aim = std::chrono::milliseconds(20);  // of a writing transaction
  double share = 0.25;                           // part of the time the store is worked for; 1: no rests
  int first = 0;                                 // rows of the first batch; 0: the least
};

class Pace {
 public:
  explicit Pace(const PaceConfig& config);

  int batch() const { return batch_; }
  // How the last batch went: its rows, and how long the longest of its writing transactions took. The next is larger or smaller, towards
  // the aim. A batch that was not full says nothing in favour of a larger one; nor does one whose questions took their time (may_grow).
  void went(int rows, Duration longest, bool may_grow = true);
  // For how long to leave the store alone after working it for so long; idle: for how long it was left alone meanwhile. A second at most.
  Duration rest(Duration worked, Duration idle) const;

 private:
  void set(double batch);
  PaceConfig config_;
  int batch_;
};

}  // namespace onceover::retry
