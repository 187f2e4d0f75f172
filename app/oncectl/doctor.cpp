// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/print.h"
#include "app/oncectl/program.h"
#include "core/base/json_tree.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/health/health.h"
#include "core/http/contract.h"
#include "core/http/headers.h"
#include "core/http/idempotency_key.h"
#include "core/web/client.h"
#include "core/web/url.h"

namespace onceover::oncectl {
namespace {

// `doctor --probe`: what a test endpoint does with an idempotency key.

struct ProbeOptions {
  std::vector<std::string> urls;
  std::string body, headers;  // files; empty: {} and none
};

struct Probed {
  std::string url, item;
  std::string_view answer;  // "holds", "fails", "unknown"
  std::string seen;
};

constexpr std::string_view holds = "holds", fails = "fails", not_known = "unknown";

// The same request with another content; what follows the JSON document is another body too.
std::string another(const std::string& body) {
  const std::size_t end = body.find_last_not_of(" \t\r\n");
  if (end == std::string::npos || body[end] != '}') return body + "\n\"onceover probe\"";
  const bool is_empty = body.find_last_not_of(" \t\r\n", end - 1) == body.find('{');
  return body.substr(0, end) + (is_empty ? "" : ",") + R"("probe":true})";
}

class Prober {
 public:
  Prober(std::string url, std::vector<key::Header> headers, std::string body)
      : url_(std::move(url)),
        client_({.is_plain_http = web::is_plain_http(url_)}),
        headers_(std::move(headers)),
        body_(std::move(body)) {}

  std::vector<Probed> run() {
    const web::Reply keyless = send(body_, {});
    add("A key is required",
        keyless.status == 400 || keyless.status == 428 ? holds
        : is_done(keyless)                             ? fails
                                                       : not_known,
        "without a key: " + seen(keyless));
    const std::string key = '"' + new_uuid() + '"';
    const web::Reply first = send(body_, key);
    const bool is_answer = is_done(first) || first.status == 400 || first.status == 422;
    const web::Reply again = is_answer ? send(body_, key) : web::Reply{};
    const web::Reply other = is_answer ? send(another(body_), key) : web::Reply{};
    const std::string both = fmt::format("first: {}; the same again: {}", seen(first), seen(again));
    const bool is_same = again.status == first.status && again.body == first.body;
    const bool is_told =
        again.why.empty() && again.status < 500 && again.status != 409 && again.status != 429;
    add("The same key replays, byte by byte",
        !is_answer || !is_told ? not_known
        : is_same              ? holds
                               : fails,
        is_answer ? both + (again.status == first.status && !is_same ? ", with another body" : "")
                  : "first: " + seen(first));
    const auto said = http::values_of(again.headers, http::idempotency_status_header);
    add("A replay says so in Idempotency-Status",
        !is_answer || !is_told                      ? not_known
        : said.size() == 1 && said[0] == "replayed" ? holds
                                                    : fails,
        !is_answer     ? "first: " + seen(first)
        : said.empty() ? "no such header"
                       : "it says " + visible(said[0]));
    add("Another payload under the key is refused",
        !is_answer                                       ? not_known
        : other.status == 422 || other.status == 409     ? holds
        : is_done(other) || other.status == first.status ? fails
                                                         : not_known,
        is_answer ? "another payload: " + seen(other) : "first: " + seen(first));
    return std::move(out_);
  }

 private:
  static bool is_done(const web::Reply& reply) { return reply.status >= 200 && reply.status < 300; }
  static std::string seen(const web::Reply& reply) {
    if (reply.status == 0) return "no answer (" + visible(reply.why) + ")";
    return reply.why.empty() ? std::to_string(reply.status)
                             : fmt::format("{}, not whole ({})", reply.status, visible(reply.why));
  }
  web::Reply send(const std::string& body, const std::string& key) {
    web::Request request{"POST", url_, headers_, body};
    if (http::values_of(headers_, "Content-Type").empty())
      request.headers.emplace_back("Content-Type", "application/json");
    if (!key.empty()) request.headers.emplace_back(http::idempotency_key_header, key);
    if (!client_.begin(1, std::move(request))) return {.why = "the request could not be made"};
    std::vector<web::Reply> replies;
    while (replies.empty()) replies = client_.poll(std::chrono::seconds(1));
    return std::move(replies.front());
  }
  void add(const char* item, std::string_view answer, std::string what) {
    out_.push_back({web::origin_of(url_), item, answer, std::move(what)});
  }

  std::string url_;
  web::Client client_;
  std::vector<key::Header> headers_;
  std::string body_;
  std::vector<Probed> out_;
};

// Lines of "Name: value".
std::vector<key::Header> headers_of(const std::string& text) {
  std::vector<key::Header> out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = std::string_view(text).substr(from, end - from);
    if (const auto colon = line.find(':'); colon != std::string_view::npos)
      out.emplace_back(http::trimmed(line.substr(0, colon)), http::trimmed(line.substr(colon + 1)));
    from = end + 1;
  }
  return out;
}

// Four requests to each, whose effect happens where the endpoint has no key or does not honour it: never but
// by the operator's request. Without a store.
Outcome probe(Context& context, const ProbeOptions& options) {
  const std::string body = options.body.empty() ? "{}" : read_file(options.body).value();
  const auto headers =
      options.headers.empty() ? std::vector<key::Header>{} : headers_of(read_file(options.headers).value());
  for (const std::string& url : options.urls) {
    if (auto wrong = web::wrong_with_url(url))
      return usage("The URL of --probe " + *wrong + ".", "Name a test endpoint.");
  }
  std::vector<Probed> all;
  std::size_t number = 0;
  for (const std::string& url : options.urls) {
    ++number;
    for (Probed& one : Prober(url, headers, body).run()) {
      if (options.urls.size() > 1) one.url += fmt::format(" ({})", number);
      all.push_back(std::move(one));
    }
  }
  const auto has = [&](std::string_view answer) {
    return std::ranges::any_of(all, [&](const Probed& one) { return one.answer == answer; });
  };
  if (options.urls.size() > 1) {
    const std::string_view answer = has(fails) ? fails : has(not_known) ? not_known : holds;
    all.push_back(
        {"all", "Create and reverse are symmetric", answer, "each endpoint must answer as the others"});
  }
  (void)show_list(
      context.out(), "probes", all,
      [](const Probed& one) -> Json {
        return {{"endpoint", json_text(one.url)},
                {"item", one.item},
                {"answer", one.answer},
                {"seen", json_text(one.seen)}};
      },
      {"ENDPOINT", "ITEM", "ANSWER", "SEEN"},
      [](const Probed& one) -> Cells {
        return {visible(one.url), one.item, std::string(one.answer), one.seen};
      },
      {});
  return has(fails) ? Exit::unwell : has(not_known) ? Exit::unknown : Exit::done;
}

struct DoctorOptions {
  Duration longest_retry{0};  // 0: not said
  bool list = false, markdown = false;
  ProbeOptions probe;
};

using health::Finding;
using health::ReviewItem;

constexpr const char* deep = "    ";

Json json_health(const Finding& f) {
  const health::CheckInfo& about = health::info(f.check);
  return {{"check", about.id},
          {"severity", health::word(f.severity)},
          {"title", about.title},
          {"evidence", json_text(f.evidence)},
          {"consequence", about.consequence},
          {"advice", json_text(f.advice)},
          {"sql", json_text(f.sql)}};
}

void show_report(const Output& out, const health::Report& report) {
  const auto open = [](const health::NotChecked& n) -> Json {
    return {{"check", health::info(n.check).id}, {"why", json_text(n.why)}};
  };
  const auto review = [](const ReviewItem& item) -> Json {
    return {{"item", item.what},
            {"answer", health::word(item.answer)},
            {"by", json_list(item.by, [](health::Check check) { return health::info(check).id; })},
            {"how_to_see", item.how_to_see}};
  };
  std::string text = fmt::format("{} as of {}\n\n", visible(report.table), iso(report.as_of));
  for (const Finding& f : report.findings) {
    const health::CheckInfo& about = health::info(f.check);
    text += fmt::format("{}: {} [{}]\n", health::word(f.severity), about.title, about.id) +
            indented(f.evidence, deep) + indented(std::string(about.consequence), deep) +
            indented(f.advice, deep);
    if (!f.sql.empty()) text += "  Remedy, to read before it is run:\n" + indented(f.sql, deep);
    text += "\n";
  }
  if (report.findings.empty())
    text += fmt::format("Nothing was found by {} checks.\n\n",
                        health::all_checks().size() - report.not_checked.size());
  for (const health::NotChecked& n : report.not_checked)
    text += fmt::format("not checked: {} ({})\n", health::info(n.check).id, visible(n.why));
  for (const std::string& remark : report.remarks) text += fmt::format("remark: {}\n", visible(remark));
  Table table({"REVIEW", "", "BY"});
  for (const ReviewItem& item : report.review) {
    std::string by = item.how_to_see;
    for (const health::Check check : item.by)
      by += (by.empty() ? "" : ", ") + std::string(health::info(check).id);
    table.add({std::string(health::word(item.answer)), item.what, by});
  }
  out.say({{"table", json_text(report.table)},
           {"as_of", json_time(report.as_of)},
           {"checks", health::all_checks().size()},
           {"findings", json_list(report.findings, json_health)},
           {"not_checked", json_list(report.not_checked, open)},
           {"review", json_list(report.review, review)},
           {"remarks", json_texts(report.remarks)},
           {"sql", json_text(report.sql)}},
          text + (report.not_checked.empty() && report.remarks.empty() ? "" : "\n") + table.text() +
              "Nothing was written.\n");
}

Exit list_checks(const Output& out) {
  return show_list(
      out, "checks", health::all_checks(),
      [](const health::CheckInfo& about) -> Json {
        return {{"check", about.id},
                {"severity", health::word(about.severity)},
                {"title", about.title},
                {"consequence", about.consequence}};
      },
      {"CHECK", "SEVERITY", "FINDS"},
      [](const health::CheckInfo& about) -> Cells {
        return {std::string(about.id), std::string(health::word(about.severity)), std::string(about.title)};
      },
      {});
}

Outcome examine_store(Context& context, const DoctorOptions& options) {
  if (options.list) return list_checks(context.out());
  if (!options.probe.urls.empty()) return probe(context, options.probe);
  if (options.markdown && context.out().is_json())
    return usage("--markdown and --json are two forms: choose one.");
  const auto& profile = context.profile();
  auto& store = context.store(tables::is_own(profile) ? Need::reading : Need::server);
  health::Options wanted;
  if (options.longest_retry > Duration{0}) wanted.longest_retry = options.longest_retry;
  if (context.names_gateway()) {
    auto& gateway = context.gateway();
    wanted.gateway_window = health::gateway_window(context.browser(), profile, gateway).value();
  }
  auto report = health::examine(store, profile, wanted).value();
  if (options.markdown) {
    context.out().text(health::to_markdown(report));
  } else {
    show_report(context.out(), report);
  }
  return report.findings.empty() ? Exit::done : Exit::unwell;
}

}  // namespace

void add_doctor(Program& program) {
  add_command<DoctorOptions>(
      program, program.app, "doctor",
      "Check the store's configuration: findings with evidence and remedy; writes nothing", examine_store,
      [](CLI::App& command, DoctorOptions& o) {
        add_duration(command, "--longest-retry", o.longest_retry,
                     "The longest time for which a client retries, manual retries included; taken from the "
                     "rows unless given");
        command.add_flag("--markdown", o.markdown, "The report as Markdown");
        command.add_flag("--list", o.list, "The checks there are; no store is asked");
        auto* url = command
                        .add_option("--probe", o.probe.urls,
                                    "Instead: send requests to this test endpoint, and see what it does with "
                                    "an idempotency key. They may have effects. Again for its reversal")
                        ->type_name("URL")
                        ->allow_extra_args(false);
        command.add_option("--probe-body", o.probe.body, "The request's body; {} without it")
            ->type_name("FILE|-")
            ->needs(url);
        command
            .add_option("--probe-headers", o.probe.headers,
                        "Further headers, a line each, such as Authorization: Bearer …")
            ->type_name("FILE")
            ->needs(url);
        command.footer(
            "When: before the incident, and after each migration. Reads catalogue, statistics and a bounded "
            "sample of rows of one table\n"
            "(own, or --profile FILE#NAME), and what the server is set to. With --gateway the window is "
            "compared with the gateway's. A\n"
            "remedy is SQL for a person to read. Exit code 12 where something was found.\n"
            "  oncectl doctor\n"
            "  oncectl doctor --probe https://test.example/refunds --probe-body refund.json\n"
            "  oncectl doctor --profile shop.toml#orders --longest-retry 72h --json | jq "
            "'.findings[].check'");
      });
}

}  // namespace onceover::oncectl
