#include "ui/tables/state_editor.h"

#include <QHeaderView>
#include <QTableWidget>

#include "ui/tables/choice.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace onceover::tables {
namespace {

// What a line may mean; the states by their own number.
enum Meaning { inProgress, released, succeeded, failed, failedForGood, failedMayRetry, unknown, unsaid };

Meaning meaningOf(const profile::StateRule& rule, bool isKnown) {
  if (!isKnown) return unknown;
  if (rule.state != key::State::failed || !rule.may_retry) return static_cast<Meaning>(rule.state);
  return *rule.may_retry ? failedMayRetry : failedForGood;
}

void setMeaning(profile::StateRule& rule, int meaning) {
  rule.may_retry.reset();
  if (meaning == failedMayRetry || meaning == failedForGood) {
    rule.may_retry = meaning == failedMayRetry;
    rule.state = key::State::failed;
  } else if (meaning <= failed) {
    rule.state = static_cast<key::State>(meaning);
  }
}

}  // namespace

StateEditor::StateEditor(QWidget* parent)
    : RoleEditor(parent),
      form_(newForm(nullptr)),
      way_(new Choice(tr("What shows the state"))),
      column_(new ColumnCombo(tr("Column of the state"), tr("None"))),
      failed_(new ColumnCombo(tr("Column of failure"), tr("None"))),
      lines_(new QTableWidget(0, 2)),
      adding_(new QWidget),
      word_(widgets::lineEdit(tr("A word that no row showed"), tr("another word"))),
      add_(new QPushButton(tr("&Add"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  form_->addRow(tr("&Shown by"), way_);
  form_->addRow(tr("&Column"), column_);
  form_->addRow(tr("&Failed"), failed_);
  lines_->setAccessibleName(tr("What each word means"));
  lines_->setHorizontalHeaderLabels({tr("Where"), tr("the state is")});
  lines_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  lines_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  lines_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  lines_->verticalHeader()->hide();
  lines_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  lines_->setSelectionMode(QAbstractItemView::NoSelection);
  lines_->setTabKeyNavigation(false);
  add_->setAccessibleName(tr("Add the word"));
  widgets::fill(widgets::lineOf(adding_), {{word_, 1}, add_});
  widgets::fill(widgets::columnOf(this, t.unit), {form_, {lines_, 1}, adding_});
  connect(way_, &QComboBox::activated, this, &StateEditor::wayChosen);
  connect(column_, &QComboBox::activated, this, &StateEditor::columnsChosen);
  connect(failed_, &QComboBox::activated, this, &StateEditor::columnsChosen);
  connect(add_, &QPushButton::clicked, this, &StateEditor::addTypedWord);
  connect(word_, &QLineEdit::returnPressed, this, &StateEditor::addTypedWord);
}

void StateEditor::load(const Draft& draft, const std::string& role) {
  facts_ = draft.facts;
  choice_ = choiceOf(draft.profile.states);
  const bool isBlank = choice_.lines.empty() && !choice_.otherwise;
  if (!isBlank) addSeenWords(choice_, facts_);
  // What a profile leaves out on purpose is no question.
  if (!draft.unknown.contains(role)) {
    for (StateLine& line : choice_.lines) line.isSaid = true;
  }
  way_->setWords(stateWays);
  if (choice_.way != StateWay::rules) way_->removeItem(way_->count() - 1);
  way_->choose(choice_.way);
  if (isBlank) {
    way_->insertItem(0, tr("Please choose…"));
    way_->setCurrentIndex(0);
  }
  column_->setColumns(facts_, choice_.column.empty() ? std::nullopt : std::optional(choice_.column));
  failed_->setColumns(facts_, choice_.failedColumn);
  fillLines();
  showFields();
}

void StateEditor::apply(Draft& draft) const {
  draft.profile.states = statesOf(choice_);
  if (isAnswered(choice_)) {
    draft.unknown.erase("state");
  } else {
    draft.unknown.emplace("state", "Please choose what shows the state, and what each word means.");
  }
}

void StateEditor::wayChosen() {
  const auto way = way_->chosen<StateWay>();
  if (!way || (*way == choice_.way && !choice_.lines.empty())) return;
  column_->setColumns(facts_, std::nullopt);
  failed_->setColumns(facts_, std::string());
  chose(suggested(*way, facts_, {}, {}));
}

void StateEditor::columnsChosen() { chose(suggested(choice_.way, facts_, column_->column().value_or(""), failed_->column().value_or(""))); }

void StateEditor::chose(const StateChoice& choice) {
  choice_ = choice;
  fillLines();
  showFields();
  emit edited();
}

void StateEditor::addTypedWord() {
  if (word_->text().isEmpty() || choice_.column.empty()) return;
  addWord(choice_, widgets::bytes(word_->text()));
  word_->clear();
  fillLines();
  emit edited();
}

void StateEditor::meaningChosen(int row, int meaning) {
  if (meaning == unsaid) return;
  if (row < static_cast<int>(choice_.lines.size())) {
    StateLine& line = choice_.lines[static_cast<std::size_t>(row)];
    line.isKnown = meaning != unknown;
    line.isSaid = true;
    setMeaning(line.rule, meaning);
  } else if (meaning == unknown) {
    choice_.otherwise.reset();
  } else {
    if (!choice_.otherwise) choice_.otherwise.emplace();
    setMeaning(*choice_.otherwise, meaning);
  }
  emit edited();
}

void StateEditor::fillLines() {
  const int words = static_cast<int>(choice_.lines.size());
  const bool isAsked = words > 0 || choice_.otherwise;
  lines_->setRowCount(isAsked ? words + 1 : 0);
  for (int row = 0; row < lines_->rowCount(); ++row) {
    const StateLine* line = row < words ? &choice_.lines[static_cast<std::size_t>(row)] : nullptr;
    const bool isWord = line != nullptr && choice_.way == StateWay::words;
    const QString where = isWord                           ? widgets::shown(line->rule.when[0].values[0])
                          : line != nullptr                ? ruleWords(line->rule)
                          : words == 0                     ? tr("every row")
                          : choice_.way == StateWay::words ? tr("any other word, or none")
                                                           : tr("any other row");
    lines_->setItem(row, 0, new QTableWidgetItem(where));
    QComboBox* box = meaningBox(row, where);
    if (line == nullptr) {
      box->setCurrentIndex(meaningOf(choice_.otherwise.value_or(profile::StateRule{}), choice_.otherwise.has_value()));
    } else {
      if (!line->isSaid) box->addItem(tr("please choose…"));
      box->setCurrentIndex(line->isSaid ? meaningOf(line->rule, line->isKnown) : unsaid);
    }
    lines_->setCellWidget(row, 1, box);
  }
  widgets::tabAfter(lines_, *lines_->viewport());
}

QComboBox* StateEditor::meaningBox(int row, const QString& of) {
  QComboBox* box = widgets::comboBox(tr("Meaning of %1").arg(of));
  for (const auto& [state, word] : key::state_words.pairs) box->addItem(widgets::badgeOf(state).word);
  box->addItem(tr("failed for good"));
  box->addItem(tr("failed, may be retried"));
  box->addItem(tr("not known: shown as it is"));
  connect(box, &QComboBox::activated, this, [this, row](int meaning) { meaningChosen(row, meaning); });
  return box;
}

void StateEditor::showFields() {
  const bool isChosen = way_->currentData().isValid();
  const bool isPair = choice_.way == StateWay::presence || choice_.way == StateWay::flags;
  showRow(form_, column_, isChosen && (isPair || choice_.way == StateWay::words));
  showRow(form_, failed_, isChosen && isPair);
  lines_->setVisible(lines_->rowCount() > 0);
  adding_->setVisible(isChosen && choice_.way == StateWay::words && !choice_.column.empty());
}

}  // namespace onceover::tables
