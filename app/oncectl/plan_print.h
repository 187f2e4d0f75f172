// SPDX-License-Identifier: Apache-2.0
// Plans, their items and totals, as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "app/oncectl/outcome.h"
#include "app/oncectl/print.h"
#include "core/plan/plan.h"

namespace onceover::oncectl {

Json json_plan(const plan::Plan& plan);
Json json_totals(const plan::Totals& totals);
Json json_item(const plan::Item& item);
Json json_lines(const std::vector<plan::LineError>& lines);

std::string plan_fields(const plan::Plan& plan);
// "onceover.keys: settle: …", with the options that widen it, before a run.
std::string writes_in_words(const plan::Plan& plan);
std::string totals_text(const plan::Totals& totals);
Cells plan_cells(const plan::Plan& plan);
Cells item_cells(const plan::Item& item);
// "line 3: There is no such row.", the first hundred.
std::string lines_text(const std::vector<plan::LineError>& lines);
// "1200 of 40000 items ended; 350 a second; 2 min left"
std::string progress_text(const plan::Totals& totals, plan::Work work);

}  // namespace onceover::oncectl
