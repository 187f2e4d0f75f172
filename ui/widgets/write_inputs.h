// What a person gives for a write: the answer of clients, the length of a lease, what shows it, and that nobody is at work.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <string>

#include "core/base/time.h"
#include "core/key/types.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

class WriteInputs : public QWidget {
  Q_OBJECT
 public:
  struct Status {
    int first = 201, from = 100, to = 599;
  };
  // Each is asked for where it is set.
  struct Wanted {
    std::optional<Status> status;
    std::optional<QString> contentType;
    bool body = false;
    std::optional<std::string> givenBody;  // of the body: it is known, is shown masked, and cannot be typed
    bool lease = false;
    bool whatShowsIt = false;
    QString held;  // the words of the box; empty: none
  };
  explicit WriteInputs(const Wanted& wanted, QWidget* parent = nullptr);

  std::optional<int> status() const;
  std::optional<std::string> body() const;
  // Status, type and body, for clients; none: no status is asked for. A type goes with a body only.
  std::optional<key::StoredResponse> response() const;
  std::optional<Duration> lease() const;
  QString whatShowsIt() const;
  bool asksHeld() const { return held_ != nullptr; }
  bool isHeld() const;
  // Whether a known body is hidden.
  bool isMasked() const;
  // The answer of clients as at first.
  void clear();

 signals:
  void edited();

 private:
  void add(const QString& name, QWidget* field);
  void addBody();
  Wanted wanted_;
  QFormLayout* form_;
  QSpinBox *status_ = nullptr, *minutes_ = nullptr;
  QLineEdit *contentType_ = nullptr, *shows_ = nullptr;
  BodyEdit* body_ = nullptr;
  JsonView* given_ = nullptr;
  QCheckBox* held_ = nullptr;
};

}  // namespace onceover::widgets
