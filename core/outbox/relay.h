// SPDX-License-Identifier: Apache-2.0
// Publishes the events of some topics to one destination: at least once, and in order for each aggregate.
// Progress is a window between two snapshots, so that no event is lost that commits late, and none waits for
// an unrelated transaction. An event is published only when its transaction would survive a crash of the
// server.
//
// Any number of processes may run one relay: one of them owns it, under a lease and a fence; a late one may
// publish again, but never changes the progress. A relay belongs to one thread. After an error call
// run_once() again; it takes the relay anew, from the stored progress. What it remembers is of one server and
// one history of it: each transaction checks that first, since a pooler may lead the next one to a promoted
// standby.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/metrics/event.h"
#include "core/outbox/destination.h"
#include "core/outbox/lanes.h"
#include "core/outbox/parking.h"
#include "core/pg/connection.h"

namespace onceover::outbox {

enum class Start { beginning, now, time };

struct RelayConfig {
  std::string name;
  std::vector<std::string> topics;  // "*" alone: all
  bool only_reads =
      false;  // without a name: nothing is written to the store, and no progress is kept. For to_lines()
  bool is_ordered = true;          // false: a failing event holds back no other
  Start start = Start::beginning;  // of a relay that is not there yet, and of a topic that joins one
  std::optional<Timestamp> since;  // for Start::time
  Duration lease = std::chrono::seconds(15);
  std::int64_t batch = 1000;                       // events read at a time
  std::int64_t most_batch_bytes = 8'000'000;       // of their payloads; one event may have more
  std::size_t most_in_memory = 10'000;             // events, and two batches
  Duration idle = std::chrono::milliseconds(500);  // longest pause between two looks
  // between two writes of progress, and two looks while little comes
  Duration least_pause = std::chrono::milliseconds(15);
  std::int64_t attempts = 10;                                                         // then an event is dead
  Duration backoff = std::chrono::seconds(1), backoff_cap = std::chrono::minutes(5);  // full jitter
};
Result<void> validate(const RelayConfig& config);

// "beginning", "now", or a time in ISO 8601, into the configuration; false: it is none of them.
bool read_start(const std::string& text, RelayConfig& config);

// What one call did.
struct Turn {
  enum class State {
    working,    // there may be more: call again at once
    idle,       // nothing to do for `rest`
    elsewhere,  // another process runs it
    paused,     // by a person
    stopped,    // the store's stop switch is on
  };
  State state = State::working;
  std::int64_t published = 0, parked = 0, dead = 0;
  Duration rest{0};
  std::string trouble;  // why the destination takes nothing now; a sentence
  std::string forgot;   // why the relay starts again from the stored progress; a sentence
};

// Topics that join a relay, and how many of their events are passed over, as Start says.
struct Joining {
  std::vector<std::string> topics;
  std::int64_t passed_over = 0;
  bool is_exact = true;  // false: so many at least
};

// Our own SQLSTATE of onceover.hold_relay: another process has the relay.
inline constexpr std::string_view taken_over = "OC013";
// Nothing is visible in it but what the server made: the window of a relay that starts at the beginning.
inline constexpr std::string_view before_all = "3:3:";

class Relay {
 public:
  // owner: the process, for people. The connection and the destination must outlive it. The schema must be
  // current (schema::require_writable).
  Relay(pg::Connection& connection, Destination& destination, RelayConfig config, const std::string& owner,
        Random random);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // Called before the progress of the relay is changed.
  void on_join(std::function<void(const Joining&)> announce) { announce_ = std::move(announce); }

  // One for each event that the destination has taken or refused.
  void on_event(metrics::EventSink sink) { on_event_ = std::move(sink); }

  // Works for about `slice`, less where there is nothing to do. unsupported: the events or the progress are
  // of another server or history than this one, events arrive by a subscription, or the relay is retired,
  // also while it runs: nothing is published.
  Result<Turn> run_once(Duration slice = std::chrono::milliseconds(250),
                        const std::function<bool()>& go_on = {});
  // Writes what is published, and lets the relay go at once, so that another process need not wait for the
  // lease.
  Result<void> let_go();

  std::int64_t fence() const { return owned_ ? owned_->fence : 0; }

 private:
  // What the row of the relay has.
  struct Kept {
    Window window;
    std::int64_t pos = 0;
    std::optional<std::int64_t> drain_pos;  // earlier events are published up to here; none: there are none
  };
  // Earlier events, in order of seq, before the window is read on: what an adoption found, and those of a
  // topic that has joined.
  struct Drain {
    std::int64_t up_to = 0;
    Timestamp since;
    std::string except;  // these topics, as the server writes an array
  };
  struct Owned {
    std::string ctid, token, server;
    std::int64_t fence = 0;
    Kept kept;
    std::shared_ptr<const Window> window;  // of the reading; what is published may be before it
    std::int64_t pos = 0;                  // read up to here
    std::optional<Drain> drain;
    std::optional<Place> place;  // published up to here; none: not moved since it was taken
    bool is_large = false;       // the window is walked by seq
    // What began after the window's start is behind it; what is not is of transactions that were open then.
    // None: not known yet.
    std::optional<std::int64_t> walk_from;
    // nothing of the window has a higher number: new events would keep a walk from ending
    std::int64_t walk_to = 0;
    // while walk_from is looked for: the least seq so far
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::string searched_xid;  // up to here
    std::int64_t searched_seq = 0;
    bool is_late = false;     // those of transactions that were open are read now
    bool is_sized = false;    // its payloads are large: their bytes are added up
    bool is_read = true;      // all of the window is in memory or done
    bool is_drained = false;  // all earlier events are read, and not all of them are published
    Timestamp since;
    std::int64_t alone = 0;  // so many are read one by one: one of them could not be read
    std::string unreadable;  // why the next one is read without its contents

    bool drains() const { return drain || is_drained; }
    // The window is read from its stored place on.
    void read_window();
  };

  // An event that is given up, until the end of its copy. Until then neither it nor what is behind it is
  // parked, and the progress stays.
  struct Dying {
    std::vector<Lanes::Parked> parked;
    Report report;
    bool is_sent = false, without_payload = false;
  };

  Result<std::optional<Turn>> take();
  std::string check_may_start();
  void announce_joining();
  bool take_row(const std::string& server);
  void only_read(const std::string& server);
  pg::Statement hold() const;
  [[noreturn]] void refuse_foreign() const;
  [[noreturn]] void refuse_subscriber(const std::string& subscription);
  Result<std::size_t> read();
  bool open_window();
  bool find_walk();
  void pass_by();
  Result<pg::Rows> look(std::string_view sql, const pg::Params& params);
  void ask();
  std::size_t take_asked();
  void narrow(const Error& error);
  void let_in();
  void send();
  void take_reports(Duration wait, Turn& turn);
  bool take_copy(const Report& report);
  void report(std::string_view outcome, const Stored& event, std::int64_t attempt,
              std::string_view error = {}) const;
  Result<void> retry_parked();
  Result<bool> write_progress();
  void carry_out();
  // Of a row of the relay; none: it may publish.
  std::optional<Turn::State> read_hold(const pg::Rows& rows, int column);
  Kept reached() const;
  bool await_flush();
  void take_written(Kept kept, bool drained);
  void take_reached();
  bool is_all_done() const;
  bool must_write() const;
  bool may_read(Steady::time_point now) const;
  // So that a batch of such payloads has at most most_batch_bytes.
  std::int64_t most_payload() const {
    return std::max<std::int64_t>(1, config_.most_batch_bytes / config_.batch);
  }
  bool is_idle() const;
  // How often it is looked whether a pause is over.
  Duration until_resumed() const { return std::min(config_.idle, config_.lease / 3); }
  void forget();

  pg::Connection& connection_;
  Destination& destination_;
  RelayConfig config_;
  Random random_;
  std::function<void(const Joining&)> announce_;
  metrics::EventSink on_event_;
  std::string owner_;   // the process, for people
  std::string secret_;  // of this relay only: after an error it takes up its own lease
  std::optional<Owned> owned_;
  Lanes lanes_;
  Parking parking_;
  std::map<std::uint64_t, Dying> dying_;              // by their copies' tokens
  std::uint64_t next_copy_ = std::uint64_t{1} << 62;  // tokens of lanes are smaller, or have the highest bit
  std::vector<Stored> read_ahead_;  // it may not be known yet that they would survive a crash
  std::vector<Place> read_places_;
  std::vector<Report> given_up_;  // of events that could not be read
  bool may_send_ = false;         // what was read ahead
  std::string unflushed_;         // where only_reads: up to this place of the WAL it was read
  bool asked_ = false;  // the server reads the next events, and the connection waits to be asked for them
  std::optional<Turn::State> held_;  // paused or stopped
  std::int64_t done_ = 0;            // since the last write
  std::string trouble_, written_trouble_;
  unsigned troubles_ = 0;
  Deadline not_before_{};  // while the destination is not there
  Deadline written_at_{}, looked_at_{}, retried_at_{};
  Duration pause_{0};
};

}  // namespace onceover::outbox
