// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bundle/section_card.h"

#include <QGridLayout>
#include <QPlainTextEdit>
#include <algorithm>
#include <ranges>

#include "ui/charts/plot_chart.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/text.h"
#include "ui/widgets/widgets.h"

namespace onceover::bundle {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

// A label of more is slow to lay out and hard to read.
constexpr std::size_t labelBytes = 300;
constexpr int nameChars = 40;
constexpr std::size_t noteBytes = 4000;
constexpr int rowsShown = 10, chartHeight = 240, boxHeight = 160;
constexpr int fieldsMost = 400;  // of a bundle that somebody else wrote; ours have some thirty

QWidget* valueWidget(const Field& field) {
  const Value& value = field.value;
  if (value.text.size() <= labelBytes && value.text.find('\n') == std::string::npos) return widgets::wrappedText(oneLine(value, 1000));
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
    auto* name = new PlainLabel(oneLine({Value::Form::text, field.name, 0}, nameChars), nullptr, TextRole::caption);
    grid->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
    QWidget* value = valueWidget(field);
    if (value->accessibleName().isEmpty()) value->setAccessibleName(widgets::shown(field.name));
    grid->addWidget(value, row++, 1);
  }
  return box;
}

SectionCard::SectionCard(const Section& section, QWidget* parent) : Card(widgets::shown(section.title), parent) {
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
    auto* dialog = new widgets::SqlDialog(tr("%1: row %2").arg(title).arg(index.row() + 1), model->rowInWords(index.row()), this);
    dialog->show();
  });
  body()->addWidget(view);
}

void SectionCard::addChart(const Chart& chart) {
  auto* drawn = new charts::TimeChart(widgets::shown(chart.title), tr("a step of %1").arg(widgets::span(chart.step)));
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
  drawn->replace(series, charts::secondsOf(chart.from), charts::secondsOf(chart.from + chart.step * static_cast<std::int64_t>(steps)));
  drawn->setDescription(tr("%1, counted in steps of %2.").arg(widgets::shown(chart.title), widgets::span(chart.step)));
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
  if (value.form == Value::Form::cut) out += QObject::tr("… (cut: %1 in all)").arg(widgets::byteCount(value.bytes));
  return out;
}

namespace {

QString titleOf(const Column& column) { return widgets::shown(column.name).replace('_', ' '); }

int charsOf(const Table& table, std::size_t column) {
  qsizetype most = titleOf(table.columns[column]).size();
  for (const auto& row : table.rows | std::views::take(sampledRows)) most = std::max(most, oneLine(row[column], cellChars).size());
  return std::clamp(static_cast<int>(most) * 9 / 8 + 3, leastChars, mostChars);
}

}  // namespace

CellsModel::CellsModel(const Table& table, QObject* parent) : RowsModel(parent) {
  std::vector<Column> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bundle::Column& column = table.columns[c];
    names_.push_back(column.name);
    const int traits = column.kind == bundle::Column::Kind::number ? Right : column.kind == bundle::Column::Kind::code ? Mono : 0;
    columns.push_back(
        {{titleOf(column), charsOf(table, c), traits}, [c](const std::vector<Value>& row) { return oneLine(row[c], cellChars); }});
  }
  setColumns(std::move(columns));
  setRows(table.rows);
}

QString CellsModel::rowInWords(int row) const {
  QString out;
  for (std::size_t c = 0; c < names_.size(); ++c) out += widgets::shown(names_[c]) + QStringLiteral(": ") + inLines(at(row)[c]) + '\n';
  return out;
}

}  // namespace onceover::bundle
