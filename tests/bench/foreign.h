// A large table as other people build them, with the profile that reads it: made by the server, without any index but its primary key.
// Failures throw std::runtime_error.
#pragma once

#include <memory>
#include <string>

#include "app/try/private_server.h"
#include "core/profile/profile.h"

namespace onceover::bench {

// Keys of payments: about 300 bytes a row, newest last. Of each hundred thousand 98,800 are done, 1,000 failed, 180 pending under a lease
// and 20 under an expired one. Merchants and routes are skewed: one merchant has a third of the rows, thousands have a few.
class ForeignStore {
 public:
  // directory: where its data lies; empty: $TMPDIR, else /tmp.
  ForeignStore(std::int64_t rows, const std::string& directory);
  std::string conninfo() const;
  static const profile::Profile& profile();
  double fill_seconds() const { return fill_seconds_; }
  // The column's value in the row of that number, 1 is the oldest.
  std::string key_of(std::int64_t row) const;

 private:
  std::unique_ptr<try_it::PrivateServer> server_;
  double fill_seconds_ = 0;
};

// Rows of a listing that holds `rows` of them, read off the server's statistics; what a scan would show.
struct Touched {
  std::int64_t seq_scans = 0, rows_by_scan = 0, rows_by_index = 0, heap_blocks = 0;
};
// Since the statistics were last reset; of sessions that ended.
Touched touched(const std::string& conninfo, const std::string& table);

}  // namespace onceover::bench
