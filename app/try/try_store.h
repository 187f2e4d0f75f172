// SPDX-License-Identifier: Apache-2.0
// *Try it*: a whole world to look at. A private PostgreSQL with our schema and three days of history, a
// payment and refund service in several processes that crash now and then, a gateway with faults and a ledger
// of its own, and clients that retry. Each finished payment and refund is an event: it goes through the
// outbox, a relay, a broker that loses acknowledgements (broker.h), a consumer to which some come twice and
// in another order (messengers.h), and its inbox, into an account ledger. All of it on this machine's
// loopback and unix sockets; gone without a trace when this object or this process goes, SIGKILL included.
//
// main() must begin with try_child_main(): see child_main.h.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/try/clients.h"
#include "app/try/faults.h"
#include "app/try/gateway_server.h"
#include "app/try/keeper.h"
#include "app/try/local_http.h"
#include "app/try/private_server.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/metrics/flusher.h"
#include "core/pg/connection.h"
#include "core/pg/transaction.h"

namespace onceover::try_it {

// At the end: what was paid against what was booked. Pure; TryStore::compare() reads both sides.

// A payment or refund whose key has succeeded.
struct Paid {
  key::Identity id;
  std::int64_t amount = 0;  // minor units; negative for a refund
  std::string currency;
  int effects = 0;                      // in the gateway's ledger
  std::optional<std::int64_t> charged;  // there, without a sign; none: the ledger does not know the key
};
struct Booked {
  key::Identity id;
  std::int64_t amount = 0;
  std::string currency;
};
struct DeadEvent {
  std::string event;                // its id
  std::optional<key::Identity> id;  // whose booking it was; none: unknown
  std::string error;
};

struct Comparison {
  std::string no_events;      // why none were carried, a sentence; empty: they were
  bool is_caught_up = false;  // nothing was on its way any more

  std::int64_t paid = 0, bookings = 0;
  std::int64_t missing = 0;       // paid and not booked; dead ones are not among them
  std::int64_t booked_twice = 0;  // keys
  std::int64_t unexplained = 0;   // booked, and the key has not succeeded
  std::int64_t other_amount = 0;  // booked with another amount or currency than was paid
  // the gateway's ledger has no effect, several, or one of another amount
  std::int64_t not_charged_alike = 0;
  std::vector<DeadEvent> dead;  // each is without a booking, or counted as a difference
  std::int64_t dead_and_booked = 0;
  // by currency, in minor units; without what is dead
  std::map<std::string, std::int64_t> paid_sums, booked_sums;

  std::int64_t deliveries = 0, repeats = 0;  // that the consumer received; those among them that it skipped

  std::int64_t differences() const {
    return missing + booked_twice + unexplained + other_amount + not_charged_alike + dead_and_booked +
           (paid_sums == booked_sums ? 0 : 1);
  }
  bool agrees() const { return no_events.empty() && is_caught_up && differences() == 0; }
};

Comparison compare(const std::vector<Paid>& paid, const std::vector<Booked>& booked,
                   std::vector<DeadEvent> dead);

// For people, a line each.
std::vector<std::string> in_words(const Comparison& comparison);

// A past for a new store: finished keys and counters of the last days, ending now. Made by the server itself,
// set by set.

// What is made: rows finished keys of the last three days (payments, refunds, ledger entries, credits of
// three tenants; one in forty failed), the same for the same seed up to the time of the call. Our schema must
// be installed.
struct History {
  std::int64_t rows = 0;
  std::uint64_t seed = 1;
};

// Makes it in parts, the newest keys first. Before keys can be seen they are in the gateway's books: what
// each payment and refund did there, or that it was refused. For one thread at a time.
class HistoryMaker {
 public:
  // The ledger must outlive it.
  HistoryMaker(std::string conninfo, Ledger& ledger, const History& history)
      : conninfo_(std::move(conninfo)), ledger_(ledger), history_(history), missing_(history.rows) {}

  // So many that the first pages are full; within a second.
  Result<void> make_recent();
  // All that is missing, and what the keys and their replays would have counted, rolled up. Asks before each
  // part whether to go on.
  Result<void> make_rest(const std::function<bool()>& should_continue);

 private:
  Result<void> make_keys(pg::Connection& connection, std::int64_t part);

  std::string conninfo_;
  Ledger& ledger_;
  History history_;
  std::int64_t missing_;  // keys 1 to so many are not made yet
};

struct TryOptions {
  std::uint64_t seed = 1;  // of traffic, faults and crashes; scheduling by the machine is not seeded
  std::int64_t history_rows = 200'000;       // finished keys of the last three days; 0: none
  int workers = 3;                           // processes of the service
  Duration lease = std::chrono::seconds(8);  // short, so that a stuck key is seen within the first minute
  Duration gateway_timeout = std::chrono::seconds(2);  // shorter than the lease
  bool traffic = true;                                 // clients; they can be paused
  double requests_per_second = 8;  // of new keys, bounded to 100; retries and duplicates come on top
  bool chaos = true;               // a process is killed or paused now and then, the first ones soon
  Duration chaos_every = std::chrono::seconds(15);  // give or take a third
  FaultRates faults = lively_faults();
  Duration late_by = std::chrono::seconds(40);  // arrives_late: from the request to the effect
  bool events = true;                           // without Kafka in this build there are none
  int poison_one_in = 300;  // payments and refunds: the consumer cannot read their event; 0: only on demand
  std::optional<Duration>
      rerunnable_for;  // declared for payments and refunds: an expired lease may be taken over
  // What the gateway's configuration declares; the gateway does both. With dedupe, what never happened is
  // released and rolls forward; with only a cancel it gets a tombstone; with neither "not found" settles
  // nothing.
  bool dedupe_declared = true, cancel_declared = true;
  std::string program;  // for the child processes; empty: /proc/self/exe
  // Words for a person while it starts: "Starting PostgreSQL…", "PostgreSQL started in 0.9 s". From the
  // calling thread.
  std::function<void(const std::string& words)> progress;
};

// What happened, for a person to read.
struct TryEvent {
  std::uint64_t number = 0;  // from 1, without gaps
  Timestamp at;              // this machine's clock
  std::string words;         // "worker 2 was killed after it sent the charge"
};

// Ways to get stuck, made on demand for tours and tests.
enum class Stuck {
  charged_answer_lost,  // the gateway charged; the worker died before it read the answer
  never_sent,           // the worker died before it sent anything
  declined,             // the gateway refused for good; the worker died before it stored that
  arrives_late,         // "not found" now; charged after TryOptions::late_by
  wrong_amount,         // the gateway holds an effect of another amount under this key
  still_pending,        // the gateway keeps "processing" it
};
std::string_view word(Stuck kind);

struct StuckKey {
  key::Identity id;
  std::string downstream_key;  // what the gateway is asked by
  std::string request_body;    // what the client sent
};

enum class Messenger { relay, consumer };

// What the consumer has said of its work. A consumer that dies may not have said its last.
struct Deliveries {
  std::int64_t received = 0;  // from the broker, repeats among them
  std::int64_t repeats = 0;   // skipped: booked before
};

// Safe from any thread, but for start().
class TryStore {
 public:
  // Blocks for a few seconds. Whatever fails, nothing stays behind. Of the history the newest keys are there
  // then; the rest is made while the store is live.
  static Result<std::unique_ptr<TryStore>> start(const TryOptions& options);
  ~TryStore();  // stop()
  TryStore(const TryStore&) = delete;
  TryStore& operator=(const TryStore&) = delete;

  // As the superuser; the socket's directory is closed to everybody else.
  std::string conninfo() const { return server_->conninfo(); }
  // TOML for gateway::load_config: how this gateway is asked for POST /payments and POST /refunds.
  std::string gateway_config_path() const { return server_->socket_dir() + "/gateway.toml"; }
  std::string service_url() const {
    return url(port_->port());
  }  // http://127.0.0.1:PORT: POST /payments, /refunds, /ledger-entries, /credits

  // Until it is complete; timeout: not within.
  Result<void> wait_for_history(Duration within);

  // After `number`, oldest first; the last 1,000 are kept.
  std::vector<TryEvent> events(std::uint64_t after = 0) const;

  // They can be paused; what they asked and were answered. Valid until stop().
  Clients& clients() { return *clients_; }
  // Crashes and pauses of workers, relay and consumer, and faults of the broker, while there is traffic; what
  // make_stuck() and others ask for happens anyway.
  void set_chaos(bool on);
  // Its ledger, its faults; valid until stop().
  GatewayServer& gateway() { return *gateway_; }

  // Sends one request that gets stuck, and returns when it is: the lease still has up to TryOptions::lease to
  // run.
  Result<StuckKey> make_stuck(Stuck kind);
  // Ends the lease of an unfinished key by the database's clock: just now, or as if it had ended `ago`.
  Result<void> expire_lease(const key::Identity& id, Duration ago = std::chrono::seconds(1));
  // One request to the service, as a client without any retries: path "/refunds"; within 10 s.
  HttpReply post(const std::string& path, const std::string& key, const std::string& body,
                 const std::string& tenant = "acme") const;
  // How many effects the gateway's own ledger holds under a downstream key: invariant 1 says at most one.
  int effects(const std::string& downstream_key) const { return gateway_->ledger().effects(downstream_key); }

  // "127.0.0.1:PORT", topic "payments"; empty: there is none. no_events(): why no events are carried, or no
  // more; a sentence.
  std::string broker_address() const;
  std::string no_events() const;
  Deliveries deliveries() const;
  // One payment whose event the consumer cannot read: it becomes a dead letter within seconds.
  Result<key::Identity> make_poison(const std::string& customer = "c_13");
  // Waits until its event is a dead letter; timeout: not within.
  Result<void> wait_for_dead_letter(const key::Identity& poison, Duration within);
  // SIGKILL; or its own death at the worst place, as soon as it gets there. It is started again.
  void kill(Messenger who);
  void crash(Messenger who);
  // The broker stores the events of so many requests, and acknowledges them too late: they are sent again.
  void lose_acknowledgements(int requests);
  // Waits until all is published and each event is booked or dead, and compares what was paid with what was
  // booked. Traffic should be paused.
  Result<Comparison> compare(Duration within);

  // Ends everything in order; safe to call twice.
  void stop();

 private:
  explicit TryStore(const TryOptions& options) : options_(options), random_(options.seed ^ 0x5DEECE66DULL) {}
  static std::string url(int port) { return "http://127.0.0.1:" + std::to_string(port); }
  void note(std::string words);
  void progress(const std::string& words) const {
    if (options_.progress) options_.progress(words);
  }
  void read_child_line(const std::string& child, const std::string& line);
  void note_child_end(const std::string& child, int status);
  // These throw errors as .value() does.
  void start_all();
  void start_database();
  void start_gateway();
  void register_gateway();
  void start_workers(const std::string& program);
  void start_broker(const std::string& program);
  void start_messengers(const std::string& program);
  void make_history(HistoryMaker maker);
  void make_chaos();
  void one_accident(int number);
  void strike_worker();
  void strike_messenger();
  Comparison read_both_sides(pg::Transaction& snapshot);
  // False: stopping.
  bool wait(Duration span);
  template <class Work>
  auto locked(Work work) const {
    const std::lock_guard lock(mutex_);
    return work();
  }

  TryOptions options_;
  std::unique_ptr<PrivateServer> server_;
  std::optional<ReservedPort> port_;
  std::unique_ptr<GatewayServer> gateway_;
  std::vector<std::size_t> workers_;
  std::optional<Keeper::Started> broker_;  // none: no events
  std::size_t relay_ = 0, consumer_ = 0;
  metrics::Counters counters_;
  std::unique_ptr<Keeper> keeper_;
  std::unique_ptr<metrics::Flusher> flusher_;
  std::unique_ptr<Clients> clients_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::atomic<bool> chaos_{false};
  std::deque<TryEvent> events_;
  std::uint64_t event_count_ = 0;
  std::map<std::string, std::string> last_words_;  // of a child: what it said before it crashed
  Deliveries deliveries_;
  std::string no_events_;
  Random random_;                        // guarded by mutex_
  std::optional<Result<void>> history_;  // none: not complete yet; guarded by mutex_
  std::thread chaos_thread_, history_thread_;
  std::mutex stop_mutex_;
};

// A store with something to look at, for pictures: keys that a sweeper has settled, one that waits for a
// person, some that are stuck, and a dead letter. Returns the stuck keys, the most telling one last. Traffic
// should be paused meanwhile, chaos off.
Result<std::vector<StuckKey>> make_scene(TryStore& store);

}  // namespace onceover::try_it
