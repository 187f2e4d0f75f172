// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/source.h"

#include "core/metrics/counters.h"
#include "ui/metrics/metrics_page.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {

CountersSource::CountersSource(bridge::Session& session, QObject* parent)
    : Source(parent), session_(session) {
  connect(&session, &bridge::Session::stateChanged, this, &Source::offerChanged);
  connect(&session, &bridge::Session::profileChanged, this, &Source::offerChanged);
}

Offer CountersSource::offer() const {
  Offer out;
  for (int i = 0; i < counter_count; ++i)
    out.metrics.append(widgets::text(metrics::name(static_cast<Counter>(i))));
  for (const Histogram histogram : {Histogram::time_to_completion, Histogram::lease_age_at_settling,
                                    Histogram::retry_delay, Histogram::retry_age}) {
    out.distributions.append(widgets::text(metrics::name(histogram)));
  }
  out.by = {By::tenant, By::operation};
  if (!tables::is_own(session_.profile())) {
    out.whyNot = tr("Counters exist only for onceover.keys, and another table is selected.");
    if (session_.profile().created_at.empty()) {
      out.whyNot += ' ' + tr("To count the rows of this one, map Created, and Completed where it has that, "
                             "on the page Tables.");
    }
  } else if (session_.isReady() && session_.facts().schema.fit == schema::Fit::unreadable) {
    out.whyNot = session_.facts().schemaSentence;
  } else if (session_.isReady() && session_.facts().schema.fit == schema::Fit::missing) {
    out.whyNot =
        tr("Counters need the onceover schema. Install it with: oncectl schema install (oncectl schema print "
           "shows it first).");
  }
  return out;
}

void CountersSource::ask(int tag, const Request& request) {
  QPointer<QObject>& asker = askers_[tag];
  if (asker == nullptr) asker = new QObject(this);
  session_.read<Chart>(
      asker, tr("Reading metrics"),
      [request](bridge::Reader& reader) { return read_counters(reader.connection(), request); },
      [this, tag](Result<Chart> chart) {
        const QString why =
            session_.facts().whyHidden({QStringLiteral("counter_deltas"), QStringLiteral("counter_series"),
                                        QStringLiteral("counter_minutes"), QStringLiteral("counter_hours")});
        if (chart && !why.isEmpty())
          chart->warnings.push_back(tr("More may have been counted.").toStdString() + ' ' +
                                    why.toStdString());
        tell(tag, chart);
      });
}

void CountersSource::cancel() {
  for (const QPointer<QObject>& asker : std::as_const(askers_)) delete asker;
  askers_.clear();
}

namespace {

// Marks closer than this on a chart cannot be told apart.
constexpr int mostMarkSteps = 200;

}  // namespace

QVector<charts::Marker> markersOf(const Marks& marks, Timestamp from) {
  QVector<charts::Marker> out;
  if (marks.since > from) {
    out.append({charts::secondsOf(marks.since), widgets::wordShown(word(Mark::Kind::act)),
                QObject::tr("Too many acts before this to show")});
  }
  for (const Mark& mark : marks.marks) {
    charts::Marker marker{
        charts::secondsOf(mark.at), widgets::wordShown(word(mark.kind)), widgets::shown(mark.text), {}};
    if (mark.until) marker.until = charts::secondsOf(*mark.until);
    out.append(marker);
  }
  return out;
}

void feedMarks(bridge::Session& session, MetricsPage& page) {
  QObject::connect(&page, &MetricsPage::rangeShown, &page, [&session, &page](Timestamp from, Timestamp to) {
    if (!session.isReady() || !session.facts().schema.is_readable()) return page.showMarks({});
    session.read<Marks>(
        &page, QObject::tr("Reading the audit trail"),
        [from, to](bridge::Reader& reader) {
          return marks(reader.connection(), from, to, step_for(to - from, mostMarkSteps));
        },
        [&page, from](const Result<Marks>& read) {
          if (read) return page.showMarks(markersOf(*read, from));
          if (!read.error().is_cancelled()) page.showMarks({});
        });
  });
}

namespace {

using Cells = bridge::Confined<workspace::CellStore>;

// With what was kept of it, and what is counted kept: also where it is cancelled or fails.
Result<row_metrics::Reading> readKeeping(bridge::Reader& reader, const Request& request,
                                         row_metrics::Options options, const row_metrics::Subject& subject,
                                         Cells& store) {
  using Kept = Result<workspace::CellStore::Cells>;
  const Kept kept = store.call(
      [&](auto& file) { return file.cells(subject, row_metrics::window_of(request, options.ages)); });
  std::vector<row_metrics::Cell> known, counted;
  if (kept) {
    known.reserve(kept->size());
    for (const auto& cell : *kept) known.push_back(*cell);
  }
  options.on_cell = [&](const row_metrics::Cell& cell) { counted.push_back(cell); };
  auto reading = row_metrics::read_rows(reader.connection(), reader.profile(), request, known, options);
  // What could not be kept is counted again; the next reading of the file says what is wrong with it.
  const auto since = store.call([&](auto& file) {
    (void)file.keep(subject, counted, options.ages);
    return file.since(subject);
  });
  if (!reading) return reading;
  if (!kept) reading->chart.warnings.push_back(kept.error().sentence());
  if (since && *since)
    reading->chart.source += ", counted on this desktop since " + iso(**since).substr(0, 16) + "Z";
  return reading;
}

}  // namespace

RowsSource::RowsSource(bridge::Session& session, std::shared_ptr<Cells> cells, row_metrics::Options options,
                       QObject* parent)
    : Source(parent),
      session_(session),
      cells_(std::move(cells)),
      options_(std::move(options)),
      table_(new QObject(this)) {
  connect(&session_, &bridge::Session::profileChanged, this, [this] {
    forgetTable();
    emit offerChanged();
  });
  connect(&session_, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    // Whatever answers next may be another server.
    if (state != bridge::SessionState::ready) forgetTable();
    emit offerChanged();
  });
}

QString RowsSource::name() const {
  const tables::Profile& p = session_.profile();
  return tr("Rows of %1").arg(QString::fromStdString(visible(p.schema) + "." + visible(p.table)));
}

Offer RowsSource::offer() const {
  const row_metrics::Knowledge known = row_metrics::knowledge_of(session_.profile());
  Offer out;
  for (const std::string& metric : known.metrics) out.metrics.append(QString::fromStdString(metric));
  for (const std::string& name : known.distributions) out.distributions.append(QString::fromStdString(name));
  out.by = QVector<By>(known.by.begin(), known.by.end());
  const tables::Profile& p = session_.profile();
  const bool lacksCreated = p.created_at.empty() || p.created_at.has_unknown_zone();
  const QString noCreated = p.created_at.has_unknown_zone()
                                ? widgets::shown(known.why_not)
                                : tr("Rows are counted by the time of their creation, and no column is "
                                     "mapped as Created. Map it on the page Tables.");
  if (lacksCreated) {
    for (const char* metric : {"created", "completed", "failed", "oldest_in_progress_s", "lag_s"})
      out.whyNotOf.insert(QString::fromLatin1(metric), noCreated);
  }
  if (const auto spread = QStringLiteral("time_to_completion_ms");
      !out.distributions.contains(spread) && p.completed_at.empty()) {
    out.whyNotOf.insert(spread, lacksCreated ? tr("The time to completion needs Created and Completed, and "
                                                  "neither is mapped. Map them on the page Tables.")
                                             : tr("The time to completion needs Completed, and no column is "
                                                  "mapped as that. Map it on the page Tables."));
  } else if (lacksCreated) {
    out.whyNotOf.insert(spread, noCreated);
  }
  if (!session_.isReady()) out.whyNot = tr("Not connected: a table's rows are read from its server.");
  return out;
}

void RowsSource::forgetTable() {
  cancel();
  delete table_;
  table_ = new QObject(this);
  subject_.reset();
  isFindingSubject_ = false;
  requests_.clear();
  notRead_.clear();
}

void RowsSource::cancel() {
  waiting_.clear();
  turns_.clear();
  const auto whole = std::exchange(whole_, {});
  for (const bridge::JobId job : whole) session_.cancel(job);
  if (running_ >= 0) session_.cancel(job_);
  running_ = -1;
}

void RowsSource::ask(int tag, const Request& request) {
  requests_[tag] = request;
  turns_[tag] = ++turn_;
  if (!waiting_.contains(tag)) waiting_.append(tag);
  // Later, never within this call.
  QMetaObject::invokeMethod(
      table_, [this] { next(); }, Qt::QueuedConnection);
}

void RowsSource::readAll(int tag) {
  if (!requests_.contains(tag) || whole_.contains(tag) || !subject_) return;
  turns_[tag] = ++turn_;
  waiting_.removeAll(tag);
  read(tag, true);
}

void RowsSource::findSubject() {
  if (isFindingSubject_) return;
  isFindingSubject_ = true;
  using Found = std::optional<row_metrics::Subject>;
  session_.read<Found>(
      table_, tr("Finding the table"),
      [](bridge::Reader& reader) { return row_metrics::subject_of(reader.connection(), reader.profile()); },
      [this](const Result<Found>& found) {
        isFindingSubject_ = false;
        if (found) {
          subject_ = std::make_shared<const Found>(*found);
          next();
          return;
        }
        const auto tags = std::exchange(waiting_, {});
        for (const int tag : tags) {
          if (turns_.remove(tag) > 0) emit failed(tag, found.error());
        }
      });
}

void RowsSource::next() {
  if (running_ >= 0 || waiting_.isEmpty()) return;
  if (!subject_) {
    findSubject();
    return;
  }
  read(waiting_.takeFirst(), false);
}

void RowsSource::read(int tag, bool whole) {
  const Request request = requests_.value(tag);
  const quint64 turn = turns_.value(tag);
  row_metrics::Options options = options_;
  options.asked = whole;
  const auto job = [request, options, cells = cells_,
                    subject = *subject_](bridge::Reader& reader) mutable -> Result<row_metrics::Reading> {
    options.on_progress = [&reader](std::int64_t done, std::int64_t total) { reader.progress(done, total); };
    // A statement may take longer than a call usually does; the server's own timeout speaks first.
    if (options.asked) reader.connection().set_deadline(options.asked_limit + std::chrono::seconds(2));
    auto reading = cells && subject
                       ? readKeeping(reader, request, options, *subject, *cells)
                       : row_metrics::read_rows(reader.connection(), reader.profile(), request, {}, options);
    if (options.asked) reader.connection().set_deadline(pg::ConnectOptions{}.deadline);
    if (reading && cells && !subject) {
      reading->chart.warnings.push_back(
          tr("The counts of these rows are not kept: this user may not read the server's identity.")
              .toStdString());
    }
    return reading;
  };
  if (whole) {
    // In the background a later one of the same asker would end this one.
    auto* asker = new QObject(table_);
    whole_[tag] = session_.background<row_metrics::Reading>(
        asker, tr("Counting all rows"), job, [this, tag, turn, asker](Result<row_metrics::Reading> reading) {
          asker->deleteLater();
          whole_.remove(tag);
          take(tag, turn, std::move(reading));
        });
    return;
  }
  running_ = tag;
  job_ = session_.read<row_metrics::Reading>(table_, tr("Counting rows"), job,
                                             [this, tag, turn](Result<row_metrics::Reading> reading) {
                                               running_ = -1;
                                               take(tag, turn, std::move(reading));
                                               next();
                                             });
}

void RowsSource::take(int tag, quint64 turn, Result<row_metrics::Reading> reading) {
  if (turns_.value(tag) != turn) return;  // asked anew, or cancelled
  turns_.remove(tag);
  if (!reading) {
    emit failed(tag, reading.error());
    return;
  }
  notRead_[tag] = reading->not_read;
  emit answered(tag, reading->chart);
}

}  // namespace onceover::metrics
