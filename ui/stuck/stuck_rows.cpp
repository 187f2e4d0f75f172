// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stuck/stuck_rows.h"

#include "core/browse/promises.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"
#include "ui/widgets/widgets.h"

namespace onceover::stuck {

Timestamp leaseEnd(const browse::KeyRow& row) { return row.lease_ended().value_or(row.created_at); }

Result<StuckRows> readStuckRows(bridge::Reader& reader, const browse::Filter& group) {
  browse::PageRequest request{.filter = group};
  request.limit = rowsShown;
  request.longest_stuck_first = true;
  auto page = reader.browser().page(request);
  if (!page) return fail(page.error());
  std::vector<key::Identity> ids;
  for (const browse::KeyRow& row : page->rows) ids.push_back(row.id);
  auto notes = widgets::NoteMarks::read(reader.connection(), reader.profile(), ids);
  if (!notes && reader.isOver(notes.error())) return fail(notes.error());
  return StuckRows{.rows = std::move(page->rows),
                   .complete = !page->more,
                   .asOf = page->as_of,
                   .sql = std::move(page->sql),
                   .notes = std::move(notes).value_or(widgets::NoteMarks())};
}

using browse::KeyRow;
using widgets::exact;
using widgets::orDash;
using widgets::shown;

namespace {

QString stateTip(const KeyRow& row) {
  return tr("Stored as %1\nCase: %2")
      .arg(orDash(row.state_word),
           row.case_status.empty() ? tr("none yet") : widgets::wordShown(row.case_status));
}

}  // namespace

StuckModel::StuckModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 20},
       [this](const KeyRow& row) { return notes_.onto(widgets::badgeOf(row, asOf()), row.id); },
       [this](const KeyRow& row) { return stateTip(row) + notes_.tip(row.id); }},
      {{tr("Key"), 26, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Tenant"), 9}, [](const KeyRow& row) { return orDash(row.id.tenant); }},
      {{tr("Customer"), 13}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 17, Right | Whole}, [](const KeyRow& row) { return widgets::money(row.subject); }},
      {{tr("Stuck since"), 17},
       [this](const KeyRow& row) {
         return row.lease_ended() ? widgets::relative(leaseEnd(row), asOf()) : tr("never had a lease");
       },
       [this](const KeyRow& row) { return leaseTip(row); }},
      {{tr("Tries"), 6, Right},
       [](const KeyRow& row) { return orDash(browse::tries(row)); },
       [this](const KeyRow& row) { return widgets::text(browse::tries_in_words(profile_, row)); }},
      {{tr("Asked"), 7, Right},
       [](const KeyRow& row) {
         return row.case_status.empty() ? widgets::dash : widgets::number(row.case_attempts);
       },
       [](const KeyRow& row) {
         return tr("The gateway was asked %Ln times", nullptr, widgets::counted(row.case_attempts));
       }},
      {{tr("Next try"), 19},
       [this](const KeyRow& row) { return nextOf(row); },
       [this](const KeyRow& row) {
         return row.next_try_at ? tr("Next try %1").arg(exact(*row.next_try_at, clock())) : nextOf(row);
       }},
  });
}

void StuckModel::setTable(const tables::Profile& profile) {
  profile_ = profile;
  changed();
}

bool StuckModel::isFilled(int column, const tables::Profile& profile) {
  switch (column) {
    case TenantColumn: return !profile.tenant.empty();
    case CustomerColumn: return !profile.customer.empty();
    case AmountColumn: return !profile.amount.empty() || !profile.currency.empty();
    case TriesColumn: return browse::promises_of(profile).counts_tries;
    default: return true;
  }
}

QString StuckModel::leaseTip(const KeyRow& row) const {
  if (row.state == key::State::released)
    return tr("Released, and no client has retried; could be retried until %1")
        .arg(exact(leaseEnd(row), clock()));
  if (!row.lease_ended()) return tr("Claimed without a lease at %1").arg(exact(row.created_at, clock()));
  return (browse::promises_of(profile_).has_lease ? tr("Lease ended %1") : tr("Called stuck since %1"))
      .arg(exact(leaseEnd(row), clock()));
}

// What happens next without anybody's doing.
QString StuckModel::nextOf(const KeyRow& row) const {
  if (row.case_status == "needs_human") return widgets::wordShown(row.case_status);
  if (!row.next_try_at)
    return row.case_status.empty() && browse::promises_of(profile_).has_cases ? tr("not asked yet")
                                                                              : widgets::dash;
  return *row.next_try_at <= asOf() ? tr("due now") : widgets::relative(*row.next_try_at, asOf());
}

using browse::StuckBy;

QString nameOf(StuckBy by) {
  switch (by) {
    case StuckBy::operation_owner_age:
    case StuckBy::operation: return GroupsModel::tr("Operation");
    case StuckBy::host: return GroupsModel::tr("Host");
    case StuckBy::tenant: return GroupsModel::tr("Tenant");
    case StuckBy::age: return GroupsModel::tr("Lease ended");
  }
  return {};
}

GroupsModel::GroupsModel(QObject* parent) : RowsModel(parent) {
  const auto countOrDash = [](std::int64_t n) { return n == 0 ? widgets::dash : widgets::number(n); };
  setColumns({
      {{stuck::nameOf(by_), 30, Stretch}, [this](const GroupLine& line) { return nameOf(line); }},
      {{tr("Keys"), 10, Right}, [](const GroupLine& line) { return widgets::number(line.group.n); }},
      {{tr("Amounts"), 44, Whole},
       [](const GroupLine& line) { return widgets::sumsShown(line.group.money); },
       [](const GroupLine& line) {
         const key::Sums& money = line.group.money;
         return money.is_known() ? widgets::sumsShown(money) : widgets::text(money.why_unknown());
       }},
      {{tr("Need a person"), 15, Right},
       [countOrDash](const GroupLine& line) { return countOrDash(line.group.needs_human); }},
      {{tr("Not retried"), 12, Right},
       [countOrDash](const GroupLine& line) { return countOrDash(line.group.unretried); },
       [](const GroupLine&) { return tr("Released, and no client has retried in time"); }},
      {{tr("Stuck since"), 19, 0, tr("The one that has been stuck for longest")},
       [](const GroupLine& line) { return widgets::ifKnown(line.group.oldest); }},
      {{tr("Newest since"), 19, 0, tr("The one that got stuck last")},
       [](const GroupLine& line) { return widgets::ifKnown(line.group.newest); }},
  });
}

void GroupsModel::setGroups(const browse::StuckGroups& groups) {
  by_ = groups.by;
  std::vector<GroupLine> lines;
  if (groups.all.n > 0) lines.push_back({groups.all, true});
  for (const browse::StuckGroup& group : groups.groups) lines.push_back({group});
  setRows(std::move(lines), groups.as_of);
  emit headerDataChanged(Qt::Horizontal, NameColumn, NameColumn);
}

QString GroupsModel::nameOf(const GroupLine& line) const {
  if (line.isAll) return tr("All");
  switch (by_) {
    case StuckBy::operation_owner_age:
    case StuckBy::operation: return widgets::orDash(line.group.operation);
    case StuckBy::host: return widgets::orDash(line.group.owner);
    case StuckBy::tenant: return widgets::orDash(line.group.tenant);
    case StuckBy::age:
      return line.group.age ? tr("%1 ago").arg(widgets::wordShown(browse::word(*line.group.age)))
                            : widgets::dash;
  }
  return {};
}

QVariant GroupsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && section == NameColumn && role == Qt::DisplayRole)
    return stuck::nameOf(by_);
  return RowsModel::headerData(section, orientation, role);
}

bool GroupsModel::isSame(const GroupLine& a, const GroupLine& b) const {
  return a.isAll == b.isAll &&
         (a.isAll || (a.group.operation == b.group.operation && a.group.owner == b.group.owner &&
                      a.group.tenant == b.group.tenant && a.group.age == b.group.age));
}

int GroupsModel::rowOf(const GroupLine& before) const {
  return rowWhere([&](const GroupLine& line) { return isSame(line, before); });
}

using widgets::Tone;

Aliveness alivenessOf(const browse::LockHolder& holder, const browse::KeyRow& row,
                      const tables::Profile& profile) {
  const QString words = widgets::text(holder.words);
  switch (holder.answer) {
    case browse::LockHolder::Answer::held:
      return {tr("A transaction holds the row right now"), words, Tone::warn};
    case browse::LockHolder::Answer::cannot_tell: return {tr("Cannot tell"), words, Tone::info};
    case browse::LockHolder::Answer::nobody: break;
  }
  const bool isTaken = browse::promises_of(profile).has_fence && row.holder != key::Holder::executor;
  return {isTaken ? tr("Its executor has lost the key") : tr("The database cannot tell"),
          words + ' ' + widgets::readable(browse::about_its_worker(profile, row, holder.as_of), holder.as_of),
          Tone::muted};
}

AliveCard::AliveCard(QWidget* parent)
    : Card(QString(), parent),
      key_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::mono)),
      answer_(widgets::wrapped(widgets::TextRole::heading)),
      because_(widgets::wrapped()),
      age_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      again_(new QPushButton(tr("Ask a&gain"))),
      open_(new QPushButton(tr("&Open case"))) {
  addToTitle(widgets::explained({tr("executor"), tr("lease"), tr("fence")}));
  key_->setElided(true);
  for (QWidget* widget : std::initializer_list<QWidget*>{key_, answer_, because_, age_})
    body()->addWidget(widget);
  auto* buttons = widgets::fill(widgets::lineOf(nullptr, widgets::tokensOf(this).unit),
                                {open_, again_, widgets::stretch()});
  widgets::fill(body(), {buttons, widgets::stretch()});
  connect(again_, &QPushButton::clicked, this, &AliveCard::askAgainRequested);
  connect(open_, &QPushButton::clicked, this, &AliveCard::caseRequested);
  setTable(tables::own());
  setNothing();
}

void AliveCard::setTable(const tables::Profile& profile) {
  setTitle(tr("Is the %1 still alive?").arg(widgets::wordShown(browse::promises_of(profile).worker)));
}

void AliveCard::setNothing() {
  for (auto* label : {key_, answer_, age_}) label->clear();
  because_->setText(tr("Choose a key to see what the server knows about its holder."));
  again_->setEnabled(false);
  open_->setEnabled(false);
}

void AliveCard::setKey(const browse::KeyRow& row) {
  key_->setText(widgets::shown(row.id.key));
  again_->setEnabled(true);
  open_->setEnabled(true);
}

void AliveCard::setAsking(const browse::KeyRow& row) {
  setKey(row);
  answer_->setText(tr("Asking the server…"));
  answer_->setTone(Tone::muted);
  because_->clear();
  age_->clear();
}

void AliveCard::setAnswer(const Result<browse::LockHolder>& holder, const browse::KeyRow& row,
                          const tables::Profile& profile, widgets::ClockChoice clock) {
  setKey(row);
  const Aliveness said = holder
                             ? alivenessOf(*holder, row, profile)
                             : Aliveness{tr("Cannot tell"), widgets::sentences(holder.error()), Tone::danger};
  answer_->setText(said.answer);
  answer_->setTone(said.tone);
  because_->setText(said.because);
  age_->setText(holder ? tr("as of %1").arg(widgets::exact(holder->as_of, clock)) : QString());
}

QString AliveCard::words() const { return answer_->text() + '\n' + because_->text(); }

}  // namespace onceover::stuck
