// Outbox and inbox: what their tables grow to, from what an event has. Each figure with its sum.
#pragma once

#include <QWidget>
#include <optional>

#include "core/calculator/events.h"
#include "ui/calculator/inputs.h"
#include "ui/widgets/forward.h"

namespace onceover::calculator {

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
  QDoubleSpinBox *rate_ = nullptr, *payload_ = nullptr, *compressed_ = nullptr, *headers_ = nullptr, *contentType_ = nullptr,
                 *price_ = nullptr;
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
