// What an approval asks for, and its row as it stands now: for whoever is to decide. Reads alone.
//
// Errors: as in approval.h; unsupported, not_permitted or database where the row's table cannot be read by this database user.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/approval/approval.h"
#include "core/base/result.h"
#include "core/tables/inspect/inspect.h"

namespace onceover::approval {

// What would be written, as it was filed. unsupported: the approval cannot be read.
Result<reconcile::Settlement> settlement_of(const Approval& approval);       // of our own key
Result<tables::Profile> profile_of(const Approval& approval);                // of an external table: as it was described then
Result<reconcile::WriteRequest> write_request_of(const Approval& approval);  // the same
// Whether the requester saw the row's version, and not only its columns.
Result<bool> reads_by_version(const Approval& approval);
// Finds the row: of our own key what it is known as.
Result<key::Identity> row_of(const Approval& approval, const tables::Profile& profile);

struct View {
  Approval approval;
  tables::Profile profile;  // own() for our own key
  // As it is now; none: it is gone. seen: of an external row.
  std::optional<browse::KeyRow> now;
  std::optional<reconcile::SeenRow> seen;
  tables::Access access;  // of an external table
  // Whether approving would find the row as it was asked for; none: this user cannot tell, since he reads other columns than who asked.
  std::optional<bool> is_as_seen;
  // What was kept of the row when it was asked for, beside what it is now: column, then, now. Text; none: NULL, or gone.
  struct Value {
    std::string column;
    std::optional<std::string> then, now;
    bool operator==(const Value&) const = default;
  };
  std::vector<Value> values;
  Timestamp as_of;
  std::optional<Error> unreadable;  // what is filed cannot be read: only the approval itself is known, and it can only be refused
  std::string sql;                  // the guarded statement that approving runs, for reading
};
// none: there is no such approval.
Result<std::optional<View>> view(pg::Connection& connection, std::int64_t id);

}  // namespace onceover::approval
