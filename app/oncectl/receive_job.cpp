// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "app/oncectl/daemon.h"
#include "app/oncectl/http_listener.h"
#include "app/oncectl/jobs.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/http/contract.h"
#include "core/http/error_code.h"
#include "core/http/retry_after.h"
#include "core/http/webhook.h"
#include "core/inbox/inbox.h"
#include "core/key/sha256.h"
#include "core/pg/one_row.h"
#include "core/pg/server_identity.h"
#include "core/pg/sqlstate.h"

namespace onceover::oncectl {
namespace {

using namespace std::chrono_literals;

constexpr Duration looks_every = 500ms;   // for requests, while there are none
constexpr Duration probes_every = 5s;     // whether the store is there, while nothing comes
constexpr Duration come_again = 5s;       // while it is not
constexpr std::size_t most_events = 500;  // in one array
constexpr std::size_t most_array_bytes = 8'000'000;

http::Answer refusal(int status, std::string_view code, const char* title, const char* detail) {
  return http::problem_answer({.status = status, .error_code = code, .title = title, .detail = detail});
}
http::Answer unavailable(Duration wait) {
  auto answer = refusal(503, http::error_code::dependency_unavailable, "Not stored",
                        "The event could not be stored now. Send it again.");
  answer.headers.emplace_back("Retry-After", http::format_retry_after(wait));
  return answer;
}

// What is asked for in the listener's thread, and stored in the job's.
class Door final : public HttpListener::Handler {
 public:
  struct Waiting {
    HttpListener::Ticket ticket = 0;
    inbox::Event event;
  };

  Door(const ReceiveEntry& entry, std::vector<std::string> secrets, Shared<ReceiveFacts>& facts)
      : path_(entry.path), source_(entry.source), rules_(entry.rules), facts_(facts) {
    rules_.secrets = std::move(secrets);
  }

  WireAnswer take(HttpRequest request, HttpListener::Ticket ticket, std::size_t) override {
    if (request.path != path_)
      return refused("path",
                     refusal(404, http::error_code::webhook_invalid, "Not found", "Nothing is here."));
    if (request.method != "POST") {
      auto answer =
          refusal(405, http::error_code::webhook_invalid, "Not allowed", "Events are sent by POST.");
      answer.headers.emplace_back("Allow", "POST");
      return refused("method", answer);
    }
    auto read = http::read_webhook(rules_, request.headers, request.body, machine_time());
    if (const auto* why = std::get_if<http::WebhookRefused>(&read))
      return refused(http::word(*why), http::answer_to(*why));
    auto& webhook = std::get<http::WebhookEvent>(read);
    inbox::Event event{.source = source_, .id = std::move(webhook.id)};
    event.fingerprint = key::bytes_of(key::sha256(request.body));
    if (!webhook.is_tombstone) event.payload = std::move(request.body);
    event.content_type = std::move(webhook.content_type);
    event.headers = std::move(webhook.headers);
    if (webhook.version)
      event.aggregate = inbox::Aggregate{source_, std::move(webhook.aggregate), *webhook.version};
    if (!inbox::why_unusable(event).empty())
      return refused(http::word(http::WebhookRefused::no_event_id),
                     http::answer_to(http::WebhookRefused::no_event_id));
    const std::scoped_lock lock(mutex_);
    if (!is_open_) return refused("unavailable", unavailable(come_again));
    waiting_.push_back({ticket, std::move(event)});
    changed_.notify_one();
    return nullptr;
  }

  WireAnswer refuse(int status, const char* why) override {
    if (status == 503) return refused("busy", unavailable(1s));
    const bool is_size = status == 413 || status == 431;
    return refused(
        is_size ? "too_large" : "malformed",
        refusal(status, is_size ? http::error_code::webhook_too_large : http::error_code::webhook_invalid,
                "Refused", why));
  }

  // Whether the store is there; otherwise requests are refused at once.
  void open(bool is_open) {
    const std::scoped_lock lock(mutex_);
    is_open_ = is_open;
  }

  // What waits, in its order, as much as one array takes.
  std::vector<Waiting> collect(Duration wait) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, wait, [this] { return !waiting_.empty(); });
    std::vector<Waiting> out;
    std::size_t bytes = 0;
    while (!waiting_.empty() && out.size() < most_events && bytes < most_array_bytes) {
      bytes += waiting_.front().event.payload.value_or("").size();
      out.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    return out;
  }

  WireAnswer refused(std::string_view why, const http::Answer& answer) {
    facts_.change([&](ReceiveFacts& facts) { ++facts.refused[std::string(why)]; });
    return on_the_wire(answer);
  }

 private:
  std::string path_, source_;
  http::WebhookRules rules_;
  Shared<ReceiveFacts>& facts_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  bool is_open_ = false;
  std::deque<Waiting> waiting_;
};

class ReceiveJob final : public FactsJob<ReceiveFacts> {
 public:
  ReceiveJob(ReceiveEntry entry, Shared<ReceiveFacts>& facts, LogSink log)
      : FactsJob(facts, std::move(log)), entry_(std::move(entry)), waiting_in_inbox_(entry_.consumer, log_) {}

  Result<Duration> run(WorkLoop& loop, const std::function<bool()>&) override {
    return as_result([&] {
      if (!listener_) listen();
      pg::Connection* const connection = loop.connection().value();
      if (!is_open_ || Steady::now() - heard_at_ >= probes_every) {
        require(pg::server_identity(*connection));
        heard_at_ = Steady::now();
      }
      if (!inbox_) inbox_.emplace(*connection, entry_.consumer);
      is_open_ = true;
      door_->open(true);
      waiting_in_inbox_.sample(*connection, facts_);
      waiting_ = door_->collect(looks_every);
      const auto from = Steady::now();
      if (!waiting_.empty()) store();
      waiting_.clear();
      facts_.change([&](ReceiveFacts& facts) {
        facts.run_ended(false, std::chrono::duration_cast<Duration>(Steady::now() - from));
      });
      return Duration{0};
    });
  }

  void failed(const Error& error) override {
    FactsJob::failed(error);
    refuse_all();
  }

  void ending() override {
    refuse_all();
    listener_.reset();
  }

 private:
  void listen() {
    door_.emplace(entry_, read_secrets(entry_).value(), facts_);
    const HttpLimits limits{
        .deadline = 15s, .request_bytes = 32 * 1024, .body_bytes = entry_.most_bytes, .connections = 500};
    listener_ = HttpListener::start(entry_.listen_host, entry_.listen_port, *door_, limits).value();
    const std::string address = fmt::format("{}:{}", entry_.listen_host, listener_->port());
    if (!is_loopback(entry_.listen_host))
      log_({LogLevel::warning,
            "Events come here without TLS from other machines: put a proxy with TLS in front, and listen on "
            "this machine only.",
            {{"address", address}}});
    log_({LogLevel::info, "Receiving webhooks.", {{"address", address}, {"path", entry_.path}}});
  }

  void refuse_all() {
    is_open_ = false;
    if (!door_) return;
    door_->open(false);
    // What was under way when it failed may have been stored: sent again it is a duplicate.
    do {
      for (const Door::Waiting& one : waiting_)
        listener_->answer(one.ticket, door_->refused("unavailable", unavailable(come_again)));
      waiting_ = door_->collect(Duration{0});
    } while (!waiting_.empty());
  }

  void store() {
    std::vector<inbox::Event> events;
    events.reserve(waiting_.size());
    for (Door::Waiting& one : waiting_) events.push_back(std::move(one.event));
    auto stored = inbox_->store(events);
    if (stored) {
      for (std::size_t i = 0; i < stored->size(); ++i) answer(waiting_[i].ticket, events[i], (*stored)[i]);
    } else if (pg::passes_by_itself(stored.error()) || stored.error().is_connection_lost()) {
      raise(stored.error());
    } else {
      store_singly(events);
    }
    heard_at_ = Steady::now();
  }

  // One event that the store refuses must not cost the others beside it.
  void store_singly(const std::vector<inbox::Event>& events) {
    std::size_t refused = 0;
    std::optional<Error> first;  // of those that were refused
    for (std::size_t i = 0; i < events.size(); ++i) {
      auto stored = inbox_->store(std::span(&events[i], 1));
      if (stored) {
        answer(waiting_[i].ticket, events[i], stored->front());
      } else {
        ++refused;
        if (!first) first = stored.error();
        if (refused <= pg::most_alone) {
          log_({LogLevel::error,
                "An event cannot be stored: its sender is asked to send it again. Look at the triggers and "
                "constraints of the inbox.",
                {{"source", visible(events[i].source)},
                 {"event", visible(events[i].id)},
                 {"error", stored.error().sentence()}}});
        }
        listener_->answer(waiting_[i].ticket, door_->refused("unavailable", unavailable(come_again)));
      }
      waiting_[i].ticket = 0;  // answered
    }
    // Not one event's own: nothing is received until the store can be worked on.
    if (refused == events.size() && (refused > pg::most_alone || !pg::may_be_one_row(*first))) {
      waiting_.clear();
      raise(*first);
    }
  }

  void answer(HttpListener::Ticket ticket, const inbox::Event& event, inbox::Answer answer) {
    static const WireAnswer taken = on_the_wire({204, {}, {}});
    WireAnswer wire = taken;
    switch (answer) {
      case inbox::Answer::accepted: facts_.change([](ReceiveFacts& facts) { ++facts.received; }); break;
      case inbox::Answer::duplicate:
      case inbox::Answer::duplicate_unverified:
      case inbox::Answer::stale: facts_.change([](ReceiveFacts& facts) { ++facts.duplicates; }); break;
      case inbox::Answer::mismatch:
        log_({LogLevel::warning,
              "An event came again with another body: it is not processed.",
              {{"event", visible(event.id)}}});
        wire = door_->refused(
            "mismatch",
            refusal(409, http::error_code::webhook_mismatch, "Another event",
                    "An event of this id with another body was received before. This one is not processed."));
        break;
      case inbox::Answer::contended: wire = door_->refused("busy", unavailable(1s)); break;
    }
    listener_->answer(ticket, std::move(wire));
  }

  ReceiveEntry entry_;
  InboxCount waiting_in_inbox_;
  std::optional<inbox::Inbox> inbox_;
  bool is_open_ = false;
  Deadline heard_at_{};
  std::vector<Door::Waiting> waiting_;  // under way
  std::optional<Door> door_;
  std::unique_ptr<HttpListener> listener_;  // last: its thread uses the door
};

}  // namespace

std::unique_ptr<Job> receive_job(const ReceiveEntry& entry, Shared<ReceiveFacts>& facts, const LogSink& log) {
  return std::make_unique<ReceiveJob>(entry, facts, log);
}

namespace {

struct ReceiveOptions {
  std::string consumer, source, listen, path = "/";
  http::WebhookRules rules;
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
  entry.rules = o.rules;
  entry.most_bytes = static_cast<std::size_t>(o.most_bytes);
  require(validate(entry));
  require(inbox::require_storing(context.store(Need::writing)));
  ServiceConfig service = service_of(context, true);
  entry.store = service.stores[0];
  service.receives.push_back(std::move(entry));
  const ReceiveFacts facts = run_service(context, std::move(service)).receives.at(0);
  std::int64_t refused = 0;
  for (const auto& [why, count] : facts.refused) refused += count;
  context.out().say({{"consumer", json_text(o.consumer)},
                     {"received", facts.received},
                     {"duplicates", facts.duplicates},
                     {"refused", refused}},
                    fmt::format("{} events received, {} duplicates, {} requests refused\n", facts.received,
                                facts.duplicates, refused));
  return Exit::done;
}

void declare_receive(CLI::App& command, ReceiveOptions& o) {
  command.add_option("--consumer", o.consumer, "Whose inbox it is")->required();
  command.add_option("--source", o.source, "Who sends: ids are unique within a source")->required();
  command.add_option("--listen", o.listen, "HOST:PORT; plain HTTP, for a proxy with TLS on this machine")
      ->type_name("ADDRESS")
      ->required();
  command
      .add_option("--secret-file", o.secret_files,
                  "The sender's secret (whsec_ and the Base64 of 24 to 64 bytes), in a file that no one else "
                  "may read; during a rotation again, for the other one")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->required();
  command.add_option("--path", o.path, "Where events are sent")->capture_default_str();
  auto* header = command.add_option("--id-header", o.rules.id_header, "The header with the event's id")
                     ->capture_default_str();
  command.add_option("--id-pointer", o.rules.id_pointer, "Instead: its place in the body, a JSON pointer")
      ->excludes(header);
  command.add_option("--signature-header", o.rules.signature_header,
                     "The sender signs as Stripe does: t=SECONDS,v1=HEX in this header. The secret is then "
                     "the whole text of its file");
  command.add_option("--aggregate-pointer", o.rules.aggregate_pointer,
                     "The place in the body of what the event is about; for order");
  command.add_option(
      "--version-pointer", o.rules.version_pointer,
      "The place in the body of its version, a whole number: an older version is not processed");
  add_number(command, "--most-bytes", o.most_bytes, 1, 16'000'000, "A larger body is refused");
  command.footer(
      "When: another system sends webhooks, signed as Standard Webhooks has it. Each event is stored once in "
      "onceover.inbox, and the request\n"
      "is answered with 2xx after the commit; a worker takes it from there. Runs until SIGTERM or SIGINT.\n"
      "  oncectl inbox receive --consumer ledger --source shop --listen 127.0.0.1:8090 --secret-file "
      "/etc/onceover/shop.secret\n"
      "  oncectl inbox receive --consumer ledger --source stripe --listen 127.0.0.1:8090 --secret-file "
      "stripe.secret \\\n"
      "    --signature-header Stripe-Signature --id-pointer /id");
}

}  // namespace

void add_receive(Program& program, CLI::App& inbox) {
  add_command<ReceiveOptions>(program, inbox, "receive", "Receive signed webhooks", receive, declare_receive);
}

}  // namespace onceover::oncectl
