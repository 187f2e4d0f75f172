// SPDX-License-Identifier: Apache-2.0
// The checks, as functions of the facts. Pure. Only for this room and its tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/health/facts.h"
#include "core/tables/profile.h"

namespace onceover::health {

using Findings = std::vector<Finding>;

// All findings, most severe first, then in the order of the enum.
Findings judge(const tables::Profile& profile, const Facts& facts, const Options& options);

// Its parts.
void judge_shape(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);
void judge_indexes(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);
void judge_frontier(const tables::Profile& profile, const Facts& facts, const Options& options,
                    Findings& out);
void judge_rights(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);
void judge_rows(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);
void judge_cleaning(const tables::Profile& profile, const Facts& facts, const Options& options,
                    Findings& out);
void judge_events(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);
void judge_upkeep(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);
// The temporary store of Try it, which says so of itself and listens on no network: it ends with its program,
// so it need not survive a crash of the machine.
bool is_private_store(const Facts& facts);
inline constexpr std::string_view private_store_words =
    "This is the private store of Try it. It is temporary and ends with the program, so its server does not "
    "wait for the disk: fsync and full_page_writes are off.";
void judge_server(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out);

// events: none: there are none. why_key_not_unique: of the table's Access.
std::vector<ReviewItem> review(const tables::Profile& profile, const Findings& findings,
                               const std::vector<NotChecked>& not_checked,
                               const std::optional<EventFacts>& events = {},
                               const std::string& why_key_not_unique = {});

// What to do where a key need not be one row.
inline constexpr std::string_view map_what_recognises =
    "Map the columns by which the service recognises a request as key, tenant and operation. If they are "
    "these, create a unique key on them.";

// Adds a finding with the usual severity of its check.
Finding& add(Findings& out, Check check, std::string evidence, std::string advice = {}, std::string sql = {});

// What a DELETE statement in a function or a job says about the rows that it deletes. Not a parser: where the
// answer is unclear, it is unknown. Pure. Only for this room and its tests.

// The DELETE statements in a text that name the profile's table, each up to its semicolon or the text's end,
// without comments.
std::vector<std::string> deletes_from(const tables::Profile& profile, std::string_view text);

// Why a statement may delete an unfinished row, to follow "the statement "; nullopt where it checks the
// state, or where that is unknown.
std::optional<std::string> why_unfinished(const tables::Profile& profile, std::string_view statement);

}  // namespace onceover::health
