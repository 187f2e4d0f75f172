// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/source.h"

#include "core/metrics/counters.h"
#include "core/metrics/counters_source.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {

CountersSource::CountersSource(bridge::Session& session, QObject* parent) : Source(parent), session_(session) {
  connect(&session, &bridge::Session::stateChanged, this, &Source::offerChanged);
  connect(&session, &bridge::Session::profileChanged, this, &Source::offerChanged);
}

Offer CountersSource::offer() const {
  Offer out;
  for (int i = 0; i < counter_count; ++i) out.metrics.append(widgets::text(metrics::name(static_cast<Counter>(i))));
  for (const Histogram histogram :
       {Histogram::time_to_completion, Histogram::lease_age_at_settling, Histogram::retry_delay, Histogram::retry_age}) {
    out.distributions.append(widgets::text(metrics::name(histogram)));
  }
  out.by = {By::tenant, By::operation};
  if (!tables::is_own(session_.profile())) {
    out.whyNot = tr("Counters exist only for onceover.keys, and another table is selected.");
    if (session_.profile().created_at.empty()) {
      out.whyNot += ' ' + tr("To count the rows of this one, map Created, and Completed where it has that, on the page Tables.");
    }
  } else if (session_.isReady() && session_.facts().schema.fit == schema::Fit::unreadable) {
    out.whyNot = session_.facts().schemaSentence;
  } else if (session_.isReady() && session_.facts().schema.fit == schema::Fit::missing) {
    out.whyNot = tr("Counters need the onceover schema. Install it with: oncectl schema install (oncectl schema print shows it first).");
  }
  return out;
}

void CountersSource::ask(int tag, const Request& request) {
  QPointer<QObject>& asker = askers_[tag];
  if (asker == nullptr) asker = new QObject(this);
  session_.read<Chart>(
      asker, tr("Reading metrics"), [request](bridge::Reader& reader) { return read_counters(reader.connection(), request); },
      [this, tag](Result<Chart> chart) {
        const QString why = session_.facts().whyHidden({QStringLiteral("counter_deltas"), QStringLiteral("counter_series"),
                                                        QStringLiteral("counter_minutes"), QStringLiteral("counter_hours")});
        if (chart && !why.isEmpty()) chart->warnings.push_back(tr("More may have been counted.").toStdString() + ' ' + why.toStdString());
        tell(tag, chart);
      });
}

void CountersSource::cancel() {
  for (const QPointer<QObject>& asker : std::as_const(askers_)) delete asker;
  askers_.clear();
}

}  // namespace onceover::metrics
