#include <fmt/format.h>

#include "app/oncectl/daemon.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/inbox/inbox.h"

namespace onceover::oncectl {
namespace {

struct ReceiveOptions {
  std::string consumer, source, listen, path = "/", id_header = "webhook-id", id_pointer;
  std::vector<std::string> secret_files;
  std::int64_t most_bytes = 1'000'000;
};

Outcome receive(Context& context, const ReceiveOptions& o) {
  const auto address = parse_listen(o.listen);
  if (!address) return usage("--listen is an address and a port.", "Give one such as 127.0.0.1:8090.");
  ReceiveEntry entry;
  entry.consumer = o.consumer, entry.source = o.source;
  entry.listen_host = address->first, entry.listen_port = address->second;
  entry.path = o.path;
  entry.secret_files = o.secret_files;
  entry.id_header = o.id_header, entry.id_pointer = o.id_pointer;
  entry.most_bytes = static_cast<std::size_t>(o.most_bytes);
  require(validate(entry));
  require(inbox::require_storing(context.store(Need::writing)));
  ServiceConfig service = service_of(context, true);
  entry.store = service.stores[0];
  service.receives.push_back(std::move(entry));
  const ReceiveFacts facts = run_service(context, std::move(service)).receives.at(0);
  std::int64_t refused = 0;
  for (const auto& [why, count] : facts.refused) refused += count;
  context.out().say(
      {{"consumer", json_text(o.consumer)}, {"received", facts.received}, {"duplicates", facts.duplicates}, {"refused", refused}},
      fmt::format("{} events received, {} duplicates, {} requests refused\n", facts.received, facts.duplicates, refused));
  return Exit::done;
}

void declare_receive(CLI::App& command, ReceiveOptions& o) {
  command.add_option("--consumer", o.consumer, "Whose inbox it is")->required();
  command.add_option("--source", o.source, "Who sends: ids are unique within a source")->required();
  command.add_option("--listen", o.listen, "HOST:PORT; plain HTTP, for a proxy with TLS on this machine")->type_name("ADDRESS")->required();
  command.add_option("--secret-file", o.secret_files, "The sender's secret (whsec_…); during a rotation again, for the other one")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->required();
  command.add_option("--path", o.path, "Where events are sent")->capture_default_str();
  auto* header = command.add_option("--id-header", o.id_header, "The header with the event's id")->capture_default_str();
  command.add_option("--id-pointer", o.id_pointer, "Instead: its place in the body, a JSON pointer")->excludes(header);
  add_number(command, "--most-bytes", o.most_bytes, 1, 16'000'000, "A larger body is refused");
  command.footer(
      "When: another system sends webhooks, signed as Standard Webhooks has it. Each event is stored once in onceover.inbox, and the "
      "request\n"
      "is answered with 2xx after the commit; a worker takes it from there. Runs until SIGTERM or SIGINT.\n"
      "  oncectl inbox receive --consumer ledger --source shop --listen 127.0.0.1:8090 --secret-file /etc/onceover/shop.secret");
}

}  // namespace

void add_receive(Program& program, CLI::App& inbox) {
  add_command<ReceiveOptions>(program, inbox, "receive", "Receive signed webhooks", receive, declare_receive);
}

}  // namespace onceover::oncectl
