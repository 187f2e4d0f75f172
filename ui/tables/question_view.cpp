#include "ui/tables/question_view.h"

#include <algorithm>

#include "ui/widgets/layout.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

QuestionView::QuestionView(QWidget* parent)
    : QWidget(parent),
      why_(widgets::wrapped()),
      problem_(widgets::wrapped()),
      choices_(widgets::columnOf(nullptr, widgets::tokensOf(this).half)),
      typing_(new QWidget),
      typed_(widgets::lineEdit(tr("Another answer"))),
      open_(new QPushButton(tr("&Leave it open"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  why_->setTone(widgets::Tone::muted);
  problem_->setTone(widgets::Tone::warn);
  typed_->setFixedWidth(320);
  auto* take = new QPushButton(tr("&Take it"));
  take->setAccessibleName(tr("Take the typed answer"));
  widgets::fill(widgets::lineOf(typing_, t.unit), {typed_, take, widgets::stretch()});
  auto* foot = widgets::fill(new QHBoxLayout, {open_, widgets::stretch()});
  widgets::fill(widgets::columnOf(this, t.unit), {why_, choices_, typing_, problem_, foot, widgets::stretch()});
  const auto takeTyped = [this] {
    if (!typed_->text().trimmed().isEmpty()) emit answered(widgets::bytes(typed_->text().trimmed()));
  };
  connect(take, &QPushButton::clicked, this, takeTyped);
  connect(typed_, &QLineEdit::returnPressed, this, takeTyped);
  connect(open_, &QPushButton::clicked, this, [this] { emit answered({}); });
}

void QuestionView::clear(const QString& why) {
  why_->setText(why);
  why_->setVisible(!why.isEmpty());
  problem_->hide();
  widgets::empty(choices_);
  typed_->clear();
}

// An answer that needs words beside it has a line of its own; others stand in lines together.
void QuestionView::ask(const tables::Question& question) {
  clear(widgets::text(question.why));
  QWidget* before = this;
  widgets::FlowLayout* flow = nullptr;
  int widest = 0;
  for (const tables::Choice& choice : question.choices) {
    if (!choice.help.empty()) widest = std::max(widest, fontMetrics().horizontalAdvance(widgets::text(choice.words)));
  }
  for (const tables::Choice& choice : question.choices) {
    QPushButton* button = buttonOf(choice);
    auto* line = choice.help.empty() && flow != nullptr ? nullptr : new QWidget;
    if (!choice.help.empty()) {
      button->setMinimumWidth(widest + 3 * widgets::tokensOf(this).gap);
      auto* help = widgets::elided(widgets::TextRole::caption);
      help->setText(widgets::text(choice.help));
      widgets::fill(widgets::lineOf(line, widgets::tokensOf(this).gap), {button, {help, 1}});
      flow = nullptr;
    } else {
      if (line != nullptr) {
        flow = new widgets::FlowLayout(widgets::tokensOf(this).half, line);
        widgets::heightFollowsWidth(line);
      }
      flow->addWidget(button);
    }
    if (line != nullptr) choices_->addWidget(line);
    button->parentWidget()->show();  // at once, and not when the layout comes to it
    button->show();
    before = widgets::tabAfter(before, *button);
  }
  typing_->setVisible(!question.typed.empty());
  typed_->setPlaceholderText(widgets::text(question.typed));
  open_->setVisible(!question.is_needed && !question.about.starts_with("column:"));
  widgets::tabAfter(widgets::tabAfter(before, *typing_), *open_);
}

void QuestionView::tell(const QString& words) {
  clear(words);
  typing_->hide();
  open_->hide();
}

void QuestionView::showProblem(const QString& words) {
  problem_->setText(words);
  problem_->show();
}

QPushButton* QuestionView::buttonOf(const tables::Choice& choice) {
  auto* button = new QPushButton(widgets::text(choice.words).replace(QLatin1Char('&'), QStringLiteral("&&")));
  button->setAccessibleName(widgets::text(choice.words));
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, [this, id = choice.id] { emit answered(id); });
  return button;
}

}  // namespace onceover::ui
