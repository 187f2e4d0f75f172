#include "app/oncectl/program.h"

namespace onceover::oncectl {

void add_inbox(Program& program) {
  CLI::App* group = add_group(program.app, "inbox", "Received events");
  add_consume(program, *group);
}

}  // namespace onceover::oncectl
