// Saving an incident bundle, from any page that shows an incident: a key, a plan, a time.
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "core/bundle/collect.h"
#include "ui/bridge/session.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

struct BundleWanted {
  bundle::What what;
  // Looked into for the same key; called on the worker. Empty: nowhere else.
  std::function<std::vector<std::shared_ptr<const tables::Profile>>()> described = {};
  QString suggested = {};  // of the file: "inc-4711.md"; empty: one of ours
};

// How it goes and how it ended, in a sentence.
using Said = std::function<void(const QString&)>;

// Says what will be in it, asks whether bodies are to be and where to, then saveBundleTo(). parent: gone, nothing is said any more.
void saveBundle(bridge::Session& session, QWidget* parent, const BundleWanted& wanted, const Said& said);

// The same without asking. On the session's worker, with progress; the session's cancel ends it, and nothing is left of the file then.
void saveBundleTo(bridge::Session& session, QWidget* parent, const BundleWanted& wanted, bool withBodies, const QString& path,
                  const Said& said);

class SaveBundleDialog : public ConfirmDialog {
  Q_OBJECT
 public:
  explicit SaveBundleDialog(QWidget* parent = nullptr);
  bool withBodies() const;

 private:
  QCheckBox* bodies_;
};

}  // namespace onceover::widgets
