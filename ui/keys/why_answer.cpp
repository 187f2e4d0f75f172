#include "ui/keys/why_answer.h"

#include "core/browse/promises.h"
#include "ui/keys/spelled_key.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/widgets.h"

namespace onceover::keys {

using widgets::Tone;

namespace {

// Reading a large table from end to end is for the list, which says so first.
Result<void> isFoundByAnIndex(bridge::Reader& reader, const std::string& pasted) {
  auto forecast = reader.browser().forecast({.key = browse::key_from_paste(pasted)});
  if (!forecast) return fail(forecast.error());
  if (!forecast->scans) return {};
  return fail(ErrorKind::unsupported, "No index finds a key in this table.", "Nothing was read.",
              "Search for it in the list, where it can be read anyway. " + forecast->why);
}

}  // namespace

Result<WhyAnswer> askWhy(bridge::Reader& reader, const WhyQuestion& question) {
  WhyAnswer answer;
  if (question.id) {
    answer.id = *question.id;
  } else {
    if (auto quick = isFoundByAnIndex(reader, question.pasted); !quick) return fail(quick.error());
    auto found = reader.browser().find(question.pasted);
    if (!found) return fail(found.error());
    if (const auto spelled = unspelled(question.pasted); found->rows.empty() && spelled) {
      found = reader.browser().find(*spelled);
      if (!found) return fail(found.error());
    }
    answer.rows = std::move(found->rows);
    answer.id = answer.rows.empty() ? key::Identity{{}, {}, browse::key_from_paste(question.pasted)} : answer.rows.front().id;
  }
  auto why = reader.browser().why(answer.id, question.body);
  if (!why) return fail(why.error());
  answer.why = std::move(*why);
  if (answer.rows.empty() && answer.why.row) answer.rows.push_back(*answer.why.row);
  return answer;
}

Said headlineOf(const browse::Why& why) {
  if (!why.row_known || (why.row && !why.row->state_known)) return {QStringLiteral("Cannot tell"), Tone::warn};
  if (!why.status_known) {
    if (!why.row) return {QStringLiteral("There is no such row"), Tone::info};
    // What its service answers is not for this program to say.
    const widgets::Badge badge = widgets::badgeOf(*why.row, why.as_of);
    return {why.status > 0 ? QStringLiteral("%1, with %2 stored").arg(badge.word).arg(why.status) : badge.word, badge.tone};
  }
  if (why.status == 0) return {QStringLiteral("A request now runs"), Tone::info};
  QString text = QString::number(why.status);
  if (!why.error_code.empty()) text += ' ' + widgets::shown(why.error_code);
  const bool replays = why.row && key::is_final(why.row->state) && why.payload_matches != false;
  if (replays) return {text + QStringLiteral(", replayed"), Tone::ok};
  return {text, why.status == 409 ? Tone::warn : Tone::danger};
}

QString holderOf(const browse::Why& why, const tables::Profile& profile, widgets::ClockChoice clock) {
  if (!why.row_known) return QStringLiteral("Unknown");
  if (!why.row) return QStringLiteral("No one");
  if (key::is_final(why.row->state)) return QStringLiteral("No one: it is finished");
  if (why.row->state == key::State::released) return QStringLiteral("No one: it was released");
  if (!why.status_known) return widgets::readable(browse::who_holds(profile, *why.row, why.as_of), why.as_of, clock);
  const QString kind = why.row->holder == key::Holder::executor  ? QStringLiteral("its executor")
                       : why.row->holder == key::Holder::sweeper ? QStringLiteral("a sweeper")
                                                                 : QStringLiteral("an operator");
  const QString owner = why.row->owner.empty() ? QString() : QLatin1String(", ") + widgets::shown(why.row->owner);
  return QStringLiteral("%1%2, fence %3, try %4").arg(kind, owner).arg(why.row->fence).arg(why.row->attempts);
}

Said payloadOf(const browse::Why& why) {
  if (!why.row_known) return {QStringLiteral("Nothing is seen to compare with"), Tone::muted};
  if (!why.row) return {QStringLiteral("Nothing is stored to compare with"), Tone::muted};
  if (!why.why_not_compared.empty()) return {widgets::shown(why.why_not_compared), Tone::muted};
  if (!why.payload_matches && why.row->fingerprint.empty())
    return {QStringLiteral("This row keeps no fingerprint to compare with"), Tone::muted};
  if (!why.payload_matches) return {QStringLiteral("Not compared: give the request's body above"), Tone::muted};
  return *why.payload_matches ? Said{QStringLiteral("The same as the first request's"), Tone::ok}
                              : Said{QStringLiteral("Different from the first request's"), Tone::danger};
}

std::optional<Duration> leftOf(const browse::Why& why, Timestamp now) {
  if (!why.row || why.row->state != key::State::in_progress || !why.row->state_known) return std::nullopt;
  const auto& until = why.row->locked_until;
  if (!until || !until->is_finite() || *until <= why.as_of) return std::nullopt;
  return std::max(Duration(0), *until - now);
}

}  // namespace onceover::keys
