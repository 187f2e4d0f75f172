#include "app/oncectl/address.h"
#include "app/oncectl/inquiry.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"

namespace onceover::oncectl {
namespace {

struct AskCommand {
  Address address;
  bool reveal = false;
};

reconcile::Asked ask_gateway(Context& context, const Addressed& found) {
  reconcile::AskOptions options;
  options.deadline = Steady::now() + context.ask_timeout();
  options.profile = &context.profile();
  return std::move(reconcile::ask(context.gateway(), {found.row}, found.as_of, options).front());
}

Outcome ask_about(Context& context, const AskCommand& options) {
  context.gateway();
  const Addressed found = resolve(context, options.address);
  Inquiry inquiry{found.row, found.as_of, ask_gateway(context, found), {}};
  inquiry.settlement = reconcile::settlement_for(inquiry.row, inquiry.asked, {}, next_try);
  const bool own = inquiry.row.id.columns.empty();
  const bool settles = own && inquiry.row.is_due(inquiry.as_of);
  context.out().say(json_inquiry(inquiry, settles, options.reveal),
                    inquiry_text(inquiry, settles, options.reveal) +
                        (settles ? ""
                         : !own  ? "\nWritten by `oncectl write`, where the profile defines what.\n"
                                 : "\nNot to be settled now. " + changed(inquiry.row, inquiry.row, inquiry.as_of).error.what + '\n'));
  return exit_for(inquiry);
}

}  // namespace

void add_ask(Program& program) {
  add_command<AskCommand>(
      program, program.app, "ask", "Ask the gateway about one key; writes nothing", ask_about, [](CLI::App& command, AskCommand& o) {
        declare_address(command, o.address);
        command.add_flag("--reveal", o.reveal, "Show bodies: the gateway's answer, and the one clients will get");
        command.footer(
            "When: before you settle a key or answer a customer. Shows the evidence, the verdict and the SQL a settlement would\n"
            "run. Exit code 0 where the verdict settles the key, 5 where it stays open, 6 where the gateway did not answer at all.\n"
            "  oncectl ask r-1 --gateway acme.toml\n"
            "  oncectl ask r-1 --json | jq .verdict");
      });
}

}  // namespace onceover::oncectl
