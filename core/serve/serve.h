// SPDX-License-Identifier: Apache-2.0
// A request under an idempotency key, in one call: header, look, admission, claim, handler, completion,
// answer. The terms are those of engine.h; the answers are those of http/contract.h.
//
//   serve::Server server({.store = {.conninfo = "…"}, .owner = "refunds-1"});
//   const serve::Operation refunds{.name = "POST /refunds"};
//   const http::Answer answer = server.serve(refunds, request, [&](const serve::Work& work) -> serve::Handled
//   { … });
//
// The handler runs once for a key, with no connection held: it may take as long as it renews its lease, which
// is done for it. What it returns decides how the key ends; what it throws is an unknown outcome. Before it
// runs, an answer says "This request was not executed"; after it, never.
//
// A duplicate of a key that this process executes is answered without the store. If the operation lets
// duplicates wait, few of a key and few in all do, without a connection while they wait; the others get 409
// at once.
//
// Threads: a Server is used from any number of threads; each call blocks its own.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "core/call/call.h"
#include "core/engine/engine.h"
#include "core/http/contract.h"
#include "core/key/decide.h"
#include "core/key/identity.h"
#include "core/key/replay_headers.h"
#include "core/metrics/event.h"
#include "core/pg/connection.h"

namespace onceover::serve {

// The keys that this process is executing: their leases are renewed, and a duplicate of one is answered here,
// without the store. And the duplicates that wait, of any key: few of each, so that they hold up no other
// request.

struct Places {
  unsigned per_key = 2, in_all = 16;
};

class Running {
 public:
  using Renew = std::function<Result<engine::WriteOutcome>(const engine::Claim& claim, Duration lease)>;
  struct Entry {
    engine::Claim claim;
    Duration lease{0};
    // By this machine's clock, never later than by the store's.
    Steady::time_point lease_ends{}, renew_at{}, renew_until{};
    bool is_renewing = false, is_lost = false;
  };
  using Handle = std::shared_ptr<Entry>;

  // renew: called from a thread of this object.
  Running(Places places, Renew renew);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // claimed_at: before the claim was sent. Its lease is renewed until finishing() or end(), for renew_for at
  // most.
  Handle begin(const engine::Claim& claim, Duration lease, Steady::time_point claimed_at, Duration renew_for);
  bool is_lost(const Handle& handle) const;
  // No renewal is under way any more, nor begins: it could meet the completion.
  void finishing(const Handle& handle);
  void end(const Handle& handle);

  // What a duplicate gets; nullopt: the key is not executed here, or its lease may be over. The store
  // decides.
  std::optional<engine::Outcome> duplicate_of(const engine::Request& request) const;
  // False: all places are taken; the duplicate must not wait. Otherwise leave() later.
  bool take_place(const key::Identity& id);
  void leave(const key::Identity& id);
  // Until the key is not executed here any more, or `at_most`. For a key that is executed elsewhere: `pause`.
  void wait(const key::Identity& id, Duration pause, Duration at_most);

 private:
  void renew_due();
  void renew_one(std::unique_lock<std::mutex>& lock, const Handle& entry);

  const Places places_;
  const Renew renew_;
  mutable std::mutex mutex_;
  std::condition_variable changed_, due_;
  std::map<key::Identity, Handle> entries_;
  std::map<key::Identity, unsigned> waiting_;
  unsigned waiting_in_all_ = 0;
  bool stopping_ = false;
  std::thread renewer_;
};

// Connections to the store, each with its engine, lent to one request at a time.

class Pool {
 public:
  struct Slot {
    pg::Connection connection;
    engine::Engine engine;
    Slot(pg::Connection opened, metrics::Counters* counters, engine::ReplayShare& replays)
        : connection(std::move(opened)), engine(connection, counters, &replays) {}
  };
  // Gives it back at the end; one that is broken or still in a transaction is closed instead.
  using Lent = std::unique_ptr<Slot, std::function<void(Slot*)>>;

  // counters may be null; it must outlive the pool, and the pool what it has lent. Connections are opened
  // when they are needed.
  Pool(pg::ConnectOptions options, unsigned most, metrics::Counters* counters);
  // timeout: none became free until then. Any thread.
  Result<Lent> lend(Deadline until);

 private:
  void give_back(Slot* slot);

  const pg::ConnectOptions options_;
  const unsigned most_;
  metrics::Counters* counters_;
  engine::ReplayShare replays_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Slot>> idle_;
  unsigned made_ = 0;
};

// As it came from the client.
struct Request {
  std::string tenant;  // whom the client was authenticated as; may be empty
  std::vector<key::Header> headers = {};
  std::string body = {};
  key::Subject subject = {};  // customer and amount, where known
  Steady::time_point arrived = Steady::now();
};

struct Operation {
  std::string name;  // "POST /refunds"
  engine::OperationPolicy policy = {};
  key::FinalPolicy final = {};  // which of the handler's answers finish the key
  key::HeaderAllowList headers = {};
  http::MismatchStatus mismatch = http::MismatchStatus::unprocessable_422;
  // A request that has less left (X-Request-Timeout) is refused before it claims. At least what one attempt
  // of a call takes.
  Duration needs{0};
  Duration wait{0};  // a duplicate of a live claim waits at most so long; 0: it is refused at once
  // from the claim; after that the lease of a handler that hangs runs out
  Duration renew_for = std::chrono::minutes(5);
  std::vector<std::string> salts =
      {};  // of the fingerprint: key::read_salts; earlier ones only recognise stored keys
  // The kind that is stored: of the body's bytes, as services in other languages make it; else of its JSON
  // value. Both are recognised, so that one operation may be served in several languages, and change its
  // kind.
  bool is_fingerprint_raw = false;
  // A rate limit, or whatever else may refuse a key that is new: its answer. Duplicates never meet it. Quick,
  // from any thread.
  std::function<std::optional<http::Answer>(const Request&)> admit = {};
};

// What the handler of a lease works with.
class Work {
 public:
  const engine::Claim& claim;
  const Request& request;
  const engine::Request& claimed;
  const call::Incoming incoming;  // for call::Caller

  // The key of its effect at another service; see key/identity.h.
  std::string downstream_key(std::string_view effect) const { return key::downstream_key(claim.id, effect); }
  // The lease could not be kept: others settle the key. Stop where that is possible.
  bool is_lost() const { return running_.is_lost(handle_); }

 private:
  friend class Server;
  Work(const engine::Claim& its, const Request& from, const engine::Request& as, call::Incoming left,
       const Running& running, Running::Handle handle)
      : claim(its),
        request(from),
        claimed(as),
        incoming(left),
        running_(running),
        handle_(std::move(handle)) {}
  const Running& running_;
  Running::Handle handle_;
};

// The answer, as the operation's policy reads its status: stored as succeeded or failed, or, if that is not
// final, as Unknown.
struct Answered {
  http::Answer answer;
  std::vector<pg::Statement> rows = {};         // committed together with a success
  std::string error_code = {};                  // of a failure; empty: that of the body
  std::optional<key::FinalOutcome> final = {};  // none: by the operation's policy
};
// Known: this attempt had no effect, nor will it. The key is released, and a retry runs the handler again.
struct NoEffect {
  http::Answer answer;
};
// It may have had an effect. Nothing is stored; the lease runs out, and the key is settled from evidence. The
// client gets 503 and Retry-After.
struct Unknown {
  std::string reason;  // a sentence for the client
  Duration retry_after = http::unsettled_wait;
};
using Handled = std::variant<Answered, NoEffect, Unknown>;

// The answer of another service as the handler's own: its status, content type and body if it is final;
// NoEffect if nothing was sent, now or by an earlier attempt; else Unknown, with nothing of its body.
Handled from_call(const Work& work, const call::Called& called);

// What became of a request, in metrics and events.
enum class Outcome {
  stored,  // the handler's answer, which finished the key. Its event has the time from the request's arrival
  replayed,
  in_progress,
  awaiting,  // settled soon: the outcome of the first request is being established
  mismatch,
  malformed,  // the key is missing, or no key
  limited,    // by Operation::admit
  too_late,   // its deadline leaves too little time
  no_effect,  // released
  unknown,
  unavailable,  // the store; nothing was executed
  rolled_back,  // in a transaction: the answer was not final
};
std::string_view word(Outcome outcome);

struct Options {
  pg::ConnectOptions store;
  std::string owner;  // "refunds-7/4242": a note in each row
  unsigned connections = 8;
  Duration lend_within = std::chrono::seconds(1);  // then 503
  Places places = {};                              // of duplicates that wait
};

struct Seams {
  metrics::Counters* counters = nullptr;  // of the store's own metrics (flusher.h)
  metrics::EventSink on_event =
      {};  // one for each request, just before it is answered; metrics::Totals::sink() for Prometheus
};

class Server {
 public:
  // Connects when it must. What the seams point to must outlive it.
  explicit Server(Options options, Seams seams = {});
  // After the last call has returned.
  ~Server() = default;
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // By lease: the effect is elsewhere.
  http::Answer serve(const Operation& operation, const Request& request,
                     const std::function<Handled(const Work&)>& handler);

  // The effect is rows of this database: claim, rows and answer commit together, or nothing is kept. The
  // handler works in the open transaction, and neither commits nor rolls back. An error, what it throws, and
  // an answer that is not final, roll back.
  http::Answer serve_within(
      const Operation& operation, const Request& request,
      const std::function<Result<Answered>(pg::Connection&, const engine::Claim&)>& handler);

  // Rows and answer are known before the claim: one flush. The answer's status must be final.
  http::Answer serve_known(const Operation& operation, const Request& request, const Answered& answer);

 private:
  struct Exchange;
  struct Claimed;
  template <class Run>
  http::Answer exchange(const Operation& operation, const Request& request, Run run);
  Claimed claim_once(Exchange& x, bool looks_again);
  Claimed claim(Exchange& x);
  // nullopt: the key is new, and the request is admitted.
  std::optional<http::Answer> refuse(Exchange& x, engine::Engine& engine, bool looks_again);
  http::Answer execute(Exchange& x, const engine::Claim& claim,
                       const std::function<Handled(const Work&)>& handler, const Running::Handle& handle);
  http::Answer finish(Exchange& x, const engine::Claim& claim, const Answered& answered, key::State state);
  http::Answer as_stored(Exchange& x, engine::Engine& engine);
  http::Answer release(Exchange& x, const engine::Claim& claim, const http::Answer& answer);
  Result<Pool::Lent> lend(const Exchange& x);

  const Options options_;
  const Seams seams_;
  Pool pool_;
  Running running_;
};

}  // namespace onceover::serve
