// Connects in a thread of its own. What libpq does there cannot be interrupted: it resolves names, reads files, and hashes the password as
// often as the server asks (SCRAM with 2,000,000,000 iterations takes an hour). The caller's deadline and cancel hold all the same. Only
// for this room.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/pg/libpq.h"

namespace onceover::pg {

// A handshake takes a few hundred bytes; the largest tickets and certificates take some hundred thousand.
inline constexpr std::int64_t most_handshake_bytes = 4'000'000;
// Threads that still compute although nobody waits for them. Past this many no connection is tried: each costs a thread and a socket.
inline constexpr int most_left_behind = 16;

struct Handshake {
  enum class End { connected, refused, timeout, cancelled, too_large, no_memory, too_many_left };
  End end = End::refused;
  pg_conn* conn = nullptr;           // the caller's: connected, or refused with libpq's message
  std::vector<std::string> notices;  // as Connection::take_notices()
};

using ConnectWords = std::vector<std::pair<const char*, std::string>>;  // libpq's keywords; an empty value means none

// cancel_event: an eventfd that ends it when it becomes readable.
Handshake shake_hands(ConnectWords words, Deadline deadline, int cancel_event);

}  // namespace onceover::pg
