// SPDX-License-Identifier: Apache-2.0
// The template that most integration tests want: a database with our schema, as schema::install() makes it.
#pragma once

#include "tests/support/database.h"

namespace onceover::test {

DatabaseTemplate installed_schema();

// The schema and all that is in it get this owner, as where a role that is no superuser installed it. The
// role must be there.
void give_schema_to(RawConnection& superuser, const std::string& role);

// A registered gateway that recognises a repeated request of whatever operation for so long.
void register_gateway(RawConnection& owner, const std::string& window = "36500 days");

}  // namespace onceover::test
