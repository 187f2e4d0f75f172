// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/prometheus_source.h"

#include <QMetaObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslConfiguration>

#include "core/http/retry_after.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {

namespace {

// A server with a narrower limit than its default says so; below this it is not worth asking.
constexpr int fewestPoints = 500;

}  // namespace

struct PrometheusSource::Query {
  int tag = 0;
  QObject context;  // goes with it: answers to what was superseded find nobody
  std::optional<prometheus::Reading> reading;
  std::vector<prometheus::Reading::Answered> answers;
  std::size_t open = 0;
  int points = prometheus::most_points;
};

PrometheusSource::PrometheusSource(bridge::Session& session, workspace::Workspace& workspace,
                                   PrometheusClient::Limits limits, QObject* parent)
    : Source(parent), session_(session), workspace_(workspace), limits_(limits) {
  recall();
  connect(&session_, &bridge::Session::stateChanged, this, &PrometheusSource::recall);
}

PrometheusSource::~PrometheusSource() = default;

QString PrometheusSource::memoryName() const {
  return QStringLiteral("prometheus.") + session_.connection().id;
}

// What is remembered for this connection; what cannot be read is as if nothing were.
void PrometheusSource::recall() {
  const QString name = memoryName();
  if (client_ && name == recalled_) return;
  recalled_ = name;
  const auto kept = prometheus::from_json(workspace_.choice(name).toStdString());
  settings_ = kept ? *kept : prometheus::Settings{};
  renewClient();
}

void PrometheusSource::renewClient() {
  cancel();
  client_ = std::make_unique<PrometheusClient>(settings_, session_.keychain(), limits_);
  emit offerChanged();
}

Result<void> PrometheusSource::setSettings(const prometheus::Settings& settings) {
  if (!settings.url.empty()) {
    if (auto sound = prometheus::check(settings); !sound) return sound;
  }
  if (auto kept = workspace_.setChoice(memoryName(), QString::fromStdString(prometheus::to_json(settings)));
      !kept)
    return kept;
  settings_ = settings;
  renewClient();
  return {};
}

QString PrometheusSource::name() const { return widgets::shown(prometheus::place_of(settings_)); }

Offer PrometheusSource::offer() const {
  Offer out;
  if (settings_.url.empty()) {
    out.whyNot = tr("No Prometheus server is given for this connection.");
    return out;
  }
  if (auto sound = prometheus::check(settings_); !sound) {
    out.whyNot = widgets::text(sound.error().what);
    return out;
  }
  bool isSplit = false;
  for (const std::string& name : prometheus::mapped(settings_)) {
    (metric_named(name) != nullptr ? out.metrics : out.distributions).append(QString::fromStdString(name));
    isSplit = isSplit || prometheus::is_split(prometheus::expression_of(settings_, name));
  }
  if (isSplit) out.by = {By::tenant, By::operation, By::code};
  return out;
}

void PrometheusSource::ask(int tag, const Request& request) {
  drop(tag);
  auto& query = *(queries_[tag] = std::make_unique<Query>());
  query.tag = tag;
  auto reading = prometheus::Reading::begin(settings_, request);
  if (!reading) {
    const auto later = [this, &query, still = QPointer<QObject>(&query.context), error = reading.error()] {
      if (still) finish(query, fail(error));
    };
    QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
    return;
  }
  query.reading = *std::move(reading);
  rank(query);
}

void PrometheusSource::rank(Query& query) {
  const auto ranking = query.reading->ranking();
  if (!ranking) return sendQuestions(query);
  client_->ask(*ranking, &query.context, [this, &query](Result<prometheus::Answer> answer) {
    if (!answer) return finish(query, fail(answer.error()));
    query.reading->ranked(*answer);
    rank(query);
  });
}

void PrometheusSource::sendQuestions(Query& query) {
  const auto questions = query.reading->questions(query.points);
  query.answers.clear();
  query.open = questions.size();
  if (questions.empty()) return finish(query, query.reading->chart(query.answers));
  for (const auto& question : questions) {
    client_->ask(question, &query.context, [this, &query, question](Result<prometheus::Answer> answer) {
      take(query, question, std::move(answer));
    });
  }
}

void PrometheusSource::take(Query& query, const prometheus::Question& question,
                            Result<prometheus::Answer> answer) {
  query.answers.push_back({question, std::move(answer)});
  if (--query.open > 0) return;
  const bool isTooMuch = std::ranges::any_of(query.answers, [](const auto& one) {
    return !one.answer && prometheus::wants_fewer_points(one.answer.error());
  });
  if (!isTooMuch || query.points / 4 < fewestPoints)
    return finish(query, query.reading->chart(query.answers));
  query.points /= 4;
  sendQuestions(query);
}

void PrometheusSource::finish(Query& query, const Result<Chart>& chart) {
  const auto ended = std::move(queries_.extract(query.tag).mapped());
  tell(ended->tag, chart);
}

void PrometheusSource::drop(int tag) {
  const auto found = queries_.find(tag);
  if (found == queries_.end()) return;
  client_->cancel(&found->second->context);
  queries_.erase(found);
}

void PrometheusSource::cancel() {
  while (!queries_.empty()) drop(queries_.begin()->first);
}

namespace {

Error notAsked(ErrorKind kind, std::string what, std::string next) {
  return {kind, std::move(what), "Its numbers are missing here.", std::move(next), "", ""};
}

// As gateways read theirs: other users may not read the file, and no line end gets into a header.
gateway::Auth authOf(const prometheus::Settings& settings) {
  gateway::Auth auth;
  auth.header = "Authorization";
  auth.value_file = settings.secret_file;
  auth.value_keychain = settings.secret_entry;
  return auth;
}

}  // namespace

struct PrometheusClient::Job {
  quint64 id = 0;
  prometheus::Question question;
  QPointer<QObject> context;
  const QObject* contextKey = nullptr;
  Done done;
  bool isSent = false;
  QPointer<QNetworkReply> reply;
  QByteArray body;
  QString tlsProblem;
  bool isCut = false;
  QTimer deadline;

  void leaveReply() {
    if (!reply) return;
    reply->disconnect(&deadline);  // whose life its answers share
    reply->abort();
    reply->deleteLater();
  }
  ~Job() { leaveReply(); }
};

PrometheusClient::PrometheusClient(prometheus::Settings settings, gateway::Keychain keychain, Limits limits,
                                   QObject* parent)
    : QObject(parent),
      settings_(std::move(settings)),
      keychain_(std::move(keychain)),
      limits_(limits),
      place_(prometheus::place_of(settings_)) {
  network_.setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
  if (settings_.auth == prometheus::Auth::none && settings_.ca_file.empty()) access_ = State::ready;
}

PrometheusClient::~PrometheusClient() = default;

void PrometheusClient::ask(const prometheus::Question& question, QObject* context, Done done) {
  auto job = std::make_unique<Job>();
  job->id = ++lastJob_;
  job->question = question;
  job->context = context;
  job->contextKey = context;
  job->done = std::move(done);
  job->deadline.setSingleShot(true);
  connect(&job->deadline, &QTimer::timeout, this, [this, id = job->id] {
    end(id,
        fail(notAsked(ErrorKind::timeout, place_ + " did not answer within " + human(limits_.patience) + ".",
                      "Choose a shorter range or a longer step, or ask again in a while.")));
  });
  job->deadline.start(limits_.patience);
  jobs_.push_back(std::move(job));
  QMetaObject::invokeMethod(this, &PrometheusClient::sendMore, Qt::QueuedConnection);
}

void PrometheusClient::cancel(const QObject* context) {
  const auto gone = std::erase_if(jobs_, [context](const auto& job) { return job->contextKey == context; });
  if (gone > 0) QMetaObject::invokeMethod(this, &PrometheusClient::sendMore, Qt::QueuedConnection);
}

Result<PrometheusClient::Access> PrometheusClient::accessOf(const prometheus::Settings& settings,
                                                            const gateway::Keychain& keychain) {
  Access access;
  if (settings.auth != prometheus::Auth::none) {
    auto secret = gateway::read_credential(authOf(settings), keychain);
    if (!secret) return fail(notAsked(secret.error().kind, secret.error().what, secret.error().next));
    access.secret = *std::move(secret);
  }
  if (!settings.ca_file.empty()) {
    access.trusted = QSslCertificate::fromPath(QString::fromStdString(settings.ca_file));
    if (access.trusted.isEmpty()) {
      return fail(notAsked(ErrorKind::io,
                           "No certificate can be read from " + visible(settings.ca_file) + ".",
                           "Name a file in PEM form."));
    }
  }
  return access;
}

void PrometheusClient::readAccess() {
  access_ = State::reading;
  accessRead_ = Steady::now();
  bridge::inBackground<Access>(
      this, [settings = settings_, keychain = keychain_] { return accessOf(settings, keychain); },
      [this](const Result<Access>& access) { takeAccess(access); });
}

void PrometheusClient::takeAccess(const Result<Access>& access) {
  if (!access) {
    access_ = State::unread;
    const QPointer<PrometheusClient> self(this);  // an answer may end the client
    for (std::size_t n = jobs_.size(); self && n > 0 && !jobs_.empty(); --n)
      end(jobs_.front()->id, fail(access.error()));
    return;
  }
  trusted_ = access->trusted;
  if (settings_.auth != prometheus::Auth::none) {
    const bool isBearer = settings_.auth == prometheus::Auth::bearer;
    const std::string sent = isBearer ? access->secret : to_base64(settings_.user + ':' + access->secret);
    header_ = QByteArray::fromStdString((isBearer ? "Bearer " : "Basic ") + sent);
    mask_ = Mask({access->secret, sent}, 1);  // here a secret may be as short as its server takes it
  }
  access_ = State::ready;
  sendMore();
}

void PrometheusClient::sendMore() {
  if (jobs_.empty() || access_ == State::reading) return;
  if (access_ == State::unread) return readAccess();
  auto free = limits_.atOnce - std::ranges::count_if(jobs_, [](const auto& job) { return job->isSent; });
  for (const auto& job : jobs_) {
    if (!job->isSent && free-- > 0) send(*job);
  }
}

QNetworkRequest PrometheusClient::requestFor(const Job& job) const {
  QString base = QString::fromStdString(settings_.url);
  while (base.endsWith('/')) base.chop(1);
  QNetworkRequest request(
      QUrl(base + QString::fromStdString(prometheus::path_of(job.question)), QUrl::StrictMode));
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
  // a few requests, each with its own end
  request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
  request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
  request.setHeader(QNetworkRequest::ContentTypeHeader,
                    QByteArrayLiteral("application/x-www-form-urlencoded"));
  request.setRawHeader("Accept", "application/json");
  if (!header_.isEmpty()) request.setRawHeader("Authorization", header_);
  if (!trusted_.isEmpty()) {
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates(trusted_);
    request.setSslConfiguration(tls);
  }
  return request;
}

// Ends no job: what the network says comes later.
void PrometheusClient::send(Job& job) {
  job.isSent = true;
  job.reply = network_.post(requestFor(job),
                            QByteArray::fromStdString(prometheus::form_of(job.question, limits_.patience)));
  job.reply->setReadBufferSize(limits_.bytes + 1);
  Job* sent = &job;
  connect(job.reply, &QNetworkReply::readyRead, &job.deadline, [this, sent] { readSome(*sent); });
  connect(job.reply, &QNetworkReply::sslErrors, &job.deadline, [sent](const QList<QSslError>& errors) {
    if (!errors.isEmpty()) sent->tlsProblem = errors.front().errorString();
  });
  connect(job.reply, &QNetworkReply::finished, &job.deadline, [this, sent] { take(*sent); });
}

void PrometheusClient::readSome(Job& job) {
  job.body += job.reply->readAll();
  if (job.body.size() <= limits_.bytes) return;
  job.isCut = true;
  take(job);
}

// The reply has ended, or is too long. Its body is parsed on another thread; until then it counts as under
// way.
void PrometheusClient::take(Job& job) {
  const int status = job.reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
  const bool isUntrusted = job.reply->error() == QNetworkReply::SslHandshakeFailedError;
  const bool isRefused = status == 401 && settings_.auth != prometheus::Auth::none;
  // A token or a certificate may have been changed. A keychain that asks its owner is not to be bothered by
  // every question.
  const bool isLongAgo = Steady::now() - accessRead_ > std::chrono::minutes(1);
  if ((isRefused || (isUntrusted && !trusted_.isEmpty())) && access_ == State::ready && isLongAgo)
    access_ = State::unread;
  const bool isBroken = job.reply->error() != QNetworkReply::NoError && (status == 0 || status < 300);
  if (!job.isCut && isBroken) return end(job.id, fail(failureOf(job)));
  if (!job.isCut) job.body += job.reply->readAll();
  prometheus::Reply reply;
  reply.status = status;
  reply.content_type = scrubbed(job.reply->rawHeader("Content-Type")).toStdString();
  reply.is_cut = job.isCut || job.body.size() > limits_.bytes;
  reply.date = http::parse_http_date(job.reply->rawHeader("Date").toStdString(), machine_time());
  job.deadline.stop();
  job.leaveReply();
  const QByteArray body = reply.is_cut ? QByteArray() : std::exchange(job.body, {});
  bridge::inBackground<prometheus::Answer>(
      this,
      [question = job.question, reply, body, place = place_]() mutable {
        reply.body = body.toStdString();
        return prometheus::read_answer(question, reply, place);
      },
      [this, id = job.id](Result<prometheus::Answer> answer) { end(id, withoutSecrets(std::move(answer))); });
}

// Names and values stay as they are, whatever a short secret looks like; what is shown as words does not
// quote it.
Result<prometheus::Answer> PrometheusClient::withoutSecrets(Result<prometheus::Answer> answer) const {
  const auto scrub = [this](std::string& words) {
    words = scrubbed(QByteArray::fromStdString(words)).toStdString();
  };
  if (answer) {
    for (std::string& warning : answer->warnings) scrub(warning);
    return answer;
  }
  Error error = answer.error();
  for (std::string* words : {&error.what, &error.not_done, &error.next, &error.detail}) scrub(*words);
  return fail(std::move(error));
}

Error PrometheusClient::failureOf(const Job& job) const {
  const auto lost = [&](const std::string& how, const std::string& next) {
    return notAsked(ErrorKind::connection, place_ + how, next);
  };
  switch (job.reply->error()) {
    case QNetworkReply::HostNotFoundError:
      return lost(" is not found: no such host.", "Look at the address.");
    case QNetworkReply::ConnectionRefusedError:
      return lost(" refuses the connection: nothing listens there.",
                  "Look at the port, and whether it runs.");
    case QNetworkReply::RemoteHostClosedError:
      return lost(" closed the connection before its answer was complete.", "Ask again.");
    case QNetworkReply::SslHandshakeFailedError: {
      const std::string why =
          job.tlsProblem.isEmpty() ? std::string() : ": " + visible(job.tlsProblem.toStdString());
      return lost(" is not trusted" + why + '.',
                  "Name the authority's certificate where it is your own; nothing was sent.");
    }
    default:
      return lost(
          " cannot be asked: " + visible(scrubbed(job.reply->errorString().toUtf8()).toStdString()) + '.',
          "Look at the address.");
  }
}

void PrometheusClient::end(quint64 job, Result<prometheus::Answer> answer) {
  const auto found = std::ranges::find_if(jobs_, [job](const auto& each) { return each->id == job; });
  if (found == jobs_.end()) return;
  const std::unique_ptr<Job> ended = std::move(*found);
  jobs_.erase(found);
  QMetaObject::invokeMethod(this, &PrometheusClient::sendMore, Qt::QueuedConnection);
  if (ended->context && ended->done) ended->done(std::move(answer));
}

QByteArray PrometheusClient::scrubbed(const QByteArray& text) const {
  return QByteArray::fromStdString(mask_(text.toStdString()));
}

}  // namespace onceover::metrics
