// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/keys_model.h"

#include <algorithm>
#include <iterator>

#include "core/browse/promises.h"
#include "core/key/types.h"

namespace onceover::keys {
namespace {

std::deque<browse::KeyRow> taken(std::vector<browse::KeyRow>& rows) {
  return {std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end())};
}

}  // namespace

KeysModel::KeysModel(QObject* parent, int window) : RowsModel(parent), window_(window) {
  setColumns(columnsOf(*this));
}

void KeysModel::setReadAt(Timestamp at) {
  setAsOf(at);
  now_ = at;
}

void KeysModel::setPage(browse::Page page, qint64 position, bool counted) {
  setReadAt(page.as_of);
  std::deque<browse::KeyRow> rows = taken(page.rows);
  const bool merges = position == position_ && canMerge(rows);
  asked_ = true;  // while rows change nobody may ask for what follows them
  merges ? merge(rows) : replaceAll(std::move(rows));
  more_ = page.more;
  position_ = position;
  counted_ = counted;
  asked_ = false;
  changed();
}

void KeysModel::append(browse::Page page) {
  asked_ = true;
  setReadAt(page.as_of);
  insert(rowCount(), taken(page.rows));
  if (const int surplus = rowCount() - window_; surplus > 0) {
    emit dropping(0, surplus - 1);
    beginRemoveRows({}, 0, surplus - 1);
    rows_.erase(rows_.begin(), rows_.begin() + surplus);
    position_ += surplus;
    endRemoveRows();
    emit shifted(-surplus);
  }
  more_ = page.more;
  asked_ = false;
  changed();
}

void KeysModel::prepend(browse::Page page) {
  asked_ = true;
  setReadAt(page.as_of);
  const int came = static_cast<int>(page.rows.size());
  // New keys may have been claimed in front of what was the beginning: then the count was an estimate.
  position_ = page.more ? std::max<qint64>(1, position_ - came) : 0;
  counted_ = counted_ || !page.more;
  insert(0, taken(page.rows));
  if (came > 0) emit shifted(came);
  if (rowCount() > window_) {
    emit dropping(window_, rowCount() - 1);
    beginRemoveRows({}, window_, rowCount() - 1);
    rows_.erase(rows_.begin() + window_, rows_.end());
    more_ = true;
    endRemoveRows();
  }
  asked_ = false;
  changed();
}

void KeysModel::forgetRequest() { asked_ = false; }

void KeysModel::clear() {
  more_ = asked_ = false;
  position_ = estimate_ = 0;
  counted_ = true;
  if (!rows_.empty()) replaceAll({});
}

qint64 KeysModel::total() const {
  const qint64 known = position_ + rowCount();
  return more_ ? std::max(estimate_, known + 1) : known;
}

browse::Cursor KeysModel::cursorAt(int row) const { return browse::cursor_of(at(row)); }

void KeysModel::fetchMore(const QModelIndex& parent) {
  if (!canFetchMore(parent) || rows_.empty()) return;
  asked_ = true;
  emit behindWanted(cursorAt(rowCount() - 1));
}

void KeysModel::fetchBefore() {
  if (!hasMoreBefore() || asked_ || rows_.empty()) return;
  asked_ = true;
  emit beforeWanted(cursorAt(0));
}

void KeysModel::setTable(const tables::Profile& profile) {
  events_ = profile.kind != tables::Kind::idempotency;
  foreign_ = !tables::is_own(profile);
  emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void KeysModel::setNow(Timestamp now) {
  now_ = std::max(now, asOf());
  if (!rows_.empty())
    emit dataChanged(index(0, CreatedColumn), index(rowCount() - 1, LeaseColumn), {Qt::DisplayRole});
}

QVariant KeysModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
    if (section == KeyColumn && events_) return tr("Event");
    if (section == ErrorColumn && foreign_) return tr("Error");  // others keep whole messages
  }
  return RowsModel::headerData(section, orientation, role);
}

namespace {

using browse::KeyRow;
using widgets::dash;
using widgets::exact;
using widgets::orDash;
using widgets::relative;
using widgets::shown;

struct Bound {
  const char *word, *past, *meaning;
  Timestamp at;
};

// The next moment at which something becomes of the key by itself, or by which it should have.
std::optional<Bound> boundOf(const KeyRow& row) {
  if (row.due && !row.locked_until && !key::is_final(row.state))
    return Bound{QT_TR_NOOP("due %1"), QT_TR_NOOP("was due %1"), QT_TR_NOOP("Due %1"), *row.due};
  if (row.locked_until)
    return Bound{QT_TR_NOOP("ends %1"), QT_TR_NOOP("ended %1"), QT_TR_NOOP("Lease until %1"),
                 *row.locked_until};
  if (row.retry_before)
    return Bound{QT_TR_NOOP("retry %1"), QT_TR_NOOP("retry ended %1"), QT_TR_NOOP("May be retried until %1"),
                 *row.retry_before};
  if (row.expires_at)
    return Bound{QT_TR_NOOP("expires %1"), QT_TR_NOOP("expired %1"), QT_TR_NOOP("Kept until %1"),
                 *row.expires_at};
  return std::nullopt;
}

// A row of a table that is not ours.
bool isForeign(const KeyRow& row) { return !row.id.columns.empty() || !row.place.empty(); }

QString attemptsText(const KeyRow& row) { return orDash(browse::tries(row)); }

QString boundText(const KeyRow& row, Timestamp now) {
  const auto bound = boundOf(row);
  if (!bound && key::is_final(row.state) && !row.zoneless.expires_at.empty())
    return shown(row.zoneless.expires_at);
  if (!bound && !row.lease_known) return key::is_final(row.state) ? dash : tr("cannot be observed");
  if (!bound) return key::is_final(row.state) ? dash : tr("no lease");
  return tr(bound->at <= now ? bound->past : bound->word).arg(relative(bound->at, now));
}

QString boundTip(const KeyRow& row, widgets::ClockChoice clock) {
  const auto bound = boundOf(row);
  if (!bound && !row.lease_known) return tr("This table has no lease, so the holder is unknown.");
  if (!bound) return tr("Neither a lease nor an expiry is stored.");
  return tr(bound->meaning).arg(exact(bound->at, clock));
}

QString stateTip(const KeyRow& row, const KeysModel& model) {
  if (row.publication) return shown(row.publication->words);
  QStringList lines{
      tr("%1 (stored as %2)").arg(widgets::badgeOf(row, model.asOf()).word, shown(row.state_word))};
  if (row.state_known && row.state == key::State::failed)
    lines.append(!row.may_retry   ? tr("Whether the system retries it is not known")
                 : *row.may_retry ? tr("The system may retry it")
                                  : tr("The system does not retry it"));
  if (!row.completed().empty()) lines.append(tr("Finished %1").arg(exact(row.completed(), model.clock())));
  if (!row.work_due().empty()) lines.append(tr("Due %1").arg(exact(row.work_due(), model.clock())));
  if (!row.case_status.empty())
    lines.append(tr("Case: %1, asked %Ln times", nullptr, widgets::counted(row.case_attempts))
                     .arg(widgets::wordShown(row.case_status)));
  if (row.next_try_at) lines.append(tr("Next try %1").arg(exact(*row.next_try_at, model.clock())));
  return lines.join('\n');
}

QString keyTip(const KeyRow& row, const KeysModel& model) {
  QStringList lines{shown(row.id.key), tr("Operation: %1").arg(orDash(row.id.operation)),
                    tr("Tenant: %1").arg(orDash(row.id.tenant)),
                    tr("Fingerprint: %1").arg(orDash(row.fingerprint)),
                    tr("Last change: %1").arg(exact(row.updated(), model.clock()))};
  if (!isForeign(row)) lines.append(tr("Fence: %1").arg(row.fence));
  if (!row.correlation_id.empty()) lines.append(tr("Correlation id: %1").arg(shown(row.correlation_id)));
  return lines.join('\n');
}

QString wordText(const KeyRow& row) {
  return row.archived ? tr("%1 (archived)").arg(orDash(row.state_word)) : orDash(row.state_word);
}

QString codeText(const KeyRow& row) { return row.response_code ? QString::number(*row.response_code) : dash; }

QString codeTip(const KeyRow& row) {
  if (!row.response_bytes) return tr("No response is stored.");
  return tr("Stored response: %1, %2").arg(codeText(row), widgets::byteCount(*row.response_bytes));
}

QString ownerTip(const KeyRow& row) {
  return isForeign(row)
             ? orDash(row.owner)
             : QStringLiteral("%1 (%2)").arg(orDash(row.owner), widgets::wordShown(key::word(row.holder)));
}

QString createdText(const KeyRow& row, Timestamp now) { return widgets::relative(row.created(), now); }

QString createdTip(const KeyRow& row, widgets::ClockChoice clock) {
  return row.created().empty() ? tr("This table does not store the time.") : exact(row.created(), clock);
}

}  // namespace

std::vector<widgets::ColumnOf<KeyRow>> columnsOf(const KeysModel& model) {
  using widgets::RowsBase;
  const KeysModel* of = &model;
  return {
      {{KeysModel::tr("State")},
       [of](const KeyRow& row) { return of->notes().onto(widgets::badgeOf(row, of->asOf()), row.id); },
       [of](const KeyRow& row) { return stateTip(row, *of) + of->notes().tip(row.id); }},
      {{KeysModel::tr("Stored as")}, wordText},
      {{KeysModel::tr("Key"), 0, RowsBase::Mono | RowsBase::Stretch},
       [](const KeyRow& row) { return shown(row.id.key); },
       [of](const KeyRow& row) { return keyTip(row, *of); }},
      {{KeysModel::tr("Operation")}, [](const KeyRow& row) { return orDash(row.id.operation); }},
      {{KeysModel::tr("Tenant")}, [](const KeyRow& row) { return orDash(row.id.tenant); }},
      {{KeysModel::tr("Customer")}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{KeysModel::tr("Amount"), 0, RowsBase::Right | RowsBase::Whole},
       [](const KeyRow& row) { return widgets::money(row.subject); }},
      {{KeysModel::tr("Reference")}, [](const KeyRow& row) { return shown(row.subject.reference); }},
      {{KeysModel::tr("Created"), 0, RowsBase::Whole},
       [of](const KeyRow& row) { return createdText(row, of->now()); },
       [of](const KeyRow& row) { return createdTip(row, of->clock()); }},
      {{KeysModel::tr("Lease"), 0, RowsBase::Whole},
       [of](const KeyRow& row) { return boundText(row, of->now()); },
       [of](const KeyRow& row) { return boundTip(row, of->clock()); }},
      {{KeysModel::tr("Tries"), 0, RowsBase::Right}, attemptsText},
      {{KeysModel::tr("Code"), 0, RowsBase::Right}, codeText, codeTip},
      {{KeysModel::tr("Owner")}, [](const KeyRow& row) { return orDash(row.owner); }, ownerTip},
      {{KeysModel::tr("Error code")}, [](const KeyRow& row) { return orDash(row.error_code); }},
      {{KeysModel::tr("Correlation id")}, [](const KeyRow& row) { return orDash(row.correlation_id); }},
  };
}

}  // namespace onceover::keys
