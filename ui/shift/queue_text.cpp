// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shift/queue_text.h"

#include <algorithm>

#include "core/reconcile/settle.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/text.h"
#include "ui/writes/row_write.h"

namespace onceover::shift {

using approval::Approval;
using reconcile::ListedCase;
using reconcile::Shout;
using widgets::Badge;
using widgets::dash;
using widgets::FieldChange;
using widgets::shown;
using widgets::Told;
using widgets::Tone;

namespace {

QString shownOrNull(const std::optional<std::string>& value) {
  return value ? shown(*value) : QStringLiteral("NULL");
}

QString rowOf(const Approval& approval) {
  return approval.is_republish()     ? tr("selection of events")
         : approval.relation.empty() ? tr("key")
                                     : tr("row");
}

std::vector<FieldChange> writtenToOwn(const approval::View& view) {
  const auto settlement = approval::settlement_of(view.approval);
  if (!settlement) return {};
  const std::string before(view.now ? key::word(view.now->state) : std::string_view());
  const std::string after(key::word(settlement->verb == tables::Verb::succeed ? key::State::succeeded
                                    : settlement->response                    ? key::State::failed
                                                                              : key::State::released));
  const auto had = [&](const QString& value) { return view.now ? value : tr("gone"); };
  if (!settlement->response) return {{tr("state"), had(shown(before)), shown(after), before != after}};
  const bool isFinal = view.now && key::is_final(view.now->state);
  std::vector<FieldChange> fields;
  fields.push_back({tr("state"), had(shown(before)), shown(after), before != after});
  const QString code = view.now && view.now->response_code ? QString::number(*view.now->response_code) : dash;
  fields.push_back({tr("response status"), had(code), QString::number(settlement->response->code),
                    code != QString::number(settlement->response->code)});
  for (const auto& [name, value] : settlement->response->headers) {
    fields.push_back({shown(name), had(isFinal ? tr("see its case") : dash), shown(value), !isFinal});
  }
  const QString kept =
      view.now && view.now->response_bytes ? widgets::byteCount(*view.now->response_bytes) : dash;
  const QString given = widgets::byteCount(static_cast<std::int64_t>(settlement->response->body.size()));
  fields.push_back({tr("response body"), had(kept), given, kept != given});
  if (!settlement->error_code.empty()) {
    fields.push_back({tr("error code"), had(view.now ? shown(view.now->error_code) : dash),
                      shown(settlement->error_code), true});
  }
  return fields;
}

}  // namespace

Badge badgeOf(const ListedCase& one) {
  switch (one.shout) {
    case Shout::two_effects: return {tr("TWO EFFECTS"), QStringLiteral("warning"), Tone::danger};
    case Shout::another_effect: return {tr("ANOTHER EFFECT"), QStringLiteral("warning"), Tone::danger};
    case Shout::none: break;
  }
  if (one.needs_person()) return widgets::badgeOf(reconcile::VerdictKind::needs_human);
  return {tr("asked again"), QStringLiteral("clock"), Tone::muted};
}

Badge badgeOf(const Approval& approval) {
  if (approval.is_waiting()) {
    return approval.is_mine ? Badge{tr("waits for another user"), QStringLiteral("clock"), Tone::muted}
                            : Badge{tr("waits"), QStringLiteral("person"), Tone::warn};
  }
  if (approval.status == "used") return {tr("approved"), QStringLiteral("check"), Tone::ok};
  if (approval.status == "refused") return {tr("refused"), QStringLiteral("cross"), Tone::neutral};
  return {tr("outdated"), QStringLiteral("warning"), Tone::muted};
}

QString tableOf(const std::string& relation) {
  return relation.empty() ? QStringLiteral("onceover.keys") : widgets::relationShown(relation);
}

QString whoOf(const std::optional<key::Subject>& subject) {
  return subject ? shown(subject->customer) : dash;
}

QString amountOf(const std::optional<key::Subject>& subject) {
  return subject ? widgets::money(*subject) : dash;
}

QString stateOf(const ListedCase& one) {
  if (!one.state && one.state_word.empty()) return one.is_own() ? tr("gone") : tr("unknown here");
  if (!one.state) return shown(one.state_word);
  return widgets::stateShown(one.state_word, *one.state);
}

QString tableOf(const Approval& approval) {
  return approval.is_republish() ? QStringLiteral("onceover.outbox") : tableOf(approval.relation);
}

QString shoutsOf(const std::vector<ListedCase>& cases) {
  const auto two = std::ranges::count(cases, Shout::two_effects, &ListedCase::shout);
  const auto other = std::ranges::count(cases, Shout::another_effect, &ListedCase::shout);
  QStringList words;
  if (two > 0)
    words.append(tr("%Ln keys have two effects at the gateway: they may have been charged or paid twice.",
                    nullptr, widgets::counted(two)));
  if (other > 0)
    words.append(tr("For %Ln keys the gateway has a different effect than requested.", nullptr,
                    widgets::counted(other)));
  if (!words.isEmpty()) words.append(tr("This is never settled automatically."));
  return words.join(' ');
}

QString actOf(const Approval& approval) {
  if (approval.is_republish()) return tr("Publish again with new ids");
  const auto verb = tables::verb_from_word(approval.act);
  return verb ? writes::verbTitle(*verb) : shown(approval.act);
}

QString askedBy(const Approval& approval) {
  const QString named = shown(approval.actor.name) + '@' + shown(approval.actor.host);
  const QString who = tr("%1 (%2)").arg(shown(approval.requested_by), named);
  return approval.is_mine ? tr("%1: you").arg(who) : who;
}

QString evidenceOf(const std::string& evidenceJson) {
  const QJsonObject evidence = widgets::jsonObject(evidenceJson);
  QStringList parts;
  if (const QJsonValue word = evidence.value(QStringLiteral("said")); word.isString()) {
    parts.append(QStringLiteral("“%1”").arg(shown(widgets::bytes(word.toString()))));
  }
  if (const QJsonValue why = evidence.value(QStringLiteral("why")); why.isString()) {
    parts.append(tr("gateway: %1").arg(shown(widgets::bytes(why.toString()))));
  }
  return parts.isEmpty() ? dash : parts.join(QStringLiteral("; "));
}

QString whyNotApproved(const approval::View& view) {
  const Approval& a = view.approval;
  if (!a.is_waiting()) {
    return a.status == "outdated"
               ? tr("It is out of date: the row has changed. Make a new request if it is still needed.")
               : tr("Already %1 by %2: %3")
                     .arg(a.status == "used" ? tr("approved") : tr("refused"), shown(a.decided_by),
                          shown(a.decided_reason));
  }
  if (view.unreadable) return widgets::sentences(*view.unreadable).replace('\n', ' ');
  if (a.is_mine) {
    return tr("You requested this as the database user %1. Another database user must approve it. Use Refuse "
              "to withdraw it.")
        .arg(shown(a.requested_by));
  }
  return {};
}

QString warningOf(const approval::View& view) {
  if (!view.approval.is_waiting()) return {};
  if (view.approval.is_republish()) return {};
  if (view.unreadable)
    return tr("What was requested cannot be read, so the %1 is not compared with it.")
        .arg(rowOf(view.approval));
  if (!view.now)
    return tr("The %1 is gone. Approving writes nothing and closes the request as out of date.")
        .arg(rowOf(view.approval));
  if (!view.is_as_seen) {
    return tr(
        "Your database user can read other columns than the requester. A change cannot be ruled out, so the "
        "server will refuse. A user with the same rights can approve it.");
  }
  if (!*view.is_as_seen) {
    return tr("The %1 has changed since the request. Approving writes nothing and closes the request as out "
              "of date.")
        .arg(rowOf(view.approval));
  }
  return {};
}

std::vector<FieldChange> writtenBy(const approval::View& view) {
  if (view.approval.is_republish()) return {{tr("ids"), tr("as they are"), tr("new"), true}};
  if (view.unreadable) return {};
  if (view.approval.relation.empty()) return writtenToOwn(view);
  const auto request = approval::write_request_of(view.approval);
  if (!request || !view.profile.writes.contains(request->verb)) return {};
  if (view.seen) {
    auto fields = writes::plannedChanges(view.profile, *view.seen, *request);
    // A column that is written counts, also where it holds that value by now.
    const auto& set = view.profile.writes.at(request->verb).set;
    std::erase_if(fields, [&set](const FieldChange& field) {
      return !field.changed &&
             std::ranges::none_of(set, [&field](const auto& a) { return shown(a.column) == field.name; });
    });
    return fields;
  }
  return {{tr("row"), tr("gone"), writes::writtenInWords(view.profile.writes.at(request->verb)), false}};
}

std::vector<FieldChange> thenAndNow(const approval::View& view) {
  std::vector<FieldChange> fields;
  for (const approval::View::Value& value : view.values) {
    const bool isThere = view.now || view.approval.is_republish();
    const QString now = isThere ? shownOrNull(value.now) : tr("gone");
    fields.push_back(
        {shown(value.column), shownOrNull(value.then), now, !isThere || value.then != value.now});
  }
  return fields;
}

Told toldApproving(const Approval& approval, const Result<approval::ApproveOutcome>& outcome) {
  const QString nothing = tr("Nothing was written.");
  if (!outcome) {
    Told told = widgets::toldFailure(outcome.error());
    if (outcome.error().kind == ErrorKind::not_permitted)
      told.badge = {tr("refused by the server"), QStringLiteral("lock"), Tone::warn};
    return told;
  }
  if (const auto* done = std::get_if<approval::Approved>(&*outcome)) {
    QString words =
        done->after
            ? tr("Approved and written: the %1 is now %2.")
                  .arg(rowOf(approval), done->after->discarded ? shown(done->after->state_word)
                                                               : widgets::badgeOf(done->after->state).word)
        : approval.is_republish()
            ? tr("Approved and written. The relays of their topics publish the events with new ids.")
            : tr("Approved and written: the %1 is gone.").arg(rowOf(approval));
    words +=
        ' ' +
        tr("Audit row no. %1 records who asked, who approved, why, and the evidence.").arg(done->audit_id);
    if (!done->unconfirmed.empty()) words += '\n' + shown(done->unconfirmed);
    return {{tr("written"), QStringLiteral("check"), Tone::ok}, words};
  }
  const Badge refused{tr("not written"), QStringLiteral("warning"), Tone::warn};
  if (const auto* outdated = std::get_if<approval::Outdated>(&*outcome)) {
    const QString what = outdated->now ? tr("The %1 has changed since the request.").arg(rowOf(approval))
                                       : tr("The %1 is gone.").arg(rowOf(approval));
    return {refused, what + ' ' + nothing + ' ' +
                         tr("The request is out of date. The changes are marked below. Make a new request if "
                            "it is still needed.")};
  }
  if (const auto* decided = std::get_if<approval::Decided>(&*outcome)) {
    const Approval& by = decided->approval;
    return {refused,
            tr("It was already %1 by %2.").arg(badgeOf(by).word, shown(by.decided_by)) + ' ' + nothing};
  }
  const auto& later = std::get<approval::NotNow>(*outcome);
  return {refused, shown(later.why) + ' ' + nothing + ' ' + tr("The request still waits.")};
}

Told toldRefusing(const Approval& approval, const Result<bool>& refused) {
  if (!refused) return widgets::toldFailure(refused.error());
  if (!*refused) {
    return {{tr("not refused"), QStringLiteral("warning"), Tone::warn},
            tr("Another person decided it first. The decision is shown below.")};
  }
  return {{tr("refused"), QStringLiteral("cross"), Tone::neutral},
          tr("Refused. Nothing was written to the %1; the refusal and its reason are in the audit trail.")
              .arg(rowOf(approval))};
}

}  // namespace onceover::shift
