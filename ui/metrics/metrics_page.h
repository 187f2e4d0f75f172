// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard: at a glance whether retries are normal, a storm, a client's mistake or a dying executor;
// where, and since when.
#pragma once

#include <QHash>
#include <QSet>
#include <QTimer>
#include <QVector>

#include "core/metrics/change.h"
#include "ui/charts/plane_chart.h"
#include "ui/metrics/cards.h"
#include "ui/metrics/controls.h"
#include "ui/metrics/source.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::metrics {

class Board;
class ChartCard;
class Wall;

class MetricsPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit MetricsPage(bridge::Session& session, QWidget* parent = nullptr);
  ~MetricsPage() override;

  // One more to choose from; the page owns it. The first is shown until a person chooses.
  void addSource(Source* source);
  Source* source() const { return sources_.value(current_); }
  // Acts, plans, sweeps in the range, on every chart.
  void showMarks(const QVector<charts::Marker>& marks);
  // What the alert rules watch, drawn in the charts.
  void setRules(const alerts::Settings& rules);

  void refresh() override;
  QString shownSql() const override { return asked_; }
  void focusSearch() override;
  QString whyNotLive() const override;
  widgets::Place place() const override;
  widgets::Place placeForOthers() const override;
  Result<void> showPlace(const widgets::Place& place) override;
  bool isPaused() const { return paused_; }
  bool isOnWall() const { return wall_ != nullptr; }
  void setOnWall(bool on);
  // What fires, for a wall, where no banner of the window is seen; empty: nothing.
  void setAlarm(const QString& words, widgets::Tone tone);
  // The whole board, hidden rows of the scroll area too.
  QImage picture() const;
  Result<void> exportTo(const QString& path) const;

 signals:
  // asked for: whoever has marks shows them
  void rangeShown(onceover::Timestamp from, onceover::Timestamp to);
  void shown();  // an answer is on the cards
  void exported(const QString& path);

 protected:
  void clockChanged() override;
  void memoryChanged() override;

 private:
  struct Question {
    Request request;
    Comparison comparison;
    QVector<Offer> offers;         // of each source
    QHash<int, Request> standIns;  // by source: what the chosen one does not know
    const Offer& of(int source) const { return offers[source]; }
  };
  void buildActions();
  void buildBoard();
  QAction* pageAction(const QString& text, const QString& icon, const QKeySequence& shortcut,
                      const std::function<void()>& run);
  void listSources();
  void chooseSource(int index);
  void ask(bool anew);
  void askSplit(const Question& asked);
  void send(Source* to, int tag, const Request& request);
  void forgetAnswers();
  Question question() const;
  QVector<Offer> offers() const;
  void noteUnknown(const QVector<Offer>& offers);
  void take(int tag, const Chart& chart);
  void takeFailure(int tag, const Error& error);
  void showCard(ChartCard* card);
  void showAll();  // once something was asked
  // What changed, in a sentence; and where, once that is asked and answered.
  void sayChange();
  void askWhere();
  void readNames();
  void zoom(double from, double to);
  void zoomBack();
  void frameChanged();
  void openPlace(const std::string& metric, const std::optional<std::string>& group, double from, double to);
  void note(const QString& words);
  void setPaused(bool paused);
  void askExport();
  void fillCardsMenu();
  void keepArrangement();
  void noteWall();
  int sourceOfCard(const ChartCard& card) const;
  void noteNotRead(int tag);
  static bool isStandIn(int tag) { return tag >= standInTag(0) && tag < tagOf(0); }
  // Whose answers say how old the page is, and whether it is current: the chosen source's; of stand-ins where
  // that one is asked nothing.
  bool leads(int tag) const;
  // The first two are the chosen source's whole answers; those of stand-ins and of split cards follow.
  static int standInTag(int source) { return 2 + source; }
  static int tagOf(int card) { return 20 + card; }
  // Of a change: by operation and by tenant, two for each.
  static int whereTag(int change, By by) { return 100 + 2 * change + (by == By::tenant ? 1 : 0); }

  QVector<Source*> sources_;
  int current_ = 0;
  TimeFrames frames_;
  std::optional<Question> last_;
  QSet<int> waiting_;             // tags that are asked and not answered
  QHash<int, Chart> answers_;     // of what was asked last, as they come
  QHash<int, Error> failures_;    // where no answer came
  std::optional<Error> problem_;  // of the last answer
  QVector<charts::Marker> marks_;
  QString asked_;
  std::optional<Timestamp> namesRead_;
  bool paused_ = false;

  Controls* controls_;
  Board* board_;
  QScrollArea* scroll_;
  widgets::PlainLabel *changed_, *note_;
  std::vector<Change> changes_;  // of the last whole answer
  QPushButton* readAll_;
  std::optional<std::pair<Source*, int>> unread_;  // whose rows were not read, and of which question
  QMenu* cardsMenu_;
  QAction *pause_, *back_;
  Wall* wall_ = nullptr;
  QString alarm_;
  widgets::Tone alarmTone_ = widgets::Tone::neutral;
  QTimer wallTimer_;
};

}  // namespace onceover::metrics
