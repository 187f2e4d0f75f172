// The list of pages: the only thing the shell knows of them.
#pragma once

#include <QList>
#include <QString>
#include <functional>

#include "core/browse/browser.h"
#include "core/key/types.h"
#include "ui/bridge/session.h"
#include "ui/widgets/page.h"

namespace onceover::shell {

struct PageEntry {
  QString id;     // "keys": for settings and names of screenshots
  QString title;  // "Keys"
  QString icon;
  std::function<widgets::Page*(bridge::Session&, QWidget*)> make;
  // Where another page's caseRequested or rowsRequested leads; empty: not here.
  std::function<void(widgets::Page&, const key::Identity&)> openCase;
  std::function<void(widgets::Page&, const browse::Filter&)> showRows;
};

QList<PageEntry> pageEntries();

}  // namespace onceover::shell
