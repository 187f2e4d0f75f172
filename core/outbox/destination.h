// SPDX-License-Identifier: Apache-2.0
// Where a relay publishes: Kafka, a webhook, standard output.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/pg/rows.h"

namespace onceover::outbox {

// An event as it is stored. Its texts are in `rows`, which every copy keeps.
struct Stored {
  std::int64_t seq = 0;
  std::string_view id, topic, aggregate_type, aggregate_id, type;
  std::optional<std::string_view> payload;
  std::string_view content_type;
  std::string_view headers;  // a JSON object of texts
  Timestamp created_at;
  pg::Rows rows;
  std::string unreadable = {};  // why its contents could not be read; it is not sent
};

struct Report {
  enum class Result {
    delivered,
    failed,       // this event, for now: tried again after a pause
    refused,      // this event, for good
    unavailable,  // the destination: not the event's fault, no attempt is counted
  };
  std::uint64_t token = 0;
  Result result = Result::delivered;
  std::string error = {};
  std::optional<Duration> retry_after = {};  // at least so long; of `unavailable`: before anything is sent
};

// Why an event is given up, for its copy.
struct Death {
  std::string error;
  std::int64_t attempts = 0;
  bool without_payload = false;  // the copy was refused with it
};

// Belongs to the relay's thread.
class Destination {
 public:
  virtual ~Destination() = default;
  // Takes an event on, and reports its end later under this token. False: its queue is full; poll, and offer
  // it again.
  virtual bool send(std::uint64_t token, const Stored& event) = 0;
  // Whether events that are given up are copied to a place of their own.
  virtual bool keeps_dead() const { return false; }
  // As send(), for such a copy.
  virtual bool send_dead(std::uint64_t /*token*/, const Stored& /*event*/, const Death& /*death*/) {
    return false;
  }
  // What ended since, after waiting for the first up to `wait`.
  virtual std::vector<Report> poll(Duration wait) = 0;
  // Why nothing of what is on its way ends, a sentence; empty: it may end. Known before the reports, which
  // come when it is given up.
  virtual std::string trouble() const { return {}; }
  // Forgets what is not on its way yet, without reports, and waits for the rest up to `wait`.
  virtual void abandon(Duration wait) = 0;
};

// JSON lines, one an event: seq, id, topic, aggregate_type, aggregate_id, type, created_at, content_type,
// headers, and payload as JSON where it is, as text where it is UTF-8, else payload_base64. fd stays open. A
// line that could not be written whole is written again.
std::unique_ptr<Destination> to_lines(int fd);

}  // namespace onceover::outbox
