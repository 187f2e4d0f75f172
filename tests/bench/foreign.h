// SPDX-License-Identifier: Apache-2.0
// A large table as other people build them, with the profile that reads it: made by the server, without any
// index but its primary key. Failures throw std::runtime_error.
#pragma once

#include <memory>
#include <string>

#include "app/try/private_server.h"
#include "core/tables/profile.h"

namespace onceover::bench {

// Keys of payments: about 300 bytes a row, newest last. Of each hundred thousand 98,800 are done, 1,000
// failed, 180 pending under a lease and 20 under an expired one. Merchants and routes are skewed: one
// merchant has a third of the rows, thousands have a few.
class ForeignStore {
 public:
  // directory: where the data of a private server lies; empty: $TMPDIR, else /tmp. at: conninfo of a server
  // that stands already; filled where it is not, and kept.
  ForeignStore(std::int64_t rows, const std::string& directory, const std::string& at = {});
  const std::string& conninfo() const { return conninfo_; }
  static const tables::Profile& profile();
  double fill_seconds() const { return fill_seconds_; }
  // The column's value in the row of that number, 1 is the oldest.
  std::string key_of(std::int64_t row) const;

 private:
  void fill(std::int64_t rows);
  std::unique_ptr<try_it::PrivateServer> server_;
  std::string conninfo_;
  double fill_seconds_ = 0;
};

// What was read of a table, by the server's statistics: a scan would show.
struct Touched {
  std::int64_t seq_scans = 0, rows_by_scan = 0, rows_by_index = 0, heap_blocks = 0;
};
// Since the statistics were last reset; of sessions that ended.
Touched touched(const std::string& conninfo, const std::string& table);

}  // namespace onceover::bench
