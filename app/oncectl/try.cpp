// SPDX-License-Identifier: Apache-2.0
// `oncectl try`: the whole story on a private store, without a screen; or, with --serve, the store itself for
// other programs to use.
#include <fmt/format.h>

#include <future>
#include <optional>

#include "app/oncectl/program.h"
#include "app/oncectl/signals.h"
#include "app/try/tour.h"

namespace onceover::oncectl {
namespace {

struct TryArguments {
  try_it::TryOptions options;
  bool serve = false;
};

Json step_json(const try_it::TourStep& step) {
  return {{"kind", step.kind},
          {"key", json_text(step.key)},
          {"stuck_answer", step.stuck_answer},
          {"gateway_said", json_text(step.gateway_answer)},
          {"verdict", step.verdict},
          {"written", step.done},
          {"client_got", step.client_got},
          {"effects", step.effects},
          {"as_promised", step.as_promised}};
}

Json comparison_json(const try_it::Comparison& c) {
  if (!c.no_events.empty()) return {{"carried", false}, {"why", c.no_events}};
  return {{"carried", true},
          {"agrees", c.agrees()},
          {"caught_up", c.is_caught_up},
          {"payments", c.paid},
          {"bookings", c.bookings},
          {"differences", c.differences()},
          {"deliveries", c.deliveries},
          {"repeats", c.repeats},
          {"booked_twice", c.booked_twice},
          {"dead", json_list(c.dead, [](const try_it::DeadEvent& one) {
             return Json{{"event", one.event},
                         {"key", one.id ? json_text(one.id->key) : Json()},
                         {"error", json_text(one.error)}};
           })}};
}

Outcome tour(Context& context, try_it::TryStore& store) {
  const Output& out = context.out();
  auto report = try_it::run_tour(store, [&out](const std::string& line) {
                  if (!out.is_json()) out.text(line + "\n");
                }).value();
  out.say({{"holds", report.holds()},
           {"steps", json_list(report.steps, step_json)},
           {"keys_checked", report.keys_checked},
           {"charged_twice", report.charged_twice},
           {"succeeded_without_effect", report.succeeded_without_effect},
           {"failed_with_effect", report.failed_with_effect},
           {"events", comparison_json(report.comparison)}},
          "\nOn your own store: oncectl --dsn … stuck, ask, settle. `oncectl try --serve` keeps this one "
          "open for them.\n");
  return report.holds() ? Exit::done : Exit::failed;
}

Outcome serve(Context& context, try_it::TryStore& store, std::future<void> stopped) {
  const Output& out = context.out();
  out.say({{"dsn", store.conninfo()},
           {"gateway", store.gateway_config_path()},
           {"service", store.service_url()},
           {"broker", store.broker_address()}},
          fmt::format("A store with live traffic. In another terminal:\n\n  export ONCEOVER_GATEWAY='{}'\n  "
                      "oncectl --dsn '{}' stuck\n\nThe service listens at {}. {} Ctrl+C ends all of it.\n",
                      store.gateway_config_path(), store.conninfo(), store.service_url(),
                      store.broker_address().empty()
                          ? "No events are carried. " + store.no_events()
                          : fmt::format("Its events go to topic payments of the Kafka broker at {}.",
                                        store.broker_address())));
  (void)out.flushed();
  stopped.wait();
  return Exit::done;
}

Outcome run(Context& context, const TryArguments& arguments) {
  try_it::TryOptions options = arguments.options;
  if (options.history_rows < 0 || options.history_rows > 5'000'000)
    return usage("--history must be between 0 and 5000000.");
  const Output& out = context.out();
  if (!arguments.serve) options.late_by = std::chrono::seconds(6);  // a tour should be short
  options.progress = [&out](const std::string& words) {
    if (!out.is_json()) out.note(words);
  };
  // Without them a Ctrl+C ends this process at once, and the store with it: nothing stays behind either way.
  std::promise<void> stop;
  std::optional<StopSignals> signals;
  if (arguments.serve) signals.emplace([&stop] { stop.set_value(); }, [] {});
  auto store = try_it::TryStore::start(options).value();
  return arguments.serve ? serve(context, *store, stop.get_future()) : tour(context, *store);
}

}  // namespace

void add_try(Program& program) {
  add_command<TryArguments>(
      program, program.app, "try",
      "Start a private store with live traffic, and tour what gets stuck and how it is settled", run,
      [](CLI::App& command, TryArguments& o) {
        command.add_option("--seed", o.options.seed, "Of traffic, faults and crashes")->capture_default_str();
        command
            .add_option("--history", o.options.history_rows,
                        "Finished keys of the last three days to begin with")
            ->capture_default_str();
        command.add_flag("--serve", o.serve,
                         "No tour: keep the store open for oncectl and onceover until Ctrl+C");
        command.footer(
            "When: to try this program before you use it on your own store. Writes only to a temporary "
            "directory.\n"
            "Exit code 0 only if the gateway's own ledger shows each charge once, and the account ledger "
            "each booking once.\n"
            "  oncectl try\n  oncectl try --serve");
      });
}

}  // namespace onceover::oncectl
