// What the dashboard is asked: which source, which time, whose keys, split by what, compared with when.
#pragma once

#include <QWidget>
#include <optional>
#include <string>

#include "ui/metrics/source.h"
#include "ui/metrics/time_frame.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/tones.h"

namespace onceover::metrics {

struct Comparison {
  Duration back{0};  // 0: with nothing
  QString when;      // "yesterday"
};

class Controls : public QWidget {
  Q_OBJECT
 public:
  explicit Controls(QWidget* parent = nullptr);

  void setSources(const QStringList& names, int current);
  // Which splits the source can make; the one that is chosen goes where it cannot.
  void setSplits(const QVector<By>& by);
  void setFrame(const TimeFrames& frames, widgets::ClockChoice clock);
  void setNames(const std::vector<std::string>& tenants, const std::vector<std::string>& operations);
  // Actions that have a button of their own, and those of the menu at the end.
  void addButton(QAction* action, bool hasText);
  void addMenu(QMenu* menu, const QString& text);

  std::string tenant() const;
  std::string operation() const;
  By split() const;
  Comparison comparison() const;
  Duration span() const;
  // True where there is such a span.
  bool chooseSpan(Duration span);
  void focusSearch();

 signals:
  void sourceChosen(int index);
  void spanChosen(onceover::Duration span);
  void changed();  // tenant, operation, split, comparison

 private:
  void offer(QComboBox* box, const std::vector<std::string>& values);
  QComboBox *source_, *span_, *tenant_, *operation_, *split_, *compare_;
};

}  // namespace onceover::metrics
