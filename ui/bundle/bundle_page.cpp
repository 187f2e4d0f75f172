// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bundle/bundle_page.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QListWidget>
#include <QScrollBar>

#include "ui/bridge/confined.h"
#include "ui/bundle/section_card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"

namespace onceover::bundle {

using widgets::PlainLabel;
using widgets::TextRole;
using Opened = Result<std::shared_ptr<const Bundle>>;

namespace {

constexpr int placesWidth = 210, sqlHeight = 360;

Opened read(const std::string& file) {
  auto bundle = from_file(file);
  if (!bundle) return fail(bundle.error());
  return std::make_shared<const Bundle>(std::move(*bundle));
}

QString allSql(const Bundle& bundle) {
  QString out;
  for (const Look& look : bundle.sql) {
    if (!out.isEmpty()) out += QStringLiteral(";\n\n");
    out += QStringLiteral("-- ") + widgets::shown(look.what) + '\n' + inLines({Value::Form::text, look.sql, 0});
  }
  return out;
}

widgets::Card* headOf(const QString& path, const Bundle& bundle, QAction* open) {
  auto* card = new widgets::Card;
  auto* title = widgets::wrappedText(oneLine({Value::Form::text, bundle.chosen, 0}, 200), TextRole::title);
  title->setAccessibleName(QObject::tr("Subject of the bundle"));
  auto* another = new QToolButton;
  another->setDefaultAction(open);
  another->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  another->setAccessibleName(open->text());
  auto* line = widgets::fill(new QHBoxLayout, {{title, 1}, {another, 0, Qt::AlignTop}});
  card->body()->addLayout(line);
  auto* words = new PlainLabel(QObject::tr("Everything is shown as it was when the bundle was made."), nullptr, TextRole::caption);
  words->setWordWrap(true);
  card->body()->addWidget(words);
  const auto field = [](const QString& name, const std::string& value) { return Field{widgets::bytes(name), text_value(value, 1000)}; };
  std::vector<Field> fields{field(QObject::tr("Made"), iso(bundle.made_at) + ", by " + bundle.made_by + " with " + bundle.program),
                            field(QObject::tr("Masked"), bundle.redaction), field(QObject::tr("File"), widgets::bytes(path))};
  fields.insert(fields.end(), bundle.server.begin(), bundle.server.end());
  card->body()->addWidget(fieldsOf(fields));
  return card;
}

}  // namespace

BundlePage::BundlePage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      open_(widgets::addAction(this, tr("Open another bundle…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), QStringLiteral("case"))),
      problem_(widgets::wrapped(widgets::TextRole::body, tr("Why a file could not be opened"))),
      places_(new QListWidget),
      scroll_(widgets::scrolled(nullptr, tr("Incident bundle"))) {
  connect(open_, &QAction::triggered, this, &BundlePage::askFile);
  connect(pane(), &widgets::StatePane::actionRequested, this, &BundlePage::askFile);
  setAcceptDrops(true);

  const widgets::Tokens t = widgets::tokensOf(this);
  problem_->setTone(widgets::Tone::danger);
  problem_->setContentsMargins(t.gap, t.unit, t.gap, t.unit);
  problem_->hide();
  places_->setAccessibleName(tr("Parts of the bundle"));
  places_->setFixedWidth(placesWidth);
  places_->setFrameShape(QFrame::NoFrame);
  places_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  places_->setTextElideMode(Qt::ElideRight);
  connect(places_, &QListWidget::currentRowChanged, this, &BundlePage::goTo);
  auto* halves = widgets::fill(widgets::lineOf(nullptr, 0), {places_, {scroll_, 1}});
  widgets::fill(widgets::columnOf(content(), 0), {problem_, {halves, 1}});
  showEmpty(tr("No incident bundle is open"),
            tr("A bundle is a saved view of a key, a plan or a time range. Open one, or drop its file here. No connection is needed."),
            tr("Open incident bundle…"));
}

void BundlePage::askFile() {
  widgets::askOpenPath(this, tr("Open incident bundle"), tr("Incident bundles (*.md)"), [this](const QString& path) { openFile(path); });
}

void BundlePage::openFile(const QString& path) {
  wanted_ = path;
  if (!bundle_) showLoading(tr("Opening the bundle …"));
  bridge::inBackground<Opened::value_type>(
      this, [file = QFile::encodeName(path).toStdString()] { return read(file); },
      [this, path](const Opened& bundle) {
        if (wanted_ != path) return;
        bundle ? showBundle(path, *bundle) : showProblem(path, bundle.error());
        emit opened(bundle.has_value());
      });
}

void BundlePage::showProblem(const QString& path, const Error& error) {
  const QString file = widgets::shown(widgets::bytes(path));
  if (!bundle_) return showEmpty(widgets::text(error.what), widgets::text(error.next) + '\n' + file, tr("Open another file…"));
  problem_->setText(tr("%1 was not opened. %2").arg(file, widgets::sentences(error).replace('\n', ' ')));
  problem_->show();
}

void BundlePage::add(const QString& title, QWidget* card) {
  auto* place = new QListWidgetItem(title, places_);
  place->setSizeHint({0, widgets::tokensOf(this).rowHeight});
  column_->addWidget(card);
  cards_.append(card);
}

void BundlePage::showBundle(const QString& path, const std::shared_ptr<const Bundle>& bundle) {
  bundle_ = bundle;
  problem_->hide();
  const QSignalBlocker quiet(places_);
  places_->clear();
  cards_.clear();
  sections_.clear();
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inside = new QWidget;
  column_ = widgets::columnOf(inside, t.gap, QMargins(t.gap, t.gap, t.gap, t.gap));
  add(tr("Summary"), headOf(path, *bundle, open_));
  for (const Section& section : bundle->sections) {
    auto* card = new SectionCard(section);
    card->setClock(clock());
    sections_.append(card);
    add(oneLine({Value::Form::text, section.title, 0}, 60), card);
  }
  if (!bundle->left_out.empty()) {
    Section missing{
        .id = "left_out", .title = widgets::bytes(tr("Left out")), .notes = bundle->left_out, .fields = {}, .tables = {}, .charts = {}};
    add(tr("Left out"), new SectionCard(missing));
  }
  if (!bundle->sql.empty()) {
    auto* card = new widgets::Card(tr("SQL statements"));
    auto* sql = new widgets::SqlView;
    sql->setSql(allSql(*bundle));
    sql->setFixedHeight(sqlHeight);
    card->body()->addWidget(sql);
    add(tr("SQL statements"), card);
  }
  column_->addStretch(1);
  scroll_->setWidget(inside);  // the one before goes with its cards
  places_->setCurrentRow(0);
  setAge(bundle->made_at);
  showContent();
}

void BundlePage::goTo(int section) {
  if (QWidget* card = cards_.value(section)) scroll_->verticalScrollBar()->setValue(card->y() - widgets::tokensOf(this).gap);
}

QString BundlePage::shownSql() const { return bundle_ ? allSql(*bundle_) : QString(); }

void BundlePage::focusSearch() { places_->setFocus(); }

void BundlePage::clockChanged() {
  for (SectionCard* card : sections_) card->setClock(clock());
}

void BundlePage::dragEnterEvent(QDragEnterEvent* event) {
  if (!widgets::droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void BundlePage::dropEvent(QDropEvent* event) {
  const QString path = widgets::droppedFile(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  openFile(path);
}

}  // namespace onceover::bundle
