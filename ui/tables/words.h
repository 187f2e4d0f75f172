// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a mapping are called, in words. Pure; plain text.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>
#include <vector>

#include "core/base/words.h"
#include "core/tables/detect/detect.h"
#include "core/tables/profile.h"

namespace onceover::ui {

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
