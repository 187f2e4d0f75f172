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
    if (job->error() == QKeychain::NoError && !job->textData().isEmpty()) return emit found(place, job->textData());
    if (job->error() != QKeychain::EntryNotFound && job->error() != QKeychain::NoError) emit failed(job->errorString());
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

}  // namespace onceover::shell
