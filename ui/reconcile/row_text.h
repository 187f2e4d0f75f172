// What a row of anybody's table means, in words. Pure.
#pragma once

#include <QString>

#include "core/browse/key_row.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

// What the column is to the profile, each role with its value as this program reads it; empty: no role.
// "created: 2026-11-21 02:03:04.000 UTC", "key; part of the identity".
QString meaningOf(const std::string& column, const browse::KeyRow& row, const tables::Profile& profile);

}  // namespace onceover::reconcile
