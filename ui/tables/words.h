// What the parts of a mapping are called, in words. Pure; plain text.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>
#include <vector>

#include "core/profile/detect.h"
#include "core/profile/profile.h"
#include "ui/tables/survey.h"

namespace onceover::tables {

// For what belongs to no widget.
inline QString tr(const char* text) { return QCoreApplication::translate("Tables", text); }

// "schema.table", each name so that every character can be told apart.
QString tableTitle(const std::string& schema, const std::string& table);
// "a, b" of names; "–" where there are none.
QString namesShown(const std::vector<std::string>& names);

QString kindWord(profile::Kind kind);              // "Keys", "Inbox", "Outbox"
QString whatWord(profile::TableFacts::What what);  // "table", "view", …
QString timeFormWord(profile::TimeForm form);
QString leaseFormWord(profile::Lease::Form form);
QString digestFormWord(profile::Digest::Form form);
QString bodyFormWord(profile::Body::Form form);
QString conditionWords(const profile::Condition& condition);
QString ruleWords(const profile::StateRule& rule);
QString confidenceWord(double confidence);  // "85 %"

}  // namespace onceover::tables
