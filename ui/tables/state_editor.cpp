// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/state_editor.h"

#include <QPushButton>

#include "ui/tables/models.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

using tables::Meaning;
using tables::StateLine;
using tables::StateWay;

namespace {

constexpr std::size_t mostExamples = 3;

QString withCapital(const QString& words) { return words.left(1).toUpper() + words.mid(1); }

// Of several answers one is on. No group of Qt's: there an arrow key would choose what it passes, and a
// choice is an answer at once.
class Toggles : public QWidget {
 public:
  Toggles() : row_(widgets::lineOf(this, widgets::tokensOf(this).half)) {}
  void addLabel(const QString& words) {
    row_->addWidget(new widgets::PlainLabel(words, nullptr, widgets::TextRole::caption));
  }
  template <class Chosen>
  QPushButton* add(const QString& words, const QString& name, bool isOn, Chosen chosen) {
    auto* button = new QPushButton(words);
    button->setCheckable(true);
    button->setChecked(isOn);
    button->setAutoDefault(false);
    button->setAccessibleName(name);
    row_->addWidget(button);
    buttons_.append(button);
    connect(button, &QPushButton::clicked, this, [this, button, chosen] {
      for (QPushButton* each : buttons_) each->setChecked(each == button);
      chosen();
    });
    return button;
  }
  void end() { row_->addStretch(1); }

 private:
  QHBoxLayout* row_;
  QList<QPushButton*> buttons_;
};

}  // namespace

StateEditor::StateEditor(QWidget* parent)
    : RoleEditor(parent),
      fields_(new QWidget),
      form_(newForm(fields_)),
      way_(new Choice(tr("What shows the state"))),
      column_(new ColumnCombo(tr("Column of the state"), tr("None"))),
      failed_(new ColumnCombo(tr("Column of failure"), tr("None"))),
      others_(widgets::columnOf(nullptr)),
      lines_(widgets::columnOf(nullptr, widgets::tokensOf(this).gap)),
      adding_(new QWidget),
      word_(widgets::lineEdit(tr("A value that no row showed"), tr("another value"))),
      add_(new QPushButton(tr("&Add"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  form_->addRow(tr("&Shown by"), way_);
  form_->addRow(tr("&Column"), column_);
  form_->addRow(tr("&Failed"), failed_);
  add_->setAccessibleName(tr("Add the value"));
  word_->setFixedWidth(320);
  widgets::fill(widgets::lineOf(adding_), {word_, add_, widgets::stretch()});
  widgets::fill(widgets::columnOf(this, t.gap), {fields_, others_, lines_, adding_, widgets::stretch()});
  connect(way_, &QComboBox::activated, this, &StateEditor::wayChosen);
  connect(column_, &QComboBox::activated, this, &StateEditor::columnsChosen);
  connect(failed_, &QComboBox::activated, this, &StateEditor::columnsChosen);
  connect(add_, &QPushButton::clicked, this, &StateEditor::addTypedValue);
  connect(word_, &QLineEdit::returnPressed, this, &StateEditor::addTypedValue);
}

void StateEditor::setOnlyValues(bool only) {
  onlyValues_ = only;
  showFields();
}

void StateEditor::load(const Draft& draft, const std::string&) {
  facts_ = draft.facts;
  kind_ = draft.profile.kind;
  choice_ = draft.state;
  way_->setWords(tables::state_ways);
  if (choice_.way != StateWay::rules) way_->removeItem(way_->count() - 1);
  way_->choose(choice_.way);
  if (choice_.is_blank()) {
    way_->insertItem(0, tr("Please choose…"));
    way_->setCurrentIndex(0);
  }
  column_->setColumns(facts_, choice_.column.empty() ? std::nullopt : std::optional(choice_.column));
  failed_->setColumns(facts_, choice_.failed_column);
  fillLines();
  showFields();
}

void StateEditor::apply(Draft& draft) const { say_state(draft, choice_); }

void StateEditor::wayChosen() {
  const auto way = way_->chosen<StateWay>();
  if (!way || (*way == choice_.way && !choice_.is_blank())) return;
  column_->setColumns(facts_, std::nullopt);
  failed_->setColumns(facts_, std::string());
  chose(tables::suggested(*way, facts_, {}, {}));
}

void StateEditor::columnsChosen() {
  chose(
      tables::suggested(choice_.way, facts_, column_->column().value_or(""), failed_->column().value_or("")));
}

void StateEditor::chose(const tables::StateChoice& choice) {
  const auto aside = choice_.aside;
  choice_ = choice;
  choice_.aside = aside;
  fillLines();
  showFields();
  emit edited();
}

void StateEditor::addTypedValue() {
  if (word_->text().isEmpty() || choice_.column.empty()) return;
  tables::add_value(choice_, widgets::bytes(word_->text()));
  word_->clear();
  fillLines();
  emit edited();
}

void StateEditor::put(std::size_t line, Meaning meaning) {
  tables::set_meaning(choice_.lines[line], meaning);
  retries_[static_cast<qsizetype>(line)]->setVisible(meaning == Meaning::failed);
  fillOthers();
  emit edited();
}

void StateEditor::putOthers(Meaning meaning) {
  for (StateLine& line : choice_.lines) {
    if (!line.meaning) tables::set_meaning(line, meaning);
  }
  fillLines();
  emit edited();
}

void StateEditor::fillLines() {
  widgets::empty(lines_);
  retries_.clear();
  for (std::size_t line = 0; line < choice_.lines.size(); ++line) addLine(line);
  fillOthers();
  // Lines that are made anew come last for Tab, and a further value stands below them.
  const auto buttons = lines_->count() == 0
                           ? QList<QAbstractButton*>()
                           : lines_->itemAt(lines_->count() - 1)->widget()->findChildren<QAbstractButton*>();
  if (buttons.isEmpty()) return;
  setTabOrder(buttons.last(), word_);
  setTabOrder(word_, add_);
}

// Of ten values often two are work that is not finished: the others need no click each.
void StateEditor::fillOthers() {
  widgets::empty(others_);
  const auto unsaid =
      std::ranges::count_if(choice_.lines, [](const StateLine& line) { return !line.meaning; });
  if (unsaid < 2) return;
  auto* toggles = new Toggles;
  for (const Meaning meaning : tables::meanings_of(kind_, choice_.lines[*tables::unsaid_line(choice_)])) {
    const QString words = widgets::text(tables::meaning_words.of(meaning));
    toggles->add(withCapital(words), tr("All not chosen yet: %1").arg(words), false,
                 [this, meaning] { putOthers(meaning); });
  }
  auto* words =
      new widgets::PlainLabel(tr("All %1 not chosen yet:").arg(unsaid), nullptr, widgets::TextRole::caption);
  // of keys, seven answers and the words are wider than a laptop leaves
  QWidget* line = widgets::flowOf({words, toggles});
  others_->addWidget(line);
  line->show();  // at once, and not when the layout comes to it
}

void StateEditor::addLine(std::size_t line) {
  const QString of = widgets::text(tables::line_words(choice_, choice_.lines[line]));
  const auto rows = tables::rows_of_line(choice_, line, facts_);
  auto* value = new widgets::PlainLabel(of, nullptr, widgets::TextRole::strong);
  auto* count = new widgets::PlainLabel(
      rows.empty() ? tr("in no sampled row")
                   : tr("%Ln sampled rows", nullptr, widgets::counted(std::ssize(rows))),
      nullptr, widgets::TextRole::caption);
  auto* box = new QWidget;
  auto* column = widgets::columnOf(box, widgets::tokensOf(this).half);
  QWidget* head = widgets::flowOf({value, count, widgets::flowGap(), meanings(line, of)});
  column->addWidget(head);
  retries_.append(retries(line, of));
  column->addWidget(retries_.last());
  retries_.last()->setVisible(choice_.lines[line].meaning == Meaning::failed);
  for (std::size_t i = 0; i < std::min(rows.size(), mostExamples); ++i) {
    auto* example = widgets::elided(widgets::TextRole::caption);
    example->setText(rowInWords(facts_, rows[i], choice_.column));
    column->addWidget(example);
  }
  lines_->addWidget(box);
  box->show();  // at once, and not when the layout comes to it
}

QWidget* StateEditor::meanings(std::size_t line, const QString& of) {
  auto* toggles = new Toggles;
  for (const Meaning meaning : tables::meanings_of(kind_, choice_.lines[line])) {
    const QString words = widgets::text(tables::meaning_words.of(meaning));
    toggles
        ->add(withCapital(words), QStringLiteral("%1: %2").arg(of, words),
              choice_.lines[line].meaning == meaning, [this, line, meaning] { put(line, meaning); })
        ->setToolTip(widgets::toolTip(widgets::text(tables::meaning_facts(meaning).help)));
  }
  return toggles;
}

// What becomes of failed rows; to leave it open is an answer.
QWidget* StateEditor::retries(std::size_t line, const QString& of) {
  auto* toggles = new Toggles;
  toggles->addLabel(tr("The service tries it again:"));
  const std::pair<QString, std::optional<bool>> answers[] = {
      {tr("Yes"), true}, {tr("No"), false}, {tr("Not known"), std::nullopt}};
  for (const auto& [words, mayRetry] : answers) {
    toggles->add(words, tr("%1 is tried again: %2").arg(of, words.toLower()),
                 choice_.lines[line].rule.may_retry == mayRetry, [this, line, mayRetry = mayRetry] {
                   choice_.lines[line].rule.may_retry = mayRetry;
                   emit edited();
                 });
  }
  toggles->end();
  return toggles;
}

void StateEditor::showFields() {
  const bool isChosen = way_->currentData().isValid();
  const bool isPair = choice_.way == StateWay::presence || choice_.way == StateWay::flags;
  fields_->setVisible(!onlyValues_);
  showRow(form_, column_, isChosen && (isPair || choice_.way == StateWay::words));
  showRow(form_, failed_, isChosen && isPair);
  adding_->setVisible(isChosen && choice_.way == StateWay::words && !choice_.column.empty());
}

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
  widgets::fill(widgets::columnOf(this, t.unit),
                {why_, choices_, typing_, problem_, foot, widgets::stretch()});
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
    if (!choice.help.empty())
      widest = std::max(widest, fontMetrics().horizontalAdvance(widgets::text(choice.words)));
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
