// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shift/queue_data.h"

#include <algorithm>
#include <iterator>

#include "ui/shift/queue_text.h"

namespace onceover::shift {
namespace {

constexpr int mostAtOnce = 1'000;

}  // namespace

Result<QueueData> readQueue(bridge::Reader& reader, const DescribedTables& described, bool openToo,
                            int rows) {
  QueueData data;
  data.tables = bridge::tablesFor(reader, described, false);
  std::erase_if(data.tables, [](const auto& table) { return tables::is_own(*table); });
  reconcile::CaseListRequest request{.open_too = openToo, .after = {}};
  do {
    request.limit = std::min(rows - static_cast<int>(data.cases.size()), mostAtOnce);
    auto list = reconcile::list_cases(reader.connection(), request, data.tables);
    if (!list) return fail(list.error());
    data.asOf = list->as_of;
    if (data.sql.empty()) data.sql = list->sql;
    std::ranges::move(list->cases, std::back_inserter(data.cases));
    request.after = std::move(list->next);
  } while (request.after && static_cast<int>(data.cases.size()) < rows);
  data.moreCases = request.after.has_value();
  auto approvals = approval::list(reader.connection(), false, mostAtOnce);
  if (!approvals) return fail(approvals.error());
  data.moreApprovals = static_cast<int>(approvals->size()) == mostAtOnce;
  data.approvals.assign(std::make_move_iterator(approvals->rbegin()),
                        std::make_move_iterator(approvals->rend()));
  data.sql += ";\n\n" + approval::list_sql(false, mostAtOnce);
  std::vector<reconcile::NoteSubject> subjects;
  for (const reconcile::ListedCase& one : data.cases)
    subjects.push_back({one.id, one.relation, one.row_key_json});
  auto notes = reconcile::note_tallies(reader.connection(), subjects);
  if (!notes) return fail(notes.error());
  data.notes = std::move(*notes);
  Tables all = data.tables;
  all.insert(all.begin(), bridge::ownProfile());
  auto stuck = stuck_words(reader.connection(), all);
  if (!stuck) return fail(stuck.error());
  std::ranges::move(stuck->unknown, std::back_inserter(stuck->stuck));
  data.stuck = widgets::shownAll(stuck->stuck);
  return data;
}

using reconcile::ListedCase;
using widgets::exact;
using widgets::shown;

namespace {

QString keyTip(const ListedCase& one) {
  const QString whole = CasesModel::tr("%1\n%2, tenant %3")
                            .arg(shown(one.id.key), shown(one.id.operation), shown(one.id.tenant));
  return one.is_own() ? whole : whole + '\n' + shown(one.row_key_json);
}

QString subjectTip(const ListedCase& one, const QString& cell) {
  if (one.subject) return cell + (one.subject->reference ? '\n' + shown(*one.subject->reference) : QString());
  return one.is_own()
             ? CasesModel::tr("The request did not include it.")
             : CasesModel::tr("Unknown: no profile of this table is loaded, or the profile does not map it.");
}

QString nextTry(const ListedCase& one, Timestamp asOf) {
  if (!one.next_try_at) return widgets::dash;
  return *one.next_try_at <= asOf ? CasesModel::tr("now") : widgets::relative(*one.next_try_at, asOf);
}

}  // namespace

CasesModel::CasesModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Case"), 22}, [](const ListedCase& one) { return badgeOf(one); }},
      {{tr("Since"), 9},
       [](const ListedCase& one) { return one.opened_at; },
       [this](const ListedCase& one) {
         return tr("Since %1; last looked at %2")
             .arg(exact(one.opened_at, clock()), exact(one.updated_at, clock()));
       }},
      {{tr("Customer"), 12},
       [](const ListedCase& one) { return whoOf(one.subject); },
       [](const ListedCase& one) { return subjectTip(one, whoOf(one.subject)); }},
      {{tr("Amount"), 12, Right | Whole},
       [](const ListedCase& one) { return amountOf(one.subject); },
       [](const ListedCase& one) { return subjectTip(one, amountOf(one.subject)); }},
      {{tr("Key"), 16, Mono}, [](const ListedCase& one) { return shown(one.id.key); }, keyTip},
      {{tr("Notes"), 6},
       [this](const ListedCase& one) { return widgets::NoteMarks::mark(notesOf(one)).trimmed(); },
       [this](const ListedCase& one) { return widgets::NoteMarks::tip(notesOf(one)); }},
      {{tr("Reason"), 32, Stretch}, [](const ListedCase& one) { return shown(one.reason); }},
      {{tr("Table"), 16}, [](const ListedCase& one) { return tableOf(one.relation); }},
      {{tr("Row is"), 12}, stateOf},
      {{tr("Asked"), 6, Right},
       [](const ListedCase& one) { return widgets::number(one.attempts); },
       [](const ListedCase& one) {
         return tr("The gateway was asked about it %Ln times.", nullptr, widgets::counted(one.attempts));
       }},
      {{tr("Next try"), 8},
       [this](const ListedCase& one) { return nextTry(one, asOf()); },
       [this](const ListedCase& one) {
         return one.next_try_at ? exact(*one.next_try_at, clock())
                                : tr("There is no automatic retry: a person decides.");
       }},
  });
}

void CasesModel::setCases(std::vector<ListedCase> cases, std::vector<reconcile::NoteTally> notes,
                          Timestamp asOf) {
  notes_ = std::move(notes);
  setRows(std::move(cases), asOf);
}

const reconcile::NoteTally& CasesModel::notesOf(const ListedCase& one) const {
  static const reconcile::NoteTally none;
  const auto row = static_cast<std::size_t>(&one - rows_.data());
  return row < notes_.size() ? notes_[row] : none;
}

using approval::Approval;
using widgets::shown;

ApprovalsModel::ApprovalsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Request"), 20}, [](const Approval& one) { return badgeOf(one); }},
      {{tr("No."), 5, Right}, [](const Approval& one) { return QString::number(one.id); }},
      {{tr("Asked"), 12}, [](const Approval& one) { return one.asked_at; }},
      {{tr("What"), 19}, actOf},
      {{tr("Key"), 24, Mono}, [](const Approval& one) { return shown(one.known_as.key); }},
      {{tr("Table"), 16}, [](const Approval& one) { return tableOf(one); }},
      {{tr("By"), 20}, askedBy},
      {{tr("Ticket"), 10}, [](const Approval& one) { return shown(one.ticket); }},
      {{tr("Evidence"), 24}, [](const Approval& one) { return evidenceOf(one.evidence_json); }},
      {{tr("Reason"), 16, Stretch}, [](const Approval& one) { return shown(one.reason); }},
  });
}

}  // namespace onceover::shift
