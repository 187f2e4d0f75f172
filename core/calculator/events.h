// SPDX-License-Identifier: Apache-2.0
// How large onceover.outbox and onceover.inbox grow: the row of an event from its columns, then the table as
// sizing.h has it. Pure; every figure shows its calculation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/calculator/sizing.h"

namespace onceover::calculator {

// Of both tables. Bytes are means over all events.
struct EventFlow {
  double per_second = 0;        // events; where by_hour is empty
  std::vector<double> by_hour;  // events in each hour, repeated
  double payload_bytes = 500;   // 0: NULL
  double compressed = 1;    // share that compression leaves of a payload; only rows above 2 kB are compressed
  double header_bytes = 2;  // of the JSON text, as PostgreSQL shows it: {} is 2
  double content_type_bytes = 16;                 // application/json
  Duration checkpoint = std::chrono::minutes(5);  // between two; 0: full_page_writes is off
  std::optional<double> price;                    // of a GB (10⁹ bytes) a month
  std::string currency;
};

struct OutboxInput {
  EventFlow flow;
  double topic_bytes = 8;
  double aggregate_type_bytes = 8;
  double aggregate_id_bytes = 36;
  double type_bytes = 16;
  double correlation_bytes =
      0;  // of the header correlation_id, which has a column and an index; 0: events have none
  Duration retention = std::chrono::hours(168);  // as the service's
  Duration partition = std::chrono::hours(24);   // what one covers
  double capture_per_second =
      0;  // events from which change data capture is advised (health::Thresholds); 0: not judged
};

// Which way events are received: inbox.h.
enum class Reception {
  accept,   // in the transaction of the effect: one INSERT
  attempt,  // begun before the handler runs, finished with the effect
  store,    // acknowledged at once, taken by a worker later
};
std::optional<Reception> reception_from_word(std::string_view word);

struct InboxInput {
  EventFlow flow;  // payload, headers and content type are kept only where they are stored
  Reception reception = Reception::accept;
  bool keeps_payload = true;  // of a stored event
  double consumer_bytes = 8;
  double source_bytes = 8;
  double event_id_bytes = 36;
  bool random_ids = true;         // such as UUIDs of version 4; false: they grow
  double fingerprint_bytes = 32;  // 0: none
  double aggregate_bytes =
      0;                    // of the aggregate's type and id, where events carry its version; 0: they do not
  double owner_bytes = 16;  // of the process, where it is not accept
  Duration retention = std::chrono::hours(720);
  double vacuum_scale = 0.2;  // autovacuum_vacuum_scale_factor
};

struct EventSizing {
  Figure event;  // one event: its row, what is out of line, its index entries
  Sizing table;
  std::optional<Figure> partitions;   // that hold events
  std::optional<bool> wants_capture;  // change data capture instead of a relay; nullopt: not judged
  std::string capture;                // the same as a sentence
  std::vector<std::string> remarks;   // sentences: the table's, and of these events

  // All figures, in the order above; they live as long as this object.
  std::vector<const Figure*> figures() const&;
  std::vector<const Figure*> figures() const&& = delete;
};

// invalid_input: no events, or an invalid number.
Result<EventSizing> size_outbox(const OutboxInput& input);
Result<EventSizing> size_inbox(const InboxInput& input);

}  // namespace onceover::calculator
