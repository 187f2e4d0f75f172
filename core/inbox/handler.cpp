#include "core/inbox/handler.h"

namespace onceover::inbox {

Counts& Counts::operator+=(const Counts& more) {
  for (const auto field :
       {&Counts::received, &Counts::stored, &Counts::finished, &Counts::duplicates, &Counts::unverified, &Counts::mismatches,
        &Counts::unusable, &Counts::stale, &Counts::contended, &Counts::failed, &Counts::dead, &Counts::lost, &Counts::refused})
    this->*field += more.*field;
  return *this;
}

Result<std::optional<Failure>> handle(const Handler& handler, Work& work) {
  auto done = contained([&] { return handler(work); });
  if (!work.connection.is_open())
    return fail(ErrorKind::connection, "The connection was lost while an event was handled.", "Its effect was not committed.",
                "It is tried again after its lease.");
  if (done) return std::move(*done);
  return std::optional(Failure{.error = done.error().sentence()});
}

Result<pg::Transaction> begin_for_handler(pg::Connection& connection, bool durable) {
  return pg::Transaction::begin(connection, {.statement_timeout = {}, .lock_timeout = {}, .durable = durable, .pins_search_path = false});
}

}  // namespace onceover::inbox
