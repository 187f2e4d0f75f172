// Connects to one host, in a thread of its own. What libpq does there cannot be interrupted: it resolves names, reads files, and hashes the
// password as often as the server asks (SCRAM with 2,000,000,000 iterations takes an hour). The caller's deadline and cancel hold all the
// same. Only for this room.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/pg/conninfo.h"
#include "core/pg/libpq.h"

namespace onceover::pg {

// A handshake takes a few hundred bytes; the largest tickets and certificates take some hundred thousand.
inline constexpr std::int64_t most_handshake_bytes = 4'000'000;
// Threads that still compute although nobody waits for them. Past this many no connection is tried: each costs a thread and a socket.
inline constexpr int most_left_behind = 16;

struct Handshake {
  enum class End { connected, refused, timeout, cancelled, too_large, no_memory, too_many_left };
  End end = End::refused;
  pg_conn* conn = nullptr;  // the caller's, where it is connected
  std::string message;      // why each address refused the connection, a line each
  std::string sqlstate;     // of the last one; empty: there was no answer with one
};

using ConnectWords = std::vector<std::pair<const char*, std::string>>;  // libpq's keywords; an empty value means none

struct HostAttempt {
  ConnectWords words;  // libpq's keywords, without the host's
  Host host;
  bool is_shuffled = false;     // the addresses of its name in any order
  Duration connect_timeout{0};  // of one address; 0: its share of the time until the deadline
};

// How long one of so many may take; the last one has all that is left.
Duration share_of(Deadline deadline, std::size_t among, Duration connect_timeout);
// No other host or address is asked after this: it is connected, given up, or a server answered and refused, as libpq has it. A server that
// starts or ends (57P…) is passed over.
bool is_last_word(const Handshake& made);

// cancel_event: an eventfd that ends it when it becomes readable.
Handshake shake_hands(HostAttempt how, Deadline deadline, int cancel_event);

}  // namespace onceover::pg
