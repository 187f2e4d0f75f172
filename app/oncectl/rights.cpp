#include "app/oncectl/rights.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/pg/sqlstate.h"

namespace onceover::oncectl {
namespace {

struct Rights {
  std::string_view command, roles;  // in words, as `roles print --role` takes them
};

constexpr std::string_view owner = "";
constexpr std::string_view readers = "viewer, service, reconciler or approver";
constexpr std::string_view relay_readers = "viewer, service, relay, reconciler or approver";
constexpr std::string_view inbox_readers = "viewer, service, consumer, reconciler or approver";

// Whoever is not named here reads keys.
constexpr Rights rights[] = {
    {"settle", "reconciler"},
    {"write", "reconciler"},
    {"audit undo", "reconciler"},
    {"plan create", "reconciler"},
    {"plan dry-run", "reconciler"},
    {"plan run", "reconciler"},
    {"plan resume", "reconciler"},
    {"plan pause", "reconciler"},
    {"plan stop", "reconciler"},
    {"cases note", "reconciler or approver"},
    {"gateway register", "reconciler"},
    {"gateway approve", "approver"},
    {"approvals approve", "approver"},
    {"approvals refuse", "reconciler or approver"},
    {"stop", "reconciler"},
    {"start", "reconciler"},
    {"outbox retry", "reconciler"},
    {"outbox skip", "reconciler"},
    {"outbox republish", "reconciler"},
    {"outbox erase", "reconciler"},
    {"inbox erase", "reconciler"},
    {"relay pause", "reconciler"},
    {"relay resume", "reconciler"},
    {"relay retire", "reconciler"},
    {"relay", "relay"},
    {"relay list", relay_readers},
    {"outbox list", relay_readers},
    {"outbox events", relay_readers},
    {"outbox show", relay_readers},
    {"outbox export", relay_readers},
    {"inbox list", inbox_readers},
    {"inbox show", inbox_readers},
    {"inbox export", inbox_readers},
    {"inbox receive", "consumer"},
    {"inbox consume", "consumer"},
    {"sweep", "service"},
    {"metrics roll-up", "service"},
    {"audit seal", "service"},
    {"reap", "service or reaper"},
    {"inbox requeue", owner},
    {"inbox discard", owner},
    {"relay adopt", owner},
    {"schema install", owner},
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

Error named_right(Error error, const std::string& command) {
  if (error.sqlstate != pg::sqlstate::insufficient_privilege) return error;
  const auto* known = std::ranges::find(rights, command, &Rights::command);
  const std::string_view roles = known != std::end(rights) ? known->roles : readers;
  error.what = fmt::format("This database user lacks a right that `oncectl {}` needs: {}.", command, error.what);
  if (error.not_done.empty()) error.not_done = "The refused statement wrote nothing, and nothing after it was done.";
  error.next = roles == owner ? "Only the owner of the tables may do this: connect as that user."
                              : fmt::format(
                                    "Connect as a member of the role {}. `oncectl roles print --role ROLE` prints the rights of each, "
                                    "with --profile also for an external table.",
                                    roles);
  return error;
}

}  // namespace onceover::oncectl
