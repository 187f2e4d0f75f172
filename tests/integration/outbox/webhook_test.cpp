// SPDX-License-Identifier: Apache-2.0
// The way to a webhook: what a receiver gets, and what its faults do.
#include "core/outbox/webhook.h"

#include <httplib.h>
#include <sys/stat.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/http/webhook.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* new_secret = "whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=";
constexpr const char* old_secret = "whsec_YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJi";

Timestamp wall() {
  return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()};
}

// A server on loopback that keeps what it got, and answers as a test says.
class Receiver {
 public:
  struct Got {
    std::string path, id, event, timestamp, signature, body;
    httplib::Headers headers;
    Deadline at;
    bool is_taken = false;  // answered with 2xx
  };
  using Answer = std::function<void(const httplib::Request&, httplib::Response&)>;

  explicit Receiver(Answer answer = {}) : answer_(std::move(answer)) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(32); };
    const auto handle = [this](const httplib::Request& request, httplib::Response& response) {
      std::size_t at = 0;
      {
        const std::lock_guard lock(mutex_);
        at = got_.size();
        got_.push_back(
            {request.path, request.get_header_value("webhook-id"),
             request.get_header_value("event-aggregate-id"), request.get_header_value("webhook-timestamp"),
             request.get_header_value("webhook-signature"), request.body, request.headers, Steady::now()});
        most_ = std::max(most_, ++now_);
      }
      response.status = 204;
      if (answer_) answer_(request, response);
      const std::lock_guard lock(mutex_);
      --now_;
      got_[at].is_taken = response.status < 300;
    };
    server_.Post("/hooks", handle).Post("/elsewhere", handle).Get("/elsewhere", handle);
    server_.set_tcp_nodelay(true);
    server_.set_keep_alive_timeout(1);  // its end waits for connections that the relay keeps
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    test::eventually([this] { return server_.is_running(); });
  }
  ~Receiver() {
    let_go();
    server_.stop();
    thread_.join();
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/hooks"; }
  std::vector<Got> got() const {
    const std::lock_guard lock(mutex_);
    return got_;
  }
  int most_at_once() const {
    const std::lock_guard lock(mutex_);
    return most_;
  }
  // For an answer that must not come.
  void hold() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 30s, [this] { return gone_; });
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    changed_.notify_all();
  }

 private:
  Answer answer_;
  httplib::Server server_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool gone_ = false;
  int now_ = 0, most_ = 0;
  std::vector<Got> got_;
  std::thread thread_;
};

class WebhookTest : public test::OutboxTest {
 protected:
  WebhookTest() {
    std::string name = (std::filesystem::temp_directory_path() / "onceover-webhook-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    folder = name;
    config.backoff = 1ms, config.backoff_cap = 5ms;
  }
  ~WebhookTest() override { std::filesystem::remove_all(folder); }

  std::string secret_file(const std::string& name, const std::string& text, mode_t mode = 0600) const {
    const std::string path = (folder / name).string();
    std::ofstream(path) << text << '\n';
    ::chmod(path.c_str(), mode);
    return path;
  }
  WebhookConfig to(const Receiver& receiver) const {
    return {.url = receiver.url(), .secret_files = {secret_file("new", new_secret)}, .timeout = 2s};
  }
  void start(const WebhookConfig& where) {
    auto made = to_webhook(where);
    if (!made) throw std::runtime_error(made.error().sentence());
    relay.reset();
    webhook = std::move(*made);
    relay = std::make_unique<Relay>(connection, *webhook, config, "relay-1", Random(1));
  }
  // Until it is idle, or `until` holds.
  bool drained(const std::function<bool()>& until = {}, std::chrono::milliseconds within = 30s) {
    const auto end = Steady::now() + within;
    while (Steady::now() < end) {
      const auto turn = relay->run_once(50ms);
      if (!turn) throw std::runtime_error(turn.error().sentence());
      trouble = turn->trouble;
      if (until ? until() : turn->state == Turn::State::idle && turn->trouble.empty()) return true;
    }
    return false;
  }
  std::string parked() {
    return raw.scalar(
        "SELECT coalesce(string_agg(state || ' ' || attempts, ', ' ORDER BY seq), '') FROM "
        "onceover.outbox_parked");
  }

  std::filesystem::path folder;
  std::unique_ptr<Destination> webhook;
  std::unique_ptr<Relay> relay;
  std::string trouble;
};

std::map<std::string, std::vector<std::string>> taken_of_each(const std::vector<Receiver::Got>& all) {
  std::map<std::string, std::vector<std::string>> out;
  std::set<std::string> known;
  for (const auto& one : all) {
    if (known.insert(one.id).second) out[one.event].push_back(one.id);
  }
  return out;
}

TEST_F(WebhookTest, ARequestCarriesEverythingAndIsSigned) {
  Receiver receiver;
  raw.exec(
      "INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, "
      "headers) VALUES ('00000000-0000-4000-8000-000000000001', 'payments', 'payment', 'p-1', "
      "'payment.captured', '\\x6100ff'::bytea, 'application/octet-stream', '{\"traceparent\": \"00-a-b-01\", "
      "\"host\": \"evil\"}')");
  start(to(receiver));
  ASSERT_TRUE(drained()) << trouble;
  const auto got = receiver.got();
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got[0].id, "00000000-0000-4000-8000-000000000001");
  EXPECT_EQ(got[0].body, std::string("a\0\xff", 3));
  const auto header = [&](const char* name) {
    const auto range = got[0].headers.equal_range(name);
    return std::distance(range.first, range.second) == 1 ? range.first->second : std::string("(not once)");
  };
  EXPECT_EQ(header("Content-Type"), "application/octet-stream");
  EXPECT_EQ(header("traceparent"), "00-a-b-01");
  EXPECT_EQ(header("event-type"), "payment.captured");
  EXPECT_THAT(header("Host"), HasSubstr("127.0.0.1:"));
  const std::vector<std::string> secrets{*http::webhook_secret(new_secret)};
  EXPECT_EQ(http::check_webhook(secrets, got[0].id, got[0].timestamp, got[0].signature, got[0].body, wall()),
            http::WebhookCheck::valid);
  EXPECT_EQ(raw.scalar("SELECT published FROM onceover.relays"), "1");
}

TEST_F(WebhookTest, ATombstoneHasAnEmptyBodyAndSaysSo) {
  Receiver receiver;
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-2')");
  start(to(receiver));
  ASSERT_TRUE(drained()) << trouble;
  ASSERT_EQ(receiver.got().size(), 1U);
  EXPECT_EQ(receiver.got()[0].body, "");
  EXPECT_EQ(receiver.got()[0].headers.find("event-tombstone")->second, "true");
  EXPECT_FALSE(receiver.got()[0].headers.contains("Content-Type"));
}

TEST_F(WebhookTest, ManyGoAtOnceAndKeepTheOrderOfEachAggregate) {
  // the receiver's work, so that requests overlap
  Receiver receiver([](const auto&, auto&) { std::this_thread::sleep_for(1ms); });
  std::map<std::string, std::vector<std::string>> written;
  for (int i = 0; i < 400; ++i) {
    const std::string aggregate = "p-" + std::to_string(i % 37);
    written[aggregate].push_back(enqueue(aggregate));
  }
  start(to(receiver));
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(taken_of_each(receiver.got()), written);
  EXPECT_EQ(receiver.got().size(), 400U);
  EXPECT_GT(receiver.most_at_once(), 4);
  EXPECT_LE(receiver.most_at_once(), 16);
}

// F24: taken, and the answer is lost.
TEST_F(WebhookTest, AnAnswerThatIsLostRepeatsTheEventUnderItsId) {
  std::atomic<int> held{0};
  Receiver* self = nullptr;
  Receiver receiver([&](const auto& request, auto&) {
    if (request.get_header_value("event-aggregate-id") == "p-1" && held++ == 0) self->hold();
  });
  self = &receiver;
  std::map<std::string, std::vector<std::string>> written;
  for (int i = 0; i < 12; ++i) {
    const std::string aggregate = "p-" + std::to_string(i % 3);
    written[aggregate].push_back(enqueue(aggregate));
  }
  WebhookConfig where = to(receiver);
  where.timeout = 300ms;
  start(where);
  ASSERT_TRUE(drained([&] { return parked().empty() && receiver.got().size() >= 13; })) << trouble;
  EXPECT_EQ(taken_of_each(receiver.got()), written);
  EXPECT_EQ(receiver.got().size(), 13U) << "the fault did not happen, or more than one was repeated";
}

TEST_F(WebhookTest, AReceiverThatAsksForTimeGetsIt) {
  std::atomic<int> answers{0};
  Receiver receiver([&](const auto&, auto& response) {
    if (answers++ > 0) return;
    response.status = 429;
    response.set_header("Retry-After", "2");
  });
  enqueue("p-1");
  start(to(receiver));
  ASSERT_TRUE(drained([&] { return receiver.got().size() == 1; }));
  enqueue("p-2");
  ASSERT_TRUE(drained([&] { return !trouble.empty(); }));
  EXPECT_THAT(trouble, HasSubstr("429"));
  ASSERT_TRUE(drained()) << trouble;
  const auto got = receiver.got();
  ASSERT_EQ(got.size(), 3U);
  EXPECT_GE(got[1].at - got[0].at, 1900ms) << "nothing is sent meanwhile";
  // Of two aggregates either may arrive first.
  const auto& again = got[1].id == got[0].id ? got[1] : got[2];
  EXPECT_EQ(again.id, got[0].id);
  EXPECT_NE(again.timestamp, got[0].timestamp) << "the timestamp is of the attempt";
  EXPECT_EQ(parked(), "");
}

TEST_F(WebhookTest, AReceiverThatIsGoneGetsNothingMore) {
  std::atomic<bool> gone{true};
  Receiver receiver([&](const auto&, auto& response) { response.status = gone ? 410 : 204; });
  enqueue("p-1"), enqueue("p-1"), enqueue("p-2");
  start(to(receiver));
  ASSERT_TRUE(drained([&] { return trouble.find("410") != std::string::npos; }));
  ASSERT_TRUE(relay->let_go());
  EXPECT_THAT(raw.scalar("SELECT trouble FROM onceover.relays"), HasSubstr("wants no more events"));
  const auto asked = receiver.got().size();
  EXPECT_LE(asked, 2U);
  gone = false;
  const auto until = Steady::now() + 3s;
  while (Steady::now() < until) ASSERT_TRUE(relay->run_once(100ms));
  EXPECT_EQ(receiver.got().size(), asked) << "it asked for no more";
  EXPECT_EQ(parked(), "") << "no attempt is counted";
  start(to(receiver));
  raw.exec("UPDATE onceover.relays SET locked_until = now()");
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(receiver.got().size(), asked + 3) << "nothing is lost";
}

TEST_F(WebhookTest, AnEventThatAlwaysFailsHoldsUpItsAggregateAlone) {
  std::string bad;
  Receiver receiver([&](const auto& request, auto& response) {
    if (request.get_header_value("webhook-id") == bad) response.status = 500;
  });
  config.attempts = 3;
  bad = enqueue("p-1");
  const std::string behind = enqueue("p-1");
  std::vector<std::string> others;
  for (int i = 0; i < 20; ++i) others.push_back(enqueue("other-" + std::to_string(i)));
  start(to(receiver));
  ASSERT_TRUE(drained([&] {
    return parked() == "dead 3, behind 0" && taken_of_each(receiver.got()).size() == 21;
  })) << parked()
      << trouble;
  int of_bad = 0;
  for (const auto& one : receiver.got()) {
    EXPECT_NE(one.id, behind);
    of_bad += one.id == bad ? 1 : 0;
  }
  EXPECT_GE(of_bad, 3);
}

TEST_F(WebhookTest, AnOutageUsesUpNoAttempts) {
  std::atomic<int> status{502};
  Receiver receiver([&](const auto&, auto& response) { response.status = status; });
  for (int i = 0; i < 20; ++i) enqueue("p-" + std::to_string(i));
  config.attempts = 1;
  start(to(receiver));
  ASSERT_TRUE(drained([&] { return receiver.got().size() >= 33; }));
  EXPECT_THAT(trouble, HasSubstr("502"));
  EXPECT_EQ(parked(), "");
  status = 204;
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(taken_of_each(receiver.got()).size(), 20U);
  EXPECT_EQ(parked(), "");
}

TEST_F(WebhookTest, AReceiverThatIsAwayIsWaitedFor) {
  auto away = std::make_unique<Receiver>();
  WebhookConfig where = to(*away);
  away.reset();
  enqueue("p-1");
  start(where);
  ASSERT_TRUE(drained([&] { return !trouble.empty(); }));
  EXPECT_THAT(trouble, HasSubstr("cannot be reached"));
  EXPECT_EQ(parked(), "");
}

TEST_F(WebhookTest, ARefusedEventIsDeadAtOnceAndItsErrorShowsNoSecret) {
  Receiver receiver([](const auto& request, auto& response) {
    response.status = 422;
    response.set_content("no such \x1b[31mcurrency; you sent " + request.get_header_value("x-own") +
                             ", your secret is " + new_secret + std::string(1000, 'x'),
                         "text/plain");
  });
  enqueue("p-1");
  start(to(receiver));
  ASSERT_TRUE(drained([&] { return parked() == "dead 1"; })) << parked();
  const std::string error = raw.scalar("SELECT error FROM onceover.outbox_parked");
  EXPECT_THAT(error,
              HasSubstr("The receiver answered 422: it refuses the event. Its answer begins: no such"));
  EXPECT_THAT(error, HasSubstr("***"));
  EXPECT_THAT(error, Not(HasSubstr("YWFhYWFhYWFh")));
  EXPECT_THAT(error, Not(HasSubstr("\x1b")));
  EXPECT_LT(error.size(), 400U);
}

// Who may see the error need not be allowed to see the payload.
TEST_F(WebhookTest, AnAnswerThatQuotesThePayloadLeavesNothingOfItInTheError) {
  Receiver receiver([](const auto& request, auto& response) {
    response.status = 422;
    response.set_content("card is no number: " + request.body, "text/plain");
  });
  enqueue(raw, "p-1", R"({"card": "4111-1111", "owner": {"name": "Lovelace"}})");
  enqueue(raw, "p-2", "no JSON: 4111-1111");
  start(to(receiver));
  ASSERT_TRUE(drained([&] { return parked() == "dead 1, dead 1"; })) << parked();
  const std::string errors = raw.scalar("SELECT string_agg(error, ' ') FROM onceover.outbox_parked");
  EXPECT_THAT(
      errors,
      HasSubstr("Its answer begins: card is no number: {\"card\": \"[…]\", \"owner\": {\"name\": \"[…]\"}}"));
  EXPECT_THAT(errors, Not(HasSubstr("4111")));
  EXPECT_THAT(errors, Not(HasSubstr("Lovelace")));
}

TEST_F(WebhookTest, NoRedirectIsFollowed) {
  Receiver receiver([](const auto&, auto& response) {
    response.status = 307;
    response.set_header("Location", "/elsewhere");
  });
  enqueue("p-1");
  start(to(receiver));
  ASSERT_TRUE(drained([&] { return !trouble.empty(); }));
  EXPECT_THAT(trouble, HasSubstr("307: redirects are not followed"));
  for (const auto& one : receiver.got()) EXPECT_EQ(one.path, "/hooks");
  EXPECT_EQ(parked(), "");
}

TEST_F(WebhookTest, AnAnswerWithoutEndIsTakenByItsStatus) {
  Receiver receiver([](const auto&, auto& response) {
    response.status = 200;
    response.set_content(std::string(4'000'000, 'x'), "text/plain");
  });
  enqueue("p-1");
  start(to(receiver));
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(receiver.got().size(), 1U);
}

TEST_F(WebhookTest, DuringARotationBothSecretsSign) {
  Receiver receiver;
  enqueue("p-1");
  WebhookConfig where = to(receiver);
  where.secret_files.push_back(secret_file("old", old_secret));
  start(where);
  ASSERT_TRUE(drained()) << trouble;
  const auto got = receiver.got().at(0);
  for (const char* known : {new_secret, old_secret}) {
    const std::vector<std::string> secrets{*http::webhook_secret(known)};
    EXPECT_EQ(http::check_webhook(secrets, got.id, got.timestamp, got.signature, got.body, wall()),
              http::WebhookCheck::valid)
        << known;
  }
}

TEST_F(WebhookTest, WhatIsNotSafeIsRefusedAtTheStart) {
  const std::string good = secret_file("good", new_secret);
  const auto refusal = [](const WebhookConfig& where) {
    const auto made = to_webhook(where);
    return made ? std::string("taken") : made.error().sentence();
  };
  EXPECT_EQ(refusal({.url = "https://shop.example/hooks?for=onceover", .secret_files = {good}}), "taken");
  EXPECT_THAT(refusal({.url = "http://shop.example/hooks", .secret_files = {good}}),
              HasSubstr("must be https"));
  EXPECT_THAT(refusal({.url = "https://user:hunter2@shop.example/", .secret_files = {good}}),
              testing::AllOf(HasSubstr("must not contain a user"), Not(HasSubstr("hunter2"))));
  EXPECT_THAT(refusal({.url = "ftp://shop.example/", .secret_files = {good}}), HasSubstr("must be https"));
  EXPECT_THAT(refusal({.url = "https://shop.example/", .secret_files = {}}), HasSubstr("1 to 4 secrets"));
  EXPECT_THAT(
      refusal({.url = "https://shop.example/", .secret_files = {secret_file("open", new_secret, 0644)}}),
      HasSubstr("open"));
  EXPECT_THAT(refusal({.url = "https://shop.example/",
                       .secret_files = {secret_file("plain", "correct horse battery staple!!")}}),
              testing::AllOf(HasSubstr("holds no secret"), Not(HasSubstr("horse"))));
}

}  // namespace
}  // namespace onceover::outbox
