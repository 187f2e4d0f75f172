// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview shows, read in one go on the worker. A part that cannot be read is missing and says why;
// the rest is shown.
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/approval/approval.h"
#include "core/browse/browser.h"
#include "core/events/events.h"
#include "core/key/money.h"
#include "core/metrics/history.h"
#include "core/outbox/operate.h"
#include "core/reconcile/stop_switch.h"
#include "core/unfinished/answer.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/forward.h"

namespace onceover::overview {

// What the numbers of the second row are about, and how far back their lines reach.
inline constexpr Duration recently = std::chrono::minutes(5);
inline constexpr Duration lineSpan = std::chrono::minutes(30);
inline constexpr Duration lineStep = std::chrono::seconds(30);

struct Counted {
  std::vector<metrics::Total> totals;  // of the last five minutes
  metrics::History history;
  std::vector<metrics::SettledElsewhere> elsewhere;  // by plans and people, over lineSpan
  Timestamp asOf;

  // Sum over the series whose name is `name` or begins with `name` and a dot.
  std::int64_t now(std::string_view name) const;
  std::vector<double> line(std::string_view name) const;
};

// Of our own outbox and inbox.
struct Events {
  std::vector<outbox::RelayView> relays;
  std::vector<events::Backlog> inbox;  // consumers with dead letters, or events that no worker takes

  // Nothing to show: no relay was ever started, and no received event has failed.
  bool isNone() const { return relays.empty() && deadLetters() == 0; }
  bool isLagExact() const;
  // Of the relay that is furthest behind; `exact` false: so much at least, or unknown.
  std::int64_t lag() const;
  std::optional<Duration> behind() const;
  std::int64_t parked() const;
  std::int64_t dead() const;
  // Of the inbox; more than events::most_counted: so many at least.
  std::int64_t deadLetters() const;
  std::optional<Timestamp> oldestDeadLetter() const;
};

struct Glance {
  browse::StateCounts counts;
  std::vector<browse::StuckGroup> groups;
  key::Sums money;                          // of all stuck keys
  std::vector<browse::KeyRow> oldestStuck;  // a few
  std::optional<Error> listProblem;         // why groups or the oldest are missing
  std::optional<Counted> counted;
  std::optional<Error> countedProblem;
  std::optional<Events> events;
  std::optional<Error> eventsProblem;
  std::optional<std::int64_t>
      approvals;  // requests that wait for a second approver; none: they could not be read
  std::optional<reconcile::StopSwitch> stop;  // none: it could not be read
  shift::StuckWords elsewhere;                // in the tables that are described beside our own
  bool isQuietElsewhere() const { return elsewhere.stuck.empty() && elsewhere.unknown.empty(); }
  std::string sql;
};

Result<Glance> readGlance(bridge::Reader& reader, const bridge::DescribedTables& described);

// "Is it bad?", in a sentence a tired person understands. Pure: what was read in, words out.

struct Situation {
  unfinished::Answer unfinished;
  std::int64_t needsHuman = 0;
  bool isEmpty = false;                 // no key at all
  std::vector<std::string> operations;  // of the stuck keys, most stuck first; empty: not known
  key::Sums money = {};                 // of the stuck keys; empty: none, or not known
  bool stopped = false;
  // Within the last five minutes; none: no process counts, or it could not be read.
  std::optional<std::int64_t> settled, mismatches;
  shift::StuckWords elsewhere = {};  // of other tables of this database
};

struct Headline {
  widgets::Tone tone = widgets::Tone::ok;
  QString icon;      // a name of widgets/icon.h
  QString sentence;  // plain text
  QStringList details;
};

Headline headlineOf(const Situation& situation);

Situation situationOf(const Glance& glance);
// What stands above everything while the stop switch is on.
Headline stopHeadline(const reconcile::StopSwitch& stop, Timestamp asOf);

// The headline: an icon in its tone, the sentence, and what else is worth knowing.
class HeadlineView : public QWidget {
  Q_OBJECT
 public:
  explicit HeadlineView(QWidget* parent = nullptr);
  void setHeadline(const Headline& headline);
  QString sentence() const;
  QString details() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Headline headline_;
  widgets::PlainLabel *sentence_, *details_;
};

}  // namespace onceover::overview
