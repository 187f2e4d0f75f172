// SPDX-License-Identifier: GPL-3.0-or-later
// One comparison of our keys with the gateway's ledger, in the background. Reads only.
//
// Threads: for the UI thread.
#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "core/drift/compare.h"
#include "core/drift/drift.h"
#include "ui/bridge/session.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::drift {

// What a person asks for.
struct Wanted {
  QString gatewayConfig;         // a file
  std::optional<Duration> last;  // up to now, by the database's clock; none: from…to of the options
  Options options;
};

// What it takes, before it runs.
struct Outlook {
  Options options;         // with the times in place
  std::int64_t toAsk = 0;  // questions, about; 0: not known
  browse::Forecast forecast;
  std::string sql;  // that finds the rows, page by page; empty where it was not run
};

class DriftRun : public QObject {
  Q_OBJECT
 public:
  explicit DriftRun(bridge::Session& session, QObject* parent = nullptr);

  // looked(), then start() with what was found; or failed().
  void look(const Wanted& wanted);
  void start(const QString& gatewayConfig, const Outlook& outlook);
  // The first time it ends with a report of what was compared until then, as soon as the question under way
  // is answered; the second time at once, without one.
  void cancel();
  // Nothing more is told of what runs.
  void leave();
  bool isRunning() const { return job_.has_value(); }
  // The table whose keys are, or were, compared.
  const std::shared_ptr<const tables::Profile>& table() const { return table_; }
  // How far it is, in words; with a rate and the rest once questions are asked.
  QString progress() const;
  // The questions of the whole comparison, about; 0: not known.
  std::int64_t toAsk() const { return toAsk_; }
  // 0…1; none: not known.
  std::optional<double> part() const;

 signals:
  void looked(const onceover::drift::Outlook& outlook);
  void progressed();
  void found(const onceover::drift::Report& soFar);  // more, on the way
  void ended(const onceover::drift::Report& report);
  void failed(const onceover::Error& error);

 private:
  // Shared with the worker.
  class Hand {
   public:
    std::atomic<bool> stops = false;
    std::atomic<std::int64_t> rows = 0, asked = 0, effects = 0;
    // A copy where something was found since the last one.
    void take(const Report& soFar);
    std::optional<Report> fresh();

   private:
    std::mutex mutex_;
    std::optional<Report> fresh_;
    std::size_t taken_ = 0;
  };

  bridge::Session& session_;
  std::shared_ptr<const tables::Profile> table_;
  std::shared_ptr<Hand> hand_;
  std::optional<bridge::JobId> job_;
  quint64 turn_ = 0;
  std::int64_t toAsk_ = 0;
  std::optional<Steady::time_point> asking_;  // since when
};

// What the page of drift says: pure functions, plain text, and differences as a table.

// "succeeded without effect", with its shape and tone.
widgets::Badge badgeOf(Kind kind);
// What it means, in a sentence.
QString meaningOf(Kind kind);
// The whole in a line: nothing disagrees, so many things do, or not all could be compared.
struct Headline {
  widgets::Badge badge;
  QString words;
};
Headline headlineOf(const Report& report);
// So many of a kind. Where not all was compared there may be more.
QString countInWords(const Report& report, std::int64_t n);
// For a list without a row: how much of what was to be compared that is said of. toAsk: about; 0: not known.
QString noneFoundIn(const Report& report, std::int64_t toAsk);
// What was compared, in a line or two, without the counts that are shown beside; times by the clock.
QString totalsOf(const Report& report, widgets::ClockChoice clock);
// "succeeded 12.50 EUR", and the gateway's side.
QString hereOf(const Found& found);
QString thereOf(const Found& found, widgets::ClockChoice clock);

// The rows are those of one kind; found_ keeps all.
class FindingsModel : public widgets::RowsModel<Found> {
  Q_OBJECT
 public:
  enum Columns { kind, key, operation, tenant, here, there, why };
  explicit FindingsModel(QObject* parent = nullptr);

  void setFound(std::vector<Found> found);
  // Those that the rows lack of a list that has grown.
  void grow(const std::vector<Found>& found);
  // Of one kind alone; none: of all.
  void setOnly(std::optional<Kind> only);
  std::optional<Kind> only() const { return only_; }

 private:
  std::vector<Found> found_;
  std::optional<Kind> only_;
};

}  // namespace onceover::drift
