// oncectl: what the console does, without a screen. The composition root: it reads the command line, makes the context, runs one
// command, and turns its end into an exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "app/oncectl/keychain.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rights.h"
#include "app/try/child_main.h"
#include "app/version/commit.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/pg/connection.h"
#include "core/roles/rights.h"

namespace onceover::oncectl {
namespace {

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
  auto* dsn = app.add_option("--dsn", common.dsn, "The store: a postgresql:// URI or key=value words (no password here: see PGPASSFILE)");
  app.add_option("--service", common.service, "The store: a name in pg_service.conf")->excludes(dsn);
  app.add_option("--password-command", common.password_command, "A program (absolute path, arguments) that prints a short-lived password")
      ->type_name("COMMAND");
  app.add_option("--gateway", common.gateway, "Description of the gateway (TOML); else the file in ONCEOVER_GATEWAY")->type_name("FILE");
  app.add_option("--profile", common.profile,
                 "Read the table that this profile describes (TOML), or onceover.inbox or onceover.outbox, instead of onceover.keys: keys, "
                 "stuck, ask, write, plan create, audit, metrics")
      ->type_name("FILE[#NAME]");
  app.add_flag("--json", common.json, "One JSON object instead of text");
  add_parsed(app, "--timeout", common.timeout, "For connecting, for each statement, and for the gateway's answers",
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
    text = Json{{"error", std::move(error)}}.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  } else {
    const auto line = [](const char* head, const std::string& words) {
      return words.empty() ? std::string() : head + redacted(words) + '\n';
    };
    const Error& error = failure.error;
    text = line("oncectl: ", error.what) + line("  not done: ", error.not_done) + line("  next: ", error.next) +
           line("  server: ", error.detail == error.what ? "" : visible(error.detail)) + line("  SQLSTATE: ", error.sqlstate);
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
  return report({Exit::failed, "io", {ErrorKind::io, "The result could not be written to standard output.", "", "", {}, {}}},
                out.is_json());
}

int run_program(int argc, char** argv) {
  std::setlocale(LC_CTYPE, "C.UTF-8");  // for the width of characters alone; what is printed does not depend on the locale
  CLI::App app("oncectl: inspect and settle idempotency keys in PostgreSQL. The onceover console without a screen.", "oncectl");
  app.set_version_flag("--version", std::string("oncectl " ONCEOVER_VERSION " (commit ") + commit + ")");
  app.footer(footer);
  app.fallthrough();  // inherited: common options may follow the command
  app.require_subcommand(0, 1);
  Common common;
  declare_common(app, common);
  Program program{app, nullptr};
  for (const auto add : {add_stuck, add_ask,    add_settle,  add_write,     add_keys,   add_profile,    add_stats, add_metrics, add_plan,
                         add_sweep, add_reap,   add_gateway, add_drift,     add_doctor, add_check,      add_audit, add_relay,   add_outbox,
                         add_inbox, add_bundle, add_cases,   add_approvals, add_roles,  add_calculator, add_stop,  add_schema,  add_try})
    add(program);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    const int code = app.exit(wanted);  // --help and --version
    std::cout.flush();
    return written(code, Output(false));
  } catch (const CLI::ParseError& error) {
    const bool is_number = dynamic_cast<const CLI::ConversionError*>(&error) != nullptr;
    const std::string next = std::string(is_number ? "Give a number such as 7. " : "") + "See oncectl --help, or --help after a command.";
    const int code = report(usage(visible(error.what()), next).value(), wants_json(argc, argv));
    return app.get_subcommand("check")->parsed() ? monitoring_unknown : code;  // 2 would say that the store is in a critical state
  }
  if (!program.chosen) {
    (void)std::fputs(app.help().c_str(), stdout);
    return written(static_cast<int>(Exit::done), Output(false));
  }
  Context context(common, Output(common.json), keychain());
  const Outcome outcome = run(program, context);
  if (!outcome) {
    Failure failure = outcome.error();
    failure.error = roles::named_right(std::move(failure.error), function_of(chosen_command(app), !common.profile.empty()));
    return report(failure, common.json);
  }
  const int code = written(static_cast<int>(*outcome), context.out());
  // 1 would be a warning about the store.
  return code != static_cast<int>(*outcome) && app.get_subcommand("check")->parsed() ? monitoring_unknown : code;
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
