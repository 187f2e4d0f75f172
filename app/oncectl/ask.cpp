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

Outcome ask_about(Context& context, const AskCommand& options) {
  if (auto gateway = context.gateway(); !gateway) return fail(gateway.error());
  auto found = resolve(context, options.address).value();
  auto asked = ask_gateway(context, found.row, found.as_of, false).value();
  Inquiry inquiry{found.row, found.as_of, std::move(asked), {}};
  inquiry.settlement = reconcile::settlement_for(inquiry.row, inquiry.asked, {}, next_try);
  const Output& out = context.out();
  const bool own = inquiry.row.id.columns.empty();
  const bool settles = own && inquiry.row.is_due(inquiry.as_of);
  if (out.is_json()) {
    out.json(json_inquiry(inquiry, settles, options.reveal));
  } else {
    out.text(inquiry_text(inquiry, settles, options.reveal) +
             (settles ? ""
              : !own  ? "\nWritten by `oncectl write`, where the profile says what.\n"
                      : "\nNot to be settled now. " + changed(inquiry.row, inquiry.row, inquiry.as_of).error.what + '\n'));
  }
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
