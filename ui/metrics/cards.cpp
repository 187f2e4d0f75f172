// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/cards.h"

#include "ui/widgets/code_view.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

const Metric* knownMetric(const QString& name) { return metric_named(widgets::bytes(name)); }

void narrow(browse::Filter& filter, const Place& place) {
  if (!place.tenant.empty()) filter.tenant = place.tenant;
  if (!place.operation.empty()) filter.operation = place.operation;
  if (!place.group) return;
  if (place.by == By::tenant) filter.tenant = *place.group;
  if (place.by == By::operation) filter.operation = *place.group;
  if (place.by != By::code) return;
  int code = 0;
  const auto [end, problem] =
      std::from_chars(place.group->data(), place.group->data() + place.group->size(), code);
  if (problem == std::errc() && end == place.group->data() + place.group->size()) {
    filter.response_code = code;
  } else {
    filter.error_code = *place.group;
  }
}

bool isOneOf(const std::string& name, std::initializer_list<const char*> names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

const QVector<CardSpec>& cardSpecs() {
  static const QVector<CardSpec> specs{
      {QStringLiteral("refused"),
       tr("Replays, conflicts, mismatches"),
       {"replayed", "conflict", "mismatch"},
       {}},
      {QStringLiteral("outcomes"), tr("Created, completed, failed"), {"created", "completed", "failed"}, {}},
      {QStringLiteral("stuck"), tr("Stuck and waiting"), {"stuck", "awaiting_human", "in_progress"}, {}},
      {QStringLiteral("oldest"), tr("Oldest unfinished"), {"oldest_stuck_s", "oldest_in_progress_s"}, {}},
      {QStringLiteral("settled"),
       tr("Taken over and settled"),
       {"taken_over", "settled.succeeded", "settled.failed", "settled.released", "needs_human",
        "lost_ownership"},
       {}},
      {QStringLiteral("completion"), tr("Time to completion"), {}, QStringLiteral("time_to_completion_ms")},
      {QStringLiteral("events"), tr("Dead letters and backlog"), {"dead_letters", "backlog"}, {}},
      {QStringLiteral("lag"), tr("Event lag"), {"lag_s"}, {}},
      {QStringLiteral("relay"), tr("Outbox: not published"), {"relay_lag"}, {}},
      {QStringLiteral("relay_behind"), tr("Outbox lag"), {"relay_behind_s"}, {}},
      {QStringLiteral("relay_held"), tr("Outbox: parked and dead"), {"relay_parked", "relay_dead"}, {}},
      {QStringLiteral("duplicates"),
       tr("Duplicates refused"),
       {"duplicates"},
       {},
       tr("No table counts duplicate events: a refused one writes nothing. The service counts those that it "
          "receives: name its Prometheus server.")},
      {QStringLiteral("lease_age"),
       tr("Lease age at settling"),
       {},
       QStringLiteral("lease_age_at_settling_ms")},
      {QStringLiteral("retry_delay"), tr("Retry delay"), {}, QStringLiteral("retry_delay_ms")},
      {QStringLiteral("retry_age"), tr("Retry age"), {}, QStringLiteral("retry_age_ms")},
      {QStringLiteral("given_back"), tr("Released and reaped"), {"released", "reaped"}, {}},
  };
  return specs;
}

QString labelOf(const QString& metric) {
  if (const Metric* known = knownMetric(metric)) return widgets::wordShown(known->label);
  return widgets::shown(widgets::bytes(metric));
}

charts::ChartUnit unitOf(const QString& metric) {
  const Metric* known = knownMetric(metric);
  return known != nullptr && known->unit == Unit::seconds ? charts::ChartUnit::seconds
                                                          : charts::ChartUnit::number;
}

QString unitWords(const CardSpec& spec, Duration step) {
  if (spec.isSpread()) return tr("keys in each %1").arg(widgets::span(step));
  const Metric* first = knownMetric(spec.metrics.value(0));
  if (first == nullptr) return {};
  if (first->unit == Unit::seconds) return tr("how long ago");
  const QString unit = widgets::wordShown(word(first->unit));
  return first->kind == Kind::flow ? tr("%1 in each %2").arg(unit, widgets::span(step)) : unit;
}

QVector<charts::Threshold> thresholdsOf(const QString& metric, const alerts::Settings& rules) {
  using alerts::Rule;
  static const std::pair<const char*, Rule> watched[] = {
      {"oldest_stuck_s", Rule::stuck_age},  {"awaiting_human", Rule::needs_human},
      {"dead_letters", Rule::dead_letters}, {"lag_s", Rule::lag},
      {"relay_behind_s", Rule::outbox_lag}, {"relay_parked", Rule::outbox_parked},
      {"relay_dead", Rule::outbox_dead},
  };
  QVector<charts::Threshold> out;
  for (const auto& [name, rule] : watched) {
    if (metric != QLatin1String(name)) continue;
    const alerts::Limits& limits = rules.of(rule);
    const auto add = [&](const std::optional<double>& limit, const QString& words, widgets::Tone tone) {
      if (limit)
        out.append({*limit, words.arg(labelOf(metric), charts::chartText(*limit, unitOf(metric))), tone,
                    labelOf(metric)});
    };
    add(limits.warning, tr("%1: warning above %2"), widgets::Tone::warn);
    add(limits.critical, tr("%1: critical above %2"), widgets::Tone::danger);
  }
  return out;
}

QString whyNotKnown(const CardSpec& spec, const QString& source, const Offer& offer) {
  const bool known = spec.isSpread()
                         ? offer.distributions.contains(spec.distribution)
                         : std::any_of(spec.metrics.begin(), spec.metrics.end(),
                                       [&](const QString& metric) { return offer.metrics.contains(metric); });
  if (known) return {};
  const QStringList asked = spec.isSpread() ? QStringList(spec.distribution) : QStringList(spec.metrics);
  for (const QString& name : asked) {
    if (const QString why = offer.whyNotOf.value(name); !why.isEmpty()) return why;
  }
  QStringList names;
  for (const QString& metric : spec.metrics) names.append(labelOf(metric));
  if (spec.isSpread()) names.append(spec.title);
  return tr("%1 cannot show this: %2. Try another source.").arg(source, names.join(QStringLiteral(", ")));
}

QString whyNowhere(const CardSpec& spec, const QString& chosenName, int chosen,
                   const QVector<Offer>& offers) {
  if (!spec.elsewhere.isEmpty()) return spec.elsewhere;
  for (const Offer& offer : offers) {
    for (const QString& metric : spec.metrics) {
      if (const QString why = offer.whyNotOf.value(metric); !why.isEmpty()) return why;
    }
  }
  const QString why = whyNotKnown(spec, chosenName, offers.value(chosen));
  return why.isEmpty() ? offers.value(chosen).whyNot : why;
}

QString partNotKnown(const CardSpec& spec, const Offer& offer) {
  QStringList names;
  for (const QString& metric : spec.metrics) {
    if (!offer.metrics.contains(metric)) names.append(labelOf(metric));
  }
  return names.join(QStringLiteral(", "));
}

int sourceOf(const CardSpec& spec, int chosen, const QVector<Offer>& offers) {
  const auto knows = [&](int i) {
    return offers[i].whyNot.isEmpty() && whyNotKnown(spec, {}, offers[i]).isEmpty();
  };
  if (chosen >= 0 && chosen < offers.size() && knows(chosen)) return chosen;
  for (int i = 0; i < offers.size(); ++i) {
    if (knows(i)) return i;
  }
  return -1;
}

Arrangement::Arrangement() {
  for (const CardSpec& spec : cardSpecs()) places_.append({spec.id, true, false});
}

Arrangement Arrangement::fromText(const QString& kept) {
  Arrangement out;
  const QVector<CardPlace> standard = std::exchange(out.places_, {});
  const auto isThere = [](const QVector<CardPlace>& places, const QString& id) {
    return std::ranges::count(places, id, &CardPlace::id) > 0;
  };
  for (const QJsonValue& value : QJsonDocument::fromJson(kept.toUtf8()).array()) {
    const QJsonObject card = value.toObject();
    const QString id = card.value(QLatin1String("id")).toString();
    if (!isThere(standard, id) || isThere(out.places_, id)) continue;
    out.places_.append({id, card.value(QLatin1String("shown")).toBool(true),
                        card.value(QLatin1String("large")).toBool(false)});
  }
  for (const CardPlace& place : standard) {
    if (!isThere(out.places_, place.id)) out.places_.append(place);
  }
  return out;
}

QString Arrangement::toText() const {
  QJsonArray all;
  for (const CardPlace& place : places_) {
    all.append(QJsonObject{{QStringLiteral("id"), place.id},
                           {QStringLiteral("shown"), place.isShown},
                           {QStringLiteral("large"), place.isLarge}});
  }
  return widgets::jsonText(QJsonDocument(all));
}

CardPlace* Arrangement::place(const QString& id) {
  const auto found = std::ranges::find(places_, id, &CardPlace::id);
  return found == places_.end() ? nullptr : &*found;
}

void Arrangement::setShown(const QString& id, bool shown) {
  if (CardPlace* found = place(id)) found->isShown = shown;
}

void Arrangement::setLarge(const QString& id, bool large) {
  if (CardPlace* found = place(id)) found->isLarge = large;
}

bool Arrangement::move(const QString& id, int direction) {
  CardPlace* found = place(id);
  if (found == nullptr) return false;
  const qsizetype here = found - places_.data();
  for (qsizetype there = here + direction; there >= 0 && there < places_.size(); there += direction) {
    if (!places_[there].isShown) continue;
    places_.move(here, there);
    return true;
  }
  return false;
}

Behind behind(const Place& place) {
  Behind out;
  browse::Filter filter;
  const std::string& metric = place.metric;
  if (isOneOf(metric, {"replayed", "mismatch", "retry_delay_ms"})) {
    out.whyNot = QObject::tr("A replayed or refused request leaves no row of its own.");
  } else if (metric == "reaped") {
    out.whyNot = QObject::tr("Reaped rows are gone.");
  } else if (isOneOf(metric, {"taken_over", "lost_ownership"})) {
    out.whyNot = QObject::tr("An executor that took over a key, or lost it, leaves no row of its own.");
  } else if (metric == "duplicates") {
    out.whyNot = QObject::tr("A duplicate event leaves no row of its own.");
  } else if (metric.starts_with("relay_")) {
    out.whyNot = QObject::tr("The page Outbox lists relays and the events that they hold back.");
  }
  out.acts = metric.starts_with("settled.") || metric == "lease_age_at_settling_ms";
  if (out.acts || !out.whyNot.isEmpty()) return out;
  filter.to = place.to;
  // What happened in the step.
  if (isOneOf(metric, {"created", "completed", "failed", "released", "time_to_completion_ms"})) {
    filter.from = place.from;
    if (isOneOf(metric, {"completed", "time_to_completion_ms"})) filter.states = {key::State::succeeded};
    if (metric == "failed") filter.states = {key::State::failed};
    if (metric == "released") filter.states = {key::State::released};
  } else if (isOneOf(metric, {"stuck", "oldest_stuck_s"})) {
    filter.stuck = true;
  } else if (isOneOf(metric, {"needs_human", "awaiting_human"})) {
    filter.needs_human = true;
  } else if (metric == "dead_letters") {
    filter.dead = true;
  } else if (isOneOf(metric, {"conflict", "in_progress", "oldest_in_progress_s"})) {
    filter.states = {key::State::in_progress};
  } else if (isOneOf(metric, {"backlog", "lag_s"})) {
    filter.states = {key::State::in_progress, key::State::released};
  } else {
    out.whyNot = QObject::tr("The rows behind “%1” are unknown.").arg(widgets::shown(metric));
    return out;
  }
  narrow(filter, place);
  out.rows = filter;
  return out;
}

}  // namespace onceover::metrics
