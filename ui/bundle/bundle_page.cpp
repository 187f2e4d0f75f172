// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bundle/bundle_page.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QGridLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <ranges>

#include "ui/bridge/confined.h"
#include "ui/charts/plot_chart.h"
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
    out +=
        QStringLiteral("-- ") + widgets::shown(look.what) + '\n' + inLines({Value::Form::text, look.sql, 0});
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
  auto* words = new PlainLabel(QObject::tr("Everything is shown as it was when the bundle was made."),
                               nullptr, TextRole::caption);
  words->setWordWrap(true);
  card->body()->addWidget(words);
  const auto field = [](const QString& name, const std::string& value) {
    return Field{widgets::bytes(name), text_value(value, 1000)};
  };
  std::vector<Field> fields{
      field(QObject::tr("Made"), iso(bundle.made_at) + ", by " + bundle.made_by + " with " + bundle.program),
      field(QObject::tr("Masked"), bundle.redaction), field(QObject::tr("File"), widgets::bytes(path))};
  fields.insert(fields.end(), bundle.server.begin(), bundle.server.end());
  card->body()->addWidget(fieldsOf(fields));
  return card;
}

}  // namespace

BundlePage::BundlePage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      open_(widgets::addAction(this, tr("Open another bundle…"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), QStringLiteral("case"))),
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
            tr("A bundle is a saved view of a key, a plan or a time range. Open one, or drop its file here. "
               "No connection is needed."),
            tr("Open incident bundle…"));
}

void BundlePage::askFile() {
  widgets::askOpenPath(this, tr("Open incident bundle"), tr("Incident bundles (*.md)"),
                       [this](const QString& path) { openFile(path); });
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
  if (!bundle_)
    return showEmpty(widgets::text(error.what), widgets::text(error.next) + '\n' + file,
                     tr("Open another file…"));
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
    Section missing{.id = "left_out",
                    .title = widgets::bytes(tr("Left out")),
                    .notes = bundle->left_out,
                    .fields = {},
                    .tables = {},
                    .charts = {}};
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
  if (QWidget* card = cards_.value(section))
    scroll_->verticalScrollBar()->setValue(card->y() - widgets::tokensOf(this).gap);
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

namespace {

// A label of more is slow to lay out and hard to read.
constexpr std::size_t labelBytes = 300;
constexpr int nameChars = 40;
constexpr std::size_t noteBytes = 4000;
constexpr int rowsShown = 10, chartHeight = 240, boxHeight = 160;
constexpr int fieldsMost = 400;  // of a bundle that another program wrote; ours have some thirty

QWidget* valueWidget(const Field& field) {
  const Value& value = field.value;
  if (value.text.size() <= labelBytes && value.text.find('\n') == std::string::npos)
    return widgets::wrappedText(oneLine(value, 1000));
  auto* box = new QPlainTextEdit(inLines(value));
  box->setReadOnly(true);
  box->setTabChangesFocus(true);
  box->setFont(widgets::monospaceFont(box->font()));
  box->setFixedHeight(boxHeight);
  box->setAccessibleName(widgets::shown(field.name));
  return box;
}

}  // namespace

QWidget* fieldsOf(const std::vector<Field>& fields) {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  const widgets::Tokens t = widgets::tokensOf(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(t.gap);
  grid->setVerticalSpacing(t.half);
  grid->setColumnStretch(1, 1);
  int row = 0;
  for (const Field& field : fields) {
    if (row == fieldsMost) break;
    auto* name =
        new PlainLabel(oneLine({Value::Form::text, field.name, 0}, nameChars), nullptr, TextRole::caption);
    grid->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
    QWidget* value = valueWidget(field);
    if (value->accessibleName().isEmpty()) value->setAccessibleName(widgets::shown(field.name));
    grid->addWidget(value, row++, 1);
  }
  return box;
}

SectionCard::SectionCard(const Section& section, QWidget* parent)
    : Card(widgets::shown(section.title), parent) {
  addNotes(section);
  if (!section.fields.empty()) body()->addWidget(fieldsOf(section.fields));
  for (const Chart& chart : section.charts) addChart(chart);
  for (const Table& table : section.tables) addTable(table);
}

void SectionCard::addNotes(const Section& section) {
  for (const std::string& note : section.notes) {
    auto* label = widgets::wrappedText(oneLine(text_value(note, noteBytes), 2000));
    if (note.starts_with("NOT AS WRITTEN")) label->setTone(widgets::Tone::danger);
    body()->addWidget(label);
  }
}

void SectionCard::addTable(const Table& table) {
  const widgets::Tokens t = widgets::tokensOf(this);
  const QString title = widgets::shown(table.title);
  QString caption = tr("%1 (%2)").arg(title, widgets::number(static_cast<std::int64_t>(table.rows.size())));
  if (table.left_out > 0) caption += tr("; %1 more were left out").arg(widgets::number(table.left_out));
  body()->addWidget(widgets::wrappedText(caption, TextRole::caption));
  if (table.rows.empty() || table.columns.empty()) return;
  auto* view = new widgets::TableView(title);
  auto* model = new CellsModel(table, view);
  view->setModel(model);
  // The height of the rows, the header, and a bar below where the columns are wider than the card.
  view->setFixedHeight(t.rowHeight * (std::min(model->rowCount(), rowsShown) + 1) + t.section);
  connect(view, &widgets::TableView::opened, this, [this, model, title](const QModelIndex& index) {
    auto* dialog = new widgets::SqlDialog(tr("%1: row %2").arg(title).arg(index.row() + 1),
                                          model->rowInWords(index.row()), this);
    dialog->show();
  });
  body()->addWidget(view);
}

void SectionCard::addChart(const Chart& chart) {
  auto* drawn =
      new charts::TimeChart(widgets::shown(chart.title), tr("a step of %1").arg(widgets::span(chart.step)));
  QVector<charts::ChartSeries> series;
  std::size_t steps = 0;
  for (const Chart::Line& line : chart.lines) {
    charts::ChartSeries one;
    one.name = widgets::shown(line.name);
    for (std::size_t i = 0; i < line.counts.size(); ++i) {
      const Timestamp at = chart.from + chart.step * static_cast<std::int64_t>(i);
      one.points.append({charts::secondsOf(at), static_cast<double>(line.counts[i])});
    }
    steps = std::max(steps, line.counts.size());
    series.append(one);
  }
  drawn->replace(series, charts::secondsOf(chart.from),
                 charts::secondsOf(chart.from + chart.step * static_cast<std::int64_t>(steps)));
  drawn->setDescription(
      tr("%1, counted in steps of %2.").arg(widgets::shown(chart.title), widgets::span(chart.step)));
  drawn->setMinimumHeight(chartHeight);
  body()->addWidget(drawn);
  charts_.append(drawn);
}

void SectionCard::setClock(widgets::ClockChoice clock) {
  for (charts::TimeChart* chart : charts_) chart->setClock(clock);
}

namespace {

// More than a cell shows; the rest is read in the row's own window.
constexpr int cellChars = 400;
// Of a column's width, in characters.
constexpr int leastChars = 6, mostChars = 34, sampledRows = 200;

}  // namespace

QString oneLine(const Value& value, int most) {
  if (value.form == Value::Form::null) return widgets::dash;
  // Not more is made visible than is shown.
  Value part = value;
  if (part.text.size() > static_cast<std::size_t>(most) * 4) {
    part = text_value(part.text, static_cast<std::size_t>(most) * 4);
    part.form = Value::Form::text;
  }
  QString line = widgets::text(shown(part));
  if (line.size() > most) line = line.left(most) + QStringLiteral("…");
  return line;
}

QString inLines(const Value& value) {
  if (value.form != Value::Form::text && value.form != Value::Form::cut) return oneLine(value, 100);
  QString out;
  for (std::size_t at = 0; at <= value.text.size();) {
    const std::size_t end = std::min(value.text.find('\n', at), value.text.size());
    if (at > 0) out += '\n';
    out += widgets::shown(std::string_view(value.text).substr(at, end - at));
    at = end + 1;
  }
  if (value.form == Value::Form::cut)
    out += QObject::tr("… (cut: %1 in all)").arg(widgets::byteCount(value.bytes));
  return out;
}

namespace {

QString titleOf(const Column& column) { return widgets::shown(column.name).replace('_', ' '); }

int charsOf(const Table& table, std::size_t column) {
  qsizetype most = titleOf(table.columns[column]).size();
  for (const auto& row : table.rows | std::views::take(sampledRows))
    most = std::max(most, oneLine(row[column], cellChars).size());
  return std::clamp(static_cast<int>(most) * 9 / 8 + 3, leastChars, mostChars);
}

}  // namespace

CellsModel::CellsModel(const Table& table, QObject* parent) : RowsModel(parent) {
  std::vector<Column> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bundle::Column& column = table.columns[c];
    names_.push_back(column.name);
    const int traits = column.kind == bundle::Column::Kind::number ? Right
                       : column.kind == bundle::Column::Kind::code ? Mono
                                                                   : 0;
    columns.push_back({{titleOf(column), charsOf(table, c), traits},
                       [c](const std::vector<Value>& row) { return oneLine(row[c], cellChars); }});
  }
  setColumns(std::move(columns));
  setRows(table.rows);
}

QString CellsModel::rowInWords(int row) const {
  QString out;
  for (std::size_t c = 0; c < names_.size(); ++c)
    out += widgets::shown(names_[c]) + QStringLiteral(": ") + inLines(at(row)[c]) + '\n';
  return out;
}

}  // namespace onceover::bundle
