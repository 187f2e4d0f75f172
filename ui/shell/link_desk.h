// Opens links to views (link.h) and makes them. A link is untrusted: it opens only over a connection that leads to its store, and never
// connects by itself. What is wrong with it is a problem to show above the page.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "ui/shell/link.h"
#include "ui/shell/navigator.h"

namespace onceover::shell {

class LinkDesk : public QObject {
  Q_OBJECT
 public:
  // mapped: tables that can be read over this connection beside our own. All must outlive it.
  LinkDesk(bridge::Session& session, workspace::Workspace& workspace, Navigator& places, std::function<bridge::Tables()> mapped,
           QObject* parent);

  void open(const QString& text);
  // To what is shown now; empty where there is nothing to link to.
  QString here() const;
  // A connection was made: remembers which store it leads to, and opens the link that waited for it. False: none waited.
  bool noteConnected();
  const QString& problem() const { return problem_; }
  void forgetProblem();

 signals:
  void problemChanged();
  // The link is of this store: a person is to connect to it, and nothing else does.
  void connectionOffered(const onceover::bridge::ConnectionProfile& known);

 private:
  void follow(const Link& link);
  bool read(const QByteArray& table);
  Result<void> show(const Link& link);
  void refuse(const Error& error);
  bridge::Session& session_;
  workspace::Workspace& workspace_;
  Navigator& places_;
  std::function<bridge::Tables()> mapped_;
  std::optional<Link> pending_;  // of a store that is known and not connected
  QString problem_;
};

}  // namespace onceover::shell
