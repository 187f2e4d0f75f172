// SPDX-License-Identifier: Apache-2.0
// Amounts as decimal values, never as doubles; and their currencies.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceover::gateway {

// The one plain text of a decimal value: "12.50", "012.5" and "1.25e1" are all "12.5"; "-0" is "0". With
// `shift`, of the value times 10^shift: plain_decimal("1250", -2) is "12.5", an amount given in minor units.
// nullopt where text is no decimal number or is longer, or its exponent larger, than any amount has.
std::optional<std::string> plain_decimal(std::string_view text, int shift = 0);

// The same value, or the same bytes. nullopt where they cannot be compared: one of two texts is no decimal
// number ("12,50").
std::optional<bool> same_amount(std::string_view a, std::string_view b);

// The same code, in whatever case: "eur" is "EUR".
bool same_currency(std::string_view a, std::string_view b);

}  // namespace onceover::gateway
