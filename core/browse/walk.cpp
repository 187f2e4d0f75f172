#include "core/browse/walk.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace onceover::browse {
namespace {

using Json = nlohmann::json;

constexpr int version = 1;

}  // namespace

double Walk::part() const {
  if (is_complete) return 1;
  if (blocks > 0) return std::clamp(static_cast<double>(block) / static_cast<double>(blocks), 0.0, 1.0);
  return rows > 0 ? std::clamp(static_cast<double>(rows_read) / rows, 0.0, 0.99) : 0;
}

std::string to_text(const Walk& w) {
  return Json{{"version", version},
              {"about", w.about},
              {"until", w.until.us},
              {"block", w.block},
              {"blocks", w.blocks},
              {"rows_read", w.rows_read},
              {"rows", w.rows},
              {"complete", w.is_complete},
              {"began", w.began.us},
              {"looked_at", w.looked_at.us},
              {"found", w.found},
              {"found_before", w.found_before},
              {"looked_before", w.looked_before.us},
              {"full", w.is_full}}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<Walk> walk_from(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("version") != version) return std::nullopt;
    Walk w;
    json.at("about").get_to(w.about);
    json.at("until").get_to(w.until.us);
    json.at("block").get_to(w.block);
    json.at("blocks").get_to(w.blocks);
    json.at("rows_read").get_to(w.rows_read);
    json.at("rows").get_to(w.rows);
    json.at("complete").get_to(w.is_complete);
    json.at("began").get_to(w.began.us);
    json.at("looked_at").get_to(w.looked_at.us);
    json.at("found").get_to(w.found);
    json.at("found_before").get_to(w.found_before);
    json.at("looked_before").get_to(w.looked_before.us);
    json.at("full").get_to(w.is_full);
    const auto is_whole = [](const auto& rows) {
      return std::ranges::all_of(rows, [](const auto& row) { return row.size() == 4 || row.size() == 1; });
    };
    if (!is_whole(w.found) || !is_whole(w.found_before) || w.found.size() > most_found || w.found_before.size() > most_found)
      return std::nullopt;
    return w;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace onceover::browse
