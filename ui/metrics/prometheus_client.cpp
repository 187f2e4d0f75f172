// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/prometheus_client.h"

#include <QMetaObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslConfiguration>
#include <algorithm>
#include <utility>

#include "core/base/moment.h"
#include "core/base/text.h"
#include "core/http/retry_after.h"
#include "ui/bridge/confined.h"

namespace onceover::metrics {
namespace {

Error notAsked(ErrorKind kind, std::string what, std::string next) {
  return {kind, std::move(what), "Its numbers are missing here.", std::move(next), "", ""};
}

// As gateways read theirs: nobody else may read the file, and no line end gets into a header.
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

PrometheusClient::PrometheusClient(prometheus::Settings settings, gateway::Keychain keychain, Limits limits, QObject* parent)
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
    end(id, fail(notAsked(ErrorKind::timeout, place_ + " did not answer within " + human(limits_.patience) + ".",
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

Result<PrometheusClient::Access> PrometheusClient::accessOf(const prometheus::Settings& settings, const gateway::Keychain& keychain) {
  Access access;
  if (settings.auth != prometheus::Auth::none) {
    auto secret = gateway::read_credential(authOf(settings), keychain);
    if (!secret) return fail(notAsked(secret.error().kind, secret.error().what, secret.error().next));
    access.secret = *std::move(secret);
  }
  if (!settings.ca_file.empty()) {
    access.trusted = QSslCertificate::fromPath(QString::fromStdString(settings.ca_file));
    if (access.trusted.isEmpty()) {
      return fail(
          notAsked(ErrorKind::io, "No certificate can be read from " + visible(settings.ca_file) + ".", "Name a file in PEM form."));
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
    for (std::size_t n = jobs_.size(); self && n > 0 && !jobs_.empty(); --n) end(jobs_.front()->id, fail(access.error()));
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
  QNetworkRequest request(QUrl(base + QString::fromStdString(prometheus::path_of(job.question)), QUrl::StrictMode));
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
  request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);  // a few requests, each with its own end
  request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
  request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/x-www-form-urlencoded"));
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
  job.reply = network_.post(requestFor(job), QByteArray::fromStdString(prometheus::form_of(job.question, limits_.patience)));
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

// The reply has ended, or is too long. Its body is parsed on another thread; until then it counts as under way.
void PrometheusClient::take(Job& job) {
  const int status = job.reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
  const bool isUntrusted = job.reply->error() == QNetworkReply::SslHandshakeFailedError;
  const bool isRefused = status == 401 && settings_.auth != prometheus::Auth::none;
  // A token or a certificate may have been changed. A keychain that asks its owner is not to be bothered by every question.
  const bool isLongAgo = Steady::now() - accessRead_ > std::chrono::minutes(1);
  if ((isRefused || (isUntrusted && !trusted_.isEmpty())) && access_ == State::ready && isLongAgo) access_ = State::unread;
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

// Names and values stay as they are, whatever a short secret looks like; what is shown as words does not quote it.
Result<prometheus::Answer> PrometheusClient::withoutSecrets(Result<prometheus::Answer> answer) const {
  const auto scrub = [this](std::string& words) { words = scrubbed(QByteArray::fromStdString(words)).toStdString(); };
  if (answer) {
    for (std::string& warning : answer->warnings) scrub(warning);
    return answer;
  }
  Error error = answer.error();
  for (std::string* words : {&error.what, &error.not_done, &error.next, &error.detail}) scrub(*words);
  return fail(std::move(error));
}

Error PrometheusClient::failureOf(const Job& job) const {
  const auto lost = [&](const std::string& how, const std::string& next) { return notAsked(ErrorKind::connection, place_ + how, next); };
  switch (job.reply->error()) {
    case QNetworkReply::HostNotFoundError: return lost(" is not found: no such host.", "Look at the address.");
    case QNetworkReply::ConnectionRefusedError:
      return lost(" refuses the connection: nothing listens there.", "Look at the port, and whether it runs.");
    case QNetworkReply::RemoteHostClosedError: return lost(" closed the connection before its answer was complete.", "Ask again.");
    case QNetworkReply::SslHandshakeFailedError: {
      const std::string why = job.tlsProblem.isEmpty() ? std::string() : ": " + visible(job.tlsProblem.toStdString());
      return lost(" is not trusted" + why + '.', "Name the authority's certificate where it is your own; nothing was sent.");
    }
    default:
      return lost(" cannot be asked: " + visible(scrubbed(job.reply->errorString().toUtf8()).toStdString()) + '.', "Look at the address.");
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

QByteArray PrometheusClient::scrubbed(const QByteArray& text) const { return QByteArray::fromStdString(mask_(text.toStdString())); }

}  // namespace onceover::metrics
