// SPDX-License-Identifier: GPL-3.0-or-later
// What the shell says about a connection, in words. Pure.
#pragma once

#include <QList>
#include <QString>

#include "core/base/error.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

// Why a connection could not be made, and what to look at: host, port, TLS, password, database, rights. From
// libpq's own words.
struct Diagnosis {
  QString what, next;
  bool wantsPassword = false;  // it would work with one, as far as can be told
};
Diagnosis diagnose(const Error& error);

// One line for the status bar: "payments on db.example:5432 · ops · PostgreSQL 15.13 · encrypted · schema 2 ·
// clock +0.2 s".
QString factsLine(const bridge::ServerFacts& facts);
// What libpq's programs take to connect to the same database: host or directory of the socket, port,
// database, user. Never a password.
QString addressOf(const bridge::ServerFacts& facts);
// The answer to *Test*, a line each: what works, and what will not.
QStringList testWords(const bridge::ServerFacts& facts);

// What stands above every page as long as it is so.
struct Standing {
  widgets::Tone tone;
  QString icon, text, action;  // action: the button's label; empty: none
  enum class Act { none, retry, closeLink } act = Act::none;
  // The same line, perhaps with other words.
  bool isLike(const Standing& other) const {
    return icon == other.icon && action == other.action && act == other.act;
  }
};
QList<Standing> standings(const bridge::Session& session);

}  // namespace onceover::shell
