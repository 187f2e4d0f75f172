// SPDX-License-Identifier: Apache-2.0
#include "core/key/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

namespace onceover::key {
namespace {

using namespace std::string_literals;

TEST(Fingerprint, IsThePlainSha256OfTheCanonicalTextSoThatOthersCanRecomputeIt) {
  EXPECT_EQ(text(fingerprint("{ }")),
            "jcs-sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
  EXPECT_EQ(text(fingerprint("abc")),
            "raw-sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(text(fingerprint("")),
            "raw-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Fingerprint, OneRequestSpelledTwiceAgrees) {
  EXPECT_EQ(fingerprint(R"({"amount":1.10,"to":"a"})"),
            fingerprint("{\"to\": \"\\u0061\",\n \"amount\": 1.1}"));
  EXPECT_EQ(fingerprint(R"({"a":-0})"), fingerprint(R"({"a":0})"));
  EXPECT_EQ(fingerprint(R"({"a":0.1})").kind, FingerprintKind::jcs_sha256);
}

TEST(Fingerprint, TwoAmountsNeverCollide) {
  const std::string bodies[] = {
      R"({"amount":12345678901234567890})",
      R"({"amount":12345678901234567891})",
      R"({"amount":12345678901234567000})",
      R"({"amount":9007199254740992})",
      R"({"amount":9007199254740993})",
      R"({"amount":0.1})",
      R"({"amount":0.10000000000000001})",
      R"({"amount":1e400})",
      R"({"amount":1e401})",
      R"({"amount":1e-400})",
      R"({"amount":0})",
      R"({"amount":-1})",
      R"({"amount":1})",
      R"({"amount":"1"})",
      R"({"amount":1,"amount":2})",
      R"({"amount":2,"amount":1})",
      R"({"amount":2})",
      R"({"amount":"\ud800"})",
      R"({"amount":"\ud801"})",
      "{\"amount\":1}\0x"s,
      "{\"amount\":1}\0y"s,
  };
  std::set<std::string> seen;
  for (const std::string& body : bodies) seen.insert(text(fingerprint(body)));
  EXPECT_EQ(seen.size(), std::size(bodies));
}

TEST(Fingerprint, RawIsOfTheBytesWhateverTheyLookLike) {
  EXPECT_EQ(fingerprint_raw("1.0").kind, FingerprintKind::raw_sha256);
  EXPECT_NE(fingerprint_raw("1.0"), fingerprint_raw("1"));
  // The same digest under another tag is another fingerprint.
  EXPECT_EQ(fingerprint_raw("{}").digest, fingerprint("{}").digest);
  EXPECT_NE(fingerprint_raw("{}"), fingerprint("{}"));
}

TEST(Fingerprint, EverySaltMakesAnotherDigest) {
  std::set<std::string> seen;
  const std::string salts[] = {
      "", "a", "a\0"s, "a\0\0"s, "b", std::string(64, 'x'), std::string(65, 'x'), std::string(1000, 'x')};
  for (const std::string& salt : salts) {
    seen.insert(text(fingerprint("{}", salt)));
    seen.insert(text(fingerprint_raw("not json", salt)));
    EXPECT_EQ(fingerprint("{}", salt), fingerprint("{ }", salt));
  }
  EXPECT_EQ(seen.size(), std::size(salts) * 2);
  EXPECT_NE(fingerprint_raw("bc", "a"), fingerprint_raw("c", "ab"));
}

TEST(Fingerprint, ReadsBackWhatItPrintsAndNothingElse) {
  for (const Fingerprint& one : {fingerprint("{}"), fingerprint("x"), fingerprint("{}", "salt")})
    EXPECT_EQ(fingerprint_from_text(text(one)), one);
  const std::string good = text(fingerprint("{}"));
  EXPECT_TRUE(fingerprint_from_text("jcs-sha256:" + std::string(64, 'A')).has_value());
  for (const std::string& bad : {""s, "jcs-sha256"s, good.substr(0, good.size() - 1), good + "0", good + "00",
                                 "md5:" + good.substr(11), good.substr(11), " " + good, good + "\0"s,
                                 "jcs-sha256:" + std::string(64, 'g')}) {
    EXPECT_EQ(fingerprint_from_text(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace onceover::key
