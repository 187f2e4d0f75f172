// What other systems call the states of a key or an event.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/key/types.h"

namespace onceover::tables {

// More distinct values than this are no words of a state.
inline constexpr std::size_t most_state_words = 30;

// The state a word most likely means, whatever its case and separators; nullopt for a word not known here. Known words of work that
// has not begun are in_progress too: unfinished is what matters.
std::optional<key::State> usual_meaning(std::string_view word);

// What a column's words say together: of a state they name both unfinished and finished work.
struct LifeWords {
  std::size_t known = 0;
  bool unfinished = false, finished = false;
};
LifeWords life_words(const std::vector<std::string>& words);

// The word means that it is being worked on: "running", "locked". False for work that waits.
bool means_working(std::string_view word);

// A word of success that is only a station if there is another word of success: "published", "sent", "delivered".
bool may_be_halfway(std::string_view word);

}  // namespace onceover::tables
