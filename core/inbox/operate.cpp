#include "core/inbox/operate.h"

#include "core/base/words.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::inbox {
namespace {

constexpr auto erased_words = words<Erased>(
    {{Erased::erased, "erased"}, {Erased::erased_before, "erased_before"}, {Erased::gone, "gone"}, {Erased::unfinished, "unfinished"}});

}  // namespace

std::string_view word(Erased erased) { return erased_words.of(erased); }

Result<Erased> erase(pg::Connection& connection, const std::string& consumer, const std::string& source, const std::string& event_id,
                     const std::string& reason, const audit::Actor& actor, bool is_dry) {
  return as_result([&] {
    if (reason.empty()) raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was changed.", "Say why, for the audit trail.");
    const pg::Params params = pg::params(consumer, source, event_id, reason, actor.name, actor.host, actor.program);
    const pg::Rows rows = pg::run(connection, sql::inbox_erase, params, {.rolls_back = is_dry, .durable = !is_dry}).value();
    return *erased_words.from(rows.text(0, 0));
  });
}

}  // namespace onceover::inbox
