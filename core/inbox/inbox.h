// SPDX-License-Identifier: Apache-2.0
// Received events, so that each has one effect for each consumer. On our own schema; the identity of an event
// is (consumer, source, id).
//
//   accept_within, run_known   the effect is rows in this database: event and effect commit together. A crash
//   leaves nothing behind. begin, finish_within       the handler may end its process or calls another
//   system: the attempt is committed first, under lease and
//                              fence; the end commits with the effect. A crash counts as an attempt.
//   store, take                the broker is acknowledged now; a worker takes the event when it is due, and
//   finishes or fails it.
//
// A duplicate writes nothing, not one byte of WAL. An event with the id of another and another fingerprint is
// a mismatch and is never processed. A missing fingerprint is unknown, never equal: such an event is skipped
// as duplicate_unverified. No order is assumed; an event that carries its aggregate's version is refused as
// stale if a version at least as new was accepted.
//
// Threads: an Inbox belongs to the thread of its connection. Ordinary outcomes are values. After an Error in
// an open transaction, roll it back. An Error of a call that commits by itself says what is unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/pg/connection.h"
#include "core/retry/policy.h"

namespace onceover::inbox {

// What an event gets when it was received before, and what a failed attempt becomes. Pure: the row, the
// database's time, the policy and random numbers are arguments.

// discarded: a person gave the dead letter up; it has no effect, and is a duplicate when it comes again.
enum class State { in_progress, succeeded, dead, discarded };
std::string_view word(State state);
std::optional<State> state_from_word(std::string_view word);

// The answer to an event that is accepted or stored. Only `accepted` runs the effect.
enum class Answer {
  accepted,
  duplicate,  // received before, with the same fingerprint: skip it
  // received before; a fingerprint is missing on one side, so whether the content is the same is unknown:
  // skip it
  duplicate_unverified,
  mismatch,   // received before with other content: do not process it, report it
  stale,      // its aggregate's version is not newer than the last accepted one: skip it
  contended,  // another transaction held it for longer than rival_wait: try it again later, no attempt is
              // spent
};
std::string_view word(Answer answer);

enum class Content { same, unknown, different };
// Empty: unknown, which never equals anything, itself included.
Content compare(std::string_view left, std::string_view right);
// To an event whose row has this fingerprint.
Answer answer_to_repeat(std::string_view stored, std::string_view fingerprint);

struct Policy {
  unsigned attempts = 5;  // then the event is a dead letter
  // how long others wait for a silent handler; must exceed the handler's own timeout
  Duration lease = std::chrono::seconds(30);
  retry::Strategy strategy = retry::Strategy::full_jitter;
  Duration base = std::chrono::seconds(1);
  Duration cap = std::chrono::hours(1);
  Duration rival_wait = std::chrono::milliseconds(200);  // for each uncommitted row of another transaction
};

struct Existing {
  State state = State::in_progress;
  std::string fingerprint;  // empty: unknown
  std::int64_t fence = 0;
  std::int64_t attempts = 0;
  std::optional<Timestamp> locked_until, next_try_at;
};

struct Duplicate {
  bool verified = false;  // false: a fingerprint is missing on one side
};
struct Mismatch {};
// Another handler has it. No time: its transaction is still open
struct InProgress {
  std::optional<Timestamp> until;
};
// It failed, and its backoff is not over
struct NotDue {
  Timestamp until;
};
struct Dead {};
// Its attempts are used up and the last one ended without a result: it becomes a dead letter, if the row is
// unchanged
struct MustBury {
  std::int64_t fence = 0;
};
// Begin a further attempt under a new fence, if the row is unchanged
struct MayBegin {
  std::int64_t fence = 0;
};
using BeginDecision = std::variant<Duplicate, Mismatch, InProgress, NotDue, Dead, MustBury, MayBegin>;

// now: the database's clock, read no earlier than the row.
BeginDecision decide(const Existing& row, std::string_view fingerprint, Timestamp now, const Policy& policy);

struct RetryIn {
  Duration delay;
};
struct BecomesDead {};
using AfterFailure = std::variant<RetryIn, BecomesDead>;

// attempts: those made, this one included. definitive: no further attempt can succeed. retry_after: of the
// other side; it overrides the computed delay and the cap, up to key::longest_lease, as onceover.inbox_fail.
AfterFailure after_failure(const Policy& policy, std::int64_t attempts, bool definitive,
                           std::optional<Duration> retry_after, Random& random);

struct Aggregate {
  std::string type, id;
  std::int64_t version = 0;
};

struct Event {
  std::string source, id;   // 1–255 bytes of UTF-8 each, without NUL
  std::string fingerprint;  // a digest of the content, at most 64 bytes; empty: unknown
  std::optional<Aggregate> aggregate;
  // Kept by store() only.
  std::optional<std::string> payload;  // bytes; none: a tombstone
  std::string content_type;
  std::vector<std::pair<std::string, std::string>> headers;  // of a repeated name the last one is kept
};
// Why a text is no consumer, source or id ("The event's source is empty."); empty: it is one.
std::string why_no_name(const char* what, const std::string& name);
// Why an event cannot be received at all; empty: it can. Such an event makes every call an Error of kind
// invalid_input.
std::string why_unusable(const Event& event);

// The right to handle an event and to end its attempt. Valid only under its fence.
struct Attempt {
  std::string source, id;
  std::int64_t fence = 0;
  std::int64_t number = 0;  // 1: the first. Of a reserved event: the attempts before
  Timestamp locked_until;   // database time
};
struct Begun {
  Attempt attempt;
  std::string unconfirmed = {};  // pg::Connection::take_unconfirmed
};
using BeginOutcome = std::variant<Begun, Duplicate, Mismatch, InProgress, NotDue, Dead>;

struct Done {
  std::string unconfirmed = {};
};
struct OwnershipLost {};  // another handler has it, or the attempt has ended: stop, and roll the effect back
using WriteOutcome = std::variant<Done, OwnershipLost>;
using FailOutcome = std::variant<RetryIn, BecomesDead, OwnershipLost>;

struct Failure {
  std::string error;  // kept as the event's last error, cut at 4,000 characters
  bool definitive = false;
  std::optional<Duration> retry_after = {};
};

struct TakenEvent {
  Event event;
  Attempt attempt;
  bool started = false;  // false: reserved; start() begins the attempt
};
struct DeadLetter {
  std::string source, id, last_error;
};
struct Batch {
  std::vector<TakenEvent> events;  // oldest first
  std::vector<DeadLetter> dead;    // found with their attempts used up; each is reported once
};

// An event that could not be taken or read.
struct SetAside {
  Event event;  // its identity
  // empty: it is a dead letter. Else it refused that change, too, and take() passes it by under this name
  std::string refused;
};

// Before a service begins to receive: not_permitted where this user may not store events, which each event
// would find anew.
Result<void> require_storing(pg::Connection& connection);

class Inbox {
 public:
  // The connection must outlive the inbox. The schema must be current (schema::require_writable).
  Inbox(pg::Connection& connection, std::string consumer, Policy policy = {});

  // In the open transaction of the connection. The answers are in the order of the events; repeats among them
  // are compared with the first one. An event that another transaction holds is `contended` and does not fail
  // the others; the transaction remains usable. Waits rival_wait for each uncommitted row, and after that
  // once more for all.
  Result<std::vector<Answer>> accept_within(std::span<const Event> events);
  Result<Answer> accept_within(const Event& event);

  // Event, business statements and COMMIT in one flush; they run only if the event is new. The aggregate's
  // version is not looked at. A commit whose answer was lost is found again as a duplicate: the effect is
  // there once.
  Result<Answer> run_known(const Event& event, std::span<const pg::Statement> business);
  // The same for a pipeline of the caller's own: before the business statements, in one transaction. If the
  // flush fails with was_received_before(), nothing ran; roll back, and answer_of() tells why.
  pg::Statement known_statement(const Event& event) const;
  static bool was_received_before(const Error& error);
  Result<Answer> answer_of(const Event& event);

  // Commits the attempt before the handler runs. owner: the process, for people: "billing-3/4242".
  Result<BeginOutcome> begin(const Event& event, const std::string& owner);
  // In the open transaction of the effect. OwnershipLost: roll back.
  Result<WriteOutcome> finish_within(const Attempt& attempt, const std::string& result_json = {});
  // The same as a statement of the caller's own pipeline, which must not commit if finished() is false.
  pg::Statement finish_statement(const Attempt& attempt, const std::string& result_json = {}) const;
  static bool finished(const pg::Rows& rows) { return !rows.empty(); }

  // These commit by themselves. A call whose answer was lost is found out.
  Result<WriteOutcome> finish(const Attempt& attempt, const std::string& result_json = {});
  Result<FailOutcome> fail(const Attempt& attempt, const Failure& failure);
  Result<WriteOutcome> renew(Attempt& attempt);

  // Acknowledge after this returns: the events are committed, durably. Arrays as for accept_within;
  // `accepted` is stored.
  Result<std::vector<Answer>> store(std::span<const Event> events);
  // Events that cannot be received as they are (no identity, the id of another event), kept as dead letters
  // with their payload and the reason. Commits by itself, durably; what was kept before is skipped. How many
  // are new. Dead letters have no aggregate.
  Result<std::int64_t> set_aside(std::span<const Event> events, std::span<const std::string> reasons);
  // Due events, at most `most`, under the policy's lease. With most = 1 its attempt has begun. With more they
  // are reserved: start() begins each attempt, and the events beside one that ends the process spend none. If
  // the answer is lost, the leases run out, and with most = 1 the attempt is spent. passed: SetAside::refused
  // of the events that remain as they are.
  Result<Batch> take(std::int64_t most, const std::string& owner,
                     const std::vector<std::string>& passed = {});
  // The first event that take() would take becomes a dead letter, since it cannot be taken or read. None:
  // nothing is due.
  Result<std::optional<SetAside>> set_aside_first(const std::string& why,
                                                  const std::vector<std::string>& passed = {});
  // Commits the attempt of a reserved event before its handler runs, with a lease of its own.
  Result<WriteOutcome> start(TakenEvent& taken);
  // Gives reserved events back at once; started ones keep their lease. No attempt is spent.
  Result<std::int64_t> release(std::span<const TakenEvent> taken);

 private:
  class Array;  // one call of accept_within or store
  pg::Params identity(const std::string& source, const std::string& id) const;
  pg::Params fenced(const Attempt& attempt) const;
  // A flush that commits: again while the server is busy, and on a new connection. doubt: an earlier flush
  // may have committed.
  Result<std::vector<pg::Rows>> committed(std::span<const pg::Statement> statements,
                                          std::optional<Error>& doubt, bool repeats = true);
  // What the row shows of an attempt whose end was lost.
  enum class Found { finished, dead, waits, same, other };
  Result<Found> find_out(const Attempt& attempt);
  void pause(int tries);

  pg::Connection& connection_;
  std::string consumer_;
  Policy policy_;
  Random random_;
};

// Whether the store's stop switch is on: then nothing is taken or handled.
Result<bool> is_stopped(pg::Connection& connection);

struct Reaped {
  std::int64_t deleted = 0;
  std::optional<std::int64_t> next;  // the page to go on from; none: the end of the table
};
// Deletes processed events that are older than the retention, in so many pages of the table from a page on.
// Never dead letters, never unfinished events; nothing while the stop switch is on. The retention must be
// longer than the broker keeps messages. consumer: empty: all.
Result<Reaped> reap(pg::Connection& connection, Duration retention, const std::string& consumer = {},
                    std::int64_t from = 0, std::int64_t pages = 64);
// Deletes the versions of aggregates that have not moved for the retention and that no unfinished event or
// dead letter needs; nothing while the stop switch is on. Reads the whole inbox once. An event that is older
// than the retention is then not known to be stale. Returns how many, at most most_versions: call again.
Result<std::int64_t> reap_versions(pg::Connection& connection, Duration retention,
                                   const std::string& consumer = {});
inline constexpr std::int64_t most_versions = 100'000;

// Keys whose executor was lost, and that a sweeper or a person settled as succeeded: the rows and the event
// that it would have written are missing. The settlement stores one event for the consumer
// settled_consumer(operation), in its own transaction; a Worker of that consumer runs the service's handler,
// which writes them.
//
//   inbox::register_settled(connection, "POST /refunds");   // before the first claim: earlier settlements
//   are not handed over inbox::Worker worker(connection, inbox::settled_consumer("POST /refunds"), policy,
//   {}, [](inbox::Work& work) { … settled_key(…) … });
//
// The event's payload is the stored answer. A handler that is not in a transaction may run again, as for each
// event.

std::string settled_consumer(std::string_view operation);

// From now on, for all processes; to repeat it is harmless. Needs the right to call onceover.register_settled
// (role consumer).
Result<void> register_settled(pg::Connection& connection, const std::string& operation);

struct SettledKey {
  key::Identity id;
  std::int64_t fence = 0;  // of the settlement
  int code = 0;            // of the stored answer
  key::Subject subject;    // as it was claimed
  std::string correlation_id;
};
// nullopt: the event is none of a settled key.
std::optional<SettledKey> settled_key(const Event& event);

// What people do about received events, beside the verbs of their profile (tables::own_inbox). Each act is
// audited in its own transaction.

enum class Erased {
  erased,
  erased_before,  // or it never had a payload
  gone,           // there is no such event
  unfinished,     // a worker needs it
};
std::string_view word(Erased erased);

// The payload of one event is removed; the row stays. Dead versions of it are on disk until a vacuum, and in
// backups for as long as they are kept. is_dry: the same answer, and nothing is written.
Result<Erased> erase(pg::Connection& connection, const std::string& consumer, const std::string& source,
                     const std::string& event_id, const std::string& reason, const audit::Actor& actor,
                     bool is_dry = false);

}  // namespace onceover::inbox
