// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/row_write.h"

#include "core/browse/inspected.h"
#include "core/browse/promises.h"
#include "ui/bridge/session.h"
#include "ui/widgets/code_view.h"

namespace onceover::writes {
namespace {

using tables::Assignment;
using tables::Verb;
using Value = Assignment::Value;

const QString null = QStringLiteral("NULL");
// What a person waits for with a phone in the hand.
constexpr std::chrono::seconds askWithin(20);

// What the row says of a column, as the trail keeps it: text, or the size of a body.
QString valueIn(const QJsonObject& row, const QString& column) {
  const QJsonValue value = row.value(column);
  return value.isString() ? widgets::shown(widgets::bytes(value.toString())) : null;
}

QString inWords(const Assignment& a) {
  switch (a.value) {
    case Value::text: return widgets::shown(a.text);
    case Value::null: return null;
    case Value::now: return a.plus == Duration{0} ? tr("now") : tr("now + %1").arg(widgets::span(a.plus));
    case Value::body: return tr("the body");
    case Value::code: return tr("the status");
    case Value::reason: return tr("the reason");
    case Value::lease_end: return tr("now + the lease");
    case Value::increment: return tr("one more");
    case Value::zero: return QStringLiteral("0");
  }
  return {};
}

QString planned(const Assignment& a, const QString& before, const reconcile::WriteRequest& request) {
  const tables::WriteValues& values = request.values;
  switch (a.value) {
    case Value::now:
      return a.plus == Duration{0} ? tr("now, by the server's clock")
                                   : tr("now, by the server's clock, + %1").arg(widgets::span(a.plus));
    case Value::body:
      return values.body ? widgets::byteCount(static_cast<std::int64_t>(values.body->size()))
                         : tr("a body, yet to be given");
    case Value::code: return values.code ? QString::number(*values.code) : tr("a status, yet to be given");
    case Value::reason: {
      const std::string& reason = values.reason ? *values.reason : request.reason;
      return reason.empty() ? tr("your reason") : widgets::shown(reason);
    }
    case Value::lease_end:
      return values.lease ? tr("now + %1").arg(widgets::span(*values.lease)) : tr("now + the lease");
    case Value::increment: {
      bool isNumber = false;
      const qlonglong n = before.toLongLong(&isNumber);
      return isNumber ? QString::number(n + 1) : before == null ? QStringLiteral("1") : tr("one more");
    }
    default: return inWords(a);
  }
}

QString stateNow(const browse::KeyRow& row) {
  if (row.discarded) return widgets::shown(row.state_word);
  return widgets::stateShown(row.state_word, row.state);
}

}  // namespace

Result<WritableRow> lookAtRow(bridge::Reader& reader, const key::Identity& id) {
  WritableRow row;
  auto done = bridge::takeOr(reader, browse::inspected(reader.connection(), reader.profile()), row.access,
                             row.problem);
  if (done && row.problem.empty()) {
    done = bridge::takeOr(reader, reconcile::read_row(reader.connection(), reader.profile(), row.access, id),
                          row.seen, row.problem);
  }
  return done ? Result<WritableRow>(std::move(row)) : fail(done.error());
}

Result<WritableRows> lookAtRows(bridge::Reader& reader, const std::vector<key::Identity>& ids) {
  auto access = browse::inspected(reader.connection(), reader.profile());
  if (!access) return fail(access.error());
  WritableRows rows{.access = std::move(*access), .seen = {}};
  for (const key::Identity& id : ids) {
    auto seen = reconcile::read_row(reader.connection(), reader.profile(), rows.access, id);
    if (!seen) return fail(seen.error());
    if (*seen) {
      rows.seen.push_back(std::move(**seen));
    } else {
      ++rows.gone;
    }
  }
  return rows;
}

Result<tables::Access> accessTo(bridge::Reader& reader, const tables::Profile& profile) {
  return tables::is_own(profile) ? tables::Access() : browse::inspected(reader.connection(), profile);
}

Result<reconcile::OneOutcome> settleRow(bridge::Reader& reader, const tables::Profile& profile,
                                        const reconcile::TakenRow& seen,
                                        const reconcile::Instruction& instruction, bool cancels) {
  const auto access = accessTo(reader, profile);
  if (!access) return fail(access.error());
  const auto target = reconcile::target_of(reader.connection(), profile, &*access);
  return reconcile::settle_one(reader.connection(), *target, seen, instruction, reader.gateway(),
                               audit::this_actor("onceover"),
                               {.ask_within = askWithin, .may_cancel = cancels});
}

QString verbTitle(Verb verb) {
  switch (verb) {
    case Verb::succeed: return tr("Settle as succeeded");
    case Verb::fail: return tr("Settle as failed");
    case Verb::release: return tr("Release");
    case Verb::extend: return tr("Extend the lease");
    case Verb::requeue: return tr("Requeue");
    case Verb::discard: return tr("Discard");
    default: return {};
  }
}

QString writtenInWords(const tables::Write& write) {
  if (write.deletes) return tr("the row is deleted");
  QStringList words;
  for (const Assignment& a : write.set)
    words.append(QStringLiteral("%1 = %2").arg(widgets::shown(a.column), inWords(a)));
  return words.join(QStringLiteral(", "));
}

QString verbConsequence(const tables::Profile& profile, Verb verb) {
  const auto write = profile.writes.find(verb);
  if (write != profile.writes.end() && write->second.deletes) {
    return tr(
        "The row is deleted. The audit trail keeps what it was; of bodies it keeps only the size. What its "
        "service does without the row is the service's own: a client that comes back may be served as if it "
        "were new. This cannot be undone here.");
  }
  const browse::Promises promises = browse::promises_of(profile);
  const QString worker = widgets::text(promises.worker), thing = widgets::text(promises.thing);
  switch (verb) {
    case Verb::succeed: return tr("The row then shows that the work was done: make sure that it was.");
    case Verb::fail:
      return tr(
          "The row then shows that the work failed for good: make sure that it never happened, and never "
          "will.");
    case Verb::release:
      return tr(
          "The row is free again: the next retry may do the work. Make sure that it was not done before.");
    case Verb::extend:
      return tr("The %1 that holds the row keeps it for longer, where its service looks at the lease.")
          .arg(worker);
    case Verb::requeue: return tr("The %1s of this table try the %2 again.").arg(worker, thing);
    case Verb::discard:
      return tr("The %1 is given up: it is never tried again. This cannot be undone here.").arg(thing);
    default: return {};
  }
}

std::vector<widgets::FieldChange> plannedChanges(const tables::Profile& profile,
                                                 const reconcile::SeenRow& seen,
                                                 const reconcile::WriteRequest& request) {
  const tables::Write& write = profile.writes.at(request.verb);
  const QJsonObject row = widgets::jsonObject(write.deletes ? seen.whole_json : seen.before_json);
  std::vector<widgets::FieldChange> fields;
  std::set<QString> named;
  for (const Assignment& a : write.set) {
    const QString before = valueIn(row, widgets::text(a.column));
    const QString after = planned(a, before, request);
    fields.push_back({widgets::shown(a.column), before, after, before != after});
    named.insert(widgets::text(a.column));
  }
  for (std::size_t i = 0; i < profile.identity.size() && i < seen.raw.size(); ++i) {
    if (named.contains(widgets::text(profile.identity[i]))) continue;
    const QString value = seen.raw[i].value ? widgets::shown(*seen.raw[i].value) : null;
    fields.push_back(
        {widgets::shown(profile.identity[i]), value, write.deletes ? tr("deleted") : value, write.deletes});
    named.insert(widgets::text(profile.identity[i]));
  }
  for (const QString& column : row.keys()) {
    if (named.contains(column)) continue;
    const QString value = valueIn(row, column);
    fields.push_back({widgets::shown(widgets::bytes(column)), value, write.deletes ? tr("deleted") : value,
                      write.deletes});
  }
  return fields;
}

QString whyScriptOnly(const bridge::Session& session) {
  const bridge::ServerFacts& facts = session.facts();
  if (facts.isReadOnly) return tr("This server only accepts reading.");
  if (facts.schema.fit == schema::Fit::current) return {};
  if (facts.schema.fit == schema::Fit::unreadable) return facts.schemaSentence;
  if (facts.schema.fit == schema::Fit::missing) {
    return tr(
        "The onceover schema is not installed in this database, so that nothing written from here would be "
        "on record.");
  }
  return tr("The onceover schema does not fit this program: %1.").arg(facts.schemaSentence);
}

QString waitsInWords(std::string_view what) {
  return widgets::shown(what) + '\n' +
         tr("The verdict is not written yet. Another database user approves or refuses it on the page “Needs "
            "a person”.");
}

QString secondPersonInWords() {
  return tr(
      "Unless a gateway confirms it, it waits for a second approver, who decides on the page “Needs a "
      "person”.");
}

QString unarmedInWords() {
  return tr("Writes are not armed. Nothing is written yet. This goes on as soon as they are armed.");
}

namespace {

QString settledInWords(const tables::Profile& profile, const reconcile::RowSettled& done) {
  if (tables::is_own(profile)) {
    const QString how = done.by_evidence ? tr("Settled as %1.") : tr("Settled as %1 by manual override.");
    return how.arg(widgets::shown(done.after->state_word)) + ' ' +
           tr("Audit row no. %1 shows who, why and on what evidence.").arg(done.audit_id);
  }
  const auto write = profile.writes.find(done.verb);
  const bool isGone = write != profile.writes.end() && write->second.deletes;
  const QString words = isGone ? tr("%1: the row is deleted.").arg(verbTitle(done.verb))
                        : done.after
                            ? tr("%1: the row is now %2.").arg(verbTitle(done.verb), stateNow(*done.after))
                            : tr("%1: written; the row is gone since.").arg(verbTitle(done.verb));
  return words + ' ' + tr("Audit row no. %1 shows who and why.").arg(done.audit_id);
}

QString filedInWords(const reconcile::RowFiled& filed) {
  const QString times = tr("asked %Ln times", nullptr, widgets::counted(filed.attempts));
  return widgets::shown(filed.why.what) + ' ' + tr("Nothing was settled.") + ' ' +
         tr("The gateway's answer is on file: %1, %2 (audit row no. %3).")
             .arg(widgets::wordShown(filed.status), times)
             .arg(filed.audit_id);
}

QString changedInWords(const tables::Profile& profile, const browse::KeyRow& before,
                       const reconcile::RowChanged& changed) {
  if (tables::is_own(profile)) return widgets::shown(reconcile::sentence(changed, reconcile::fenced(before)));
  return changed.now ? tr("The row was changed since you saw it.") : tr("The row is gone: it was deleted.");
}

}  // namespace

widgets::Told toldOutcome(const tables::Profile& profile, const browse::KeyRow& before,
                          const Result<reconcile::OneOutcome>& outcome) {
  const auto refused = [](const QString& why) {
    return widgets::Told{{tr("not written"), QStringLiteral("warning"), widgets::Tone::warn},
                         why + ' ' + tr("Nothing was written.")};
  };
  if (!outcome && outcome.error().kind == ErrorKind::waits) {
    return {{tr("waits"), QStringLiteral("clock"), widgets::Tone::warn}, waitsInWords(outcome.error().what)};
  }
  if (!outcome) return widgets::toldFailure(outcome.error());
  if (const auto* done = std::get_if<reconcile::RowSettled>(&*outcome)) {
    return {{tr("written"), QStringLiteral("check"), widgets::Tone::ok}, settledInWords(profile, *done)};
  }
  if (const auto* filed = std::get_if<reconcile::RowFiled>(&*outcome)) {
    return {{tr("not settled"), QStringLiteral("warning"), widgets::Tone::warn}, filedInWords(*filed)};
  }
  if (const auto* waits = std::get_if<reconcile::RowWaits>(&*outcome)) {
    return {{tr("waits"), QStringLiteral("clock"), widgets::Tone::warn},
            waitsInWords(reconcile::sentence(*waits))};
  }
  if (const auto* changed = std::get_if<reconcile::RowChanged>(&*outcome))
    return refused(changedInWords(profile, before, *changed));
  if (const auto* held = std::get_if<reconcile::Held>(&*outcome))
    return refused(widgets::shown(browse::why_held(profile, held->now)));
  return refused(widgets::shown(std::get<reconcile::Withheld>(*outcome).why));
}

bool isTaken(const Result<reconcile::OneOutcome>& outcome) {
  if (!outcome) return outcome.error().kind == ErrorKind::waits;
  return std::holds_alternative<reconcile::RowSettled>(*outcome) ||
         std::holds_alternative<reconcile::RowWaits>(*outcome);
}

std::optional<browse::KeyRow> rowAfter(const reconcile::OneOutcome& outcome) {
  if (const auto* done = std::get_if<reconcile::RowSettled>(&outcome)) return done->after;
  if (const auto* filed = std::get_if<reconcile::RowFiled>(&outcome)) return filed->after;
  if (const auto* waits = std::get_if<reconcile::RowWaits>(&outcome)) return waits->waiting.put_aside.after;
  if (const auto* changed = std::get_if<reconcile::RowChanged>(&outcome)) return changed->now;
  if (const auto* held = std::get_if<reconcile::Held>(&outcome)) return held->now;
  return std::get<reconcile::Withheld>(outcome).now;
}

std::string unconfirmedOf(const reconcile::OneOutcome& outcome) {
  if (const auto* done = std::get_if<reconcile::RowSettled>(&outcome)) return done->unconfirmed;
  if (const auto* filed = std::get_if<reconcile::RowFiled>(&outcome)) return filed->unconfirmed;
  const auto* waits = std::get_if<reconcile::RowWaits>(&outcome);
  return waits != nullptr ? waits->waiting.put_aside.unconfirmed : std::string();
}

}  // namespace onceover::writes
