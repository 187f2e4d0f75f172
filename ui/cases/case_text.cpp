// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/case_text.h"

#include "core/browse/promises.h"
#include "core/gateway/decimal.h"
#include "ui/widgets/code_view.h"

namespace onceover::cases {

using widgets::orDash;
using widgets::shown;
using widgets::Tone;

namespace {

// Of our own key: those of an external table are offered nothing here that would say more.
QString meanwhile() { return shown(browse::clients_meanwhile(tables::own())); }

QString whoOf(const audit::Record& record) { return shown(record.actor) + '@' + shown(record.host); }

// Of a settlement: a person's own words stand where a gateway's answer would.
bool isManual(const audit::Record& record) {
  const QJsonObject evidence = widgets::jsonObject(record.evidence_json);
  return evidence.contains(QLatin1String("said")) || evidence.contains(QLatin1String("approval"));
}

// How a request ended: "refused", "outdated".
QString wordIn(const audit::Record& record) {
  return record.to_state.empty() ? tr("ended") : widgets::wordShown(record.to_state);
}

QString findingOf(const audit::Record& record) {
  return widgets::wordShown(
      widgets::bytes(widgets::jsonObject(record.evidence_json).value(QLatin1String("finding")).toString()));
}

std::optional<Timestamp> timeIn(const QJsonObject& object, const char* name) {
  return parse_iso(widgets::bytes(object.value(QLatin1String(name)).toString()));
}

// The row as its first taking over found it: who claimed it, and when the lease ended.
struct FirstLease {
  QString owner;
  std::optional<Timestamp> ended;
};
FirstLease firstLease(const browse::KeyRow& row, const std::vector<audit::Record>& oldestFirst,
                      Timestamp now) {
  for (const audit::Record& record : oldestFirst) {
    if (record.action != "own") continue;
    const QJsonObject before = widgets::jsonObject(record.before_json);
    return {shown(widgets::bytes(before.value(QLatin1String("owner")).toString())),
            timeIn(before, "locked_until")};
  }
  const bool ended = row.state == key::State::in_progress && row.locked_until && *row.locked_until <= now;
  return {shown(row.owner), ended ? row.locked_until : std::nullopt};
}

LifeStep stepOf(const audit::Record& record) {
  if (record.action == "own") return {tr("taken over by %1").arg(whoOf(record)), record.at, Tone::info};
  if (record.action == "needs_human")
    return {tr("left for a person by %1: %2").arg(whoOf(record), findingOf(record)), record.at, Tone::warn};
  if (record.action == "settle") {
    const Tone tone = record.to_state == "succeeded" ? Tone::ok : Tone::info;
    return {tr("settled as %1 by %2").arg(shown(record.to_state), whoOf(record)), record.at, tone};
  }
  // Of an external row: "succeed" or, from evidence, "settle_succeeded".
  if (record.action == "write") {
    return {tr("verdict “%1” by %2").arg(widgets::wordShown(record.verdict), whoOf(record)), record.at,
            record.verdict == "discard" ? Tone::neutral : Tone::ok};
  }
  if (record.action == "ask_approval")
    return {tr("a second approver asked for by %1").arg(whoOf(record)), record.at, Tone::warn};
  if (record.action == "end_approval") {
    return {tr("request %1 by %2").arg(shown(record.to_state), whoOf(record)), record.at, Tone::neutral};
  }
  if (record.action == "extend")
    return {tr("lease extended by %1").arg(whoOf(record)), record.at, Tone::info};
  if (record.action == "undo") return {tr("undone by %1").arg(whoOf(record)), record.at, Tone::warn};
  return {tr("%1 by %2").arg(shown(record.action), whoOf(record)), record.at, Tone::neutral};
}

// Taking over, asking and leaving it unsettled is one step, however often it happened in a row.
void addTrail(std::vector<LifeStep>& steps, const std::vector<audit::Record>& oldestFirst) {
  int asked = 0;
  for (std::size_t i = 0; i < oldestFirst.size(); ++i) {
    const audit::Record& record = oldestFirst[i];
    const bool answered =
        record.action == "own" && i + 1 < oldestFirst.size() && oldestFirst[i + 1].action != "own";
    if (answered) continue;  // told by the row behind it
    if (record.action != "unresolved") {
      asked = 0;
      steps.push_back(stepOf(record));
      continue;
    }
    const QString words = asked == 0 ? tr("asked by %1: %2, unresolved").arg(whoOf(record), findingOf(record))
                                     : tr("asked %1×, the last by %2: %3, unresolved")
                                           .arg(widgets::number(asked + 1), whoOf(record), findingOf(record));
    if (asked > 0) steps.pop_back();
    ++asked;
    steps.push_back({words, record.at, Tone::warn});
  }
}

Tone toneOfEnd(const browse::KeyRow& row) {
  if (row.discarded) return Tone::neutral;
  return row.state == key::State::succeeded ? Tone::ok : Tone::danger;
}

// An external row: where it stands, and nothing of what its service does about it.
LifeStep standingOfForeign(const browse::KeyRow& row, const tables::Profile& profile, Timestamp now) {
  const QString words = shown(browse::standing(profile, row, now));
  if (row.discarded) return {words, row.expires_at, Tone::neutral, true};
  switch (row.state) {
    case key::State::succeeded: return {words, row.expires_at, Tone::ok, true};
    case key::State::failed:
      return {words, std::nullopt, row.may_retry == false ? Tone::danger : Tone::warn, true};
    case key::State::released: return {words, std::nullopt, Tone::info, true};
    case key::State::in_progress: break;
  }
  const bool isHeld = browse::promises_of(profile).has_lease && row.locked_until && !row.is_due(now);
  return {words, isHeld ? row.locked_until : std::nullopt, row.is_due(now) ? Tone::warn : Tone::info, true};
}

LifeStep standing(const browse::KeyRow& row, const tables::Profile& profile, Timestamp now) {
  if (row.publication)
    return {shown(row.publication->words), std::nullopt, widgets::badgeOf(*row.publication).tone, true};
  if (!row.state_known) {
    return {tr("has the state “%1”, which the profile does not name").arg(shown(row.state_word)),
            std::nullopt, Tone::neutral, true};
  }
  if (!tables::is_own(profile)) return standingOfForeign(row, profile, now);
  const bool isDue = row.is_due(now);
  switch (row.state) {
    case key::State::succeeded:
    case key::State::failed:
      return {row.expires_at ? tr("kept for replays until it is reaped") : tr("kept for replays"),
              row.expires_at, row.state == key::State::succeeded ? Tone::ok : Tone::danger, true};
    case key::State::released:
      return {
          isDue ? tr("released, and not retried in time") : tr("released: the next request runs it, until"),
          row.retry_before, isDue ? Tone::warn : Tone::info, true};
    case key::State::in_progress: break;
  }
  if (!isDue) {
    return {tr("lease held by %1, ends").arg(row.owner.empty() ? tr("its executor") : shown(row.owner)),
            row.locked_until, Tone::info, true};
  }
  const bool needsPerson = row.case_status == "needs_human";
  return {needsPerson       ? widgets::wordShown(row.case_status)
          : row.next_try_at ? tr("unsettled; a sweeper may ask again")
                            : tr("unsettled; no answer on file yet"),
          row.case_status == "open" ? row.next_try_at : std::nullopt, Tone::warn, true};
}

std::optional<bool> sameText(std::string_view a, std::string_view b) { return a == b; }
std::optional<bool> sameWord(std::string_view a, std::string_view b) {
  return widgets::text(a).compare(widgets::text(b), Qt::CaseInsensitive) == 0;
}

Compared compared(const QString& what, const std::optional<std::string>& ours,
                  const std::optional<std::string>& theirs,
                  std::optional<bool> (*same)(std::string_view, std::string_view)) {
  Compared out{what, shown(ours), shown(theirs), Match::notTold};
  if (!ours) {
    out.match = Match::notKnown;
  } else if (theirs) {
    const auto isSame = same(*ours, *theirs);
    out.match = !isSame ? Match::notComparable : *isSame ? Match::same : Match::differs;
  }
  return out;
}

QString timeText(const std::optional<Timestamp>& at) {
  return at ? widgets::exact(*at, widgets::ClockChoice::utc) : widgets::dash;
}

std::vector<std::pair<QString, QString>> fieldsOf(const browse::KeyRow& row) {
  return {
      {tr("State"), shown(row.state_word)},
      {tr("Fence"), QString::number(row.fence)},
      {tr("Holder"), widgets::wordShown(key::word(row.holder))},
      {tr("Owner"), orDash(row.owner)},
      {tr("Lease ends"), timeText(row.locked_until)},
      {tr("Retry before"), timeText(row.retry_before)},
      {tr("Response"),
       row.response_code
           ? tr("%1, %2").arg(*row.response_code).arg(widgets::byteCount(row.response_bytes.value_or(0)))
           : widgets::dash},
      {tr("Error code"), orDash(row.error_code)},
      {tr("Completed"), widgets::exact(row.completed(), widgets::ClockChoice::utc)},
      {tr("Case"), widgets::wordShown(row.case_status)},
      {tr("Times asked"), QString::number(row.case_attempts)},
  };
}

}  // namespace

std::vector<LifeStep> lifeOf(const browse::KeyRow& row, const tables::Profile& profile,
                             const std::vector<audit::Record>& trail, Timestamp now) {
  const std::vector<audit::Record> oldestFirst(trail.rbegin(), trail.rend());
  std::vector<LifeStep> steps;
  if (const auto created = row.created(); !created.empty())
    steps.push_back({created.at ? tr("created") : tr("created %1").arg(shown(created.zoneless)), created.at,
                     Tone::neutral});
  const FirstLease first = firstLease(row, oldestFirst, now);
  if (!first.owner.isEmpty())
    steps.push_back({tr("claimed by %1").arg(first.owner), std::nullopt, Tone::neutral});
  if (first.ended && browse::promises_of(profile).has_lease)
    steps.push_back({tr("lease ended"), first.ended, Tone::warn});
  addTrail(steps, oldestFirst);
  const bool bySettling = !trail.empty() && trail.front().action == "settle";
  if (const auto completed = row.completed(); !completed.empty() && !bySettling) {
    const QString words = tr("finished as %1").arg(shown(row.state_word));
    steps.push_back({completed.at ? words : words + QLatin1Char(' ') + shown(completed.zoneless),
                     completed.at, toneOfEnd(row)});
  }
  steps.push_back(standing(row, profile, now));
  return steps;
}

std::vector<Compared> compareSubjects(const key::Subject& ours, const key::Subject& theirs) {
  return {compared(tr("Amount"), ours.amount, theirs.amount, gateway::same_amount),
          compared(tr("Currency"), ours.currency, theirs.currency, sameWord),
          compared(tr("Reference"), ours.reference, theirs.reference, sameText)};
}

QString wordOf(Match match) {
  switch (match) {
    case Match::same: return tr("same");
    case Match::differs: return tr("differs");
    case Match::notComparable: return tr("cannot be compared");
    case Match::notTold: return tr("not reported");
    case Match::notKnown: return tr("not known here");
  }
  return {};
}

QString offerTitle(reconcile::VerdictKind kind, bool cancels) {
  if (cancels) return tr("Cancel at the gateway, settle as failed");
  switch (kind) {
    case reconcile::VerdictKind::settle_succeeded: return tr("Settle as succeeded");
    case reconcile::VerdictKind::done_needs_response: return tr("Settle as succeeded, with your response");
    case reconcile::VerdictKind::settle_failed: return tr("Settle as failed");
    case reconcile::VerdictKind::release: return tr("Release for the client's retry");
    case reconcile::VerdictKind::unresolved:
    case reconcile::VerdictKind::needs_human: break;
  }
  return {};
}

QString offerConsequence(const reconcile::Verdict& verdict, bool cancels) {
  if (cancels) {
    return tr("The gateway knows nothing of this key. When you settle, it is told never to perform it, which "
              "cannot be taken back. %1")
        .arg(offerConsequence(verdict));
  }
  switch (verdict.kind) {
    case reconcile::VerdictKind::settle_succeeded:
      return tr("Clients that retry get %1 and the body made from this answer. The effect is not run again.")
          .arg(verdict.response ? verdict.response->code : 0);
    case reconcile::VerdictKind::done_needs_response:
      return tr("The effect happened and is not run again. Clients get the response you supply.") + ' ' +
             meanwhile();
    case reconcile::VerdictKind::settle_failed:
      return tr("Clients that retry get %1 (%2). The effect never will happen under this key; they need a "
                "new one.")
          .arg(verdict.response ? verdict.response->code : 0)
          .arg(shown(verdict.error_code));
    case reconcile::VerdictKind::release:
      return tr("The client's next retry runs it under the same gateway key, which still dedupes it until "
                "%1. Nothing happens before a client retries.")
          .arg(timeText(verdict.retry_before));
    case reconcile::VerdictKind::unresolved:
    case reconcile::VerdictKind::needs_human: break;
  }
  return {};
}

QString foreignConsequence(reconcile::VerdictKind kind, bool cancels) {
  if (cancels)
    return tr(
        "The gateway knows nothing of this key. When you settle, it is told never to perform it, which "
        "cannot be taken back.");
  switch (kind) {
    case reconcile::VerdictKind::settle_succeeded:
    case reconcile::VerdictKind::done_needs_response:
      return tr(
          "It happened: the row may say so. What a client that retries then gets depends on its service.");
    case reconcile::VerdictKind::settle_failed:
      return tr("It did not happen and never will: the row may say so.");
    case reconcile::VerdictKind::release:
      return tr("It has not happened: the row may be released. Its service then sends the same key again.");
    case reconcile::VerdictKind::needs_human:
      return tr("Find out what happened. A manual override needs a ticket, and what shows it.");
    default:
      return tr("Nothing follows from this. Ask again later, or find out in another way what happened.");
  }
}

QString wordInWords(tables::Verb verb) {
  switch (verb) {
    case tables::Verb::succeed:
      return tr("it happened: the answer that you give is stored, and replayed to clients");
    case tables::Verb::fail:
      return tr("it never will: the error that you give is stored, and replayed to clients");
    default: return tr("it may be sent again: the client's next retry runs it under the same gateway key");
  }
}

QString wordConsequence(tables::Verb verb) {
  switch (verb) {
    case tables::Verb::succeed:
      return tr(
          "Clients that retry get the answer below, and the effect is never run again. Make sure that it "
          "happened.");
    case tables::Verb::fail:
      return tr(
          "Clients that retry get the error below; they need a new key. Make sure that it never happened, "
          "and never will.");
    default:
      return tr(
          "The client's next retry runs it under the same gateway key, whether or not the gateway still "
          "dedupes by it. Make sure that it was not done before.");
  }
}

QString nextStep(const reconcile::JudgedEvidence& asked, const browse::KeyRow& row, Timestamp now) {
  if (key::is_final(row.state)) return tr("Nothing is left to do: clients get the stored answer.");
  if (asked.verdict.loud) {
    return tr("Do not retry, release or refund it yet. Open the effect in the gateway's own console, find "
              "out which request made it, and call the owner of the operation.") +
           ' ' + meanwhile();
  }
  if (asked.verdict.kind == reconcile::VerdictKind::needs_human) {
    return tr("Look the effect up in the gateway's own console, by the reference and the request above. Once "
              "the gateway answers definitely, ask again here. What you can show in another way goes by "
              "manual override, below.") +
           ' ' + meanwhile();
  }
  if (asked.verdict.waits) {
    return tr("Nothing needs to be done. The key waits for evidence until its window is over, and is then "
              "deleted. What you can show in another way goes by manual override, below.") +
           ' ' + meanwhile();
  }
  if (asked.verdict.ask_again_after) {
    return tr("Ask again in %1. Nothing is run twice.").arg(widgets::span(*asked.verdict.ask_again_after)) +
           ' ' + meanwhile();
  }
  if (row.next_try_at && *row.next_try_at > now) {
    return tr("Ask again later; a sweeper does by itself %1. Nothing is run twice.")
               .arg(widgets::relative(*row.next_try_at, now)) +
           ' ' + meanwhile();
  }
  return tr("Ask again later. Nothing is run twice.") + ' ' + meanwhile();
}

QString finishedInWords(const browse::Detail& detail, const tables::Profile& profile,
                        const std::vector<audit::Record>& trail) {
  const auto quoted = [](const std::string& reason) {
    return QStringLiteral("“") + shown(reason) + QStringLiteral("”");
  };
  const auto settled =
      std::ranges::find_if(trail, [](const audit::Record& record) { return record.action == "settle"; });
  if (tables::is_own(profile) && settled != trail.end() && isManual(*settled)) {
    return tr("Settled as %1 by manual override, by %2: %3. %4")
        .arg(shown(settled->to_state), whoOf(*settled), quoted(settled->reason),
             widgets::toSecond(settled->at));
  }
  if (!detail.verdict.empty())
    return tr("Settled from evidence: %1, %2.")
        .arg(widgets::wordShown(detail.verdict), quoted(detail.verdict_reason));
  if (settled != trail.end())
    return tr("Settled as %1 by %2: %3.")
        .arg(shown(settled->to_state), whoOf(*settled), quoted(settled->reason));
  // Without its trail the row itself says who held it last.
  switch (detail.row.holder) {
    case key::Holder::executor: return tr("Finished by its executor; there is nothing to settle.");
    case key::Holder::sweeper: return tr("Settled by a sweeper; there is nothing left to settle.");
    case key::Holder::operator_: return tr("Settled by an operator; there is nothing left to settle.");
  }
  return {};
}

std::optional<widgets::Told> decidedSince(std::int64_t since, const tables::Profile& profile,
                                          const std::vector<audit::Record>& trail, Timestamp now) {
  const QString thing = tables::is_own(profile) ? tr("key") : tr("row");
  const auto after = [since](const audit::Record& record) { return record.number > since; };
  const auto written = std::ranges::find_if(trail, [&](const audit::Record& record) {
    return after(record) && (record.action == "settle" || record.action == "write");
  });
  if (written != trail.end()) {
    const QString state =
        written->to_state.empty()
            ? QString()
            : tr(" The %1 is now %2.").arg(thing, widgets::wordShown(audit::left_as(*written)));
    return widgets::Told{
        {tr("written"), QStringLiteral("check"), Tone::ok},
        tr("Written %1 by %2, whose database user is %3.")
                .arg(widgets::relative(written->at, now), whoOf(*written), shown(written->db_user)) +
            state + ' ' + tr("Audit row no. %1 shows who asked, who approved and why.").arg(written->number)};
  }
  const auto ended = std::ranges::find_if(
      trail, [&](const audit::Record& record) { return after(record) && record.action == "end_approval"; });
  if (ended == trail.end()) return std::nullopt;
  return widgets::Told{
      {wordIn(*ended), QStringLiteral("cross"), Tone::neutral},
      tr("The request was %1 %2 by %3: “%4”. Nothing was written. It can be made again.")
          .arg(wordIn(*ended), widgets::relative(ended->at, now), whoOf(*ended), shown(ended->reason))};
}

QString whyNotNow(const browse::KeyRow& row, Timestamp now) {
  if (!row.state_known) return tr("The profile does not know the state of this row.");
  if (key::is_final(row.state)) return tr("The key is finished already.");
  if (row.is_due(now)) return {};
  if (row.state == key::State::released) return tr("The key is released: its client may run it at any time.");
  return tr("The lease is live until %1: its executor may still finish.").arg(timeText(row.locked_until));
}

QString shownSettleSql(reconcile::Settlement settlement, bool masked) {
  const widgets::PlainNumbers plain;  // it is copied
  settlement.reason.clear();
  if (!masked || !settlement.response) return widgets::text(reconcile::settle_sql(settlement));
  const auto size = static_cast<std::int64_t>(settlement.response->body.size());
  settlement.response->body.clear();
  QString sql = widgets::text(reconcile::settle_sql(settlement));
  return sql.replace(
      QLatin1String("response_body = '\\x'"),
      QStringLiteral("response_body = /* masked, ") + widgets::byteCount(size) + QStringLiteral(" */"));
}

std::vector<FieldChange> compareRows(const browse::KeyRow& before, const browse::KeyRow& after,
                                     bool planned) {
  const auto left = fieldsOf(before), right = fieldsOf(after);
  std::vector<FieldChange> out;
  for (std::size_t i = 0; i < left.size(); ++i) {
    out.push_back({left[i].first, left[i].second, right[i].second, left[i].second != right[i].second});
  }
  if (!planned) return out;
  const auto put = [&](const QString& name, const QString& words, bool isAlways = false) {
    const auto field = std::ranges::find(out, name, &FieldChange::name);
    if (field == out.end() || !(field->changed || isAlways)) return;
    field->after = words;
    field->changed = true;
  };
  put(tr("Fence"), tr("a new one"));
  put(tr("Completed"), tr("now"));
  if (after.locked_until) put(tr("Lease ends"), tr("now"));
  // The taking over that comes first leaves its name.
  put(tr("Holder"), tr("operator"), true);
  put(tr("Owner"), tr("you"), true);
  return out;
}

}  // namespace onceover::cases
