#include "ui/metrics/prometheus_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

enum Place { inFile, inKeychain };

// Long enough for a service that is asked seldom, short enough for a slow server.
constexpr Duration triedSpan = std::chrono::minutes(15);

bool isTold(const Line& line) {
  return std::ranges::any_of(line.values, [](double value) { return std::isfinite(value); });
}
bool isTold(const Distribution& distribution) {
  return std::ranges::any_of(distribution.counts, [](double value) { return std::isfinite(value); });
}

}  // namespace

QStringList trialWords(const Chart& chart) {
  const auto told = std::ranges::count_if(chart.lines, [](const Line& line) { return isTold(line); }) +
                    std::ranges::count_if(chart.distributions, [](const Distribution& each) { return isTold(each); });
  const auto all = static_cast<qlonglong>(chart.lines.size() + chart.distributions.size());
  QStringList out{PrometheusDialog::tr("%1 answers. It has samples for %2 of the %3 requested.")
                      .arg(widgets::text(chart.source), QString::number(told), QString::number(all))};
  for (const std::string& warning : chart.warnings) out.append(widgets::text(warning));
  return out;
}

PrometheusDialog::PrometheusDialog(bridge::Session& session, PrometheusSource& source, QWidget* parent)
    : QDialog(parent),
      session_(session),
      source_(source),
      mapping_(new MappingModel(this)),
      form_(new QFormLayout),
      url_(widgets::lineEdit(tr("Address"), QStringLiteral("https://metrics.example:9090"))),
      user_(widgets::lineEdit(tr("User"))),
      file_(widgets::lineEdit(tr("File of the credential"), tr("readable only by its owner (0600)"))),
      entry_(widgets::lineEdit(tr("Entry in the keychain"), tr("a name, such as prometheus-payments"))),
      credential_(widgets::lineEdit(tr("Credential"), tr("token or password; stored only in the keychain"))),
      caFile_(widgets::lineEdit(tr("Authority's certificate"), tr("a file in PEM form; empty: the system's"))),
      filter_(widgets::lineEdit(tr("Filter"), QStringLiteral("job=\"payments\", env=\"live\""))),
      tenant_(widgets::lineEdit(tr("Label of the tenant"))),
      operation_(widgets::lineEdit(tr("Label of the operation"))),
      code_(widgets::lineEdit(tr("Label of the code"))),
      auth_(widgets::comboBox(tr("Authentication"), {{tr("none"), {}}, {tr("a bearer token"), {}}, {tr("a user with a password"), {}}})),
      place_(widgets::comboBox(tr("Where the credential is"), {{tr("in a file"), {}}, {tr("in the system's keychain"), {}}})),
      scrape_(new QSpinBox),
      store_(new QPushButton(tr("Stor&e"))),
      test_(new QPushButton(tr("&Test"))),
      credentialRow_(new QWidget),
      table_(new widgets::TableView(tr("Expression of each metric"))),
      example_(widgets::elided()),
      answer_(widgets::wrapped()) {
  setWindowTitle(tr("Prometheus server"));
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(760);
  auto* layout = new QVBoxLayout(this);
  widgets::fill(layout,
                {new PlainLabel(tr("Prometheus server of this connection"), nullptr, TextRole::heading), makeForm(), {makeMapping(), 1}});
  answer_->setAccessibleDescription(tr("Test result"));
  answer_->hide();
  layout->addWidget(answer_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  buttons->addButton(test_, QDialogButtonBox::ActionRole);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &PrometheusDialog::save);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(test_, &QPushButton::clicked, this, &PrometheusDialog::test);
  connect(auth_, &QComboBox::currentIndexChanged, this, &PrometheusDialog::updateFields);
  connect(place_, &QComboBox::currentIndexChanged, this, &PrometheusDialog::updateFields);
  connect(entry_, &QLineEdit::textChanged, this, &PrometheusDialog::updateFields);
  connect(credential_, &QLineEdit::textChanged, this, &PrometheusDialog::updateFields);
  connect(store_, &QPushButton::clicked, this, &PrometheusDialog::giveCredential);
  fill(source.settings());
  url_->setFocus();
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
  auto* labels = new QWidget;
  auto* labelLine = widgets::lineOf(labels);
  for (QLineEdit* label : {tenant_, operation_, code_}) labelLine->addWidget(label);
  form_->addRow(tr("&Address"), url_);
  form_->addRow(tr("A&uthentication"), auth_);
  form_->addRow(tr("&User"), user_);
  form_->addRow(tr("Credential &in"), place_);
  form_->addRow(tr("F&ile"), file_);
  form_->addRow(tr("&Entry"), entry_);
  form_->addRow(tr("St&ore it"), credentialRow_);
  form_->addRow(tr("&CA file"), caFile_);
  form_->addRow(tr("&Filter"), filter_);
  form_->addRow(tr("&Labels of tenant, operation, code"), labels);
  form_->addRow(tr("Scraped &every"), scrape_);
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
  connect(restore, &QPushButton::clicked, mapping_, &MappingModel::restoreDefaults);
  widgets::fill(line, {{example_, 1}, restore});
  column->addLayout(line);
  return part;
}

// The Enter that ends an edit comes here, too.
void PrometheusDialog::editExpression(const QModelIndex& index) {
  const QModelIndex expression = index.siblingAtColumn(MappingModel::ExpressionColumn);
  if (!table_->isPersistentEditorOpen(expression)) table_->edit(expression);
}

std::vector<std::pair<QLineEdit*, std::string prometheus::Settings::*>> PrometheusDialog::texts() const {
  using prometheus::Settings;
  return {{url_, &Settings::url},
          {user_, &Settings::user},
          {file_, &Settings::secret_file},
          {entry_, &Settings::secret_entry},
          {caFile_, &Settings::ca_file},
          {filter_, &Settings::filter},
          {tenant_, &Settings::tenant_label},
          {operation_, &Settings::operation_label},
          {code_, &Settings::code_label}};
}

void PrometheusDialog::fill(const prometheus::Settings& settings) {
  for (const auto& [line, part] : texts()) line->setText(widgets::text(settings.*part));
  auth_->setCurrentIndex(static_cast<int>(settings.auth));
  place_->setCurrentIndex(settings.secret_entry.empty() ? inFile : inKeychain);
  scrape_->setValue(static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(settings.scrape).count()));
  mapping_->take(settings);
  updateFields();
}

prometheus::Settings PrometheusDialog::settings() const {
  prometheus::Settings out;
  for (const auto& [line, part] : texts()) out.*part = line->text().trimmed().toStdString();
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
    connect(trial_.get(), &Source::failed, this, [this](int, const Error& error) { say(widgets::sentences(error), Tone::danger); });
    connect(trial_.get(), &Source::answered, this,
            [this](int, const Chart& chart) { say(trialWords(chart).join('\n'), chart.warnings.empty() ? Tone::ok : Tone::warn); });
  }
  const prometheus::Settings typed = settings();
  if (auto sound = prometheus::check(typed); !sound) return say(widgets::sentences(sound.error()), Tone::danger);
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
  if (auto kept = source_.setSettings(settings()); !kept) return say(widgets::sentences(kept.error()), Tone::danger);
  accept();
}

void PrometheusDialog::say(const QString& words, Tone tone) {
  answer_->setTone(tone);
  answer_->setText(words);
  answer_->show();
}

}  // namespace onceover::metrics
