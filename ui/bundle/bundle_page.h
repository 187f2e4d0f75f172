// SPDX-License-Identifier: GPL-3.0-or-later
// An incident bundle, opened from its file: read-only, without any connection.
#pragma once

#include <QList>
#include <memory>
#include <optional>

#include "core/bundle/bundle.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"
#include "ui/widgets/table.h"

namespace onceover::bundle {

class SectionCard;

class BundlePage : public widgets::Page {
  Q_OBJECT
 public:
  explicit BundlePage(bridge::Session& session, QWidget* parent = nullptr);

  // Reads it off the UI thread. Where it cannot be opened, what is shown stays, with the reason above it.
  void openFile(const QString& path);

  void refresh() override {}
  QString shownSql() const override;
  void focusSearch() override;
  QString whyNotLive() const override { return tr("this is a file"); }
  bool worksOffline() const override { return true; }

 signals:
  void opened(bool well);  // a file was read, or why it could not be is shown

 protected:
  void clockChanged() override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void askFile();
  void showBundle(const QString& path, const std::shared_ptr<const Bundle>& bundle);
  void showProblem(const QString& path, const Error& error);
  void goTo(int section);
  void add(const QString& title, QWidget* card);

  std::shared_ptr<const Bundle> bundle_;
  QString wanted_;  // the file that is read now; the latest wins
  QAction* open_;
  widgets::PlainLabel* problem_;
  QListWidget* places_;
  QScrollArea* scroll_;
  QVBoxLayout* column_ = nullptr;
  QList<QWidget*> cards_;
  QList<SectionCard*> sections_;
};

}  // namespace onceover::bundle

// One section of a bundle: sentences, fields, tables, charts.

namespace onceover::charts {
class TimeChart;
}

namespace onceover::bundle {

class SectionCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit SectionCard(const Section& section, QWidget* parent = nullptr);
  void setClock(widgets::ClockChoice clock);

 private:
  void addNotes(const Section& section);
  void addTable(const Table& table);
  void addChart(const Chart& chart);
  QList<charts::TimeChart*> charts_;
};

// Names beside values, which can be selected; a long value in a box of its own.
QWidget* fieldsOf(const std::vector<Field>& fields);

// A table of a bundle, for a view.
class CellsModel : public widgets::RowsModel<std::vector<Value>> {
  Q_OBJECT
 public:
  explicit CellsModel(const Table& table, QObject* parent = nullptr);
  // Every column with its name, a line each.
  QString rowInWords(int row) const;

 private:
  std::vector<std::string> names_;
};

// A value for the screen: one line, cut at `most` characters.
QString oneLine(const Value& value, int most);
// The same in as many lines as it has; what is masked, cut or NULL says so.
QString inLines(const Value& value);

}  // namespace onceover::bundle
