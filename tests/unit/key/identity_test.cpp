// SPDX-License-Identifier: Apache-2.0
#include "core/key/identity.h"

#include <gtest/gtest.h>

#include <set>

namespace onceover::key {
namespace {

using namespace std::string_literals;

struct BadKey {
  std::string key;
  std::string says;
};

TEST(Identity, BadKeysAreRefusedBeforeTheDatabaseWithTheirOwnReason) {
  const BadKey table[] = {
      {"a\0b"s, "NUL byte at offset 1"},
      {"\0"s, "NUL"},
      // NUL is named first even where more is wrong.
      {std::string(300, 'x') + "\0"s, "NUL byte at offset 300"},
      {"\x01\0"s, "NUL byte at offset 1"},
      {"", "empty"},
      {std::string(256, 'x'), "256 bytes"},
      {"a\nb", "0x0A at offset 1"},
      {"a\tb", "0x09"},
      {"\x7F", "0x7F"},
      {"caf\xC3\xA9", "0xC3 at offset 3"},
      {"\xFF", "0xFF"},
      {"a\xE2\x80\xAE", "0xE2"},
      {" a", "space"},
      {"a ", "space"},
      {" ", "space"},
  };
  for (const BadKey& one : table) {
    const auto made = make_identity("tenant", "POST /refunds", one.key);
    ASSERT_FALSE(made.has_value()) << one.says;
    EXPECT_EQ(made.error().kind, ErrorKind::invalid_input);
    EXPECT_NE(made.error().what.find(one.says), std::string::npos) << made.error().what;
    EXPECT_NE(made.error().not_done.find("database"), std::string::npos);
  }
}

TEST(Identity, EveryPrintableKeyOfOneTo255BytesIsTakenAsItIs) {
  std::string all;
  for (char c = 0x21; c < 0x7F; ++c) all += c;
  for (const std::string& key : {all, "a b"s, "x"s, std::string(255, 'x')}) {
    const auto made = make_identity("", "op", key);
    ASSERT_TRUE(made.has_value()) << made.error().what;
    EXPECT_EQ(made->key, key);
    EXPECT_EQ(made->tenant, "");
  }
}

TEST(Identity, TenantsAndOperationsAreUtf8WithoutHiddenCharacters) {
  const std::string good[] = {"Zürich"s, "日本"s, "😀"s, "a b"s, std::string(255, 'x')};
  for (const std::string& name : good) {
    EXPECT_TRUE(make_identity(name, "op", "k").has_value()) << name;
    EXPECT_TRUE(make_identity("t", name, "k").has_value()) << name;
  }
  const std::string bad[] = {
      "a\0b"s,         "a\nb"s,          "\x7F"s,     "\xC2\x85"s,     "\xFF"s,
      "\xED\xA0\x80"s, "a\xE2\x80\xAE"s, "\xD8\x9C"s, "\xE2\x81\xA6"s, std::string(256, 'x')};
  for (const std::string& name : bad) {
    EXPECT_FALSE(make_identity(name, "op", "k").has_value()) << testing::PrintToString(name);
    EXPECT_FALSE(make_identity("t", name, "k").has_value()) << testing::PrintToString(name);
  }
  EXPECT_FALSE(make_identity("t", "", "k").has_value());
}

TEST(DownstreamKey, IsTheSameForEverForTheSameFourValues) {
  const Identity identity{"acme", "POST /refunds", "k-1"};
  // A changed recipe would send a second effect for every key under way: these values must never change.
  EXPECT_EQ(downstream_key(identity, "charge"), "oo_W-i3_igHysuwIc8rKzMBylF7kq7IP3w8qUixOVI9EZY");
  EXPECT_EQ(downstream_key({"", "op", "k"}, ""), "oo_D9avBl_1k1TpXRysv5AMYKlAy3PRdmEP9OT8v95VHng");
}

TEST(DownstreamKey, IsPrintableAndShortEnoughForAnyGateway) {
  const std::string key = downstream_key(
      {std::string(255, 't'), std::string(255, 'o'), std::string(255, 'k')}, std::string(1000, 'e'));
  EXPECT_EQ(key.size(), 46u);
  EXPECT_EQ(key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"),
            std::string::npos);
}

TEST(DownstreamKey, NoTwoSplitsOfTheSameBytesMeet) {
  const Identity identities[] = {{"ab", "c", "d"}, {"a", "bc", "d"}, {"a", "b", "cd"},
                                 {"", "abc", "d"}, {"abc", "d", ""}, {"a\0b"s, "c", "d"}};
  std::set<std::string> seen;
  for (const Identity& identity : identities) {
    for (const std::string effect : {"", "d", "e", "de"}) seen.insert(downstream_key(identity, effect));
  }
  EXPECT_EQ(seen.size(), std::size(identities) * 4);
}

}  // namespace
}  // namespace onceover::key
