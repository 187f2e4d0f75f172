// SPDX-License-Identifier: GPL-3.0-or-later
// Window, table size and retry policy decided with figures: sizes, schedules, storms, amplification. Needs no
// rows; reads the table's shape when asked to.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/calculator/events.h"
#include "ui/calculator/inputs.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::calculator {

class Inputs;
class LayersTab;
class ScheduleTab;
class SizeTab;
class OutboxTab;
class InboxTab;
class StormTab;

class CalculatorPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit CalculatorPage(bridge::Session& session, QWidget* parent = nullptr);

  // Nothing is read anew but what was asked for: what is planned is what stands in the fields.
  void refresh() override;
  QString whyNotLive() const override { return tr("nothing is read here"); }
  bool worksOffline() const override { return true; }
  QString shownSql() const override;

 protected:
  void memoryChanged() override;
  void hideEvent(QHideEvent* event) override;

 private:
  std::vector<Inputs*> inputs() const;
  void passWindows();
  QTabWidget* tabs_;
  SizeTab* size_;
  OutboxTab* outbox_;
  InboxTab* inbox_;
  ScheduleTab* schedule_;
  StormTab* storm_;
  LayersTab* layers_;
};

// Outbox and inbox: what their tables grow to, from what an event has. Each figure with its sum.

class FiguresPane;

class EventsTab : public QWidget {
  Q_OBJECT
 public:
  Inputs* inputs() const { return inputs_; }

 protected:
  // name: under which the fields are kept.
  EventsTab(const QString& name, QWidget* parent);
  // Once, after the fields: lays out and computes.
  void start();
  // Groups of fields that both tabs have.
  void addRate();
  void addBody(const QString& heading, const QString& tip);
  void addCosts();
  EventFlow flow() const;
  virtual Result<EventSizing> size() const = 0;
  // In a card above the figures; nothing: no card.
  virtual void judge(const EventSizing&) {}

  widgets::Card* verdictCard_;
  widgets::BadgeLabel* verdict_;
  widgets::PlainLabel* verdictWords_;

 private:
  void compute();
  Inputs* inputs_;
  QDoubleSpinBox *rate_ = nullptr, *payload_ = nullptr, *compressed_ = nullptr, *headers_ = nullptr,
                 *contentType_ = nullptr, *price_ = nullptr;
  QLineEdit *byHour_ = nullptr, *currency_ = nullptr;
  SpanEdit* checkpoint_ = nullptr;
  widgets::PlainLabel* note_;
  FiguresPane* figures_;
  bool hasFigures_ = false;
};

class OutboxTab : public EventsTab {
  Q_OBJECT
 public:
  explicit OutboxTab(QWidget* parent = nullptr);

 protected:
  Result<EventSizing> size() const override;
  void judge(const EventSizing& sizing) override;

 private:
  QDoubleSpinBox *topic_, *aggregateType_, *aggregateId_, *type_, *correlation_;
  SpanEdit *retention_, *partition_;
};

class InboxTab : public EventsTab {
  Q_OBJECT
 public:
  explicit InboxTab(QWidget* parent = nullptr);

 protected:
  Result<EventSizing> size() const override;

 private:
  QComboBox* reception_;
  QCheckBox *keepsPayload_, *randomIds_;
  QDoubleSpinBox *consumer_, *source_, *id_, *fingerprint_, *aggregate_, *owner_, *vacuum_;
  SpanEdit* retention_;
};

}  // namespace onceover::calculator
