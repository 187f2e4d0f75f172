// SPDX-License-Identifier: GPL-3.0-or-later
// A mapping as the console shows and edits it: its roles in words. Pure.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/tables/detect/detect.h"
#include "core/tables/detect/mapping.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::ui {

struct RoleInfo {
  enum class Kind { column, columns, operation, state, lease, instant, place, digest, body, attempts, text, write };
  std::string id;
  Kind kind = Kind::column;
  QString title;  // "Tenant"
  QString what;   // "Who the key belongs to."
};
// In the order of the list.
const std::vector<RoleInfo>& roleInfos();
const RoleInfo& roleInfo(const std::string& id);
// The verb of a role "write.succeed"; none: it is another role.
std::optional<tables::Verb> verbOf(const std::string& role);

// What the console adds to a mapping.
struct Draft : tables::Mapping {
  std::map<tables::Verb, tables::Access::Offer> offers;  // what the server allows, as it was last asked; empty: it was not
};

// Of a profile that exists.
Draft draftOf(const tables::Profile& profile, const tables::TableFacts& facts);
// The draft of a table: what detection is sure of is filled in, the rest is left to be chosen.
Draft openDraft(const tables::TableFacts& facts, const std::optional<tables::Candidate>& candidate);

// What the list shows of a role: "user_id, idempotency_key", "timestamp with time zone".
QString columnsShown(const tables::Profile& profile, const std::string& role);
QString formShown(const Draft& draft, const std::string& role);

// One column in two roles, sentence by sentence: likely a slip, and not forbidden.
QStringList sharedColumns(const Draft& draft);

// Profiles as files of the person who made them.
struct KnownProfiles {
  std::vector<tables::Profile> profiles;
  std::vector<std::string> problems;  // a file that cannot be read, in a sentence each
};

// Files and directories of *.toml; one that does not exist holds nothing. For any thread.
KnownProfiles readKnown(const QStringList& places);

// "payments.idempotency_keys.toml": the profile's name as a file's, whatever it holds.
QString fileNameOf(const tables::Profile& profile);

// Whether the file holds a profile of another name or table, or something else.
bool holdsAnother(const QString& path, const tables::Profile& profile);

// Mode 0600, in a directory that is made 0700 where it is missing. ErrorKind::io.
Result<void> saveProfile(const QString& path, const tables::Profile& profile);

// What the parts of a mapping are called, in words. Pure; plain text.

// For what belongs to no widget.
inline QString tr(const char* text) { return QCoreApplication::translate("Tables", text); }

// The words of an enumeration, in the order in which a choice lists them.
inline constexpr auto kindWords = words<tables::Kind>({{tables::Kind::idempotency, "Keys"},
                                                       {tables::Kind::inbox, "Inbox"},
                                                       {tables::Kind::outbox, "Outbox"},
                                                       {tables::Kind::queue, "Queue"}});
inline constexpr auto timeFormWords = words<tables::TimeForm>({{tables::TimeForm::timestamptz, "timestamp with time zone"},
                                                               {tables::TimeForm::timestamp, "timestamp without a zone"},
                                                               {tables::TimeForm::epoch_s, "seconds since 1970"},
                                                               {tables::TimeForm::epoch_ms, "milliseconds since 1970"},
                                                               {tables::TimeForm::epoch_us, "microseconds since 1970"},
                                                               {tables::TimeForm::epoch_ns, "nanoseconds since 1970"},
                                                               {tables::TimeForm::iso_text, "ISO 8601 text in UTC"}});
inline constexpr auto leaseFormWords =
    some_words<tables::Lease::Form>({{tables::Lease::Form::deadline, "the time at which it ends"},
                                     {tables::Lease::Form::since, "the time at which it began, and a length"},
                                     {tables::Lease::Form::heartbeat, "the last heartbeat, and a length"},
                                     {tables::Lease::Form::age, "its age: stuck when unfinished for longer than"},
                                     {tables::Lease::Form::owner_only, "an owner without a time: cannot be observed"},
                                     {tables::Lease::Form::none, "nothing: a lease cannot be observed"}});
inline constexpr auto digestFormWords = words<tables::Digest::Form>({{tables::Digest::Form::bytes, "bytes"},
                                                                     {tables::Digest::Form::hex, "hexadecimal text"},
                                                                     {tables::Digest::Form::base64, "base64 text"}});
inline constexpr auto bodyFormWords = words<tables::Body::Form>(
    {{tables::Body::Form::bytes, "bytes"}, {tables::Body::Form::text, "text"}, {tables::Body::Form::json, "JSON"}});
// The decimals that are folded into a stored amount.
enum class AmountForm { units, tenths, hundredths, thousandths, tenThousandths };
inline constexpr auto amountFormWords = some_words<AmountForm>({{AmountForm::units, "whole units"},
                                                                {AmountForm::tenths, "tenths"},
                                                                {AmountForm::hundredths, "hundredths (cents)"},
                                                                {AmountForm::thousandths, "thousandths"},
                                                                {AmountForm::tenThousandths, "ten-thousandths"}});
inline constexpr auto conditionTests = some_words<tables::Condition::Is>({{tables::Condition::Is::not_null, "is not NULL"},
                                                                          {tables::Condition::Is::null, "is NULL"},
                                                                          {tables::Condition::Is::yes, "is true"},
                                                                          {tables::Condition::Is::no, "is false"},
                                                                          {tables::Condition::Is::one_of, "is one of"},
                                                                          {tables::Condition::Is::between, "is from … to"}});
inline constexpr auto valueWords = some_words<tables::Assignment::Value>({{tables::Assignment::Value::text, "the value"},
                                                                          {tables::Assignment::Value::null, "NULL"},
                                                                          {tables::Assignment::Value::now, "now"},
                                                                          {tables::Assignment::Value::lease_end, "the end of a lease"},
                                                                          {tables::Assignment::Value::code, "the response status"},
                                                                          {tables::Assignment::Value::body, "the response body"},
                                                                          {tables::Assignment::Value::reason, "the reason"},
                                                                          {tables::Assignment::Value::increment, "plus one"},
                                                                          {tables::Assignment::Value::zero, "0"}});

template <class E, std::size_t size>
QString wordOf(const Words<E, size>& words, E value) {
  return tr(words.of(value).data());
}
inline QString kindWord(tables::Kind kind) { return wordOf(kindWords, kind); }

// "schema.table", each name so that every character can be told apart.
QString tableTitle(const std::string& schema, const std::string& table);
// "a, b" of names; "–" where there are none.
QString namesShown(const std::vector<std::string>& names);
QString conditionWords(const tables::Condition& condition);
QString confidenceWord(double confidence);  // "likely"

}  // namespace onceover::ui
