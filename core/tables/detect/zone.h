// SPDX-License-Identifier: Apache-2.0
// In which time zone a table's timestamps without a zone are written. The writing session's TimeZone decides, and no catalog records it:
// times in the same row that have a zone show it, or the newest times beside the server's clock. Inside the room only. Pure.
#pragma once

#include "core/tables/facts.h"

namespace onceover::tables {

struct ZoneAnswer {
  std::string zone;  // an IANA name, or unknown_zone
  std::string why;   // a sentence
};
ZoneAnswer zone_of_timestamps(const TableFacts& table);

}  // namespace onceover::tables
