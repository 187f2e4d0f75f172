// SPDX-License-Identifier: Apache-2.0
#include "core/key/canonical_json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <clocale>
#include <nlohmann/json.hpp>
#include <random>

namespace onceover::key {
namespace {

using namespace std::string_literals;

TEST(CanonicalJson, WritesTheExampleOfRfc8785) {
  const std::string body = R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })";
  // The RFC's own first number is one that a double changes: here it is a different payload, kept apart from
  // its neighbours.
  EXPECT_EQ(canonical_json(body).error(), NotCanonical::inexact_number);

  std::string exact = body;
  exact.replace(exact.find("333333333.33333329"), 18, "333333333.3333333");
  EXPECT_EQ(canonical_json(exact).value(),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            "\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(CanonicalJson, SortsNamesByTheirUtf16CodeUnits) {
  const std::string body =
      R"({"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"})";
  EXPECT_EQ(canonical_json(body).value(),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\",\"\xC3\xB6\":\"Latin Small "
            "Letter O With Diaeresis\","
            "\"\xE2\x82\xAC\":\"Euro Sign\",\"\xF0\x9F\x98\x80\":\"Emoji: Grinning "
            "Face\",\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}");
}

TEST(CanonicalJson, WritesEachValueInOneWay) {
  const std::pair<std::string, std::string> table[] = {
      {" { } ", "{}"},
      {"[ ]", "[]"},
      {"[[],{},[{}]]", "[[],{},[{}]]"},
      {"\"\\/\"", "\"/\""},
      {R"("\u0000\u001f\u007f\b\f\n\r\t")", "\"\\u0000\\u001f\x7F\\b\\f\\n\\r\\t\""},
      {"true", "true"},
      {" 1.0\n", "1"},
      {"-0", "0"},
      {"[1,2,[3,{\"b\":[{}],\"a\":-0.0}]]", "[1,2,[3,{\"a\":0,\"b\":[{}]}]]"},
      {"{\"\":1}", "{\"\":1}"},
      {"{\"b\":{\"d\":1,\"c\":2},\"a\":{}}", "{\"a\":{},\"b\":{\"c\":2,\"d\":1}}"},
      {"{\"a\":1,\"A\":2,\"aa\":3}", "{\"A\":2,\"a\":1,\"aa\":3}"},
      {"\"\xF0\x9F\x98\x80\"", "\"\xF0\x9F\x98\x80\""},
  };
  for (const auto& [body, text] : table) EXPECT_EQ(canonical_json(body), Canonical(text)) << body;
}

struct Refused {
  std::string body;
  NotCanonical why;
};

TEST(CanonicalJson, SaysWhyABodyHasNone) {
  const Refused table[] = {
      {"", NotCanonical::not_json},
      {" ", NotCanonical::not_json},
      {"refund 12", NotCanonical::not_json},
      {"a=1&b=2", NotCanonical::not_json},
      {"{\"a\":1} x", NotCanonical::not_json},
      {"{\"a\":1}{\"a\":1}", NotCanonical::not_json},
      {"{\"a\":1}\0"s, NotCanonical::not_json},
      {"{\"a\":1}\0trailing"s, NotCanonical::not_json},
      {"\"a\0b\""s, NotCanonical::not_json},
      {"\xEF\xBB\xBF{}", NotCanonical::not_json},
      {"{\"a\":\"\\ud800\"}", NotCanonical::not_json},
      {"{\"\\udc00\":1}", NotCanonical::not_json},
      {"[\"\\ud800\\u0041\"]", NotCanonical::not_json},
      {"[\"\xED\xA0\x80\"]", NotCanonical::not_json},
      {"[\"\xC0\xAF\"]", NotCanonical::not_json},
      {"[\"\xFF\"]", NotCanonical::not_json},
      {"[01]", NotCanonical::not_json},
      {"[1.]", NotCanonical::not_json},
      {"[+1]", NotCanonical::not_json},
      {"[NaN]", NotCanonical::not_json},
      {"[1e400]", NotCanonical::not_json},
      {"[1,]", NotCanonical::not_json},
      {"/* a */ 1", NotCanonical::not_json},
      {"[\"tab\there\"]", NotCanonical::not_json},
      {"{\"a\":1,\"a\":1}", NotCanonical::duplicate_name},
      {"{\"a\":1,\"\\u0061\":2}", NotCanonical::duplicate_name},
      {"{\"x\":[{\"a\":1,\"b\":2,\"a\":3}]}", NotCanonical::duplicate_name},
      {"{\"amount\":12345678901234567890}", NotCanonical::inexact_number},
      {"[9007199254740993]", NotCanonical::inexact_number},
      {"[1e-400]", NotCanonical::inexact_number},
      {"[\"\\uffff\"]", NotCanonical::noncharacter},
      {"{\"\\ufdd0\":1}", NotCanonical::noncharacter},
      {"[\"\\ud83f\\udffe\"]", NotCanonical::noncharacter},
  };
  for (const Refused& one : table) {
    const Canonical canonical = canonical_json(one.body);
    ASSERT_FALSE(canonical.has_value()) << one.body;
    EXPECT_EQ(static_cast<int>(canonical.error()), static_cast<int>(one.why)) << one.body;
  }
}

TEST(CanonicalJson, DepthIsBoundedAndItsBoundIsAllowed) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(canonical_json(nested(max_json_depth)).value(), nested(max_json_depth));
  EXPECT_EQ(canonical_json(nested(max_json_depth + 1)).error(), NotCanonical::too_deep);
  EXPECT_EQ(canonical_json(std::string(1'000'000, '[')).error(), NotCanonical::too_deep);
}

// A random value, spelled at random: members shuffled, white space anywhere, characters and numbers escaped
// or not.
class Speller {
 public:
  explicit Speller(std::uint64_t seed) : random_(seed) {}

  nlohmann::json value(int depth) {
    switch (below(depth > 0 ? 7 : 5)) {
      case 0: return nullptr;
      case 1: return below(2) == 0;
      case 2: return static_cast<std::int64_t>(below(2'000'001)) - 1'000'000;
      case 3: return static_cast<double>(below(1'000'000)) / 64.0;
      case 4: return text();
      case 5: {
        auto array = nlohmann::json::array();
        for (auto n = below(4); n > 0; --n) array.push_back(value(depth - 1));
        return array;
      }
      default: {
        auto object = nlohmann::json::object();
        for (auto n = below(5); n > 0; --n) object[text()] = value(depth - 1);
        return object;
      }
    }
  }

  std::string spell(const nlohmann::json& value) {
    std::string out = space();
    if (value.is_object()) {
      std::vector<std::string> members;
      for (const auto& [name, member] : value.items())
        members.push_back(space() + spell_text(name) + space() + ":" + spell(member));
      std::shuffle(members.begin(), members.end(), random_);
      out += "{" + joined(members) + space() + "}";
    } else if (value.is_array()) {
      std::vector<std::string> items;
      for (const auto& item : value) items.push_back(spell(item));
      out += "[" + joined(items) + space() + "]";
    } else if (value.is_string()) {
      out += spell_text(value.get<std::string>());
    } else if (value.is_number_float()) {
      out += value.dump() + (below(2) == 0 ? "00" : "");
    } else {
      out += value.dump();
    }
    return out + space();
  }

 private:
  std::uint64_t below(std::uint64_t bound) {
    return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(random_);
  }

  std::string text() {
    static const char* const pieces[] = {"a",
                                         "b",
                                         "\"",
                                         "\\",
                                         "\n",
                                         "\x01",
                                         "/",
                                         "\xC3\xB6",
                                         "\xE2\x82\xAC",
                                         "\xEF\xAC\xB3",
                                         "\xF0\x9F\x98\x80"};
    std::string out;
    for (auto n = below(4); n > 0; --n) out += pieces[below(std::size(pieces))];
    return out;
  }

  std::string spell_text(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', below(2) == 0);
  }

  std::string space() {
    static const char* const spaces[] = {"", "", " ", "\n", "\t\r\n "};
    return spaces[below(std::size(spaces))];
  }

  static std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
    return out;
  }

  std::mt19937_64 random_;
};

TEST(CanonicalJson, SpellingNeverChangesItAndItIsItsOwnCanonicalText) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Speller speller(seed);
    const nlohmann::json value = speller.value(4);
    const Canonical first = canonical_json(speller.spell(value));
    RC_ASSERT((first.has_value()));
    RC_ASSERT((canonical_json(speller.spell(value)) == first));
    RC_ASSERT((canonical_json(*first) == first));
    RC_ASSERT((nlohmann::json::parse(*first) == value));
  }));
}

TEST(CanonicalJson, AnyBytesAreAnsweredAndWhatIsAcceptedIsStable) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const Canonical canonical = canonical_json(bytes);
    RC_ASSERT((!canonical || canonical_json(*canonical) == canonical));
  }));
}

TEST(CanonicalJson, ALocaleWithACommaForAPointChangesNothing) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  const char* set = nullptr;
  for (const char* const name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_CH.UTF-8", "nl_NL.UTF-8"})
    set = set ? set : std::setlocale(LC_NUMERIC, name);
  if (!set) GTEST_SKIP() << "no such locale is installed; json_number_test covers the comma";
  const Canonical canonical = canonical_json("[1.10]");
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(canonical, Canonical("[1.1]"));
}

}  // namespace
}  // namespace onceover::key
