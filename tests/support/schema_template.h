// The template that most integration tests want: a database with our schema, as schema::install() makes it.
#pragma once

#include "tests/support/database.h"

namespace onceover::test {

DatabaseTemplate installed_schema();

}  // namespace onceover::test
