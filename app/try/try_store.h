// *Try it*: a whole world to look at. A private PostgreSQL with our schema and three days of history, a payment and refund service in
// several processes that crash now and then, a gateway with faults and a ledger of its own, and clients that retry. Each finished payment
// and refund is an event: it goes through the outbox, a relay, a broker that loses acknowledgements (broker.h), a consumer to which some
// come twice and in another order (deliveries.h), and its inbox, into an account ledger. All of it on this machine's loopback and unix
// sockets; gone without a trace when this object or this process goes, SIGKILL included.
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
#include <vector>

#include "app/try/clients.h"
#include "app/try/comparison.h"
#include "app/try/faults.h"
#include "app/try/gateway_server.h"
#include "app/try/history.h"
#include "app/try/keeper.h"
#include "app/try/local_http.h"
#include "app/try/private_server.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/metrics/flusher.h"
#include "core/pg/transaction.h"

namespace onceover::try_it {

struct TryOptions {
  std::uint64_t seed = 1;                              // of traffic, faults and crashes; scheduling by the machine is not seeded
  std::int64_t history_rows = 200'000;                 // finished keys of the last three days; 0: none
  int workers = 3;                                     // processes of the service
  Duration lease = std::chrono::seconds(8);            // short, so that a stuck key is seen within the first minute
  Duration gateway_timeout = std::chrono::seconds(2);  // shorter than the lease
  bool traffic = true;                                 // clients; they can be paused
  double requests_per_second = 8;                      // of new keys, bounded to 100; retries and duplicates come on top
  bool chaos = true;                                   // a process is killed or paused now and then, the first ones soon
  Duration chaos_every = std::chrono::seconds(15);     // give or take a third
  FaultRates faults = lively_faults();
  Duration late_by = std::chrono::seconds(40);  // arrives_late: from the request to the effect
  bool events = true;                           // without Kafka in this build there are none
  int poison_one_in = 300;                      // payments and refunds: the consumer cannot read their event; 0: only on demand
  std::optional<Duration> rerunnable_for;       // declared for payments and refunds: an expired lease may be taken over
  // What the gateway's configuration declares; the gateway does both. With dedupe, what never happened is released and rolls forward;
  // with cancel alone it gets a tombstone; with neither "not found" settles nothing.
  bool dedupe_declared = true, cancel_declared = true;
  std::string program;  // for the child processes; empty: /proc/self/exe
  // Words for a person while it starts: "Starting PostgreSQL…", "PostgreSQL started in 0.9 s". From the calling thread.
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
  // Blocks for a few seconds. Whatever fails, nothing stays behind. Of the history the newest keys are there then; the rest is made
  // while the store is live.
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
  // Crashes and pauses of workers, relay and consumer, and faults of the broker, while there is traffic; what make_stuck() and others ask
  // for happens anyway.
  void set_chaos(bool on);
  // Its ledger, its faults; valid until stop().
  GatewayServer& gateway() { return *gateway_; }

  // Sends one request that gets stuck, and returns when it is: the lease still has up to TryOptions::lease to run.
  Result<StuckKey> make_stuck(Stuck kind);
  // Ends the lease of an unfinished key by the database's clock: just now, or as if it had ended `ago`.
  Result<void> expire_lease(const key::Identity& id, Duration ago = std::chrono::seconds(1));
  // One request to the service, as a client without any retries: path "/refunds"; within 10 s.
  HttpReply post(const std::string& path, const std::string& key, const std::string& body, const std::string& tenant = "acme") const;
  // How many effects the gateway's own ledger holds under a downstream key: invariant 1 says at most one.
  int effects(const std::string& downstream_key) const { return gateway_->ledger().effects(downstream_key); }

  // "127.0.0.1:PORT", topic "payments"; empty: there is none. no_events(): why no events are carried, or no more; a sentence.
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
  // Waits until all is published and each event is booked or dead, and compares what was paid with what was booked. Traffic should be
  // paused.
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
  void child_said(const std::string& child, const std::string& line);
  void child_died(const std::string& child, int status);
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

// A store with something to look at, for pictures: keys that a sweeper has settled, one that waits for a person, some that are stuck, and a
// dead letter.
// Returns the stuck keys, the most telling one last. Traffic should be paused meanwhile, chaos off.
Result<std::vector<StuckKey>> make_scene(TryStore& store);

}  // namespace onceover::try_it
