// "Is it bad?", in a sentence a tired person understands. Pure: what was read in, words out.
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/key/money.h"
#include "core/unfinished/answer.h"
#include "ui/widgets/forward.h"

namespace onceover::overview {

struct Situation {
  unfinished::Answer unfinished;
  std::int64_t needsHuman = 0;
  bool isEmpty = false;                 // no key at all
  std::vector<std::string> operations;  // of the stuck keys, most stuck first; empty: not known
  key::Sums money = {};                 // of the stuck keys; empty: none, or not known
  bool stopped = false;
  // Within the last five minutes; none: nobody counts, or it could not be read.
  std::optional<std::int64_t> settled, mismatches;
};

struct Headline {
  widgets::Tone tone = widgets::Tone::ok;
  QString icon;      // a name of widgets/icon.h
  QString sentence;  // plain text
  QStringList details;
};

Headline headlineOf(const Situation& situation);

// The headline: an icon in its tone, the sentence, and what else is worth knowing.
class HeadlineView : public QWidget {
  Q_OBJECT
 public:
  explicit HeadlineView(QWidget* parent = nullptr);
  void setHeadline(const Headline& headline);
  QString sentence() const;
  QString details() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Headline headline_;
  widgets::PlainLabel *sentence_, *details_;
};

}  // namespace onceover::overview
