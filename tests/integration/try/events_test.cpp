// SPDX-License-Identifier: Apache-2.0
// The same payments and refunds as events: outbox, relay, broker, consumer, inbox, account ledger; with
// acknowledgements lost, and processes that die.
#include <gmock/gmock.h>

#include <algorithm>

#include "app/try/messengers.h"
#include "app/try/shop.h"
#include "app/try/try_store.h"
#include "core/kafka/client.h"
#include "tests/integration/try/fixture.h"

namespace onceover::try_it {
namespace {

using testing::HasSubstr;

const key::Identity payment{"acme", "POST /payments", "k-1"}, refund{"acme", "POST /refunds", "k-2"};

Comparison compared(const std::vector<Paid>& paid, const std::vector<Booked>& booked,
                    const std::vector<DeadEvent>& dead = {}) {
  Comparison comparison = compare(paid, booked, dead);
  comparison.is_caught_up = true;
  return comparison;
}
Paid paid(const key::Identity& id, std::int64_t amount) { return {id, amount, "EUR", 1, std::abs(amount)}; }

TEST(Comparing, EachKindOfDifferenceIsCounted) {
  const std::vector<Paid> both{paid(payment, 1000), paid(refund, -300)};
  const Booked first{payment, 1000, "EUR"}, second{refund, -300, "EUR"};
  EXPECT_TRUE(compared(both, {first, second}).agrees());
  EXPECT_FALSE(compare(both, {first, second}, {}).agrees()) << "events may still be on their way";
  EXPECT_EQ(compared(both, {first}).missing, 1);
  EXPECT_EQ(compared(both, {first, second, second}).booked_twice, 1);
  EXPECT_EQ(compared({both[0]}, {first, second}).unexplained, 1);
  EXPECT_EQ(compared(both, {first, {refund, 300, "EUR"}}).other_amount, 1);
  EXPECT_EQ(compared(both, {first, {refund, -300, "USD"}}).other_amount, 1);
  for (const auto& [effects, charged] :
       {std::pair(2, std::optional<std::int64_t>(1000)), std::pair(0, std::optional<std::int64_t>()),
        std::pair(1, std::optional<std::int64_t>(999))}) {
    EXPECT_EQ(compared({{payment, 1000, "EUR", effects, charged}}, {first}).not_charged_alike, 1) << effects;
  }
  for (const auto& wrong : {compared(both, {first}), compared(both, {first, second, second}),
                            compared({both[0]}, {first, second})})
    EXPECT_FALSE(wrong.agrees());
}

TEST(Comparing, ADeadLetterExplainsAMissingBookingOfItsOwnKeyOnly) {
  const DeadEvent dead{"e-1", payment, "cannot be read"};
  EXPECT_TRUE(compared({paid(payment, 1000)}, {}, {dead}).agrees());
  EXPECT_EQ(compared({paid(payment, 1000)}, {{payment, 1000, "EUR"}}, {dead}).dead_and_booked, 1);
  EXPECT_EQ(compared({paid(refund, -300)}, {}, {dead}).missing, 1);
  EXPECT_EQ(compared({paid(payment, 1000)}, {}, {{"e-1", std::nullopt, "?"}}).missing, 1)
      << "whose it was is not known";
}

TEST(Comparing, IsToldInPlainWords) {
  Comparison comparison = compared({paid(payment, 1000), paid(refund, -300)}, {{refund, -300, "EUR"}},
                                   {{"e-1", payment, "cannot be read"}});
  comparison.deliveries = 7, comparison.repeats = 3;
  std::string words;
  for (const std::string& line : in_words(comparison)) words += line + "\n";
  EXPECT_EQ(words,
            "2 payments and refunds, 1 booking, 0 differences\n7 deliveries, of which 3 repeated an event; 0 "
            "booked twice\n1 dead letter without a booking\n  event e-1 of POST /payments k-1: cannot be "
            "read\n");
  comparison.no_events = "Built without Kafka.";
  EXPECT_EQ(in_words(comparison).front(), "No events were carried. Built without Kafka.");
}

TEST(BookingEvent, IsReadAsItWasWrittenAndPoisonIsRefusedByName) {
  const Booking booking{refund, "rf_1", "c_3:EUR", -300, "EUR"};
  const auto read = read_booking(payload_of(booking, false));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(std::tie(read->effect_id, read->account, read->amount, read->currency),
            std::tie(booking.effect_id, booking.account, booking.amount, booking.currency));
  const std::string poison = payload_of(booking, true);
  ASSERT_FALSE(read_booking(poison));
  EXPECT_THAT(read_booking(poison).error(), HasSubstr("format 2"));
  EXPECT_EQ(announced_by(poison)->key, "k-2");
  for (const char* broken : {"", "[]", "{}", R"({"format":1,"key":"k","account":"a","currency":"EUR"})",
                             R"({"format":1,"amount":1})"})
    EXPECT_FALSE(read_booking(broken)) << broken;
  EXPECT_FALSE(announced_by("{}"));
}

TEST(BookingEvent, OneInSoManyKeysIsPoisonAndAlwaysTheSameOnes) {
  int poisons = 0;
  for (int i = 0; i < 30'000; ++i) poisons += is_poison("key-" + std::to_string(i), 300) ? 1 : 0;
  EXPECT_NEAR(poisons, 100, 40);
  EXPECT_FALSE(is_poison("key-1", 0));
  EXPECT_TRUE(is_poison("poison-1", 0));
}

inbox::Received event_of(const std::string& account, std::uint64_t number) {
  inbox::Received one;
  one.token = number;
  one.lane = "payments/0";
  one.event.id = std::to_string(number);
  one.event.headers = {{account_header, account}};
  return one;
}

TEST(Deliveries, AreReorderedAcrossAccountsAndNeverWithinOne) {
  std::vector<inbox::Received> in;
  for (std::uint64_t i = 0; i < 30; ++i) in.push_back(event_of("account " + std::to_string(i % 3), i));
  int changed = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const auto out = reordered(in, random);
    std::map<std::string, std::uint64_t> last;
    std::vector<std::uint64_t> tokens;
    for (const auto& one : out) {
      const auto [known, is_new] = last.emplace(account_of(one.event), one.token);
      EXPECT_TRUE(is_new || known->second < one.token);
      known->second = one.token;
      tokens.push_back(one.token);
    }
    changed += !std::ranges::is_sorted(tokens);
    std::ranges::sort(tokens);
    EXPECT_TRUE(std::ranges::equal(tokens, in, {}, {}, &inbox::Received::token))
        << "none is lost, none is made";
  }
  EXPECT_GT(changed, 15);
}

// Gives what it is told to, until it is acknowledged.
class Given final : public inbox::Source {
 public:
  explicit Given(std::vector<inbox::Received>& pending) : pending_(pending) {}
  Result<std::span<const inbox::Received>> poll(std::size_t, Duration) override {
    return std::span<const inbox::Received>(pending_);
  }
  void acknowledge(std::span<const std::uint64_t> tokens) override {
    for (const std::uint64_t token : tokens)
      EXPECT_EQ(std::erase_if(pending_, [&](const auto& one) { return one.token == token; }), 1u)
          << "not its own: " << token;
  }
  std::string trouble() const override { return {}; }
  bool is_at_end() const override { return pending_.empty(); }
  void close(Duration) override {}

 private:
  std::vector<inbox::Received>& pending_;
};

TEST(Deliveries, ComeAgainAfterTheyWereAcknowledgedAndHeldOnesAreNotLost) {
  std::vector<inbox::Received> pending;
  int commits = 0;
  UnrulySource source(std::make_unique<Given>(pending),
                      {.repeat = 0.5, .hold = 0.3, .hold_for = std::chrono::milliseconds(1)}, Random(3),
                      [&] { ++commits; });
  std::map<std::string, int> seen;
  for (std::uint64_t i = 1; i <= 200 || !pending.empty(); ++i) {
    if (i <= 200) pending.push_back(event_of("account " + std::to_string(i % 7), i));
    const auto got = source.poll(10, std::chrono::milliseconds(1));
    ASSERT_TRUE(got);
    std::vector<std::uint64_t> tokens;
    for (const auto& one : *got) {
      tokens.push_back(one.token);
      ++seen[one.event.id];
    }
    source.acknowledge(tokens);
  }
  EXPECT_EQ(seen.size(), 200u);
  EXPECT_GT(std::ranges::count_if(seen, [](const auto& one) { return one.second > 1; }), 20);
  EXPECT_GT(commits, 100);
}

TryOptions eventful() {
  TryOptions options = quiet();
  options.workers = 2;
  options.lease = std::chrono::seconds(2);
  options.gateway_timeout = std::chrono::milliseconds(400);
  options.traffic = options.chaos = options.events = true;
  options.requests_per_second = 30;
  options.poison_one_in = 100;
  options.faults = {
      {Fault::timeout_after_effect, 0.03}, {Fault::error_after_effect, 0.03}, {Fault::declined, 0.05}};
  return options;
}

class Events : public StoreSuite<eventful> {
 protected:
  void SetUp() override {
    if (!kafka::is_built_in()) GTEST_SKIP() << "built without Kafka";
    ASSERT_EQ(store().no_events(), "");
  }
  bool happened(const std::string& words) {
    const auto events = store().events();
    return std::ranges::any_of(
        events, [&](const TryEvent& event) { return event.words.find(words) != std::string::npos; });
  }
  Comparison caught_up() {
    const auto comparison = store().compare(std::chrono::seconds(60));
    if (!comparison) throw std::runtime_error(comparison.error().sentence());
    return *comparison;
  }
  static std::string words_of(const Comparison& comparison) {
    std::string words;
    for (const std::string& line : in_words(comparison)) words += line + "\n";
    return words;
  }
  std::string bookings_of(const std::string& key) {
    return raw.scalar("SELECT count(*) FROM shop.bookings WHERE key = $1", {key});
  }
};

TEST_F(Events, PaymentsAndBookingsAgreeAlthoughRelayAndConsumerDieAndAcknowledgementsAreLost) {
  Clients& clients = store().clients();
  ASSERT_TRUE(test::eventually([&] { return keys_asked(clients) >= 60; }));
  store().lose_acknowledgements(2);
  for (const auto& [who, words] :
       {std::pair(Messenger::relay, "the relay died after it had published events"),
        std::pair(Messenger::consumer, "the consumer died after it had booked events")}) {
    // Asked again: chaos may have killed it in another way meanwhile.
    ASSERT_TRUE(test::eventually([&, who = who, words = words] {
      if (!happened(words)) store().crash(who);
      return happened(words);
    })) << words;
  }
  // A consumer that died took with it what it had not reported: until something came twice for one that
  // lives.
  ASSERT_TRUE(test::eventually([&] {
    const auto so_far = store().compare(Duration{0});
    if (so_far && so_far->repeats > 0) return true;
    store().crash(Messenger::relay);
    return false;
  }));
  store().kill(Messenger::relay);
  store().set_chaos(false);
  gateway().set_rates({});
  clients.finish();
  ASSERT_TRUE(test::eventually([&] {
    sweep();
    return clients.unanswered() == 0;
  }));
  const Comparison comparison = caught_up();
  EXPECT_TRUE(comparison.agrees()) << words_of(comparison);
  EXPECT_GT(comparison.bookings, 30);
  EXPECT_GT(comparison.repeats, 0) << "nothing came twice: this proves nothing";
  EXPECT_EQ(comparison.paid, comparison.bookings + static_cast<std::int64_t>(comparison.dead.size()));
  // The service's own balances, but for what is dead.
  const std::string unlike = raw.scalar(
      "SELECT count(*) FROM shop.accounts a LEFT JOIN (SELECT account, sum(amount) AS booked FROM "
      "shop.bookings GROUP BY 1) b USING (account) WHERE a.balance <> coalesce(b.booked, 0)");
  EXPECT_LE(std::stoul(unlike), comparison.dead.size());
  std::printf("%s", words_of(comparison).c_str());
}

TEST_F(Events, APoisonEventIsDeadByNameAndTheOthersOfItsAccountAreBooked) {
  store().clients().pause();
  store().set_chaos(false);
  const auto poison = store().make_poison("c_poisoned");
  ASSERT_TRUE(poison) << poison.error().sentence();
  std::vector<std::string> others;
  for (int i = 0; i < 4; ++i) {
    others.push_back("other-" + std::to_string(i));
    const auto paid =
        post("/payments", others.back(), R"({"customer":"c_poisoned","amount":500,"reference":"order-2"})");
    ASSERT_EQ(paid.status, 201) << paid.body;
  }
  const Comparison comparison = caught_up();
  EXPECT_TRUE(comparison.agrees()) << words_of(comparison);
  const auto dead = std::ranges::find_if(
      comparison.dead, [&](const DeadEvent& one) { return one.id && one.id->key == poison->key; });
  ASSERT_NE(dead, comparison.dead.end()) << words_of(comparison);
  EXPECT_THAT(dead->error, HasSubstr("format 2"));
  EXPECT_EQ(bookings_of(poison->key), "0");
  for (const std::string& other : others) EXPECT_EQ(bookings_of(other), "1") << other;
  EXPECT_EQ(
      raw.scalar(
          "SELECT max(i.attempts) FROM onceover.inbox i JOIN onceover.outbox o ON o.id::text = i.event_id "
          "WHERE o.correlation_id LIKE 'other-%'") > "1",
      false)
      << "the events beside a poison event spend no attempts";
  EXPECT_EQ(raw.scalar("SELECT attempts FROM onceover.inbox WHERE event_id = $1", {dead->event}), "4");
}

TEST_F(Events, AKeySettledFromEvidenceIsBookedToo) {
  store().clients().pause();
  store().set_chaos(false);
  const auto stuck = store().make_stuck(Stuck::charged_answer_lost);
  ASSERT_TRUE(stuck) << stuck.error().sentence();
  // The request that the dead worker sent is on its way.
  ASSERT_TRUE(test::eventually([&] { return store().effects(stuck->downstream_key) == 1; }));
  expire(stuck->id.operation, stuck->id.key);
  sweep();
  ASSERT_EQ(state_of(stuck->id.key), "succeeded");
  const Comparison comparison = caught_up();
  EXPECT_TRUE(comparison.agrees()) << words_of(comparison);
  EXPECT_EQ(bookings_of(stuck->id.key), "1");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop.refunds WHERE key = $1", {stuck->id.key}), "1");
}

TEST_F(Events, AnEventCarriesItsKeyItsAccountAndATrace) {
  store().clients().pause();
  const std::string key = new_key("traced");
  const auto paid = call(
      port_of(store().service_url()),
      {"POST",
       "/payments",
       {{"Idempotency-Key", key}, {"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}},
       R"({"customer":"c_7","amount":700,"reference":"order-7"})"},
      std::chrono::seconds(10));
  ASSERT_EQ(paid.status, 201) << paid.body;
  const auto rows = raw.exec(
      "SELECT topic, aggregatetype, aggregateid, type, correlation_id, headers ->> 'idempotency_key', "
      "headers ->> 'traceparent' FROM onceover.outbox WHERE correlation_id = $1",
      {key});
  ASSERT_EQ(rows.size(), 1u);
  std::string all;
  for (std::size_t i = 0; i < 6; ++i) all += *rows[0][i] + " ";
  EXPECT_EQ(all, "payments account c_7:EUR payment.captured " + key + " " + key + " ");
  EXPECT_THAT(*rows[0][6], testing::StartsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-"));
}

}  // namespace
}  // namespace onceover::try_it
