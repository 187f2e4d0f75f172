// SPDX-License-Identifier: GPL-3.0-or-later
// A mapping as the console shows and edits it: its roles in words. Pure.
#pragma once

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
#include "ui/widgets/text.h"

namespace onceover::ui {

struct RoleInfo {
  enum class Kind {
    column,
    columns,
    operation,
    state,
    lease,
    instant,
    place,
    digest,
    body,
    attempts,
    text,
    write
  };
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
  // what the server allows, as it was last asked; empty: it was not
  std::map<tables::Verb, tables::Access::Offer> offers;
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

// The words of an enumeration, in the order in which a choice lists them.
inline constexpr auto kindWords = words<tables::Kind>({{tables::Kind::idempotency, QT_TR_NOOP("Keys")},
                                                       {tables::Kind::inbox, QT_TR_NOOP("Inbox")},
                                                       {tables::Kind::outbox, QT_TR_NOOP("Outbox")},
                                                       {tables::Kind::queue, QT_TR_NOOP("Queue")}});
inline constexpr auto timeFormWords =
    words<tables::TimeForm>({{tables::TimeForm::timestamptz, QT_TR_NOOP("timestamp with time zone")},
                             {tables::TimeForm::timestamp, QT_TR_NOOP("timestamp without a zone")},
                             {tables::TimeForm::epoch_s, QT_TR_NOOP("seconds since 1970")},
                             {tables::TimeForm::epoch_ms, QT_TR_NOOP("milliseconds since 1970")},
                             {tables::TimeForm::epoch_us, QT_TR_NOOP("microseconds since 1970")},
                             {tables::TimeForm::epoch_ns, QT_TR_NOOP("nanoseconds since 1970")},
                             {tables::TimeForm::iso_text, QT_TR_NOOP("ISO 8601 text")}});
inline constexpr auto leaseFormWords = some_words<tables::Lease::Form>(
    {{tables::Lease::Form::deadline, QT_TR_NOOP("the time at which it ends")},
     {tables::Lease::Form::since, QT_TR_NOOP("the time at which it began, and a length")},
     {tables::Lease::Form::heartbeat, QT_TR_NOOP("the last heartbeat, and a length")},
     {tables::Lease::Form::age, QT_TR_NOOP("its age: stuck when unfinished for longer than")},
     {tables::Lease::Form::owner_only, QT_TR_NOOP("an owner without a time: cannot be observed")},
     {tables::Lease::Form::none, QT_TR_NOOP("nothing: a lease cannot be observed")}});
inline constexpr auto digestFormWords =
    words<tables::Digest::Form>({{tables::Digest::Form::bytes, QT_TR_NOOP("bytes")},
                                 {tables::Digest::Form::hex, QT_TR_NOOP("hexadecimal text")},
                                 {tables::Digest::Form::base64, QT_TR_NOOP("base64 text")}});
inline constexpr auto bodyFormWords =
    words<tables::Body::Form>({{tables::Body::Form::bytes, QT_TR_NOOP("bytes")},
                               {tables::Body::Form::text, QT_TR_NOOP("text")},
                               {tables::Body::Form::json, QT_TR_NOOP("JSON")}});
// The decimals that are folded into a stored amount.
enum class AmountForm { units, tenths, hundredths, thousandths, tenThousandths };
inline constexpr auto amountFormWords =
    some_words<AmountForm>({{AmountForm::units, QT_TR_NOOP("whole units")},
                            {AmountForm::tenths, QT_TR_NOOP("tenths")},
                            {AmountForm::hundredths, QT_TR_NOOP("hundredths (cents)")},
                            {AmountForm::thousandths, QT_TR_NOOP("thousandths")},
                            {AmountForm::tenThousandths, QT_TR_NOOP("ten-thousandths")}});
inline constexpr auto conditionTests =
    some_words<tables::Condition::Is>({{tables::Condition::Is::not_null, QT_TR_NOOP("is not NULL")},
                                       {tables::Condition::Is::null, QT_TR_NOOP("is NULL")},
                                       {tables::Condition::Is::yes, QT_TR_NOOP("is true")},
                                       {tables::Condition::Is::no, QT_TR_NOOP("is false")},
                                       {tables::Condition::Is::one_of, QT_TR_NOOP("is one of")},
                                       {tables::Condition::Is::between, QT_TR_NOOP("is from … to")}});
inline constexpr auto valueWords = some_words<tables::Assignment::Value>(
    {{tables::Assignment::Value::text, QT_TR_NOOP("the value")},
     {tables::Assignment::Value::null, QT_TR_NOOP("NULL")},
     {tables::Assignment::Value::now, QT_TR_NOOP("now")},
     {tables::Assignment::Value::lease_end, QT_TR_NOOP("the end of a lease")},
     {tables::Assignment::Value::code, QT_TR_NOOP("the response status")},
     {tables::Assignment::Value::body, QT_TR_NOOP("the response body")},
     {tables::Assignment::Value::reason, QT_TR_NOOP("the reason")},
     {tables::Assignment::Value::increment, QT_TR_NOOP("plus one")},
     {tables::Assignment::Value::zero, QT_TR_NOOP("0")}});

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
