// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/case_data.h"

#include <QObject>
#include <algorithm>

#include "core/approval/approval.h"
#include "core/tables/states.h"
#include "ui/widgets/widgets.h"

namespace onceover::cases {
namespace {

// What a person waits for with a phone in the hand.
constexpr std::chrono::seconds askWithin(20);

// Help: without them the key is still shown.
Result<void> readNotes(bridge::Reader& reader, const key::Identity& id, CaseData& data) {
  auto read = bridge::takeOr(
      reader, reconcile::notes_of(reader.connection(), reconcile::subject_of(reader.profile(), id)),
      data.notes, data.notesProblem);
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
  auto writable = writes::lookAtRow(reader, id);
  if (!writable) return fail(writable.error());
  data.writable = std::move(*writable);
  data.canBeAsked = reader.gateway() != nullptr &&
                    reconcile::can_be_asked(*reader.gateway(), data.detail.row, &reader.profile());
  if (!data.writable->seen || !hasTrail) return {};
  const std::string table = tables::table_name(reader.profile());
  return readTrail(reader, audit::trail_of(reader.connection(), table, data.writable->seen->row_key_json),
                   data);
}

// Of a key that waits for a person alone; a help, so that where it cannot be read nothing is said.
std::optional<std::int64_t> requestFor(pg::Connection& connection, const browse::KeyRow& row) {
  if (row.case_status != "needs_human") return std::nullopt;
  const auto waiting = approval::list(connection);
  if (!waiting) return std::nullopt;
  const auto found = std::ranges::find_if(*waiting, [&](const approval::Approval& one) {
    return one.relation.empty() && one.known_as == row.id;
  });
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
  if (auto window = reconcile::registered_window(reader.connection(), data.detail.row.id.operation))
    data.dedupeWindow = *window;
  if (!tables::is_own(reader.profile())) {
    if (auto read = readForeign(reader, id, data, hasTrail); !read) return fail(read.error());
    return browse::Lookup<CaseData>(std::move(data));
  }
  if (auto read = readTrail(reader, audit::page(reader.connection(), {.id = id}), data); !read)
    return fail(read.error());
  data.waiting = requestFor(reader.connection(), data.detail.row);
  return browse::Lookup<CaseData>(std::move(data));
}

bool AskedCase::offersCancel() const {
  if (!asked.if_cancelled) return false;
  return row.id.columns.empty() || (writable && reconcile::may_write(writable->access, tables::Verb::fail));
}

Result<AskedCase> askCase(bridge::Reader& reader, const key::Identity& id) {
  gateway::Gateway* gateway = reader.gateway();
  if (gateway == nullptr) {
    return fail(ErrorKind::unsupported, "No gateway is configured for this connection.",
                "The gateway was not asked.", "Name a gateway's configuration in the connection.");
  }
  auto detail = reader.browser().detail(id);
  if (!detail) return fail(detail.error());
  const browse::Detail* found = detail->found();
  if (found == nullptr && detail->is_absent())
    return fail(ErrorKind::invalid_input, "The key no longer exists.", "The gateway was not asked.",
                "It was reaped, or deleted.");
  if (found == nullptr)
    return fail(ErrorKind::unsupported, "The key is not seen any more. " + detail->none().why,
                "The gateway was not asked.", detail->none().remedy);
  AskedCase out{found->row, {}, found->as_of};
  const bool isOwn = tables::is_own(reader.profile());
  if (!isOwn) {
    auto writable = writes::lookAtRow(reader, id);
    if (!writable) return fail(writable.error());
    out.writable = std::move(*writable);
  }
  out.asked = reconcile::ask(*gateway, {out.row}, out.asOf,
                             {.deadline = Steady::now() + askWithin, .profile = &reader.profile()})
                  .front();
  return out;
}

namespace {

using widgets::shown;

QString momentOf(const std::optional<Timestamp>& at) {
  if (!at || *at == Timestamp::minus_infinity()) return widgets::dash;
  return widgets::exact(*at, widgets::ClockChoice::utc);
}

QString momentOf(const browse::RowTime& time) { return widgets::exact(time, widgets::ClockChoice::utc); }

bool holds(const std::vector<std::string>& columns, const std::string& column) {
  return std::ranges::find(columns, column) != columns.end();
}

struct Meaning {
  const std::string& column;
  QStringList parts;

  void add(bool is, const QString& what, const QString& value = {}) {
    if (is) parts.append(value.isEmpty() ? what : what + QLatin1String(": ") + value);
  }
  void at(const tables::Place& place, const QString& what, const std::optional<std::string>& value) {
    const QString where = place.path.empty() ? QString() : tr(" (at %1)").arg(shown(place.path));
    add(place.column == column, what + where, shown(value));
  }
};

void addLease(Meaning& meaning, const browse::KeyRow& row, const tables::Lease& lease) {
  meaning.add(lease.at.column == meaning.column, tr("lease"),
              !row.lease_known   ? tr("cannot be observed")
              : row.locked_until ? tr("ends %1").arg(momentOf(row.locked_until))
                                 : tr("no lease"));
  meaning.add(lease.length_column == meaning.column, tr("how long the lease lasts"));
}

}  // namespace

QString meaningOf(const std::string& column, const browse::KeyRow& row, const tables::Profile& p) {
  Meaning meaning{column, {}};
  meaning.add(p.key == column, tr("key"));
  meaning.add(p.tenant == column, tr("tenant"));
  meaning.add(p.operation == column, tr("operation"));
  meaning.add(holds(p.identity, column), tr("part of the identity"));
  const QString state = row.publication   ? shown(row.publication->words)
                        : row.state_known ? widgets::badgeOf(row.state).word
                                          : tr("not known to the profile");
  meaning.add(holds(tables::state_columns(p), column), tr("state"), state);
  addLease(meaning, row, p.lease);
  meaning.add(p.owner == column, tr("owner"));
  meaning.add(p.created_at.column == column, tr("created"), momentOf(row.created()));
  meaning.add(p.updated_at.column == column, tr("last change"), momentOf(row.updated()));
  meaning.add(p.completed_at.column == column, tr("finished"), momentOf(row.completed()));
  meaning.add(p.expires_at.column == column, tr("kept until"), momentOf(row.kept_until()));
  meaning.add(p.due.column == column, tr("due"), momentOf(row.work_due()));
  meaning.add(p.retry_before == column, tr("may be retried until"), momentOf(row.retry_before));
  meaning.add(p.fingerprint.column == column, tr("fingerprint"), shown(row.fingerprint));
  meaning.add(p.response_code == column, tr("response code"),
              row.response_code ? QString::number(*row.response_code) : widgets::dash);
  meaning.add(p.response_body.column == column, p.response_body.is_pointer()
                                                    ? tr("points to the stored response")
                                                    : tr("stored response, shown beside"));
  meaning.add(!p.attempts.empty() && p.attempts[0] == column, tr("tries started"),
              QString::number(row.attempts));
  meaning.add(p.attempts.size() > 1 && p.attempts[1] == column, tr("tries finished"),
              row.attempts_finished ? QString::number(*row.attempts_finished) : widgets::dash);
  meaning.add(p.payload.column == column, tr("payload, shown beside"));
  meaning.add(p.correlation_id == column, tr("correlation id"));
  if (!p.fence.empty()) meaning.add(p.fence == column, tr("fence"));
  const auto error = row.error_code.empty() ? std::nullopt : std::optional<std::string>(row.error_code);
  meaning.at(p.error, tr("error"), error);
  meaning.at(p.customer, tr("customer"), row.subject.customer);
  meaning.at(p.amount, tr("amount"), row.subject.amount);
  meaning.at(p.currency, tr("currency"), row.subject.currency);
  meaning.at(p.reference, tr("reference"), row.subject.reference);
  return meaning.parts.join(QLatin1String("; "));
}

}  // namespace onceover::cases
