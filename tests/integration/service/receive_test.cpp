// SPDX-License-Identifier: Apache-2.0
// A receiver of webhooks in the service: what it stores, what it refuses, and how it keeps its word under
// faults.
#include <arpa/inet.h>
#include <httplib.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "core/base/text.h"
#include "core/http/webhook.h"
#include "core/key/sha256.h"
#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/patience.h"
#include "tests/support/proxy.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* new_text = "whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=";
constexpr const char* old_text = "whsec_YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJi";

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// The port of the log's last line with the message; 0: there is none.
int port_in(const std::string& log, const std::string& message) {
  std::istringstream lines(log);
  int port = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json said = Json::parse(line, nullptr, false);
    if (!said.is_object() || said.value("message", "") != message) continue;
    const std::string address = said["address"];
    port = std::stoi(address.substr(address.rfind(':') + 1));
  }
  return port;
}

class ReceiveTest : public ServiceFileTest {
 protected:
  struct Sent {
    int status = 0;
    std::string body, retry_after;
  };

  std::string receive_text(const std::string& more = {}) const {
    return "[[receive]]\nname = \"shop\"\nstore = \"main\"\nconsumer = \"ledger\"\nsource = \"shop\"\nlisten "
           "= \"127.0.0.1:0\"\n"
           "secret_files = [\"new\", \"old\"]\n" +
           more;
  }
  void receive(const std::string& more = {}) { receive_at(store_text(), more); }
  void receive_at(const std::string& store, const std::string& more = {}) {
    write_file("new", std::string(new_text) + '\n');
    write_file("old", std::string(old_text) + '\n');
    configured(head + store + receive_text(more));
    service_.emplace(serve());
    ASSERT_TRUE(service_->wait_for_err("\"Receiving webhooks.\"")) << service_->err();
    receive_port_ = port_in(service_->err(), "Receiving webhooks.");
    // Until the store is there it says so.
    ASSERT_TRUE(test::eventually([&] {
      return sample("onceover_receive_runs_total", {"ended"}).value_or(0) > 0;
    })) << service_->err();
  }
  static httplib::Headers signed_headers(const std::string& id, const std::string& body,
                                         const char* secret = new_text,
                                         std::int64_t seconds = seconds_now()) {
    const std::array secrets{*http::webhook_secret(secret)};
    return {{"webhook-id", id},
            {"webhook-timestamp", std::to_string(seconds)},
            {"webhook-signature", http::sign_webhook(secrets, id, seconds, body)}};
  }
  Sent post(const httplib::Headers& headers, const std::string& body, const std::string& path = "/") const {
    httplib::Client client("127.0.0.1", receive_port_);
    client.set_read_timeout(20);
    const auto answer = client.Post(path, headers, body, "application/json");
    return answer ? Sent{answer->status, answer->body, answer->get_header_value("Retry-After")} : Sent{};
  }
  Sent post(const std::string& id, const std::string& body) const {
    return post(signed_headers(id, body), body);
  }
  std::string code_of(const Sent& sent) const { return Json::parse(sent.body).value("error_code", ""); }
  std::string stored() { return raw_.scalar("SELECT count(*) FROM onceover.inbox"); }
  std::optional<double> refused(const std::string& why) const {
    return sample("onceover_receive_refused_total", {"\"" + why + "\""});
  }
  // The bytes of a whole request.
  std::string request(const std::string& id, const std::string& body) const {
    std::string text =
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    for (const auto& [name, value] : signed_headers(id, body)) text += name + ": " + value + "\r\n";
    return text + "\r\n" + body;
  }
  int connected() const {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(receive_port_));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
    return socket;
  }

  std::optional<test::Process> service_;
  int receive_port_ = 0;
};

TEST_F(ReceiveTest, AnEventIsStoredWholeBeforeItsAnswer) {
  receive();
  const std::string body("a\0\xff{}", 5);
  auto headers = signed_headers("e-1", body);
  headers.emplace("traceparent", "00-a-b-01");
  headers.emplace("Authorization", "Bearer hunter2");
  const Sent sent = post(headers, body);
  EXPECT_EQ(sent.status, 204) << sent.body;
  EXPECT_EQ(raw_.scalar("SELECT consumer || ' ' || source || ' ' || event_id || ' ' || state || ' ' || "
                        "encode(payload, 'hex') || ' ' || content_type || ' ' || (headers ->> 'traceparent') "
                        "|| ' ' || (fingerprint = sha256(payload)) FROM onceover.inbox"),
            "ledger shop e-1 in_progress 6100ff7b7d application/json 00-a-b-01 true");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.inbox WHERE headers::text LIKE '%hunter2%'"), "0");
  EXPECT_EQ(sample("onceover_receive_events_total", {"receive=\"shop\""}), 1);
}

TEST_F(ReceiveTest, ARepeatIsAnsweredAndNotStoredAgain) {
  receive();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(post("e-1", "{}").status, 204);
  EXPECT_EQ(stored(), "1");
  EXPECT_EQ(sample("onceover_receive_duplicates_total"), 2);
}

TEST_F(ReceiveTest, AnotherBodyUnderTheSameIdIsAConflict) {
  receive();
  ASSERT_EQ(post("e-1", "{}").status, 204);
  const Sent sent = post("e-1", "{\"other\":1}");
  EXPECT_EQ(sent.status, 409);
  EXPECT_EQ(code_of(sent), "CONFLICT.webhook.payload_mismatch");
  EXPECT_EQ(raw_.scalar("SELECT convert_from(payload, 'UTF8') FROM onceover.inbox"), "{}");
  EXPECT_EQ(refused("mismatch"), 1);
}

TEST_F(ReceiveTest, WhatIsNotSignedNowIsRefusedWithAProblem) {
  receive();
  struct Row {
    httplib::Headers headers;
    int status;
    const char* code;
    const char* why;
  };
  const std::int64_t now = seconds_now();
  httplib::Headers without_id = signed_headers("e-1", "{}");
  without_id.erase("webhook-id");
  for (const Row& row :
       {Row{{}, 400, "VALIDATION.webhook.invalid", "no_message_id"},
        {without_id, 400, "VALIDATION.webhook.invalid", "no_message_id"},
        {signed_headers("e-1", "{ }"), 401, "AUTH.webhook.signature", "signature"},
        {signed_headers("e-1", "{}", "whsec_Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj"), 401, "AUTH.webhook.signature",
         "signature"},
        {signed_headers("e-1", "{}", new_text, now - 400), 401, "AUTH.webhook.signature", "too_old"},
        {signed_headers("e-1", "{}", new_text, now + 400), 401, "AUTH.webhook.signature", "too_new"}}) {
    const double before = refused(row.why).value_or(0);
    const Sent sent = post(row.headers, "{}");
    EXPECT_EQ(sent.status, row.status) << row.why;
    EXPECT_EQ(code_of(sent), row.code) << row.why;
    EXPECT_EQ(refused(row.why), before + 1);
  }
  // Clocks may differ by less than five minutes.
  EXPECT_EQ(post(signed_headers("e-2", "{}", new_text, now - 200), "{}").status, 204);
  EXPECT_EQ(post(signed_headers("e-3", "{}", new_text, now + 200), "{}").status, 204);
  EXPECT_EQ(stored(), "2");
}

TEST_F(ReceiveTest, DuringARotationEitherSecretIsTaken) {
  receive();
  EXPECT_EQ(post(signed_headers("e-1", "{}", new_text), "{}").status, 204);
  EXPECT_EQ(post(signed_headers("e-2", "{}", old_text), "{}").status, 204);
}

TEST_F(ReceiveTest, WhatIsTooLargeOrHasNoLengthIsNotRead) {
  receive("most_bytes = 1000\npath = \"/hooks\"\n");
  const auto sent = [&](const std::string& id, std::size_t bytes) {
    const std::string body(bytes, 'x');
    return post(signed_headers(id, body), body, "/hooks");
  };
  EXPECT_EQ(sent("e-1", 1000).status, 204);
  const Sent large = sent("e-2", 1001);
  EXPECT_EQ(large.status, 413);
  EXPECT_EQ(code_of(large), "VALIDATION.webhook.too_large");
  EXPECT_EQ(sent("e-3", 10'000).status, 413);
  EXPECT_EQ(stored(), "1");
  EXPECT_EQ(refused("too_large"), 2);
  EXPECT_EQ(post("e-4", "{}").status, 404) << "another path";
  httplib::Client client("127.0.0.1", receive_port_);
  const auto got = client.Get("/hooks");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->status, 405);
  EXPECT_EQ(got->get_header_value("Allow"), "POST");
  for (const char* head : {"Transfer-Encoding: chunked", "Content-Length: -1",
                           "Content-Length: 3\r\nContent-Length: 4", "no colon"}) {
    const int socket = connected();
    const std::string bytes = std::string("POST /hooks HTTP/1.1\r\n") + head + "\r\n\r\n";
    ASSERT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
    char answer[64] = {};
    ASSERT_GT(::recv(socket, answer, sizeof answer - 1, MSG_WAITALL), 0);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 4")) << head;
    ::close(socket);
  }
}

TEST_F(ReceiveTest, TheIdMayBeInTheBody) {
  receive("id_pointer = \"/data/id\"\n");
  const std::string body = R"({"data":{"id":"order-7"}})";
  EXPECT_EQ(post("m-1", body).status, 204);
  EXPECT_EQ(post("m-2", body).status, 204) << "another message of the same event";
  EXPECT_EQ(raw_.scalar("SELECT event_id FROM onceover.inbox"), "order-7");
  EXPECT_EQ(post("m-3", "{}").status, 400);
  EXPECT_EQ(post("m-4", R"({"data":{"id":")" + std::string(300, 'x') + R"("}})").status, 400)
      << "longer than an id may be";
  EXPECT_EQ(refused("no_event_id"), 2);
}

TEST_F(ReceiveTest, ASenderMaySignAsStripeDoesAndSayTheVersion) {
  receive(
      "signature_header = \"Stripe-Signature\"\nid_pointer = \"/id\"\naggregate_pointer = "
      "\"/charge\"\nversion_pointer = \"/version\"\n");
  const auto send = [&](const std::string& body, const std::string& secret) {
    const std::string seconds = std::to_string(seconds_now());
    const httplib::Headers headers{
        {"Stripe-Signature", "t=" + seconds + ",v1=" + std::string(64, '0') + ",v1=" +
                                 to_hex(key::bytes_of(key::hmac_sha256(secret, seconds + "." + body)))}};
    httplib::Client client("127.0.0.1", receive_port_);
    const auto got = client.Post("/", headers, body, "application/json");
    return got ? got->status : 0;
  };
  const std::string body = R"({"id":"evt_1","charge":"ch_1","version":7})";
  EXPECT_EQ(send(body, new_text), 204) << "the text of the file is the secret";
  EXPECT_EQ(send(body, old_text), 204);
  EXPECT_EQ(send(body, "another secret"), 401);
  EXPECT_EQ(send(R"({"id":"evt_2","charge":"ch_1"})", new_text), 400);
  EXPECT_EQ(raw_.scalar("SELECT concat_ws(' ', event_id, aggregate_type, aggregate_id, aggregate_version) "
                        "FROM onceover.inbox"),
            "evt_1 shop ch_1 7");
  EXPECT_EQ(refused("no_version"), 1);
  EXPECT_EQ(refused("signature"), 1);
}

// F24 for webhooks: stored, and the sender never hears of it.
TEST_F(ReceiveTest, ASenderThatIsGoneBeforeTheAnswerFindsItsEventStoredOnce) {
  receive();
  const std::string bytes = request("e-1", "{}");
  const int socket = connected();
  ASSERT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  const linger at_once{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ASSERT_TRUE(test::eventually([&] { return stored() == "1"; }));
  ::close(socket);
  EXPECT_EQ(post("e-1", "{}").status, 204);
  EXPECT_EQ(stored(), "1");
}

// The store commits, and its answer is lost: the receiver finds out, or has the sender repeat.
TEST_F(ReceiveTest, ACommitWithoutAnAnswerIsNotAnEventTwice) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  receive_at("[[store]]\nname = \"main\"\ndsn = \"" + proxy.conninfo(database_.name()) + "\"\n");
  for (const auto then : {test::TrapThen::cut_after, test::TrapThen::cut_before}) {
    const std::string id = then == test::TrapThen::cut_after ? "after" : "before";
    proxy.trap(test::TrapAt::commit, then);
    Sent sent = post(id, "{}");
    ASSERT_TRUE(proxy.wait_sprung());
    EXPECT_TRUE(sent.status == 204 || sent.status == 503) << id << ' ' << sent.status;
    if (sent.status == 204) {
      EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.inbox WHERE event_id = $1", {id}), "1");
    }
    EXPECT_TRUE(test::eventually([&] { return post(id, "{}").status == 204; })) << service_->err();
    EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.inbox WHERE event_id = $1", {id}), "1");
  }
}

TEST_F(ReceiveTest, NothingIsAcknowledgedWhileTheStoreIsAway) {
  receive();
  ASSERT_EQ(post("e-1", "{}").status, 204);
  test::RawConnection admin(test::shared_server().conninfo("postgres"));
  const std::string name = test::quoted_name(database_.name());
  admin.exec("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
  admin.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'oncectl%' AND "
      "datname = $1",
      {database_.name()});
  Sent sent = post("e-2", "{}");
  EXPECT_EQ(sent.status, 503) << sent.body;
  EXPECT_EQ(sent.retry_after, "5");
  EXPECT_EQ(code_of(sent), "DEPENDENCY.unavailable");
  EXPECT_EQ(stored(), "1");
  EXPECT_EQ(get("/healthz").status, 503);
  admin.exec("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true");
  EXPECT_TRUE(test::eventually([&] { return post("e-2", "{}").status == 204; })) << service_->err();
  EXPECT_EQ(stored(), "2");
}

// A trigger of the table's owner.
TEST_F(ReceiveTest, AnEventThatCannotBeStoredIsNamedAndTheOthersAreReceived) {
  raw_.exec(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.event_id = 'e-bad' THEN "
      "RAISE 'never stored'; END IF; RETURN NEW; END $$; CREATE TRIGGER refuses BEFORE INSERT ON "
      "onceover.inbox FOR EACH ROW EXECUTE FUNCTION refuse()");
  receive();
  const Sent sent = post("e-bad", "{}");
  EXPECT_EQ(sent.status, 503) << sent.body;
  EXPECT_EQ(post("e-1", "{}").status, 204) << "it is received at once";
  EXPECT_EQ(stored(), "1");
  EXPECT_THAT(service_->err(),
              testing::AllOf(testing::HasSubstr("An event cannot be stored"), testing::HasSubstr("e-bad"),
                             testing::HasSubstr("never stored")));
}

TEST_F(ReceiveTest, ManyAtOnceAreStoredAsArrays) {
  receive();
  std::vector<std::thread> senders;
  std::atomic<int> taken{0};
  for (int i = 0; i < 16; ++i) {
    senders.emplace_back([&, i] {
      for (int n = 0; n < 25; ++n)
        taken += post("e-" + std::to_string(i) + "-" + std::to_string(n), "{}").status == 204 ? 1 : 0;
    });
  }
  for (std::thread& sender : senders) sender.join();
  EXPECT_EQ(taken, 400);
  EXPECT_EQ(stored(), "400");
}

TEST_F(ReceiveTest, SlowSendersDelayNoOther) {
  receive();
  std::vector<int> slow;
  const std::string bytes = request("slow", std::string(1000, 'x'));
  for (int i = 0; i < 600; ++i) {
    slow.push_back(connected());
    (void)::send(slow.back(), bytes.data(), bytes.size() - 500, MSG_NOSIGNAL);
  }
  const auto from = std::chrono::steady_clock::now();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(post("e-" + std::to_string(i), "{}").status, 204);
  EXPECT_LT(std::chrono::steady_clock::now() - from, test::well_before_half_a_minute);
  EXPECT_EQ(stored(), "10");
  for (const int socket : slow) ::close(socket);
}

// Outbox to inbox, by both programs.
TEST_F(ReceiveTest, ARelayAndAReceiverCarryEachEventOnce) {
  receive();
  raw_.exec(
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload) SELECT 'payments', "
      "'payment', 'p-' || n % 7, 'captured', convert_to('{\"n\":' || n || '}', 'UTF8') FROM "
      "generate_series(1, 200) n");
  raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'tombstone')");
  const std::vector<std::string> relay{
      "--json",        "relay",
      "--name",        "to-shop",
      "--topic",       "payments",
      "--webhook",     "http://127.0.0.1:" + std::to_string(receive_port_) + "/",
      "--secret-file", (folder_ / "new").string()};
  const Ran ran = ctl(relay);
  ASSERT_EQ(ran.code, 0) << ran.err << ran.out;
  EXPECT_EQ(ran.json()["published"], 201);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.inbox i JOIN onceover.outbox o ON o.id::text = "
                        "i.event_id AND i.payload IS NOT DISTINCT FROM o.payload"),
            "201");
  // Its progress is lost: everything goes out again, and nothing is stored twice.
  raw_.exec("DELETE FROM onceover.relays");
  ASSERT_EQ(ctl(relay).code, 0);
  EXPECT_EQ(stored(), "201");
  EXPECT_EQ(sample("onceover_receive_duplicates_total"), 201);
}

TEST_F(ReceiveTest, TheCommandReceivesUntilItIsStopped) {
  write_file("new", new_text);
  test::Process child =
      start(with_store({"--json", "inbox", "receive", "--consumer", "ledger", "--source", "shop", "--listen",
                        "127.0.0.1:0", "--secret-file", (folder_ / "new").string()}));
  ASSERT_TRUE(child.wait_for_err("Receiving webhooks.")) << child.err();
  receive_port_ = port_in(child.err(), "Receiving webhooks.");
  ASSERT_TRUE(test::eventually([&] { return post("e-1", "{}").status == 204; })) << child.err();
  child.kill(SIGTERM);
  ASSERT_EQ(child.wait(), (test::Exit{0, 0})) << child.err();
  EXPECT_EQ(Json::parse(child.out())["received"], 1);
  EXPECT_EQ(stored(), "1");
}

TEST_F(ReceiveTest, WhatIsWrongInTheConfigurationIsNamed) {
  write_file("new", new_text), write_file("old", old_text), write_file("open", new_text, true),
      write_file("plain", "secret");
  const auto refused = [&](const std::string& text) {
    const Ran ran =
        run({"--json", "sweep", "--check-config", "--config", configured(head + store_text() + text)});
    return ran.code == 2 ? ran.error()["what"].get<std::string>() : "taken: " + ran.out;
  };
  EXPECT_THAT(refused(receive_text()), HasSubstr("127.0.0.1:0/"));
  EXPECT_THAT(refused(receive_text("id_pointer = \"id\"\n")), HasSubstr("JSON pointer"));
  EXPECT_THAT(refused(receive_text("id_pointer = \"/id\"\nid_header = \"x\"\n")),
              HasSubstr("receive[0].id_pointer"));
  EXPECT_THAT(refused(receive_text("path = \"hooks\"\n")), HasSubstr("path"));
  const auto with_secret = [&](const std::string& file) {
    std::string text = receive_text();
    return text.replace(text.find("[\"new\", \"old\"]"), 14, "[\"" + file + "\"]");
  };
  EXPECT_THAT(refused(with_secret("open")), HasSubstr("open"));
  EXPECT_THAT(refused(with_secret("plain")), AllOf(HasSubstr("holds no secret"), HasSubstr("plain")));
  EXPECT_THAT(refused(with_secret("none")), HasSubstr("none"));
  const auto relay_of = [](const std::string& topics, const std::string& more = {}) {
    return "[[relay]]\nname = \"r\"\nstore = \"main\"\ntopics = " + topics + "\n" + more;
  };
  const std::string kafka = "kafka = { brokers = \"127.0.0.1:1\" }\n", relay = relay_of("[\"*\"]");
  EXPECT_THAT(refused(relay_of("[]", kafka)), HasSubstr("relay[0].topics"));
  EXPECT_THAT(refused(relay_of("[\"*\", \"payments\"]", kafka)),
              AllOf(HasSubstr("relay[0].topics"), HasSubstr("all topics")));
  EXPECT_THAT(refused(relay + "lease = \"1s\"\n" + kafka), HasSubstr("relay[0].lease"));
  EXPECT_THAT(refused(relay + "batch = 0\n" + kafka), HasSubstr("relay[0].batch"));
  EXPECT_THAT(refused(relay + "attempts = 0\n" + kafka), HasSubstr("relay[0].attempts"));
  EXPECT_THAT(refused(relay + "start = \"yesterday\"\n" + kafka), HasSubstr("relay[0].start"));
  EXPECT_THAT(refused(relay + "order = true\n" + kafka), HasSubstr("order"));
  EXPECT_THAT(refused(relay), HasSubstr("kafka"));
  EXPECT_THAT(refused(relay + "kafka = { brokers = \"b:1\", dead_letter_topic = \"a topic\" }\n"),
              HasSubstr("relay[0].kafka"));
  EXPECT_THAT(refused(relay + "kafka = { brokers = \"b:1\", options = { acks = \"1\" } }\n"),
              HasSubstr("acks is set by the relay"));
  EXPECT_THAT(
      refused(relay +
              "webhook = { url = \"https://shop.example/hooks/s3cret\", secret_files = [\"new\"] }\n"),
      AllOf(HasSubstr("webhook https://shop.example"), testing::Not(HasSubstr("s3cret"))));
  EXPECT_THAT(refused(relay + "webhook = { url = \"http://shop.example/\", secret_files = [\"new\"] }\n"),
              HasSubstr("must be https"));
  EXPECT_THAT(refused(relay + "webhook = { url = \"https://shop.example/\", secret_files = [\"plain\"] }\n"),
              HasSubstr("relay[0].webhook"));
  EXPECT_THAT(refused(relay + "webhook = { url = \"https://shop.example/\", secret_files = [\"new\"] "
                              "}\nkafka = { brokers = \"b:1\" }\n"),
              HasSubstr("relay[0].webhook"));
}

}  // namespace
}  // namespace onceover::oncectl
