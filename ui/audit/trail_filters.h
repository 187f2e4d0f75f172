// What of the trail is listed: a key, who, which acts, when. Says changed() when a person has chosen; what is called here says nothing.
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <utility>

#include "core/audit/audit.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/tones.h"

namespace onceover::audit {

class TrailFilters : public QWidget {
  Q_OBJECT
 public:
  explicit TrailFilters(QWidget* parent = nullptr);

  Filter filter(Timestamp now) const;
  bool isFiltered() const;
  void clear();
  // These alone, behind a clear().
  void chooseKey(const std::string& key);
  void chooseTime(Timestamp from, Timestamp to);
  // Key, actor, action and time of it. False, and nothing changes, where no such action is listed.
  bool choose(const Filter& filter);
  void setClock(widgets::ClockChoice clock);
  void focusKey();
  // At the end of the row.
  void addButton(QPushButton* button);

 signals:
  void changed();
  void clearRequested();

 private:
  void nameTime();

  QLineEdit *key_, *actor_;
  QComboBox *action_, *time_;
  std::optional<std::pair<Timestamp, Timestamp>> chosenTime_;  // while the last of the times in the list is one
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::audit
