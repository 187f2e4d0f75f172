#include "ui/metrics/prometheus_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

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

QLineEdit* field(const QString& name, const QString& placeholder = {}) {
  auto* line = new QLineEdit;
  line->setAccessibleName(name);
  line->setPlaceholderText(placeholder);
  return line;
}

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
  QStringList out{PrometheusDialog::tr("%1 answers. It has samples of %2 of the %3 that are asked for.")
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
      url_(field(tr("Address"), QStringLiteral("https://metrics.example:9090"))),
      user_(field(tr("User"))),
      file_(field(tr("File of the credential"), tr("readable by its owner alone (0600)"))),
      entry_(field(tr("Entry in the keychain"), tr("a name, such as prometheus-payments"))),
      credential_(field(tr("Credential"), tr("token or password; goes to the keychain alone"))),
      caFile_(field(tr("Authority's certificate"), tr("a file in PEM form; empty: the system's"))),
      filter_(field(tr("Filter"), QStringLiteral("job=\"payments\", env=\"live\""))),
      tenant_(field(tr("Label of the tenant"))),
      operation_(field(tr("Label of the operation"))),
      code_(field(tr("Label of the code"))),
      auth_(new QComboBox),
      place_(new QComboBox),
      scrape_(new QSpinBox),
      store_(new QPushButton(tr("Stor&e"))),
      test_(new QPushButton(tr("&Test"))),
      credentialRow_(new QWidget),
      table_(new widgets::TableView(tr("Expression of each metric"))),
      example_(new PlainLabel({}, nullptr, TextRole::caption)),
      answer_(widgets::wrapped()) {
  setWindowTitle(tr("Prometheus server"));
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(760);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(new PlainLabel(tr("Prometheus server of this connection"), nullptr, TextRole::heading));
  layout->addWidget(makeForm());
  layout->addWidget(makeMapping(), 1);
  answer_->setAccessibleDescription(tr("What the test found"));
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
  auth_->setAccessibleName(tr("Who asks"));
  auth_->addItems({tr("nobody in particular"), tr("a bearer token"), tr("a user with a password")});
  place_->setAccessibleName(tr("Where the credential stands"));
  place_->addItems({tr("in a file"), tr("in the system's keychain")});
  scrape_->setAccessibleName(tr("Seconds between two readings of its targets"));
  scrape_->setRange(1, 3'600);
  scrape_->setSuffix(tr(" s"));
  credential_->setEchoMode(QLineEdit::Password);
  auto* credentialLine = widgets::lineOf(credentialRow_);
  credentialLine->addWidget(credential_);
  credentialLine->addWidget(store_);
  store_->setAutoDefault(false);
  auto* labels = new QWidget;
  auto* labelLine = widgets::lineOf(labels);
  for (QLineEdit* label : {tenant_, operation_, code_}) labelLine->addWidget(label);
  form_->addRow(tr("&Address"), url_);
  form_->addRow(tr("&Who asks"), auth_);
  form_->addRow(tr("&User"), user_);
  form_->addRow(tr("Credential &stands"), place_);
  form_->addRow(tr("F&ile"), file_);
  form_->addRow(tr("&Entry"), entry_);
  form_->addRow(tr("To store &it"), credentialRow_);
  form_->addRow(tr("A&uthority"), caFile_);
  form_->addRow(tr("&Filter"), filter_);
  form_->addRow(tr("&Labels of tenant, operation, code"), labels);
  form_->addRow(tr("It reads &every"), scrape_);
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
  example_->setElided(true);
  example_->setAccessibleDescription(tr("How the expression of the chosen metric could look"));
  auto* restore = new QPushButton(tr("Restore &defaults"));
  restore->setAutoDefault(false);
  connect(restore, &QPushButton::clicked, mapping_, &MappingModel::restoreDefaults);
  line->addWidget(example_, 1);
  line->addWidget(restore);
  column->addLayout(line);
  return part;
}

// The Enter that ends an edit comes here, too.
void PrometheusDialog::editExpression(const QModelIndex& index) {
  const QModelIndex expression = index.siblingAtColumn(MappingModel::ExpressionColumn);
  if (!table_->isPersistentEditorOpen(expression)) table_->edit(expression);
}

void PrometheusDialog::fill(const prometheus::Settings& settings) {
  url_->setText(widgets::text(settings.url));
  auth_->setCurrentIndex(static_cast<int>(settings.auth));
  user_->setText(widgets::text(settings.user));
  place_->setCurrentIndex(settings.secret_entry.empty() ? inFile : inKeychain);
  file_->setText(widgets::text(settings.secret_file));
  entry_->setText(widgets::text(settings.secret_entry));
  caFile_->setText(widgets::text(settings.ca_file));
  filter_->setText(widgets::text(settings.filter));
  tenant_->setText(widgets::text(settings.tenant_label));
  operation_->setText(widgets::text(settings.operation_label));
  code_->setText(widgets::text(settings.code_label));
  scrape_->setValue(static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(settings.scrape).count()));
  mapping_->take(settings);
  updateFields();
}

prometheus::Settings PrometheusDialog::settings() const {
  const auto typed = [](const QLineEdit* line) { return line->text().trimmed().toStdString(); };
  prometheus::Settings out;
  out.url = typed(url_);
  out.auth = static_cast<prometheus::Auth>(auth_->currentIndex());
  if (out.auth == prometheus::Auth::basic) out.user = typed(user_);
  if (out.auth != prometheus::Auth::none)
    (place_->currentIndex() == inFile ? out.secret_file : out.secret_entry) = typed(place_->currentIndex() == inFile ? file_ : entry_);
  out.ca_file = typed(caFile_);
  out.filter = typed(filter_);
  out.tenant_label = typed(tenant_);
  out.operation_label = typed(operation_);
  out.code_label = typed(code_);
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
  say(tr("The credential is in the keychain, by the name %1.").arg(widgets::shown(entry.toStdString())), Tone::ok);
}

void PrometheusDialog::showNotStored(const QString& entry, const QString& words) {
  say(tr("The credential %1 was not stored: %2. A file serves as well.")
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
