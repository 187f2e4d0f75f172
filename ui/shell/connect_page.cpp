// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/connect_page.h"

#include <QCheckBox>
#include <QFile>
#include <QFormLayout>
#include <QListWidget>
#include <QStackedWidget>

#include "core/gateway/open.h"
#include "core/pg/conninfo.h"
#include "ui/shell/words.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

using widgets::comboBox;
using widgets::lineEdit;
using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

enum Way { uriWay, fieldsWay, serviceWay, variablesWay };

QWidget* formOf(const QList<std::pair<QString, QWidget*>>& rows) {
  auto* widget = new QWidget;
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  for (const auto& [label, field] : rows) form->addRow(label, field);
  return widget;
}

}  // namespace

ConnectPage::ConnectPage(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      way_(comboBox(tr("How to connect"))),
      ways_(new QStackedWidget),
      uri_(lineEdit(tr("Connection string"),
                    QStringLiteral("postgresql://ops@db.example/payments?sslmode=verify-full"))),
      service_(lineEdit(tr("Service"), tr("a name in pg_service.conf"))),
      host_(lineEdit(tr("Host"))),
      hostaddr_(lineEdit(tr("Address"), tr("of a tunnel, beside the verified host name"))),
      port_(lineEdit(tr("Port"), QStringLiteral("5432"))),
      database_(lineEdit(tr("Database"))),
      user_(lineEdit(tr("User"))),
      rootcert_(lineEdit(tr("Root certificate"), tr("a file; empty: ~/.postgresql/root.crt"))),
      sslmode_(comboBox(tr("TLS"))),
      password_(lineEdit(tr("Password"), tr("kept in memory; empty: libpq's password file"))),
      passwordCommand_(lineEdit(tr("Password command"), tr("a program that prints a short-lived password"))),
      name_(lineEdit(tr("Name"), tr("any name"))),
      environment_(lineEdit(tr("Environment"), tr("production, staging …"))),
      gateway_(lineEdit(tr("Gateway"), tr("path of its TOML file; empty: no gateway"))),
      credential_(lineEdit(tr("Gateway's credential"), tr("header value; stored only in the keychain"))),
      colour_(comboBox(tr("Colour"), {{tr("as the theme"), {}},
                                      {tr("red"), QStringLiteral("#c0392b")},
                                      {tr("orange"), QStringLiteral("#d9822b")},
                                      {tr("green"), QStringLiteral("#2e9e5b")},
                                      {tr("blue"), QStringLiteral("#2f6fd6")},
                                      {tr("violet"), QStringLiteral("#8e44ad")}})),
      keep_(new QCheckBox(tr("&Keep the password in the system's keychain"))),
      production_(new QCheckBox(tr("&This is production: arming asks for its name"))),
      credentialRow_(new QWidget),
      credentialWords_(widgets::wrapped(TextRole::caption)),
      store_(new QPushButton(tr("Store", "the password"))),
      test_(new QPushButton(tr("T&est"))),
      connect_(new QPushButton(tr("&Connect"))),
      try_(new QPushButton(tr("Tr&y it"))),
      forget_(new QPushButton(tr("&Forget"))),
      openFile_(new QPushButton(tr("Open incident &bundle…"))),
      recent_(new QListWidget),
      answer_(widgets::wrapped()),
      tryWords_(widgets::wrapped(TextRole::caption)),
      address_(widgets::wrapped(TextRole::caption, tr("Address of this connection"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inner = new QWidget;
  widgets::fill(widgets::lineOf(inner, t.gap, QMargins(t.section, t.section, t.section, t.section)),
                {{makeForm(), 3, Qt::AlignTop}, {makeSide(), 2, Qt::AlignTop}});
  auto* scroll = widgets::scrolled(inner, tr("Connections"));
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* layout = widgets::columnOf(this);
  layout->addWidget(scroll);

  connect(way_, &QComboBox::currentIndexChanged, ways_, &QStackedWidget::setCurrentIndex);
  connect(&keychain_, &Keychain::found, this, &ConnectPage::takePassword);
  connect(&keychain_, &Keychain::failed, this, &ConnectPage::noteKeychain);
  connect(test_, &QPushButton::clicked, this, &ConnectPage::test);
  connect(connect_, &QPushButton::clicked, this, &ConnectPage::connectNow);
  connect(uri_, &QLineEdit::returnPressed, this, &ConnectPage::connectNow);
  connect(password_, &QLineEdit::returnPressed, this, &ConnectPage::connectNow);
  connect(gateway_, &QLineEdit::editingFinished, this, &ConnectPage::noteGateway);
  connect(credential_, &QLineEdit::textChanged, this,
          [this](const QString& text) { store_->setEnabled(!text.isEmpty()); });
  connect(credential_, &QLineEdit::returnPressed, this, &ConnectPage::giveCredential);
  connect(store_, &QPushButton::clicked, this, &ConnectPage::giveCredential);
  connect(try_, &QPushButton::clicked, this, &ConnectPage::tryNow);
  connect(forget_, &QPushButton::clicked, this, &ConnectPage::forget);
  connect(openFile_, &QPushButton::clicked, this, &ConnectPage::openFileRequested);
  connect(recent_, &QListWidget::currentRowChanged, this, &ConnectPage::take);
  connect(recent_, &QListWidget::itemActivated, this, &ConnectPage::connectNow);
  connect(&probe_, &bridge::Session::stateChanged, this, &ConnectPage::tested);
  connect(&session_, &bridge::Session::stateChanged, this, &ConnectPage::follow);
  setConnections({});
}

QWidget* ConnectPage::makeForm() {
  auto* card = new widgets::Card(tr("Connect to a store"));
  way_->addItems(
      {tr("By connection string"), tr("By fields"), tr("By service name"), tr("By PG* variables")});
  sslmode_->addItems({QString(), QStringLiteral("verify-full"), QStringLiteral("verify-ca"),
                      QStringLiteral("require"), QStringLiteral("prefer"), QStringLiteral("disable")});
  sslmode_->setItemText(0, tr("verify-full, unless local"));
  password_->setEchoMode(QLineEdit::Password);
  auto* variables = widgets::wrappedText(
      tr("PGHOST, PGDATABASE, PGUSER, PGSERVICE … of the environment this program was started in."));
  ways_->addWidget(formOf({{tr("&URI or options"), uri_}}));
  ways_->addWidget(formOf({{tr("&Host"), host_},
                           {tr("&Address"), hostaddr_},
                           {tr("P&ort"), port_},
                           {tr("&Database"), database_},
                           {tr("&User"), user_},
                           {tr("T&LS"), sslmode_},
                           {tr("&Root certificate"), rootcert_}}));
  ways_->addWidget(formOf({{tr("&Service"), service_}}));
  ways_->addWidget(variables);
  widgets::fill(card->body(), {way_, ways_,
                               formOf({{tr("&Password"), password_},
                                       {tr("Co&mmand"), passwordCommand_},
                                       {tr("&Name"), name_},
                                       {tr("En&vironment"), environment_},
                                       {tr("Co&lour"), colour_},
                                       {tr("&Gateway"), gateway_}}),
                               makeCredential(), keep_, production_});
  answer_->hide();
  connect_->setDefault(true);
  // Under the buttons: they stay where they are when an answer comes.
  widgets::fill(card->body(),
                {widgets::fill(new QHBoxLayout, {widgets::stretch(), test_, connect_}), answer_});
  for (const QLineEdit* field : card->findChildren<QLineEdit*>())
    connect(field, &QLineEdit::textEdited, answer_, &QWidget::hide);
  widgets::fitsShownPage(*ways_);
  return card;
}

QWidget* ConnectPage::makeCredential() {
  auto* column = widgets::columnOf(credentialRow_);
  column->addWidget(credentialWords_);
  auto* line = new QHBoxLayout;
  credential_->setEchoMode(QLineEdit::Password);
  widgets::fill(line, {credential_, store_});
  column->addLayout(line);
  credentialRow_->hide();
  store_->setEnabled(false);
  return credentialRow_;
}

// The description says whether its credential stands in the keychain. Whether it is there is asked when the
// gateway is opened: a locked keychain asks for its password, and nobody is asked for that while he types.
void ConnectPage::noteGateway() {
  entry_ = QString::fromStdString(
      gateway::keychain_entry_of(QFile::encodeName(gateway_->text().trimmed()).toStdString()));
  credential_->clear();
  credentialWords_->setText(tr("Its credential is read from the keychain entry %1. To store one:")
                                .arg(widgets::shown(entry_.toStdString())));
  credentialRow_->setVisible(!entry_.isEmpty());
}

void ConnectPage::giveCredential() {
  if (entry_.isEmpty() || credential_->text().isEmpty()) return;
  emit credentialGiven(entry_, credential_->text());
  credential_->clear();
}

void ConnectPage::showStored(const QString& entry) {
  say(tr("The credential is in the keychain entry %1. Connect again if it was missing.")
          .arg(widgets::shown(entry.toStdString())),
      Tone::ok);
}

void ConnectPage::showNotStored(const QString& entry, const QString& words) {
  say(tr("The credential %1 was not stored: %2. You can use a file instead: auth.value_file in the gateway's "
         "configuration.")
          .arg(widgets::shown(entry.toStdString()), widgets::shown(words.toStdString())),
      Tone::warn);
}

QWidget* ConnectPage::makeSide() {
  auto* side = new QWidget;
  auto* column = widgets::columnOf(side, widgets::tokensOf(this).gap);
  auto* tryCard = new widgets::Card(tr("Or try it first"));
  auto* words =
      new PlainLabel(tr("A private PostgreSQL with live traffic: a refund service that crashes now and then, "
                        "a gateway with faults, and events over a broker that loses acknowledgements. It "
                        "does not touch your data and is removed when the program ends."));
  words->setWordWrap(true);
  tryCard->body()->addWidget(words);
  tryWords_->hide();
  tryCard->body()->addWidget(tryWords_);
  try_->setIcon(widgets::icon(QStringLiteral("flask")));
  tryCard->body()->addWidget(try_, 0, Qt::AlignLeft);
  column->addWidget(tryCard);
  auto* recentCard = new widgets::Card(tr("Known connections"));
  recent_->setAccessibleName(tr("Known connections"));
  recent_->setMinimumHeight(140);
  address_->setMinimumWidth(1);  // the directory of a socket is one long word
  address_->hide();
  widgets::fill(recentCard->body(), {address_, recent_, {forget_, 0, Qt::AlignRight}});
  column->addWidget(recentCard);
  auto* fileCard = new widgets::Card(tr("Open a saved bundle"));
  auto* about = widgets::wrappedText(tr(
      "An incident bundle is a saved view of a key, a plan or a time range. It opens without a connection."));
  fileCard->body()->addWidget(about);
  openFile_->setIcon(widgets::icon(QStringLiteral("export")));
  fileCard->body()->addWidget(openFile_, 0, Qt::AlignLeft);
  column->addWidget(fileCard);
  return side;
}

void ConnectPage::setConnections(const QList<bridge::ConnectionProfile>& connections) {
  known_ = connections;
  const QSignalBlocker quiet(recent_);
  recent_->clear();
  for (const bridge::ConnectionProfile& profile : connections) {
    QString line = widgets::shown(profile.title().toStdString());
    // Two users of one database are two connections.
    const bool isShared =
        std::ranges::count(connections, profile.title(), &bridge::ConnectionProfile::title) > 1;
    const std::string user =
        pg::word_of(pg::conninfo_words(profile.conninfo.toStdString()).value_or(pg::ConninfoWords{}), "user");
    if (isShared && !user.empty()) line += QStringLiteral("  ·  ") + widgets::shown(user);
    if (!profile.environment.isEmpty())
      line += QStringLiteral("  ·  ") + widgets::shown(profile.environment.toStdString());
    auto* item = new QListWidgetItem(line, recent_);
    item->setToolTip(widgets::toolTip(bridge::placeOf(profile.conninfo)));
    if (profile.isProduction) item->setIcon(widgets::icon(QStringLiteral("warning")));
  }
  forget_->setEnabled(false);
  recent_->setEnabled(!connections.isEmpty());
}

void ConnectPage::showTrying(const QString& words) {
  try_->setEnabled(privateStore_.has_value());
  tryWords_->setTone(Tone::neutral);
  tryWords_->setText(words);
  tryWords_->show();
}

void ConnectPage::showTryFailure(const Error& error) {
  try_->setEnabled(true);
  tryWords_->setTone(Tone::danger);
  tryWords_->setText(widgets::sentences(error));
  tryWords_->show();
}

void ConnectPage::setPrivateStore(const bridge::ConnectionProfile& profile) {
  privateStore_ = profile;
  try_->setText(tr("Back to the pr&ivate store"));
  try_->setEnabled(true);
}

void ConnectPage::tryNow() {
  if (!privateStore_) return emit tryRequested();
  say(tr("Connecting…"), Tone::muted);
  emit connectRequested(*privateStore_, {});
}

QString ConnectPage::typedConninfo() const {
  switch (way_->currentIndex()) {
    case uriWay: return uri_->text().trimmed();
    case fieldsWay: {
      bridge::ConnectionFields fields;
      fields.host = host_->text();
      fields.hostaddr = hostaddr_->text();
      fields.port = port_->text();
      fields.database = database_->text();
      fields.user = user_->text();
      fields.sslmode = sslmode_->currentIndex() > 0 ? sslmode_->currentText() : QString();
      fields.sslrootcert = rootcert_->text();
      return bridge::conninfoOf(fields);
    }
    case serviceWay: return bridge::conninfoOf({.service = service_->text()});
    default: return {};
  }
}

bridge::ConnectionProfile ConnectPage::profile() const {
  bridge::ConnectionProfile profile;
  profile.id = id_;
  profile.conninfo = bridge::withoutPassword(typedConninfo()).conninfo;
  profile.name = name_->text().trimmed();
  profile.environment = environment_->text().trimmed();
  profile.isProduction = production_->isChecked();
  profile.colour = colour_->currentData().toString();
  profile.gatewayConfig = gateway_->text().trimmed();
  profile.passwordCommand = passwordCommand_->text().trimmed();
  profile.inKeychain = keep_->isChecked();
  return profile;
}

QString ConnectPage::password() const {
  return password_->text().isEmpty() ? bridge::withoutPassword(typedConninfo()).password : password_->text();
}

void ConnectPage::fill(const bridge::ConnectionProfile& profile) {
  id_ = profile.id;
  way_->setCurrentIndex(profile.conninfo.isEmpty() ? variablesWay : uriWay);
  uri_->setText(profile.conninfo);
  name_->setText(profile.name);
  environment_->setText(profile.environment);
  production_->setChecked(profile.isProduction);
  colour_->setCurrentIndex(std::max(0, colour_->findData(profile.colour)));
  gateway_->setText(profile.gatewayConfig);
  noteGateway();
  passwordCommand_->setText(profile.passwordCommand);
  keep_->setChecked(profile.inKeychain);
  password_->clear();
  if (profile.inKeychain) keychain_.read(profile.conninfo);
}

void ConnectPage::focusFirst() { way_->setFocus(); }

void ConnectPage::take(int row) {
  forget_->setEnabled(row >= 0);
  if (row >= 0 && row < known_.size()) fill(known_[row]);
}

void ConnectPage::offer(const bridge::ConnectionProfile& profile, const QString& why) {
  for (int row = 0; row < known_.size(); ++row) {
    if (known_[row].id == profile.id) recent_->setCurrentRow(row);
  }
  fill(profile);
  say(why, Tone::neutral);
  connect_->setFocus(Qt::OtherFocusReason);
}

void ConnectPage::forget() {
  if (const int row = recent_->currentRow(); row >= 0 && row < known_.size())
    emit forgetRequested(known_[row].id);
}

void ConnectPage::test() {
  say(tr("Connecting…"), Tone::muted);
  probe_.setKeychain(session_.keychain());
  probe_.connectTo(profile(), password());
}

void ConnectPage::takePassword(const QString& place, const QString& password) {
  if (place == profile().conninfo && password_->text().isEmpty()) password_->setText(password);
}

void ConnectPage::noteKeychain(const QString& words) {
  say(tr("The system's keychain cannot be used: %1. Type the password, or keep it in libpq's password file.")
          .arg(words),
      Tone::warn);
}

void ConnectPage::keepPassword() {
  const bridge::ConnectionProfile chosen = profile();
  if (keep_->isChecked() && !password().isEmpty()) return keychain_.write(chosen.conninfo, password());
  for (const bridge::ConnectionProfile& known : known_) {
    if (!keep_->isChecked() && known.inKeychain && known.conninfo == chosen.conninfo)
      keychain_.remove(chosen.conninfo);
  }
}

void ConnectPage::connectNow() {
  keepPassword();
  say(tr("Connecting…"), Tone::muted);
  emit connectRequested(profile(), password());
}

void ConnectPage::tested(bridge::SessionState state) {
  if (state == bridge::SessionState::lost) return sayFailure(probe_.lastError());
  if (state != bridge::SessionState::ready) return;
  const bool sound = probe_.facts().canSettle() && probe_.facts().gatewayProblem.isEmpty();
  say(testWords(probe_.facts()).join('\n'), sound ? Tone::ok : Tone::warn);
  probe_.disconnectFromServer();
}

void ConnectPage::follow(bridge::SessionState state) {
  if (state == bridge::SessionState::lost) sayFailure(session_.lastError());
  const bool isReady = state == bridge::SessionState::ready;
  if (isReady) answer_->hide();
  if (isReady)
    address_->setText(tr("Connected: %1").arg(widgets::shown(addressOf(session_.facts()).toStdString())));
  address_->setVisible(isReady);
}

void ConnectPage::sayFailure(const Error& error) {
  const Diagnosis diagnosis = diagnose(error);
  QStringList lines{diagnosis.what};
  if (!diagnosis.next.isEmpty()) lines.append(diagnosis.next);
  if (!error.detail.empty())
    lines.append(widgets::shown(QString::fromStdString(error.detail).simplified().toStdString()));
  say(lines.join('\n'), Tone::danger);
  if (diagnosis.wantsPassword && isVisible()) password_->setFocus();
}

void ConnectPage::say(const QString& words, Tone tone) {
  answer_->setTone(tone);
  answer_->setText(words);
  answer_->setVisible(true);
}

}  // namespace onceover::shell
