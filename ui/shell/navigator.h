// SPDX-License-Identifier: GPL-3.0-or-later
// Where a person is: a page in its place, the tab that was last used there, back and forward, and the table
// that a page reads.
#pragma once

#include <QActionGroup>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStackedWidget>
#include <type_traits>

#include "core/reconcile/case_list.h"
#include "ui/shell/memory.h"
#include "ui/shell/pages.h"

namespace onceover::shell {

class PlaceTabs;

class Navigator : public QObject {
  Q_OBJECT
 public:
  // stack: where the pages are shown; who: of what leads to a place, one of which is checked. All must
  // outlive it.
  Navigator(bridge::Session& session, const QList<PageEntry>& pages, QStackedWidget& stack,
            QActionGroup& who);

  const QList<PageEntry>& entries() const { return entries_; }
  const QList<widgets::Page*>& pages() const { return pages_; }
  QStringList ids() const;
  int current() const;  // -1: none of them
  widgets::Page* page() const { return pages_.value(current()); }
  QString idHere() const { return entries_.value(current()).id; }
  // Of the navigation, in its order; of the palette, each name once.
  const QList<QAction*>& placeActions() const { return placeActions_; }
  QList<QAction*> paletteActions() const;
  QAction* pageAction(int index) const { return pageActions_[index]; }
  QAction* backward() const { return backward_; }
  QAction* forward() const { return forward_; }
  PlaceTabs* tabs() const { return tabs_; }
  // What is above the page: its own title, or the place's where tabs name the pages.
  QString title() const;

  // Whether it has something to show for the table that is read.
  bool isOfTable(int index) const;
  // Of a page that has nothing to show for this table and a home (pages.h): its table is read first.
  void show(int index);
  void goTo(const QString& id);  // nothing where there is none
  // As a person does: in the table of its home, at its beginning, with the focus in its first row.
  void choose(int index);
  void choosePlace(int place);
  void showFirst();

  void openCase(const key::Identity& id);
  void openRow(const std::shared_ptr<const tables::Profile>& table, const key::Identity& id);
  void openListedCase(const reconcile::ListedCase& one);
  void openPlan(const QString& name);
  void openMapping(const QString& role);
  void showRows(const browse::Filter& filter);
  void showActs(Timestamp from, Timestamp to);
  void planRows(const browse::Filter& filter);
  void planThese(const std::vector<key::Identity>& ids);
  void showAudit(qint64 number);
  void offerWalk(const browse::Filter& filter);
  void openFile(const QString& path);

  void back();
  void ahead();
  // However many steps lead there, it is one visit.
  Result<void> asOneVisit(const std::function<Result<void>()>& lead);
  void forgetVisits();
  // The table that is read is another one: filters and places of a listing are those of the table before.
  // True where the page that is shown is to be read anew.
  bool noteTable();
  // A page that has nothing to show for this table is not listed: an empty one would pass for an answer.
  void list();
  // Whether pages can be read over the connection; which pages can be used without one is theirs to say.
  void setUsable(bool usable);
  void followTabs();

 signals:
  void shown();    // another page, or the same one anew
  void changed();  // titles, tabs, whether there is a way back

 private:
  void make(int index);
  void makePlaces();
  QAction* added(const QString& text, const QList<QKeySequence>& keys, void (Navigator::*slot)());
  template <class... Given>
  void lead(std::function<void(widgets::Page&, Given...)> PageEntry::*to, bool isShownFirst,
            std::type_identity_t<Given>... given);
  std::shared_ptr<const tables::Profile> homeOf(int index) const;
  QString titleOf(int index) const;
  QList<int> listedIn(int place) const;
  void switchTable(std::shared_ptr<const tables::Profile> table);
  void leave();
  void noteVisit();
  void travel(const Visit& visit);
  void step(int by);
  void nextTab() { step(1); }
  void previousTab() { step(-1); }
  void followPlaces();
  void arrive();

  bridge::Session& session_;
  QList<PageEntry> entries_;
  QStackedWidget& stack_;
  QActionGroup& who_;
  QList<widgets::Page*> pages_;
  QList<QAction*> pageActions_, placeActions_, tabActions_;
  QAction *backward_, *forward_;
  PlaceTabs* tabs_;
  History history_;
  QHash<QString, widgets::Place> leftAt_;  // where each page was left, by its id
  QHash<int, int> lastIn_;                 // the page that was last shown in a place
  QPointer<widgets::Page> arriving_;       // its first row is still to have the focus
  bool hasFile_ = false;                   // one was opened, so that its page is listed
  bool travels_ = false;                   // the visit is recorded once, at its end
  bool switches_ = false;                  // the table of a page that is shown next is being chosen
};

}  // namespace onceover::shell
