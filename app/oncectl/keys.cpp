// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>

#include "app/oncectl/address.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"
#include "core/browse/promises.h"
#include "core/browse/reading.h"
#include "core/exports/export.h"
#include "core/key/fingerprint.h"

namespace onceover::oncectl {
namespace {

struct OrderedFilter : FilterOptions {
  bool oldest_first = false;
};

struct ListOptions : OrderedFilter {
  std::string after, before;
  int limit = 200;
};

struct ExportKeysOptions : OrderedFilter {
  std::string file, format = "csv";
  bool raw = false, reveal = false;
  Duration limit = std::chrono::hours(1);
};

struct ShowOptions {
  Address address;
  bool reveal = false;
};

struct WhyOptions {
  Address address;
  std::string body;
  std::vector<std::string> salts;
};

// The values that identify a row, NULL as such.
std::string row_words(const key::Identity& id) {
  std::vector<std::string> values;
  for (const auto& value : id.columns) values.push_back(value ? visible(*value) : "NULL");
  return fmt::format("{}", fmt::join(values, " "));
}

tl::unexpected<Error> no_place() {
  return fail(ErrorKind::invalid_input, "--after or --before is not a place in this listing.",
              "Nothing was read.",
              "Pass on what an earlier listing printed, with the same table and filter.");
}

browse::PageRequest request_for(Context& context, const ListOptions& options) {
  browse::PageRequest request;
  request.limit = options.limit;
  request.newest_first = !options.oldest_first;
  request.filter = filter_of(context, options);
  const std::string& token = options.after.empty() ? options.before : options.after;
  request.backwards = options.after.empty() && !options.before.empty();
  if (token.empty()) return request;
  request.after = cursor_from_token(token);
  if (!request.after) end(no_place());
  return request;
}

// The ids of the outbox are UUIDs: another text is in no row, and most likely the key of another table.
void require_possible_key(Context& context, const std::string& key) {
  if (key.empty() || !context.reads_outbox()) return;
  const auto guesses = browse::keys_from_paste(key);
  if (is_uuid(key) || std::ranges::any_of(guesses, [](const std::string& guess) { return is_uuid(guess); }))
    return;
  end(usage(fmt::format("--key is \"{}\": it {}.", visible(key), must_be_uuid),
            "Give the id of an event, or choose events by --contains, --operation (the topic) or --from."));
}

Outcome list_keys(Context& context, const ListOptions& options) {
  require_possible_key(context, options.filter.key);
  browse::PageRequest request = request_for(context, options);
  browse::Browser& browser =
      browse::asks_for_unfinished(request.filter) ? context.looking_browser() : context.browser();
  const auto forecast = browser.forecast(request.filter).value();
  if (forecast.scans) context.out().warning("this query cannot use an index: " + forecast.why);
  const auto read = [&] {
    auto found = browser.page(request);
    // Of another table: a value that its column cannot hold.
    if (!found && request.after && found.error().sqlstate.starts_with("22")) end(no_place());
    return std::move(found).value();
  };
  browse::Page page = read();
  if (page.rows.empty() && !request.filter.key.empty() && !request.filter.prefix) {
    // Pasted with blanks, quotes or the line that it was in. A text that is a key as it is stays one.
    const std::string pasted = request.filter.key;
    for (const std::string& guess : browse::keys_from_paste(pasted)) {
      if (guess == pasted) continue;
      request.filter.key = guess;
      page = read();
      if (!page.rows.empty()) break;
    }
  }

  // `more` speaks of the direction that was walked; where a place was given there is something on its other
  // side.
  std::string next, previous;
  if (!page.rows.empty()) {
    const bool behind = request.backwards || page.more,
               ahead = request.backwards ? page.more : request.after.has_value();
    if (behind) next = cursor_token(browse::cursor_of(page.rows.back()));
    if (ahead) previous = cursor_token(browse::cursor_of(page.rows.front()));
  }
  const Output& out = context.out();
  const bool is_all = page.knowledge.known == unfinished::Known::exact;
  if (!is_all && !page.more && !page.rows.empty() && !out.is_json()) {
    out.warning("there may be more such keys. " + unfinished::explanation(page.knowledge));
  }
  // Where the key is not what identifies a row, that is shown too.
  const auto& identity = context.profile().identity;
  const bool shows_row =
      !identity.empty() && std::ranges::find(identity, context.profile().key) == identity.end();
  Cells heads = row_heads();
  if (shows_row) heads.insert(heads.begin(), visible(fmt::format("{}", fmt::join(identity, " "))));
  const Exit exit = show_list(
      out, "keys", page.rows, [&](const browse::KeyRow& row) { return json_row(row, page.as_of); }, heads,
      [&](const browse::KeyRow& row) {
        Cells cells = row_cells(row, page.as_of);
        if (shows_row) cells.insert(cells.begin(), row_words(row.id));
        return cells;
      },
      {.none = is_all
                   ? "No key matches.\n"
                   : "Whether any key matches is unknown. " + unfinished::explanation(page.knowledge) + "\n",
       .beside = {{"unfinished", json_knowledge(page.knowledge)},
                  {"next", json_filled(next)},
                  {"previous", json_filled(previous)},
                  {"order", browse::order_words(context.profile(), request.newest_first)},
                  {"as_of", iso(page.as_of)},
                  {"sql", json_text(page.sql)}},
       .below = fmt::format("{}, as of {}\n", browse::order_words(context.profile(), request.newest_first),
                            iso(page.as_of)) +
                (previous.empty() ? "" : fmt::format("page before: --before {}\n", previous)) +
                (next.empty() ? "" : fmt::format("next page:   --after {}\n", next))});
  return exit == Exit::not_found && !is_all ? Exit::unknown : exit;
}

Outcome export_keys(Context& context, const ExportKeysOptions& options) {
  require_possible_key(context, options.filter.key);
  const auto& table = context.profile();
  auto& store = context.store(tables::is_own(table) ? Need::reading : Need::server);
  const browse::Filter filter = filter_of(context, options);
  auto source = exports::keys(table, filter, !options.oldest_first, options.reveal).value();
  exports::ExportOptions how;
  how.format = *exports::format_from_word(options.format);
  how.cells.neutralise = !options.raw;
  how.limit = options.limit;
  const Output& out = context.out();
  if (::isatty(STDERR_FILENO) != 0 && !out.is_json()) {
    how.progress_every = std::chrono::milliseconds(500);
    how.on_progress = [](const exports::Progress& p) {
      fmt::print(stderr, "\r{} keys, {} MB ", p.rows, p.bytes / 1'000'000);
    };
  }
  const bool is_piped = options.file == "-";
  const unfinished::Knowledge known = context.browser().knowledge(filter).value();
  const auto exported = cancellable(store, [&] {
    return is_piped ? exports::export_to(store, source, how,
                                         [&out](std::string_view bytes) { return out.data(bytes); })
                    : exports::export_to_file(store, source, how, options.file);
  });
  if (how.on_progress) fmt::print(stderr, "\n");
  if (!exported && browse::cannot_be(store, table, {}, filter, exported.error())) {
    return usage("--key, --operation or --tenant is a value that its column cannot hold: no row has it. " +
                     visible(exported.error().what) + ".",
                 "Look at the table's values with `oncectl keys list`.");
  }
  const auto& done = exported.value();
  const bool is_all = known.known == unfinished::Known::exact;
  const Exit exit = done.unread > 0 ? Exit::failed
                    : done.rows > 0 ? Exit::done
                    : is_all        ? Exit::not_found
                                    : Exit::unknown;
  if (!is_all) out.warning("there may be more such keys. " + unfinished::explanation(known));
  if (done.unread > 0) out.warning(exports::unread_words(done));
  if (is_piped) {  // standard output is the rows'
    out.note(fmt::format("{} keys, {} bytes, as of {}", done.rows, done.bytes, iso(done.as_of)));
    return exit;
  }
  out.say({{"file", json_text(options.file)},
           {"format", options.format},
           {"keys", done.rows},
           {"bytes", done.bytes},
           {"unread", done.unread},
           {"known", json_knowledge(known)},
           {"as_of", iso(done.as_of)},
           {"sql", json_text(source.query.spelled_out())}},
          fmt::format("{} keys, {} bytes, in {}\nas of {}\n", done.rows, done.bytes, visible(options.file),
                      iso(done.as_of)));
  return exit;
}

void declare_ordered(CLI::App& command, OrderedFilter& o) {
  auto* key = command.add_option("--key", o.filter.key, "Only this key");
  declare_filter(command, o);
  command.get_option("--prefix")->excludes(key);
  command.add_flag("--oldest-first", o.oldest_first, "Otherwise the newest come first");
}

void declare_key_export(CLI::App& command, ExportKeysOptions& o) {
  command
      .add_option("file", o.file,
                  "Output file, readable only by its owner; an existing file is replaced at the end; - is "
                  "standard output")
      ->type_name("FILE|-")
      ->required();
  command.add_option("--format", o.format, "csv, jsonl (a JSON object a line) or md (a Markdown table)")
      ->check(CLI::IsMember({"csv", "jsonl", "md"}))
      ->capture_default_str();
  command.add_flag("--raw", o.raw, "Do not put a ' before what a spreadsheet would run as a formula");
  command.add_flag("--reveal", o.reveal,
                   "Header values and bodies of stored answers too; otherwise their sizes");
  add_duration(command, "--limit-time", o.limit,
               "Give up after so long: meanwhile nothing that is deleted can be vacuumed [1h]");
  declare_ordered(command, o);
  command.footer(
      "When: a ticket, a spreadsheet or a script needs every key that matches, not a page of them. All from "
      "one moment; the file is there\n"
      "whole or not at all, also after Ctrl-C. Exit code 3 where nothing matches (the file then has no "
      "rows),\n13 where that is unknown, 1 where the server could not send a row: it is named, and the "
      "others are there.\n"
      "  oncectl keys export failed.csv --state failed --from 2h\n"
      "  oncectl keys export stuck.md --format md --stuck --oldest-first");
}

void declare_key_list(CLI::App& command, ListOptions& o) {
  declare_ordered(command, o);
  add_limit(command, o.limit);
  auto* after = command.add_option("--after", o.after, "The place that the previous page printed");
  command.add_option("--before", o.before, "The place that the next page printed")->excludes(after);
  command.footer(
      "When: you are asked about a customer, or want to see the keys that a number counts. Exit code 3 if "
      "nothing matches,\n"
      "13 where that is unknown.\n"
      "  oncectl keys list --stuck --oldest-first\n"
      "  oncectl keys list --operation 'POST /refunds' --state failed --from 2h\n"
      "  oncectl keys list --prefix order-77 --json | jq -r '.keys[].key'");
}

Outcome show_detail(Context& context, const browse::Detail& detail, bool reveal);

Outcome show_key(Context& context, const ShowOptions& options) {
  const Addressed found = resolve(context, options.address);
  const auto read = context.browser().detail(found.row.id).value();
  if (read.found() == nullptr) return fail_with(changed(found.row, std::nullopt, found.as_of));
  return show_detail(context, *read.found(), options.reveal);
}

struct ShowEventOptions {
  std::int64_t seq = 0;
  bool reveal = false;
};

Outcome show_event(Context& context, const ShowEventOptions& options) {
  const auto read = context.browser().detail({.columns = {std::to_string(options.seq)}}).value();
  if (read.found() == nullptr)
    end_without(read.none(), fmt::format("row with the number {}", options.seq),
                "Its partition may have been dropped.");
  return show_detail(context, *read.found(), options.reveal);
}

Json json_payload(const std::optional<std::string>& payload, bool reveal) {
  if (!payload) return nullptr;
  return reveal ? json_text(*payload) : Json(fmt::format("{} bytes", payload->size()));
}

Outcome show_detail(Context& context, const browse::Detail& detail, bool reveal) {
  auto& browser = context.browser();
  const auto holder = browser.who_locks(detail.row.id).value();
  Json json = json_row(detail.row, detail.as_of);
  json["response"] = detail.response ? json_response(*detail.response, reveal) : Json(nullptr);
  if (context.profile().kind != tables::Kind::idempotency)
    json["payload"] = json_payload(detail.payload, reveal);
  json["response_problem"] = json_text(detail.response_problem);
  json["verdict"] = json_text(detail.verdict);
  json["verdict_reason"] = json_text(detail.verdict_reason);
  json["evidence"] = json_from(detail.evidence_json);
  json["row_lock"] = json_holder(holder);
  json["columns"] = Json::object();
  for (const auto& [name, value] : detail.columns)
    json["columns"][visible(name)] = detail.nulls.contains(name) ? Json(nullptr) : json_text(value);
  json["as_of"] = iso(detail.as_of);
  json["sql"] = json_text(detail.sql);
  std::string text = row_fields(detail.row, detail.as_of);
  text += fields({{"Verdict", visible(detail.verdict)},
                  {"Because", visible(detail.verdict_reason)},
                  {"Row lock", visible(holder.words)}});
  if (detail.response) text += "\nStored answer\n" + response_text(*detail.response, reveal);
  if (detail.payload)
    text += "\nPayload\n" +
            (reveal ? visible(*detail.payload)
                    : fmt::format("{} bytes; --reveal shows them", detail.payload->size())) +
            '\n';
  if (!detail.response_problem.empty()) text += "\nStored answer\n" + visible(detail.response_problem) + '\n';
  if (!detail.evidence_json.empty()) text += "\nEvidence\n" + visible(detail.evidence_json) + '\n';
  context.out().say(json, text + fmt::format("\nas of {}\n", iso(detail.as_of)));
  return Exit::done;
}

Outcome why_answer(Context& context, const WhyOptions& options) {
  std::optional<std::string> body;
  if (!options.body.empty()) body = read_file(options.body).value();
  auto& browser = context.browser();
  // "No row" is an answer where it is known which row.
  const bool is_named = options.address.tenant && options.address.operation;
  const browse::Lookup<Addressed> looked =
      is_named ? find_address(context, options.address) : resolve(context, options.address);
  const Addressed* found = looked.found();
  const key::Identity id =
      found != nullptr
          ? found->row.id
          : key::Identity{*options.address.tenant, *options.address.operation, options.address.key, {}};
  auto answer = browser.why(id, body, {}, 422, key::read_salts(options.salts).value()).value();
  const bool is_event = answer.row && answer.row->publication;
  const bool is_known = answer.row_known &&
                        (!answer.row || answer.row->state_known ||
                         (is_event && answer.row->publication->state != events::Publication::State::unknown));
  context.out().say(
      {{"status", answer.status == 0 || !answer.status_known ? Json(nullptr) : Json(answer.status)},
       {"stored_status", answer.row ? json_optional(answer.row->response_code) : Json(nullptr)},
       {"error_code", json_filled(answer.error_code)},
       {"rule", json_text(answer.rule)},
       {"clears", json_text(answer.clears)},
       {"payload_matches", json_optional(answer.payload_matches)},
       {"payload_not_compared", json_filled(answer.why_not_compared)},
       {"row", answer.row ? json_row(*answer.row, answer.as_of) : Json(nullptr)},
       {"as_of", iso(answer.as_of)}},
      fields({{"A duplicate gets",
               is_event    ? "nothing: it is an event, which no client asks for"
               : !is_known ? "unknown"
               : answer.status == 0 && !answer.status_known
                   ? "unknown: the service decides, and this table does not record it"
               : !answer.status_known
                   ? fmt::format("unknown: the service decides; HTTP {} is stored", answer.status)
               : answer.status == 0 ? "the handler's own answer: it would be executed"
                                    : fmt::format("HTTP {}", answer.status)},
              {"Error code", visible(answer.error_code)},
              {"Because", answer.rule},
              {"Clears", answer.clears},
              {"Payload", !answer.payload_matches   ? answer.why_not_compared
                          : *answer.payload_matches ? "matches the fingerprint"
                                                    : "does not match the fingerprint"}}) +
          (answer.row ? "\n" + row_fields(*answer.row, answer.as_of) : "") +
          fmt::format("\nas of {}\n", iso(answer.as_of)));
  return is_known ? Exit::done : Exit::unknown;
}

// The same command on another table than --profile names.
template <class Options>
std::function<Outcome(Context&, const Options&)> on(const std::string& table,
                                                    Outcome (*run)(Context&, const Options&)) {
  return [table, run](Context& context, const Options& options) {
    context.use_table(table);
    return run(context, options);
  };
}

}  // namespace

void add_events(Program& program, CLI::App& group, const std::string& table) {
  const bool is_inbox = table == "onceover.inbox";
  const std::string words = is_inbox ? "--operation is the consumer, --tenant the source."
                                     : "--operation is the topic, --tenant the aggregate's type.";
  add_command<ListOptions>(program, group, is_inbox ? "list" : "events", "Events that match, newest first",
                           on(table, &list_keys), [words](CLI::App& command, ListOptions& o) {
                             declare_key_list(command, o);
                             command.footer(words);
                           });
  add_command<ExportKeysOptions>(program, group, "export", "Every event that matches, into a file",
                                 on(table, &export_keys), [words](CLI::App& command, ExportKeysOptions& o) {
                                   declare_key_export(command, o);
                                   command.footer(words);
                                 });
  if (is_inbox) {
    add_command<ShowOptions>(program, group, "show", "Everything about one event", on(table, &show_key),
                             [words](CLI::App& command, ShowOptions& o) {
                               declare_address(command, o.address);
                               command.add_flag("--reveal", o.reveal,
                                                "Show the payload, where this role may read it");
                               command.footer(words);
                             });
  } else {
    add_command<ShowEventOptions>(
        program, group, "show", "Everything about one event", on(table, &show_event),
        [](CLI::App& command, ShowEventOptions& o) {
          add_row_number(command, "SEQ", o.seq,
                         "The event's number, as outbox list and outbox events show it");
          command.add_flag("--reveal", o.reveal, "Show the payload, where this role may read it");
        });
  }
}

void add_keys(Program& program) {
  CLI::App* keys =
      add_group(program.app, "keys", "Find keys, show one, and explain the answer a client gets");
  add_command<ListOptions>(program, *keys, "list",
                           "Keys that match, newest first where the table can be read so", list_keys,
                           declare_key_list);
  add_command<ExportKeysOptions>(program, *keys, "export", "Every key that matches, into a file", export_keys,
                                 declare_key_export);
  add_command<ShowOptions>(
      program, *keys, "show", "Everything about one key", show_key, [](CLI::App& command, ShowOptions& o) {
        declare_address(command, o.address);
        command.add_flag("--reveal", o.reveal, "Show header values and body of the stored answer");
        command.footer(
            "When: you have one key and want all its details. Bodies are masked without --reveal.\n"
            "  oncectl keys show 7d0f3c7e-…\n"
            "  oncectl keys show r-1 --operation 'POST /refunds' --tenant acme --reveal");
      });
  add_command<WhyOptions>(
      program, *keys, "why", "Explain the answer that a duplicate request gets", why_answer,
      [](CLI::App& command, WhyOptions& o) {
        declare_address(command, o.address);
        command
            .add_option("--body", o.body,
                        "The client's request body, to compare with the fingerprint; - is standard input")
            ->type_name("FILE|-");
        command
            .add_option("--salt", o.salts,
                        "The salt of the service's fingerprints, in a file that no one else may read, or "
                        "command:PROGRAM; again for an earlier one. Without it, ONCEOVER_SALTS")
            ->type_name("FILE|command:PROGRAM")
            ->allow_extra_args(false);
        command.footer(
            "When: a client reports 409 or 422. Says which rule answered, who holds the lease, and when that "
            "clears.\n"
            "  oncectl keys why 'Idempotency-Key: \"r-1\"'\n"
            "  oncectl keys why r-1 --body request.json\n"
            "  oncectl keys why r-1 --body request.json --salt refunds.salt");
      });
  add_life(program, *keys);
}

}  // namespace onceover::oncectl
