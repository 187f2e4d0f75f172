#include "app/oncectl/rights.h"

#include <algorithm>

namespace onceover::oncectl {
namespace {

struct Needs {
  std::string_view command, function;  // the function of the schema onceover that the command ends with
};

// A user who may not even read what the command reads first needs these rights, too. Commands that are not here only read.
constexpr Needs needs[] = {
    {"settle", "take_keys"},
    {"write", "take_keys"},
    {"audit undo", "undo_release"},
    {"plan create", "create_plan"},
    {"plan dry-run", "foresee_items"},
    {"plan run", "take_items"},
    {"plan resume", "take_items"},
    {"plan pause", "move_plan"},
    {"plan stop", "move_plan"},
    {"cases note", "add_note"},
    {"cases note --profile", "take_keys"},  // on an external table only a reconciler's functions do it
    {"gateway register", "register_gateway"},
    {"gateway approve", "approve_gateway"},
    {"approvals approve", "agree_settlement"},
    {"approvals refuse", "end_approval"},
    {"stop", "set_stop"},
    {"start", "set_stop"},
    {"outbox retry", "settle_event"},
    {"outbox skip", "settle_event"},
    {"outbox republish", "republish_events"},
    {"outbox erase", "erase_event"},
    {"inbox erase", "erase_inbox"},
    {"relay pause", "pause_relay"},
    {"relay resume", "pause_relay"},
    {"relay retire", "retire_relay"},
    {"relay", "relay_take"},
    {"inbox receive", "inbox_store"},
    {"inbox consume", "inbox_take"},
    {"sweep", "tend_unfinished"},
    {"metrics roll-up", "roll_up_counters"},
    {"audit seal", "seal_audit"},
    {"reap", "reap_finished"},
    // Only the owner's.
    {"inbox requeue", ""},
    {"inbox discard", ""},
    {"relay adopt", ""},
    {"schema install", ""},
};

}  // namespace

std::string chosen_command(const CLI::App& app) {
  std::string command;
  const CLI::App* at = &app;
  for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands()) {
    at = below.front();
    command += (command.empty() ? "" : " ") + at->get_name();
  }
  return command;
}

std::optional<std::string_view> function_of(const std::string& command, bool has_profile) {
  const auto* known = has_profile ? std::ranges::find(needs, command + " --profile", &Needs::command) : std::end(needs);
  if (known == std::end(needs)) known = std::ranges::find(needs, command, &Needs::command);
  return known != std::end(needs) ? std::optional(known->function) : std::nullopt;
}

}  // namespace onceover::oncectl
