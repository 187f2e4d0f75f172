#include "ui/metrics/rows_source.h"

#include <QStringList>
#include <mutex>

#include "core/base/text.h"

namespace onceover::metrics {

// What a worker has counted, for the UI thread to keep, cancelled or not.
struct RowsSource::Counted {
  tally::Subject subject;
  std::mutex mutex;
  std::vector<tally::Cell> cells;

  void add(const tally::Cell& cell) {
    const std::lock_guard lock(mutex);
    cells.push_back(cell);
  }
  std::vector<tally::Cell> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(cells, {});
  }
};

RowsSource::RowsSource(bridge::Session& session, workspace::CellStore* cells, QObject* parent)
    : Source(parent), session_(session), cells_(cells), table_(new QObject(this)) {
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
  const profile::Profile& p = session_.profile();
  return tr("Rows of %1").arg(QString::fromStdString(visible(p.schema) + "." + visible(p.table)));
}

Offer RowsSource::offer() const {
  const tally::Knowledge known = tally::knowledge_of(session_.profile());
  Offer out;
  for (const std::string& metric : known.metrics) out.metrics.append(QString::fromStdString(metric));
  for (const std::string& name : known.distributions) out.distributions.append(QString::fromStdString(name));
  out.by = QVector<By>(known.by.begin(), known.by.end());
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
  const bool wasReadingAll = isReadingAll();
  const auto whole = std::exchange(whole_, {});
  for (const bridge::JobId job : whole) session_.cancel(job);
  if (running_ >= 0) session_.cancel(job_);
  running_ = -1;
  if (wasReadingAll) emit readingAllChanged(false);
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
  using Found = std::optional<tally::Subject>;
  session_.read<Found>(
      table_, tr("Finding the table"), [](bridge::Reader& reader) { return tally::subject_of(reader.connection(), reader.profile()); },
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
  tally::Options options = options_;
  options.asked = whole;
  workspace::CellStore::Cells kept;
  QString problem;
  std::shared_ptr<Counted> counted;
  if (cells_ != nullptr && *subject_) {
    counted = std::make_shared<Counted>();
    counted->subject = **subject_;
    auto found = cells_->cells(counted->subject, tally::window_of(request, options.ages));
    if (found) kept = std::move(*found);
    if (!found) problem = QString::fromStdString(found.error().sentence());
  }
  if (cells_ != nullptr && !*subject_)
    problem = tr("Nothing is kept of these rows: this user may not read by what the server is told from others.");
  const auto job = [request, kept, options, counted](bridge::Reader& reader) mutable {
    options.on_progress = [&reader](std::int64_t done, std::int64_t total) { reader.progress(done, total); };
    if (counted) options.on_cell = [counted](const tally::Cell& cell) { counted->add(cell); };
    // Copied here, since they may be many.
    std::vector<tally::Cell> cells;
    cells.reserve(kept.size());
    for (const auto& cell : kept) cells.push_back(*cell);
    if (!options.asked) return tally::read_rows(reader.connection(), reader.profile(), request, cells, options);
    // A statement may take longer than a call usually does; the server's own timeout speaks first.
    reader.connection().set_deadline(options.asked_limit + std::chrono::seconds(2));
    auto reading = tally::read_rows(reader.connection(), reader.profile(), request, cells, options);
    reader.connection().set_deadline(pg::ConnectOptions{}.deadline);
    return reading;
  };
  if (whole) {
    // In the background a later one of the same asker would end this one.
    auto* asker = new QObject(table_);
    whole_[tag] = session_.background<tally::Reading>(asker, tr("Counting all rows"), job,
                                                      [this, tag, turn, counted, problem, asker](Result<tally::Reading> reading) {
                                                        asker->deleteLater();
                                                        keep(counted);
                                                        if (whole_.remove(tag) > 0) emit readingAllChanged(isReadingAll());
                                                        take(tag, turn, std::move(reading), problem);
                                                      });
    emit readingAllChanged(true);
    return;
  }
  running_ = tag;
  job_ =
      session_.read<tally::Reading>(table_, tr("Counting rows"), job, [this, tag, turn, counted, problem](Result<tally::Reading> reading) {
        keep(counted);
        running_ = -1;
        take(tag, turn, std::move(reading), problem);
        next();
      });
}

void RowsSource::keep(const std::shared_ptr<Counted>& counted) {
  if (!counted || cells_ == nullptr) return;
  // What could not be kept is counted again; the next reading of the file says what is wrong with it.
  (void)cells_->keep(counted->subject, counted->take(), options_.ages);
}

void RowsSource::take(int tag, quint64 turn, Result<tally::Reading> reading, const QString& problem) {
  if (turns_.value(tag) != turn) return;  // asked anew, or cancelled
  turns_.remove(tag);
  if (!reading) {
    emit failed(tag, reading.error());
    return;
  }
  if (!problem.isEmpty()) reading->chart.warnings.push_back(problem.toStdString());
  if (cells_ != nullptr && subject_ && *subject_) {
    if (auto since = cells_->since(**subject_); since && *since)
      reading->chart.source += ", counted on this desktop since " + iso(**since).substr(0, 16) + "Z";
  }
  notRead_[tag] = reading->not_read;
  emit notReadChanged(tag, reading->not_read);
  emit answered(tag, reading->chart);
}

}  // namespace onceover::metrics
