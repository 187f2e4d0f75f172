// How the view of a mapping is laid out.
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>

#include "ui/tables/choice.h"
#include "ui/tables/fields_editor.h"
#include "ui/tables/mapping_view.h"
#include "ui/tables/order_editor.h"
#include "ui/tables/roles_model.h"
#include "ui/tables/sample_model.h"
#include "ui/tables/state_editor.h"
#include "ui/tables/write_editor.h"
#include "ui/widgets/card.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/sql_view.h"
#include "ui/widgets/state_pane.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::tables {

using widgets::PlainLabel;
using widgets::TextRole;

MappingView::MappingView(bridge::Session& session, QWidget* parent)
    : QWidget(parent), session_(session), roles_(new RolesModel(this)), sample_(new SampleModel(this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* split = new QSplitter(Qt::Vertical);
  split->setChildrenCollapsible(false);
  auto* layout = widgets::columnOf(this, t.unit);
  layout->addWidget(header());
  split->addWidget(rolesAndEditor());
  split->addWidget(results());
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setSizes({420, 240});
  layout->addWidget(split, 1);
  later_.setSingleShot(true);
  // Long enough for a word to be typed, short enough to be seen as its answer.
  later_.setInterval(250);
  connect(&later_, &QTimer::timeout, this, &MappingView::refresh);
}

QWidget* MappingView::header() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* back = new QPushButton(tr("&Back"));
  back->setAccessibleName(tr("Back to the tables"));
  back->setToolTip(widgets::toolTip(tr("Back to the tables  Esc")));
  title_ = new PlainLabel({}, nullptr, TextRole::heading);
  title_->setElided(true);
  kind_ = new Choice(tr("What the table keeps"), 7);
  kind_->setWords(kindWords);
  name_ = new QLineEdit;
  name_->setAccessibleName(tr("Name of the profile"));
  name_->setPlaceholderText(tr("name of the profile"));
  name_->setMaximumWidth(220);
  auto* save = new QPushButton(widgets::icon(QStringLiteral("export")), tr("Sa&ve…"));
  save->setAccessibleName(tr("Save the profile"));
  use_ = new QPushButton(widgets::icon(QStringLiteral("check")), tr("Use this &table"));
  use_->setObjectName(QStringLiteral("use"));
  use_->setDefault(true);
  questions_ = widgets::wrapped();
  questions_->setObjectName(QStringLiteral("questions"));
  questions_->setTone(widgets::Tone::warn);
  access_ = widgets::wrapped(TextRole::caption);

  auto* line = widgets::lineOf(nullptr, t.unit);
  line->addWidget(back);
  line->addWidget(title_, 1);
  line->addWidget(kind_);
  line->addWidget(name_);
  line->addWidget(save);
  line->addWidget(use_);
  auto* area = new QWidget;
  auto* layout = widgets::columnOf(area, t.half);
  layout->addLayout(line);
  layout->addWidget(questions_);
  layout->addWidget(access_);
  connect(back, &QPushButton::clicked, this, &MappingView::backRequested);
  connect(use_, &QPushButton::clicked, this, &MappingView::use);
  connect(save, &QPushButton::clicked, this, &MappingView::askToSave);
  connect(kind_, &QComboBox::activated, this, &MappingView::identityEdited);
  connect(name_, &QLineEdit::textEdited, this, &MappingView::identityEdited);
  return area;
}

QWidget* MappingView::rolesAndEditor() {
  rolesTable_ = new widgets::TableView(tr("Roles"));
  rolesTable_->setModel(roles_);
  rolesTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  card_ = new widgets::Card(QStringLiteral(" "));
  what_ = widgets::wrapped();
  what_->setTone(widgets::Tone::muted);
  why_ = widgets::wrapped();
  why_->setObjectName(QStringLiteral("why"));
  editors_ = new QStackedWidget;
  for (RoleEditor* editor : std::initializer_list<RoleEditor*>{new FieldsEditor, new OrderEditor, new StateEditor, new WriteEditor}) {
    editors_->addWidget(editor);
    connect(editor, &RoleEditor::edited, this, &MappingView::roleEdited);
  }
  card_->body()->addWidget(what_);
  card_->body()->addWidget(why_);
  // The tallest of them is higher than a laptop leaves.
  auto* scroll = widgets::scrolled(editors_, tr("Editor of the role"));
  scroll->setFocusPolicy(Qt::NoFocus);
  editors_->setAutoFillBackground(false);
  scroll->viewport()->setAutoFillBackground(false);
  card_->body()->addWidget(scroll, 1);
  auto* split = new QSplitter(Qt::Horizontal);
  split->setChildrenCollapsible(false);
  split->addWidget(rolesTable_);
  split->addWidget(card_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setSizes({560, 500});
  connect(rolesTable_, &widgets::TableView::currentRowChanged, this, &MappingView::roleChosen);
  connect(rolesTable_, &widgets::TableView::opened, this, [this] {
    QWidget* field = editors_->currentWidget()->nextInFocusChain();
    while (!field->isVisibleTo(this) || field->focusPolicy() == Qt::NoFocus) field = field->nextInFocusChain();
    field->setFocus(Qt::TabFocusReason);
  });
  return split;
}

QWidget* MappingView::results() {
  sampleTable_ = new widgets::TableView(tr("Sample rows"));
  sampleTable_->setModel(sample_);
  samplePane_ = new widgets::StatePane;
  auto* rows = widgets::columnOf(samplePane_->content());
  rows->addWidget(sampleTable_);
  sqlView_ = new widgets::SqlView;
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("Results of the mapping"));
  tabs_->setDocumentMode(true);
  tabs_->tabBar()->setAccessibleName(tr("Results of the mapping"));
  tabs_->addTab(samplePane_, tr("Sample &rows"));
  tabs_->addTab(tomlTab(), tr("&Profile"));
  tabs_->addTab(sqlView_, tr("S&QL"));
  connect(samplePane_, &widgets::StatePane::retryRequested, this, &MappingView::refresh);
  return tabs_;
}

QWidget* MappingView::tomlTab() {
  const widgets::Tokens t = widgets::tokensOf(this);
  toml_ = new QPlainTextEdit;
  toml_->setReadOnly(true);
  toml_->setTabChangesFocus(true);
  toml_->setAccessibleName(tr("The profile as TOML"));
  toml_->setFont(widgets::monospaceFont(font()));
  toml_->setLineWrapMode(QPlainTextEdit::NoWrap);
  note_ = new PlainLabel({}, nullptr, TextRole::caption);
  auto* copy = new QPushButton(widgets::icon(QStringLiteral("copy")), tr("&Copy the profile"));
  auto* foot = new QHBoxLayout;
  foot->addWidget(note_, 1);
  foot->addWidget(copy);
  auto* tab = new QWidget;
  auto* layout = widgets::columnOf(tab, t.half, QMargins(0, t.half, 0, 0));
  layout->addWidget(toml_, 1);
  layout->addLayout(foot);
  connect(copy, &QPushButton::clicked, this, &MappingView::copyToml);
  return tab;
}

}  // namespace onceover::tables
