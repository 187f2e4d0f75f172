// In place of rows: what a query would cost before it runs, and the choice.
#pragma once

#include <QWidget>

#include "core/browse/browser.h"
#include "ui/widgets/forward.h"

namespace onceover::keys {

// "This reads about 12 million rows to find about 300." Pure.
QString costInWords(const browse::Forecast& forecast);

class ScanWarning : public QWidget {
  Q_OBJECT
 public:
  explicit ScanWarning(QWidget* parent = nullptr);
  void setForecast(const browse::Forecast& forecast);
  QString words() const;

 signals:
  void runRequested();
  void narrowRequested();

 private:
  widgets::PlainLabel *cost_, *why_;
  QPushButton *run_, *narrow_;
};

}  // namespace onceover::keys
