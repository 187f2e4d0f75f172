// Publishes the events of some topics to one destination: at least once, and in order for each aggregate. Progress is a window between two
// snapshots, so that no event is lost that commits late, and none waits for an unrelated transaction. An event is published only when its
// transaction would survive a crash of the server.
//
// Any number of processes may run one relay: one of them owns it, under a lease and a fence; a late one may publish again, but never
// changes the progress. A relay belongs to one thread. After an error call run_once() again; it takes the relay anew, from the stored
// progress.
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
#include "core/outbox/destination.h"
#include "core/outbox/lanes.h"
#include "core/outbox/parking.h"
#include "core/pg/connection.h"
#include "core/pg/server_identity.h"

namespace onceover::outbox {

enum class Start { beginning, now, time };

struct RelayConfig {
  std::string name;
  std::vector<std::string> topics;  // "*" alone: all
  bool is_ordered = true;           // false: a failing event holds back no other
  Start start = Start::beginning;   // of a relay that is not there yet
  std::optional<Timestamp> since;   // for Start::time
  Duration lease = std::chrono::seconds(15);
  std::int64_t batch = 1000;                             // events read at a time
  std::int64_t most_batch_bytes = 8'000'000;             // of their payloads; one event may have more
  std::size_t most_in_memory = 10'000;                   // events, and two batches
  Duration idle = std::chrono::milliseconds(500);        // longest pause between two looks
  Duration least_pause = std::chrono::milliseconds(15);  // between two writes of progress, and two looks while little comes
  std::int64_t attempts = 10;                            // then an event is dead
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
};

class Relay {
 public:
  // owner: the process, for people. The connection and the destination must outlive it. The schema must be current
  // (schema::require_writable).
  Relay(pg::Connection& connection, Destination& destination, RelayConfig config, const std::string& owner, Random random);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // Works for about `slice`, less where there is nothing to do. unsupported: the database is another one than the progress is of, or was
  // restored: nothing is published until `oncectl relay adopt`.
  Result<Turn> run_once(Duration slice = std::chrono::milliseconds(250), const std::function<bool()>& go_on = {});
  // Writes what is published, and lets the relay go at once, so that another process need not wait for the lease.
  Result<void> let_go();

  std::int64_t fence() const { return owned_ ? owned_->fence : 0; }

 private:
  struct Owned {
    std::string ctid;
    std::int64_t fence = 0;
    std::shared_ptr<const Window> window;  // of the reading; what is published may be behind
    std::int64_t pos = 0;                  // read up to here
    std::optional<std::int64_t> by_seq_up_to;
    std::optional<Place> place;  // published up to here; none: not moved since it was taken
    bool is_large = false;       // the window is walked by seq
    // What began after the window's start is behind it; what is not is of transactions that were open then. None: not known yet.
    std::optional<std::int64_t> walk_from;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();  // while walk_from is looked for: the least seq so far
    std::string searched_xid;                                       // up to here
    std::int64_t searched_seq = 0;
    bool is_late = false;        // those of transactions that were open are read now
    bool is_sized = false;       // its payloads are large: their bytes are added up
    bool is_read = true;         // all of the window is in memory or done
    bool is_drained = false;     // what an adoption found is read, and not all of it is published
    Timestamp since;
  };

  // An event that is given up, until the end of its copy. Until then neither it nor what is behind it is parked, and the progress stays.
  struct Dying {
    std::vector<Lanes::Parked> parked;
    Report report;
    bool is_sent = false, without_payload = false;
  };

  Result<std::optional<Turn>> take();
  void check_is_same_database(const pg::Rows& taken, const pg::ServerIdentity& here, std::int64_t fence);
  Result<std::size_t> read();
  bool open_window();
  bool find_walk();
  void pass_by();
  Result<pg::Rows> look(std::string_view sql, const pg::Params& params);
  void ask();
  std::size_t take_asked();
  void let_in();
  void send();
  void take_reports(Duration wait, Turn& turn);
  bool take_copy(const Report& report);
  Result<void> retry_parked();
  Result<bool> write_progress();
  void take_reached();
  bool is_all_done() const;
  bool must_write() const;
  bool may_read(Steady::time_point now) const;
  // So that a batch of such payloads has at most most_batch_bytes.
  std::int64_t most_payload() const { return std::max<std::int64_t>(1, config_.most_batch_bytes / config_.batch); }
  bool is_idle() const;
  // How often it is looked whether a pause is over.
  Duration until_resumed() const { return std::min(config_.idle, config_.lease / 3); }
  void forget();

  pg::Connection& connection_;
  Destination& destination_;
  RelayConfig config_;
  Random random_;
  std::string owner_;  // of this relay alone: after an error it takes up its own lease
  std::optional<Owned> owned_;
  Lanes lanes_;
  Parking parking_;
  std::map<std::uint64_t, Dying> dying_;             // by their copies' tokens
  std::uint64_t next_copy_ = std::uint64_t{1} << 62;  // tokens of lanes are smaller, or have the highest bit
  std::vector<Stored> read_ahead_;  // it may not be known yet that they would survive a crash
  std::vector<Place> read_places_;
  bool may_send_ = false;            // what was read ahead
  bool asked_ = false;               // the server reads the next events, and the connection waits to be asked for them
  std::optional<Turn::State> held_;  // paused or stopped
  std::int64_t done_ = 0;            // since the last write
  std::string trouble_, written_trouble_;
  unsigned troubles_ = 0;
  Deadline not_before_{};  // while the destination is not there
  Deadline written_at_{}, looked_at_{}, retried_at_{};
  Duration pause_{0};
};

}  // namespace onceover::outbox
