// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keychain.h"

#include <qt6keychain/keychain.h>

namespace onceover::shell {
namespace {

QString service() { return QStringLiteral("onceover"); }

}  // namespace

void Keychain::read(const QString& place) {
  auto* job = new QKeychain::ReadPasswordJob(service());
  job->setKey(place);
  connect(job, &QKeychain::Job::finished, this, [this, job, place] {
    if (job->error() == QKeychain::NoError && !job->textData().isEmpty())
      return emit found(place, job->textData());
    if (job->error() != QKeychain::EntryNotFound && job->error() != QKeychain::NoError)
      emit failed(job->errorString());
  });
  job->start();
}

void Keychain::write(const QString& place, const QString& password) {
  auto* job = new QKeychain::WritePasswordJob(service());
  job->setKey(place);
  job->setTextData(password);
  connect(job, &QKeychain::Job::finished, this, [this, job] {
    if (job->error() != QKeychain::NoError) emit failed(job->errorString());
  });
  job->start();
}

void Keychain::remove(const QString& place) {
  auto* job = new QKeychain::DeletePasswordJob(service());
  job->setKey(place);
  job->start();
}

void SystemCredentials::read(const QString& name, Answer answer) {
  auto* job = new QKeychain::ReadPasswordJob(QLatin1String(gateway::keychain_service));
  job->setKey(name);
  connect(job, &QKeychain::Job::finished, this, [job, name, answer = std::move(answer)] {
    if (job->error() == QKeychain::EntryNotFound) return answer(fail(noneOf(name)));
    if (job->error() == QKeychain::NoError) return answer(job->textData().toStdString());
    answer(fail(ErrorKind::invalid_input,
                "The system's keychain cannot be used: " + visible(job->errorString().toStdString()) + '.',
                "The gateway was not loaded.",
                "Name a file in the gateway's description (auth.value_file)."));
  });
  job->start();
}

void SystemCredentials::store(const QString& name, const QString& value) {
  auto* job = new QKeychain::WritePasswordJob(QLatin1String(gateway::keychain_service));
  job->setKey(name);
  job->setTextData(value);
  connect(job, &QKeychain::Job::finished, this, [this, job, name] {
    if (job->error() == QKeychain::NoError) return emit stored(name);
    emit notStored(name, job->errorString());
  });
  job->start();
}

}  // namespace onceover::shell
