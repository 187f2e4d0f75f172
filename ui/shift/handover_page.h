// SPDX-License-Identifier: GPL-3.0-or-later
// The hand-over note of this shift, with the person's own words at its top: to read, to copy and to save as
// Markdown.
#pragma once

#include <QPlainTextEdit>
#include <QTextEdit>

#include "core/audit/audit.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"
#include "ui/widgets/text.h"

namespace onceover::shift {

class HandoverPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit HandoverPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override { return note_ ? widgets::text(note_->sql) : QString(); }
  void focusSearch() override { words_->setFocus(); }
  QWidget* firstRows() const override { return words_; }
  QString unsaved() const override;
  // What is copied and saved.
  QString markdown() const;
  void exportTo(const QString& path);

 private:
  void showNote();
  void copy();

  std::optional<HandOver> note_;
  QString kept_;   // the words that were copied or saved
  QString shown_;  // in text_
  QComboBox* back_;
  QPlainTextEdit* words_;
  QTextEdit* text_;
  widgets::PlainLabel* told_;
};

}  // namespace onceover::shift
