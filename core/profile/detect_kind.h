// What kind of table it is, judged before its roles. Inside the room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/columns.h"
#include "core/profile/detect.h"

namespace onceover::profile {

struct KindAnswer {
  Kind kind;
  double confidence;
  std::string why;
};

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns);

// Of names only.
bool names_an_idempotency_key(const Name& name);
bool names_an_event_id(const Name& name);

}  // namespace onceover::profile
