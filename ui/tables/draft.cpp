// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/draft.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "core/tables/sql.h"
#include "core/tables/states.h"
#include "core/tables/toml.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/row_write.h"

namespace onceover::ui {

namespace {

QString inQuotes(const std::string& text) {
  return QLatin1Char('"') + widgets::shown(text) + QLatin1Char('"');
}

std::vector<std::string> asideColumns(const tables::Profile& p) {
  std::vector<std::string> columns;
  for (const tables::Condition& condition : p.set_aside) columns.push_back(condition.column);
  return columns;
}

}  // namespace

Draft draftOf(const tables::Profile& profile, const tables::TableFacts& facts) {
  return {{tables::mapping_of(profile, facts)}, {}};
}

Draft openDraft(const tables::TableFacts& facts, const std::optional<tables::Candidate>& candidate) {
  return {{tables::open_mapping(facts, candidate)}, {}};
}

std::optional<tables::Verb> verbOf(const std::string& role) {
  const std::string prefix = "write.";
  return role.starts_with(prefix) ? tables::verb_from_word(role.substr(prefix.size())) : std::nullopt;
}

QString columnsShown(const tables::Profile& p, const std::string& role) {
  const tables::RoleFields fields = tables::fields_of(p, role);
  switch (roleInfo(role).kind) {
    case RoleInfo::Kind::columns:
      return namesShown(role == "order"       ? tables::order_columns(p)
                        : role == "set_aside" ? asideColumns(p)
                                              : p.identity);
    case RoleInfo::Kind::state: return namesShown(tables::state_columns(p));
    case RoleInfo::Kind::write: {
      std::vector<std::string> columns;
      const auto write = p.writes.find(*verbOf(role));
      if (write == p.writes.end()) return namesShown({});
      for (const tables::Assignment& assignment : write->second.set) columns.push_back(assignment.column);
      return namesShown(columns);
    }
    case RoleInfo::Kind::text:
    case RoleInfo::Kind::operation:
      if (fields.column.empty() && !fields.text.empty()) return inQuotes(fields.text);
      [[fallthrough]];
    default: return namesShown({fields.column, fields.second});
  }
}

QString formShown(const Draft& draft, const std::string& role) {
  const tables::Profile& p = draft.profile;
  if (role == "set_aside") {
    QStringList words;
    for (const tables::Condition& condition : p.set_aside) words.append(conditionWords(condition));
    return words.join(QStringLiteral("; "));
  }
  const tables::RoleFields fields = tables::fields_of(p, role);
  const auto kind = roleInfo(role).kind;
  const bool isDescribed =
      kind == RoleInfo::Kind::write || kind == RoleInfo::Kind::lease || kind == RoleInfo::Kind::state;
  if (!isDescribed && fields.column.empty()) return {};
  switch (kind) {
    case RoleInfo::Kind::write: {
      const auto write = p.writes.find(*verbOf(role));
      if (write == p.writes.end()) return {};
      QStringList words{writes::writtenInWords(write->second)};
      for (const tables::Condition& condition : write->second.guard)
        words.append(tr("only where %1").arg(conditionWords(condition)));
      return words.join(QStringLiteral("; "));
    }
    case RoleInfo::Kind::instant: {
      const auto form = static_cast<tables::TimeForm>(fields.form);
      const QString words = wordOf(timeFormWords, form);
      return tables::needs_zone(form) ? tr("%1, read as %2").arg(words, widgets::shown(fields.zone)) : words;
    }
    case RoleInfo::Kind::place: {
      QStringList words;
      if (!fields.text.empty()) words.append(tr("at %1").arg(widgets::shown(fields.text)));
      if (fields.form != 0)
        words.append(tr("in %1").arg(wordOf(amountFormWords, static_cast<AmountForm>(fields.form))));
      return words.join(QStringLiteral(", "));
    }
    case RoleInfo::Kind::digest: return wordOf(digestFormWords, p.fingerprint.form);
    case RoleInfo::Kind::body: return wordOf(bodyFormWords, p.response_body.form);
    case RoleInfo::Kind::lease: {
      const QString words = wordOf(leaseFormWords, p.lease.form);
      if (tables::lacks_length(p.lease)) return tr("%1: how long?").arg(words);
      return p.lease.length > Duration(0) ? tr("%1: %2").arg(words, widgets::span(p.lease.length)) : words;
    }
    case RoleInfo::Kind::state: {
      QStringList words;
      for (const tables::StateLine& line : draft.state.lines)
        words.append(tr("%1: %2").arg(
            widgets::text(tables::line_words(draft.state, line)),
            widgets::wordShown(tables::meaning_words.of(line.meaning.value_or(tables::Meaning::unknown)))));
      return words.join(QStringLiteral("; "));
    }
    default: return {};
  }
}

QStringList sharedColumns(const Draft& draft) {
  const tables::Profile& p = draft.profile;
  // A time may have several roles, each in other states, and a document has many places.
  std::vector<std::pair<std::string, QString>> roles;
  for (const RoleInfo& role : roleInfos()) {
    using Kind = RoleInfo::Kind;
    const bool isOne = role.kind == Kind::column || role.kind == Kind::operation ||
                       role.kind == Kind::place || role.kind == Kind::digest || role.kind == Kind::body;
    const tables::RoleFields fields = isOne ? tables::fields_of(p, role.id) : tables::RoleFields{};
    const bool isInside = role.kind == Kind::place && !fields.text.empty();
    if (isOne && !fields.column.empty() && !isInside) roles.emplace_back(fields.column, role.title);
  }
  QStringList sentences;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    for (std::size_t j = i + 1; j < roles.size(); ++j) {
      if (roles[i].first != roles[j].first) continue;
      sentences.append(tr("%1 is mapped as %2 and as %3: choose another column, or none, for one of them.")
                           .arg(inQuotes(roles[i].first), roles[i].second, roles[j].second));
    }
  }
  return sentences;
}

KnownProfiles readKnown(const QStringList& places) {
  KnownProfiles known;
  for (const QString& place : places) {
    QStringList files{place};
    if (QFileInfo(place).isDir()) {
      files.clear();
      for (const QFileInfo& file :
           QDir(place).entryInfoList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
        files.append(file.filePath());
      }
    } else if (!QFileInfo::exists(place)) {
      continue;
    }
    // Each by itself: one that cannot be read keeps nobody from the others.
    for (const QString& file : files) {
      auto read = tables::read_profiles(QFile::encodeName(file).toStdString());
      if (!read) {
        known.problems.push_back(read.error().what);
        continue;
      }
      known.profiles.insert(known.profiles.end(), read->begin(), read->end());
    }
  }
  return known;
}

QString fileNameOf(const tables::Profile& profile) {
  QString name;
  for (const QChar c : widgets::text(profile.name.empty() ? profile.table : profile.name).left(60)) {
    const bool isPlain = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') ||
                         c == u'_' || c == u'-';
    name += isPlain || (c == u'.' && !name.isEmpty()) ? c : QChar(u'_');
  }
  return (name.isEmpty() ? QStringLiteral("profile") : name) + QLatin1String(".toml");
}

bool holdsAnother(const QString& path, const tables::Profile& profile) {
  if (!QFileInfo::exists(path)) return false;
  const auto held = tables::read_profiles(QFile::encodeName(path).toStdString());
  // A table's archive stands behind it.
  const bool isOne =
      held && (held->size() == 1 || (held->size() == 2 && held->front().archive == held->back().name));
  if (!isOne) return true;
  const tables::Profile& other = held->front();
  return other.name != profile.name || other.schema != profile.schema || other.table != profile.table;
}

Result<void> saveProfile(const QString& path, const tables::Profile& profile) {
  const QString directory = QFileInfo(path).absolutePath();
  if (!QFileInfo(directory).isDir()) {
    const bool isMade = QDir().mkpath(directory) &&
                        QFile::setPermissions(directory, QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                                                             QFileDevice::ExeOwner);
    if (!isMade) {
      return fail(ErrorKind::io,
                  "The directory for profiles cannot be made: " + directory.toStdString() + ".",
                  "Nothing was saved.", "Choose another place.");
    }
  }
  return widgets::savePrivately(
      path, QByteArray::fromStdString(tables::to_toml(std::vector<tables::Profile>{profile})));
}

QString tableTitle(const std::string& schema, const std::string& table) {
  return widgets::shown(schema) + QLatin1Char('.') + widgets::shown(table);
}

QString namesShown(const std::vector<std::string>& names) {
  QStringList shown;
  for (const std::string& name : names) {
    if (!name.empty()) shown.append(widgets::shown(name));
  }
  return shown.isEmpty() ? widgets::dash : shown.join(QStringLiteral(", "));
}

QString conditionWords(const tables::Condition& condition) {
  return widgets::text(tables::words_of(condition));
}

QString confidenceWord(double confidence) {
  return confidence >= 0.9 ? tr("certain") : confidence >= 0.7 ? tr("likely") : tr("perhaps");
}

}  // namespace onceover::ui
