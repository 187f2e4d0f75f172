// SPDX-License-Identifier: Apache-2.0
#include "core/events/publication.h"

#include <gmock/gmock.h>

namespace onceover::events {
namespace {

using State = Publication::State;

constexpr Timestamp written{1'000'000'000}, later{2'000'000'000};

EventAtRelay at(const std::string& relay) {
  return {.relay = relay, .whole_since = Timestamp::minus_infinity()};
}
EventAtRelay past(const std::string& relay) {
  EventAtRelay one = at(relay);
  one.is_passed = true;
  one.published_at = later;
  return one;
}
template <class Change>
EventAtRelay with(EventAtRelay one, Change change) {
  change(one);
  return one;
}

TEST(Publication, IsWhatRelaysHaveDoneWithTheEvent) {
  const struct {
    std::vector<EventAtRelay> at;
    State state;
    std::string words;  // a part of them
  } cases[] = {
      {{past("a")}, State::published, "published by a before 1970-01-01 00:33:20 UTC"},
      {{at("a")}, State::waiting, "not yet published by a"},
      {{past("a"), at("b")},
       State::waiting,
       "published by a before 1970-01-01 00:33:20 UTC; not yet published by b"},
      {{}, State::unknown, "no relay publishes its topic now"},
      // What is held back stays so, though the relay is past it.
      {{with(past("a"), [](auto& one) { one.held = "dead", one.attempts = 12; })},
       State::dead,
       "given up by a after 12 attempts"},
      {{with(past("a"), [](auto& one) { one.held = "waiting", one.attempts = 2; })},
       State::held,
       "held back by a after 2 attempts"},
      {{with(past("a"), [](auto& one) { one.held = "behind"; })},
       State::held,
       "behind an earlier event of its aggregate"},
      {{past("a"), with(past("b"), [](auto& one) { one.held = "dead"; })}, State::dead, "published by a"},
      {{with(past("a"), [](auto& one) { one.skipped_at = later; })},
       State::skipped,
       "skipped at a at 1970-01-01 00:33:20 UTC"},
      {{with(past("a"), [](auto& one) { one.skipped_at = later; }), past("b")},
       State::published,
       "skipped at a"},
      {{with(past("a"), [](auto& one) { one.is_too_old = true; })},
       State::passed_over,
       "older than the start of a"},
      // Being past it does not say that it was published.
      {{with(past("a"), [](auto& one) { one.whole_since = later; })},
       State::unknown,
       "may have passed over earlier events"},
      {{with(past("a"), [](auto& one) { one.whole_since = written; })}, State::published, "published by a"},
      {{with(past("a"), [](auto& one) { one.published_at.reset(); })},
       State::unknown,
       "has published nothing since"},
      {{with(past("a"), [](auto& one) { one.published_at = Timestamp{1}; })},
       State::unknown,
       "has published nothing since"},
      {{with(past("a"), [](auto& one) { one.is_foreign = true; })}, State::unknown, "of another server"},
      {{past("a"), with(past("b"), [](auto& one) { one.is_foreign = true; })},
       State::unknown,
       "published by a"},
      // A retired relay publishes nothing more, and nothing waits for it.
      {{with(past("a"), [](auto& one) { one.is_retired = true; })}, State::published, "published by a"},
      {{with(at("a"), [](auto& one) { one.is_retired = true; }), past("b")},
       State::published,
       "published by b"},
      {{with(at("a"), [](auto& one) { one.is_retired = true; })},
       State::unknown,
       "no relay publishes its topic now"},
  };
  for (const auto& one : cases) {
    const Publication is = publication_of(written, one.at, true);
    EXPECT_EQ(publication_words.of(is.state), publication_words.of(one.state)) << is.words;
    EXPECT_THAT(is.words, testing::HasSubstr(one.words));
  }
}

TEST(Publication, WithoutAnyRelayNothingIsPublished) {
  const Publication is = publication_of(written, {}, false);
  EXPECT_EQ(is.state, State::waiting);
  EXPECT_EQ(is.words, "not published: there is no relay");
}

}  // namespace
}  // namespace onceover::events
