// What the parts of a mapping are called, in words. Pure; plain text.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>
#include <vector>

#include "core/base/words.h"
#include "core/detect/detect.h"
#include "core/profile/profile.h"

namespace onceover::tables {

// For what belongs to no widget.
inline QString tr(const char* text) { return QCoreApplication::translate("Tables", text); }

// The words of an enumeration, in the order in which a choice lists them.
inline constexpr auto kindWords = words<profile::Kind>({{profile::Kind::idempotency, "Keys"},
                                                        {profile::Kind::inbox, "Inbox"},
                                                        {profile::Kind::outbox, "Outbox"},
                                                        {profile::Kind::queue, "Queue"}});
inline constexpr auto tableWords = words<profile::TableFacts::What>({{profile::TableFacts::What::table, "table"},
                                                                     {profile::TableFacts::What::partitioned, "partitioned table"},
                                                                     {profile::TableFacts::What::view, "view"},
                                                                     {profile::TableFacts::What::foreign, "foreign table"}});
inline constexpr auto timeFormWords = words<profile::TimeForm>({{profile::TimeForm::timestamptz, "timestamp with time zone"},
                                                                {profile::TimeForm::timestamp, "timestamp without a zone"},
                                                                {profile::TimeForm::epoch_s, "seconds since 1970"},
                                                                {profile::TimeForm::epoch_ms, "milliseconds since 1970"},
                                                                {profile::TimeForm::epoch_us, "microseconds since 1970"},
                                                                {profile::TimeForm::iso_text, "ISO 8601 text in UTC"}});
inline constexpr auto leaseFormWords =
    some_words<profile::Lease::Form>({{profile::Lease::Form::deadline, "the time at which it ends"},
                                      {profile::Lease::Form::since, "the time at which it began, and a length"},
                                      {profile::Lease::Form::heartbeat, "the last heartbeat, and a length"},
                                      {profile::Lease::Form::age, "its age: stuck when unfinished for longer than"},
                                      {profile::Lease::Form::owner_only, "an owner without a time: cannot be observed"},
                                      {profile::Lease::Form::none, "nothing: a lease cannot be observed"}});
inline constexpr auto digestFormWords = words<profile::Digest::Form>({{profile::Digest::Form::bytes, "bytes"},
                                                                      {profile::Digest::Form::hex, "hexadecimal text"},
                                                                      {profile::Digest::Form::base64, "base64 text"}});
inline constexpr auto bodyFormWords = words<profile::Body::Form>(
    {{profile::Body::Form::bytes, "bytes"}, {profile::Body::Form::text, "text"}, {profile::Body::Form::json, "JSON"}});
// The decimals that are folded into a stored amount.
enum class AmountForm { units, tenths, hundredths, thousandths, tenThousandths };
inline constexpr auto amountFormWords = some_words<AmountForm>({{AmountForm::units, "whole units"},
                                                                {AmountForm::tenths, "tenths"},
                                                                {AmountForm::hundredths, "hundredths (cents)"},
                                                                {AmountForm::thousandths, "thousandths"},
                                                                {AmountForm::tenThousandths, "ten-thousandths"}});
inline constexpr auto conditionTests = some_words<profile::Condition::Is>({{profile::Condition::Is::not_null, "is not NULL"},
                                                                           {profile::Condition::Is::null, "is NULL"},
                                                                           {profile::Condition::Is::yes, "is true"},
                                                                           {profile::Condition::Is::no, "is false"},
                                                                           {profile::Condition::Is::one_of, "is one of"},
                                                                           {profile::Condition::Is::between, "is from … to"}});
inline constexpr auto valueWords = some_words<profile::Assignment::Value>({{profile::Assignment::Value::text, "the value"},
                                                                           {profile::Assignment::Value::null, "NULL"},
                                                                           {profile::Assignment::Value::now, "now"},
                                                                           {profile::Assignment::Value::lease_end, "the end of a lease"},
                                                                           {profile::Assignment::Value::code, "the response status"},
                                                                           {profile::Assignment::Value::body, "the response body"},
                                                                           {profile::Assignment::Value::reason, "the reason"},
                                                                           {profile::Assignment::Value::increment, "plus one"},
                                                                           {profile::Assignment::Value::zero, "0"}});

template <class E, std::size_t size>
QString wordOf(const Words<E, size>& words, E value) {
  return tr(words.of(value).data());
}
inline QString kindWord(profile::Kind kind) { return wordOf(kindWords, kind); }

// "schema.table", each name so that every character can be told apart.
QString tableTitle(const std::string& schema, const std::string& table);
// "a, b" of names; "–" where there are none.
QString namesShown(const std::vector<std::string>& names);
QString conditionWords(const profile::Condition& condition);
QString confidenceWord(double confidence);  // "likely"

}  // namespace onceover::tables
