// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/prometheus_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/metrics/counters.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"

namespace onceover::metrics {
namespace {

QString titleOf(const std::string& name) {
  if (const Metric* metric = metric_named(name)) return widgets::wordShown(metric->label);
  if (name == metrics::name(Histogram::time_to_completion))
    return MappingModel::tr("time to completion (buckets)");
  if (name == metrics::name(Histogram::lease_age_at_settling))
    return MappingModel::tr("lease age at settling (buckets)");
  return MappingModel::tr("retry delay (buckets)");
}

QString meaningOf(const Mapped& row) {
  const Metric* metric = metric_named(row.name);
  return metric == nullptr ? titleOf(row.name) : widgets::text(metric->meaning);
}

QString whose(const Mapped& row) {
  if (row.expression.empty()) return MappingModel::tr("not asked");
  return row.expression == prometheus::default_expression(row.name) ? MappingModel::tr("the sweeper's")
                                                                    : MappingModel::tr("yours");
}

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

enum Place { inFile, inKeychain };

// Long enough for a service that is asked seldom, short enough for a slow server.
constexpr Duration triedSpan = std::chrono::minutes(15);

// What a trial found: the first line says whether it answers, the others what is missing.
QStringList trialWords(const Chart& chart) {
  const auto hasSamples = [](const std::vector<double>& values) {
    return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
  };
  const auto answered = std::ranges::count_if(chart.lines, hasSamples, &Line::values) +
                        std::ranges::count_if(chart.distributions, hasSamples, &Distribution::counts);
  const auto all = static_cast<qlonglong>(chart.lines.size() + chart.distributions.size());
  QStringList out{PrometheusDialog::tr("%1 answers. It has samples for %2 of the %3 requested.")
                      .arg(widgets::text(chart.source), QString::number(answered), QString::number(all))};
  for (const std::string& warning : chart.warnings) out.append(widgets::text(warning));
  return out;
}

}  // namespace

MappingModel::MappingModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Metric"), 26}, [](const Mapped& row) { return titleOf(row.name); }, meaningOf},
      {{tr("Expression"), 0, Mono | Stretch},
       [](const Mapped& row) { return widgets::text(row.expression); }},
      {{tr("Whose"), 14}, whose, meaningOf},
  });
}

void MappingModel::take(const prometheus::Settings& settings) {
  std::vector<Mapped> rows;
  for (const Metric& metric : all_metrics())
    rows.push_back({std::string(metric.name), prometheus::expression_of(settings, metric.name)});
  for (const Histogram histogram :
       {Histogram::time_to_completion, Histogram::lease_age_at_settling, Histogram::retry_delay}) {
    rows.push_back({std::string(name(histogram)), prometheus::expression_of(settings, name(histogram))});
  }
  setRows(std::move(rows));
}

void MappingModel::putInto(prometheus::Settings& settings) const {
  settings.expressions.clear();
  for (const Mapped& row : rows()) {
    if (row.expression != prometheus::default_expression(row.name))
      settings.expressions[row.name] = row.expression;
  }
}

QString MappingModel::exampleOf(int row) const {
  return row < 0 || row >= rowCount() ? QString()
                                      : widgets::text(prometheus::example_expression(at(row).name));
}

QVariant MappingModel::data(const QModelIndex& index, int role) const {
  return RowsModel::data(index, role == Qt::EditRole ? Qt::DisplayRole : role);
}

Qt::ItemFlags MappingModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = RowsModel::flags(index);
  return index.column() == ExpressionColumn ? usual | Qt::ItemIsEditable : usual;
}

bool MappingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.column() != ExpressionColumn) return false;
  rows_[static_cast<std::size_t>(index.row())].expression = value.toString().trimmed().toStdString();
  emit dataChanged(index, index.siblingAtColumn(FromColumn));
  return true;
}

PrometheusDialog::PrometheusDialog(bridge::Session& session, PrometheusSource& source, QWidget* parent)
    : QDialog(parent),
      session_(session),
      source_(source),
      mapping_(new MappingModel(this)),
      form_(new QFormLayout),
      credential_(widgets::lineEdit(tr("Credential"), tr("token or password; stored only in the keychain"))),
      auth_(widgets::comboBox(
          tr("Authentication"),
          {{tr("none"), {}}, {tr("a bearer token"), {}}, {tr("a user with a password"), {}}})),
      place_(widgets::comboBox(tr("Where the credential is"),
                               {{tr("in a file"), {}}, {tr("in the system's keychain"), {}}})),
      scrape_(new QSpinBox),
      store_(new QPushButton(tr("Stor&e"))),
      test_(new QPushButton(tr("&Test"))),
      credentialRow_(new QWidget),
      table_(new widgets::TableView(tr("Expression of each metric"))),
      example_(widgets::elided()),
      answer_(widgets::wrapped()) {
  setWindowTitle(tr("Prometheus server"));
  setAttribute(Qt::WA_DeleteOnClose);
  new widgets::DialogGuard(this);
  auto* inside = new QWidget;
  auto* layout = widgets::columnOf(inside);
  widgets::fill(layout,
                {new PlainLabel(tr("Prometheus server of this connection"), nullptr, TextRole::heading),
                 makeForm(),
                 {makeMapping(), 1}});
  answer_->setAccessibleDescription(tr("Test result"));
  answer_->hide();
  layout->addWidget(answer_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  buttons->addButton(test_, QDialogButtonBox::ActionRole);
  auto* body = new widgets::DialogBody(inside);
  body->setMinimumWidth(720);
  widgets::fill(new QVBoxLayout(this), {{body, 1}, buttons});
  connect(buttons, &QDialogButtonBox::accepted, this, &PrometheusDialog::save);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(test_, &QPushButton::clicked, this, &PrometheusDialog::test);
  for (QComboBox* box : {auth_, place_})
    connect(box, &QComboBox::currentIndexChanged, this, &PrometheusDialog::updateFields);
  for (QLineEdit* line : {entry_, credential_})
    connect(line, &QLineEdit::textChanged, this, &PrometheusDialog::updateFields);
  connect(store_, &QPushButton::clicked, this, &PrometheusDialog::giveCredential);
  fill(source.settings());
  texts_.front().first->setFocus();
}

PrometheusDialog::~PrometheusDialog() = default;

QWidget* PrometheusDialog::makeForm() {
  auto* form = new QWidget;
  form->setLayout(form_);
  form_->setContentsMargins(0, 0, 0, 0);
  scrape_->setAccessibleName(tr("Scrape interval in seconds"));
  scrape_->setRange(1, 3'600);
  scrape_->setSuffix(tr(" s"));
  credential_->setEchoMode(QLineEdit::Password);
  auto* credentialLine = widgets::lineOf(credentialRow_);
  widgets::fill(credentialLine, {credential_, store_});
  store_->setAutoDefault(false);
  using prometheus::Settings;
  const auto text = [this](std::string Settings::*part, const QString& name,
                           const QString& placeholder = {}) {
    return texts_.emplace_back(widgets::lineEdit(name, placeholder), part).first;
  };
  const auto row = [this](const QString& label, auto* field) {
    form_->addRow(label, field);
    return field;
  };
  row(tr("&Address"), text(&Settings::url, tr("Address"), QStringLiteral("https://metrics.example:9090")));
  row(tr("A&uthentication"), auth_);
  user_ = row(tr("&User"), text(&Settings::user, tr("User")));
  row(tr("Credential &in"), place_);
  file_ = row(tr("F&ile"), text(&Settings::secret_file, tr("File of the credential"),
                                tr("readable only by its owner (0600)")));
  entry_ = row(tr("&Entry"), text(&Settings::secret_entry, tr("Entry in the keychain"),
                                  tr("a name, such as prometheus-payments")));
  row(tr("St&ore it"), credentialRow_);
  row(tr("&CA file"),
      text(&Settings::ca_file, tr("Authority's certificate"), tr("a file in PEM form; empty: the system's")));
  row(tr("&Filter"), text(&Settings::filter, tr("Filter"), QStringLiteral("job=\"payments\", env=\"live\"")));
  auto* labels = new QWidget;
  widgets::fill(widgets::lineOf(labels), {text(&Settings::tenant_label, tr("Label of the tenant")),
                                          text(&Settings::operation_label, tr("Label of the operation")),
                                          text(&Settings::code_label, tr("Label of the code"))});
  row(tr("&Labels of tenant, operation, code"), labels);
  row(tr("Scraped &every"), scrape_);
  return form;
}

QWidget* PrometheusDialog::makeMapping() {
  auto* part = new QWidget;
  auto* column = widgets::columnOf(part);
  table_->setModel(mapping_);
  table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  table_->setMinimumHeight(190);
  connect(table_, &widgets::TableView::opened, this, &PrometheusDialog::editExpression);
  connect(table_, &widgets::TableView::currentRowChanged, this, [this](int row) {
    const QString example = mapping_->exampleOf(row);
    example_->setText(example.isEmpty() ? QString() : tr("For example: %1").arg(example));
  });
  column->addWidget(table_, 1);
  auto* line = new QHBoxLayout;
  example_->setAccessibleDescription(tr("Example expression for the chosen metric"));
  auto* restore = new QPushButton(tr("Restore &defaults"));
  restore->setAutoDefault(false);
  connect(restore, &QPushButton::clicked, mapping_, [this] { mapping_->take({}); });
  widgets::fill(line, {{example_, 1}, restore});
  column->addLayout(line);
  return part;
}

// The Enter that ends an edit comes here, too.
void PrometheusDialog::editExpression(const QModelIndex& index) {
  const QModelIndex expression = index.siblingAtColumn(MappingModel::ExpressionColumn);
  if (!table_->isPersistentEditorOpen(expression)) table_->edit(expression);
}

void PrometheusDialog::fill(const prometheus::Settings& settings) {
  for (const auto& [line, part] : texts_) line->setText(widgets::text(settings.*part));
  auth_->setCurrentIndex(static_cast<int>(settings.auth));
  place_->setCurrentIndex(settings.secret_entry.empty() ? inFile : inKeychain);
  scrape_->setValue(
      static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(settings.scrape).count()));
  mapping_->take(settings);
  updateFields();
}

prometheus::Settings PrometheusDialog::settings() const {
  prometheus::Settings out;
  for (const auto& [line, part] : texts_) out.*part = line->text().trimmed().toStdString();
  out.auth = static_cast<prometheus::Auth>(auth_->currentIndex());
  const bool isNamed = out.auth != prometheus::Auth::none, isInFile = place_->currentIndex() == inFile;
  if (out.auth != prometheus::Auth::basic) out.user.clear();
  if (!isNamed || !isInFile) out.secret_file.clear();
  if (!isNamed || isInFile) out.secret_entry.clear();
  out.scrape = std::chrono::seconds(scrape_->value());
  mapping_->putInto(out);
  return out;
}

void PrometheusDialog::updateFields() {
  const bool isNamed = auth_->currentIndex() != static_cast<int>(prometheus::Auth::none);
  const bool isInFile = place_->currentIndex() == inFile;
  form_->setRowVisible(user_, auth_->currentIndex() == static_cast<int>(prometheus::Auth::basic));
  form_->setRowVisible(place_, isNamed);
  form_->setRowVisible(file_, isNamed && isInFile);
  form_->setRowVisible(entry_, isNamed && !isInFile);
  form_->setRowVisible(credentialRow_, isNamed && !isInFile);
  store_->setEnabled(!entry_->text().trimmed().isEmpty() && !credential_->text().isEmpty());
}

void PrometheusDialog::giveCredential() {
  emit credentialGiven(entry_->text().trimmed(), credential_->text());
  credential_->clear();
}

void PrometheusDialog::showStored(const QString& entry) {
  say(tr("The credential is in the keychain entry %1.").arg(widgets::shown(entry.toStdString())), Tone::ok);
}

void PrometheusDialog::showNotStored(const QString& entry, const QString& words) {
  say(tr("The credential %1 was not stored: %2. You can use a file instead.")
          .arg(widgets::shown(entry.toStdString()), widgets::shown(words.toStdString())),
      Tone::warn);
}

void PrometheusDialog::test() {
  if (!trial_) {
    auto memory = workspace::Workspace::open({});
    if (!memory) return say(widgets::sentences(memory.error()), Tone::danger);
    trialMemory_ = *std::move(memory);
    trial_ = std::make_unique<PrometheusSource>(session_, *trialMemory_);
    connect(trial_.get(), &Source::failed, this,
            [this](int, const Error& error) { say(widgets::sentences(error), Tone::danger); });
    connect(trial_.get(), &Source::answered, this, [this](int, const Chart& chart) {
      say(trialWords(chart).join('\n'), chart.warnings.empty() ? Tone::ok : Tone::warn);
    });
  }
  const prometheus::Settings typed = settings();
  if (auto sound = prometheus::check(typed); !sound)
    return say(widgets::sentences(sound.error()), Tone::danger);
  if (auto set = trial_->setSettings(typed); !set) return say(widgets::sentences(set.error()), Tone::danger);
  Request request;
  request.to = session_.estimatedNow();
  request.from = request.to - triedSpan;
  request.step = std::chrono::minutes(1);
  const Offer offer = trial_->offer();
  for (const QString& name : offer.metrics) request.metrics.push_back(name.toStdString());
  for (const QString& name : offer.distributions) request.distributions.push_back(name.toStdString());
  say(tr("Asking…"), Tone::muted);
  trial_->ask(1, request);
}

void PrometheusDialog::save() {
  if (auto kept = source_.setSettings(settings()); !kept)
    return say(widgets::sentences(kept.error()), Tone::danger);
  accept();
}

void PrometheusDialog::say(const QString& words, Tone tone) {
  answer_->setTone(tone);
  answer_->setText(words);
  answer_->show();
}

}  // namespace onceover::metrics
