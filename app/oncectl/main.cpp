// SPDX-License-Identifier: Apache-2.0
// oncectl: what the console does, without a screen. The composition root: it reads the command line, makes
// the context, runs one command, and turns its end into an exit code.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "app/oncectl/context.h"
#include "app/oncectl/program.h"
#include "app/try/child_main.h"
#include "app/version/commit.h"
#include "core/base/bounded_program.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/gateway/config.h"
#include "core/pg/connection.h"
#include "core/roles/rights.h"

namespace onceover::oncectl {
namespace {

// The keychain of the user who runs the program: the entries that the console keeps there, read by
// libsecret's own program.

// A person may have to type the keychain's password first.
constexpr Duration patience = std::chrono::seconds(30);
constexpr std::size_t longest_entry = 64 * 1024;

bool has_session_bus() {
  const std::string runtime = environment("XDG_RUNTIME_DIR");
  return !environment("DBUS_SESSION_BUS_ADDRESS").empty() ||
         (!runtime.empty() && ::access((runtime + "/bus").c_str(), F_OK) == 0);
}

tl::unexpected<Error> unread(const std::string& what, const std::string& next) {
  return fail(ErrorKind::invalid_input, what, "The gateway was not loaded.", next);
}

Result<std::string> looked_up(const std::string& name) {
  // What QtKeychain writes to the Secret Service, by which the console keeps its entries: user, server, and
  // how the text is kept.
  const std::string attributes =
      fmt::format("server {} user {} type plaintext", gateway::keychain_service, name);
  ProgramRun run = run_bounded(
      {"secret-tool", "lookup", "server", gateway::keychain_service, "user", name, "type", "plaintext"},
      patience, longest_entry, StandardError::heard);
  if (run.not_started == 0 && run.in_time && run.exit_code == 0 && !run.printed.empty() &&
      run.printed.size() <= longest_entry) {
    if (run.printed.ends_with('\n')) run.printed.pop_back();
    return std::move(run.printed);
  }
  const std::string file = "A service reads its credential from a file: auth.value_file, mode 0600.";
  if (!has_session_bus())
    return unread("There is no session bus here, and so no keychain to read " + visible(name) + " from.",
                  file);
  if (run.not_started == ENOENT) {
    return unread("secret-tool is not installed, by which the keychain is read.",
                  "Install it (Debian: libsecret-tools). " + file);
  }
  if (run.not_started != 0)
    return unread(fmt::format("secret-tool could not be started: {}.", std::strerror(run.not_started)), file);
  if (!run.in_time)
    return unread(fmt::format("The keychain did not answer within {}.", human(patience)),
                  "Unlock it. " + file);
  if (run.printed.size() > longest_entry)
    return unread("The keychain's entry " + visible(name) + " is far too long.", "Store it anew.");
  if (run.exit_code == 1 && run.printed.empty() && !run.complained) {
    return unread("The keychain holds no credential named " + visible(name) + ".",
                  fmt::format("Store it in the console, on its first page, or: secret-tool store "
                              "--label='Onceover: {}' xdg:schema org.qt.keychain {}",
                              name, attributes));
  }
  return unread("The keychain could not be read for " + visible(name) + ".",
                "Run it by hand: secret-tool lookup " + attributes);
}

// By `secret-tool lookup`, found on PATH, without a shell. Where that cannot be, the error says which it is:
// no session bus, no secret-tool, no answer (a locked keychain that waits for its password), or no such
// entry.
gateway::Keychain keychain() { return looked_up; }

// What a command needs at its end, so that a refused command can name the roles that it is for.

struct Needs {
  std::string_view command, function;  // the function of the schema onceover that the command ends with
};

// A user who may not even read what the command reads first needs these rights, too. Commands that are not
// here only read.
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

// As it is called: "plan run". Empty: only the program.
std::string chosen_command(const CLI::App& app) {
  std::string command;
  const CLI::App* at = &app;
  for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands()) {
    at = below.front();
    command += (command.empty() ? "" : " ") + at->get_name();
  }
  return command;
}

// The function that only roles for this command may call (roles::named_right()); none: the command only
// reads.
std::optional<std::string_view> function_of(const std::string& command, bool has_profile) {
  const auto* known =
      has_profile ? std::ranges::find(needs, command + " --profile", &Needs::command) : std::end(needs);
  if (known == std::end(needs)) known = std::ranges::find(needs, command, &Needs::command);
  return known != std::end(needs) ? std::optional(known->function) : std::nullopt;
}

constexpr const char* footer = R"(Paged because clients get 409? Three steps:
  oncectl stuck                                      show what is stuck, and since when
  oncectl ask KEY                                    show what the gateway reports; writes nothing
  oncectl settle KEY --reason 'INC-4711: …'          settle it by the gateway's evidence
For a row of an external table (--profile), use write instead of settle.

The store is found as psql finds it: --dsn, --service, or the variables PGHOST, PGDATABASE, PGUSER, PGPASSFILE and so on. A remote host
needs sslmode=verify-full unless --dsn names a weaker mode.

Exit codes:
  0  done                                   5  not settled: unresolved, or a person must decide
  1  failed                                 6  store or gateway unreachable, or no free connection
  2  usage: command line or a file on it    7  schema missing or of another version
  3  no such key, or nothing found          8  halted by the store's stop switch
  4  the row changed, is finished, or       9  several keys match
     another process owns it              10  waits for a second approver
                                          11  the audit trail was changed
                                          12  doctor found a problem
                                          13  unknown whether a key is stuck
check uses the exit codes of a monitoring plugin instead: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN.

Results go to stdout, everything else to stderr. With --json a result is one JSON object on one line; an error is {"error": {…}} on
stderr, with nothing on stdout. Text that is not valid UTF-8 appears as {"hex": "…"}. Times are ISO 8601 in UTC, by the database's clock.)";

void declare_common(CLI::App& app, Common& common) {
  auto* dsn = app.add_option("--dsn", common.dsn,
                             "The store: a postgresql:// URI or key=value words. Everybody on the machine "
                             "can read a password in it: see PGPASSFILE");
  app.add_option("--service", common.service, "The store: a name in pg_service.conf")->excludes(dsn);
  app.add_option(
         "--password-command", common.password_command,
         "A program (absolute path, arguments) that prints a short-lived password; it runs at each connect")
      ->type_name("COMMAND");
  app.add_option("--gateway", common.gateway,
                 "Description of the gateway (TOML); else the file in ONCEOVER_GATEWAY")
      ->type_name("FILE");
  app.add_option("--profile", common.profile,
                 "Read the table that this profile describes (TOML), or onceover.inbox or onceover.outbox, "
                 "instead of onceover.keys: keys, stuck, ask, write, plan create, audit, metrics")
      ->type_name("FILE[#NAME]");
  app.add_flag("--json", common.json, "One JSON object instead of text");
  add_parsed(app, "--timeout", common.timeout,
             "For connecting, for each statement, and for the gateway's answers",
             "must be a time such as 500ms, 30s or 2m, longer than 0", parse_duration)
      ->type_name("TIME");
}

int report(const Failure& failure, bool json) {
  std::string text;
  if (json) {
    const auto safe = [](const std::string& words) { return json_text(redacted(words)); };
    Json error{{"kind", failure.kind},
               {"exit_code", static_cast<int>(failure.exit)},
               {"what", safe(failure.error.what)},
               {"not_done", safe(failure.error.not_done)},
               {"next", safe(failure.error.next)},
               {"sqlstate", failure.error.sqlstate},
               {"detail", safe(failure.error.detail)}};
    if (failure.more.is_object()) error.update(failure.more);
    text = json_line(Json{{"error", std::move(error)}}) + '\n';
  } else {
    const auto line = [](const char* head, const std::string& words) {
      return words.empty() ? std::string() : head + redacted(words) + '\n';
    };
    const Error& error = failure.error;
    text = line("oncectl: ", error.what) + line("  not done: ", error.not_done) +
           line("  next: ", error.next) +
           line("  server: ", error.detail == error.what ? "" : visible(error.detail)) +
           line("  SQLSTATE: ", error.sqlstate);
    if (!failure.text.empty()) text += '\n' + failure.text;
  }
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  return static_cast<int>(failure.exit);
}

// Whether --json was among the words, for an error in the words themselves.
bool wants_json(int argc, char** argv) {
  const std::vector<std::string_view> words(argv, argv + argc);
  const auto end = std::ranges::find(words, "--");
  return std::find(words.begin(), end, "--json") != end;
}

Outcome run(const Program& program, Context& context) {
  try {
    return program.chosen(context);
  } catch (const tl::bad_expected_access<Error>& ended) {
    return fail(ended.error());
  } catch (const tl::bad_expected_access<Failure>& ended) {
    return fail_with(ended.error());
  } catch (const std::exception& thrown) {
    return fail(unexpected(thrown));
  }
}

constexpr int monitoring_unknown = 3;  // of check

// The exit code, unless the result did not reach standard output.
int written(int code, const Output& out) {
  if (out.flushed() && std::cout.good()) return code;
  return report({Exit::failed,
                 "io",
                 {ErrorKind::io, "The result could not be written to standard output.", "", "", {}, {}}},
                out.is_json());
}

// In the order of the help.
constexpr struct {
  std::string_view name;
  void (*add)(Program&);
} commands[] = {
    {"stuck", add_stuck},           {"ask", add_ask},           {"settle", add_settle},
    {"write", add_write},           {"keys", add_keys},         {"profile", add_profile},
    {"stats", add_stats},           {"metrics", add_metrics},   {"plan", add_plan},
    {"sweep", add_sweep},           {"reap", add_reap},         {"gateway", add_gateway},
    {"drift", add_drift},           {"doctor", add_doctor},     {"check", add_check},
    {"audit", add_audit},           {"relay", add_relay},       {"outbox", add_outbox},
    {"inbox", add_inbox},           {"bundle", add_bundle},     {"cases", add_cases},
    {"approvals", add_approvals},   {"handover", add_handover}, {"roles", add_roles},
    {"calculator", add_calculator}, {"stop", add_stop},         {"start", add_start},
    {"schema", add_schema},         {"try", add_try},           {"help-export", add_help_export},
};

// Those that the words may mean: the whole tree takes more than the rest of a start. All of them where the
// tree itself is asked for, and where no word is a command.
void add_commands(Program& program, const std::vector<std::string_view>& words) {
  const auto names_one = [&](const auto& command) { return std::ranges::count(words, command.name) > 0; };
  const auto asks_for_the_tree = [](std::string_view word) {
    return word == "-h" || word == "--help" || word == "help-export";
  };
  const bool all = std::ranges::any_of(words, asks_for_the_tree) || std::ranges::none_of(commands, names_one);
  for (const auto& command : commands)
    if (all || names_one(command)) command.add(program);
}

int run_program(int argc, char** argv) {
  // only for the width of characters; what is printed does not depend on the locale
  std::setlocale(LC_CTYPE, "C.UTF-8");
  CLI::App app(
      "oncectl: inspect and settle idempotency keys in PostgreSQL. The onceover console without a screen.",
      "oncectl");
  app.set_version_flag("--version", std::string("oncectl " ONCEOVER_VERSION " (commit ") + commit + ")");
  app.footer(footer);
  app.fallthrough();  // inherited: common options may follow the command
  app.require_subcommand(0, 1);
  Common common;
  declare_common(app, common);
  Program program{app, nullptr};
  add_commands(program, {argv + 1, argv + argc});

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    const int code = app.exit(wanted);  // --help and --version
    std::cout.flush();
    return written(code, Output(false));
  } catch (const CLI::ParseError& error) {
    const bool is_number = dynamic_cast<const CLI::ConversionError*>(&error) != nullptr;
    const std::string next = std::string(is_number ? "Give a number such as 7. " : "") +
                             "See oncectl --help, or --help after a command.";
    const int code = report(usage(visible(error.what()), next).value(), wants_json(argc, argv));
    // 2 would say that the store is in a critical state
    return chosen_command(app) == "check" ? monitoring_unknown : code;
  }
  if (!program.chosen) {
    (void)std::fputs(app.help().c_str(), stdout);
    return written(static_cast<int>(Exit::done), Output(false));
  }
  Context context(common, Output(common.json), keychain());
  const Outcome outcome = run(program, context);
  if (!outcome) {
    Failure failure = outcome.error();
    failure.error = roles::named_right(std::move(failure.error),
                                       function_of(chosen_command(app), !common.profile.empty()));
    return report(failure, common.json);
  }
  const int code = written(static_cast<int>(*outcome), context.out());
  // 1 would be a warning about the store.
  return code != static_cast<int>(*outcome) && chosen_command(app) == "check" ? monitoring_unknown : code;
}

}  // namespace

}  // namespace onceover::oncectl

int main(int argc, char** argv) {
  if (const auto code = onceover::try_it::try_child_main(argc, argv)) return *code;
  const int code = onceover::oncectl::run_program(argc, argv);
  // A thread that still computes in a library must not meet the end of main(): the process ends under it.
  if (onceover::pg::is_connecting_left_behind()) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}
