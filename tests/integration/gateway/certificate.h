// SPDX-License-Identifier: Apache-2.0
// A key and a certificate signed by itself, made for one test: as PEM files in a folder of their own, removed
// with it.
#pragma once

#include <filesystem>
#include <string>

namespace onceover::gateway {

class SelfSigned {
 public:
  // subject_alt_name: "IP:127.0.0.1", "DNS:other.example". valid_for: seconds from now on; negative: it has
  // expired.
  explicit SelfSigned(const std::string& subject_alt_name, long valid_for = 3600);
  ~SelfSigned();
  SelfSigned(const SelfSigned&) = delete;
  SelfSigned& operator=(const SelfSigned&) = delete;

  std::string certificate() const { return folder_ / "certificate.pem"; }
  std::string key() const { return folder_ / "key.pem"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace onceover::gateway
