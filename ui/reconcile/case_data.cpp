#include "ui/reconcile/case_data.h"

#include <algorithm>

#include "core/approval/approval.h"
#include "core/roles/rights.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

// What a person waits for with a phone in the hand.
constexpr std::chrono::seconds askWithin(20);

// Help: without them the key is still shown.
Result<void> readNotes(bridge::Reader& reader, const key::Identity& id, CaseData& data) {
  auto read = bridge::takeOr(reader, notes_of(reader.connection(), subject_of(reader.profile(), id)), data.notes, data.notesProblem);
  if (!data.notes.sql.empty()) data.sql += ";\n\n" + data.notes.sql;
  return read;
}

Result<void> readTrail(bridge::Reader& reader, Result<audit::Page> page, CaseData& data) {
  audit::Page trail;
  auto read = bridge::takeOr(reader, std::move(page), trail, data.trailProblem);
  data.trail = std::move(trail.records);
  if (!trail.sql.empty()) data.sql += ";\n\n" + trail.sql;
  return read;
}

Result<void> readForeign(bridge::Reader& reader, const key::Identity& id, CaseData& data, bool hasTrail) {
  auto writable = widgets::lookAtRow(reader, id);
  if (!writable) return fail(writable.error());
  data.writable = std::move(*writable);
  data.canBeAsked = reader.gateway() != nullptr && can_be_asked(*reader.gateway(), data.detail.row, &reader.profile());
  if (!data.writable->seen || !hasTrail) return {};
  const std::string table = tables::table_name(reader.profile());
  return readTrail(reader, audit::trail_of(reader.connection(), table, data.writable->seen->row_key_json), data);
}

// Of a key that waits for a person alone; a help, so that where it cannot be read nothing is said.
std::optional<std::int64_t> requestFor(pg::Connection& connection, const browse::KeyRow& row) {
  if (row.case_status != "needs_human") return std::nullopt;
  const auto waiting = approval::list(connection);
  if (!waiting) return std::nullopt;
  const auto found =
      std::ranges::find_if(*waiting, [&](const approval::Approval& one) { return one.relation.empty() && one.known_as == row.id; });
  return found == waiting->end() ? std::nullopt : std::optional(found->id);
}

}  // namespace

Result<browse::Lookup<CaseData>> readCase(bridge::Reader& reader, const key::Identity& id, bool hasTrail) {
  auto detail = reader.browser().detail(id);
  if (!detail) return fail(detail.error());
  if (detail->found() == nullptr) return browse::Lookup<CaseData>(detail->none());
  CaseData data;
  data.detail = std::move(*detail->found());
  data.sql = data.detail.sql;
  auto why = reader.browser().why(id, std::nullopt);
  if (!why) return fail(why.error());
  data.why = std::move(*why);
  // The rest is help: where rights are missing, the key itself is still shown.
  if (auto lock = reader.browser().who_locks(id)) {
    data.lock = std::move(*lock);
  } else {
    data.lock.words = "Cannot tell: " + roles::named_right(lock.error()).what;
  }
  if (auto read = readNotes(reader, data.detail.row.id, data); !read) return fail(read.error());
  // Where it cannot be read, a release needs a second approver.
  if (auto window = registered_window(reader.connection(), data.detail.row.id.operation)) data.dedupeWindow = *window;
  if (!tables::is_own(reader.profile())) {
    if (auto read = readForeign(reader, id, data, hasTrail); !read) return fail(read.error());
    return browse::Lookup<CaseData>(std::move(data));
  }
  if (auto read = readTrail(reader, audit::page(reader.connection(), {.id = id}), data); !read) return fail(read.error());
  data.waiting = requestFor(reader.connection(), data.detail.row);
  return browse::Lookup<CaseData>(std::move(data));
}

bool AskedCase::offersCancel() const {
  if (!asked.if_cancelled) return false;
  return row.id.columns.empty() || (writable && may_write(writable->access, tables::Verb::fail));
}

Result<AskedCase> askCase(bridge::Reader& reader, const key::Identity& id) {
  gateway::Gateway* gateway = reader.gateway();
  if (gateway == nullptr) {
    return fail(ErrorKind::unsupported, "No gateway is configured for this connection.", "The gateway was not asked.",
                "Name a gateway's configuration in the connection.");
  }
  auto detail = reader.browser().detail(id);
  if (!detail) return fail(detail.error());
  const browse::Detail* found = detail->found();
  if (found == nullptr && detail->is_absent())
    return fail(ErrorKind::invalid_input, "The key no longer exists.", "The gateway was not asked.", "It was reaped, or deleted.");
  if (found == nullptr)
    return fail(ErrorKind::unsupported, "The key is not seen any more. " + detail->none().why, "The gateway was not asked.",
                detail->none().remedy);
  AskedCase out{found->row, {}, found->as_of};
  const bool isOwn = tables::is_own(reader.profile());
  if (!isOwn) {
    auto writable = widgets::lookAtRow(reader, id);
    if (!writable) return fail(writable.error());
    out.writable = std::move(*writable);
  }
  out.asked = ask(*gateway, {out.row}, out.asOf, {.deadline = Steady::now() + askWithin, .profile = &reader.profile()}).front();
  return out;
}

}  // namespace onceover::reconcile
