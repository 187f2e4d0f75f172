// Asks a person at the terminal what the database does not show about a table. Questions go to stderr, so that stdout may be a file.
#pragma once

#include "app/oncectl/context.h"
#include "core/tables/detect/mapping.h"

namespace onceover::oncectl {

// Refused where standard input is no terminal.
void need_terminal();

// Asks until nothing needed is left and the person ends it. After each answer that leaves a usable mapping: what is stuck under it now.
tables::Mapping interviewed(Context& context, tables::Mapping mapping);

}  // namespace onceover::oncectl
