// SPDX-License-Identifier: GPL-3.0-or-later
// Which cards the dashboard has, and how a person has arranged them. Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <string>

#include "core/alerts/rules.h"
#include "core/browse/browser.h"
#include "core/metrics/chart.h"
#include "ui/charts/plane_chart.h"
#include "ui/metrics/source.h"

namespace onceover::metrics {

struct CardSpec {
  QString id;     // kept on desktops: never changed
  QString title;  // "Stuck and waiting"
  QStringList metrics;
  QString distribution;    // instead of metrics
  QString elsewhere = {};  // where no database has it: what counts it, in sentences
  bool isSpread() const { return !distribution.isEmpty(); }
};
// In the order in which they stand until a person moves them. The metrics of a card share a unit.
const QVector<CardSpec>& cardSpecs();

// The words of a metric: "settled: succeeded". Of a name nobody knows: the name.
QString labelOf(const QString& metric);
charts::ChartUnit unitOf(const QString& metric);
// What numbers of the card are: "keys per 5 min", "keys", "how long".
QString unitWords(const CardSpec& spec, Duration step);

// The limits of the rules that watch a metric, as a chart draws them: "warning above 5 min". None: no rule
// watches it, or it is off.
QVector<charts::Threshold> thresholdsOf(const QString& metric, const alerts::Settings& rules);

// Why the card has nothing to show from that source, in a sentence; empty: it has. part: what of it is
// missing, empty: nothing.
QString whyNotKnown(const CardSpec& spec, const QString& source, const Offer& offer);
QString partNotKnown(const CardSpec& spec, const Offer& offer);

// Why the card has nothing to show from any of them now: as a source says it, or as whyNotKnown() of the
// chosen one.
QString whyNowhere(const CardSpec& spec, const QString& chosenName, int chosen, const QVector<Offer>& offers);

// Whose numbers the card shows: those of the chosen source where it knows them, else of the first that does;
// −1: nobody does now.
int sourceOf(const CardSpec& spec, int chosen, const QVector<Offer>& offers);

struct CardPlace {
  QString id;
  bool isShown = true, isLarge = false;
  bool operator==(const CardPlace&) const = default;
};

class Arrangement {
 public:
  Arrangement();  // every card, as the specs stand
  // What was kept; cards it does not know stand behind it, cards that are no more are left out. Nonsense is
  // the default.
  static Arrangement fromText(const QString& kept);
  QString toText() const;

  const QVector<CardPlace>& places() const { return places_; }
  void setShown(const QString& id, bool shown);
  void setLarge(const QString& id, bool large);
  // Before the shown card in front of it, or behind the next. False: it stands at the end already.
  bool move(const QString& id, int direction);
  bool operator==(const Arrangement&) const = default;

 private:
  CardPlace* place(const QString& id);
  QVector<CardPlace> places_;
};

// What stands behind a point of a chart: rows, acts, or nothing that can be listed, and then why. Pure.
struct Place {
  std::string metric;  // of a line, or the name of a distribution
  By by = By::nothing;
  std::optional<std::string> group;  // none: of all, or of the rest
  Timestamp from, to;                // the step
  std::string tenant, operation;     // of the whole page; empty: all
};

struct Behind {
  std::optional<browse::Filter> rows;
  bool acts = false;  // instead of rows: what was done in the step
  QString whyNot;     // instead of both, a sentence
};
// Rows are told by when they were created: it is the one time that every table keeps. What stands is asked as
// it is now.
Behind behind(const Place& place);

}  // namespace onceover::metrics
