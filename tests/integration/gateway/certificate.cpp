// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/gateway/certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace onceover::gateway {
namespace {

template <auto free_it>
struct Freeing {
  void operator()(auto* thing) const { free_it(thing); }
};
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freeing<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freeing<X509_EXTENSION_free>>;
using File = std::unique_ptr<std::FILE, Freeing<std::fclose>>;

void extend(X509* certificate, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
  X509_add_ext(certificate, extension.get(), -1);
}

}  // namespace

SelfSigned::SelfSigned(const std::string& subject_alt_name, long valid_for) {
  std::string name = std::filesystem::temp_directory_path() / "onceover-certificate-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  folder_ = name;
  const Key pair(EVP_EC_gen("P-256"));
  const Certificate signed_by_itself(X509_new());
  X509* x509 = signed_by_itself.get();
  X509_set_version(x509, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
  X509_gmtime_adj(X509_getm_notBefore(x509), -3600);
  X509_gmtime_adj(X509_getm_notAfter(x509), valid_for);
  X509_set_pubkey(x509, pair.get());
  X509_NAME* subject = X509_get_subject_name(x509);
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("gateway of a test"), -1, -1, 0);
  X509_set_issuer_name(x509, subject);
  extend(x509, NID_basic_constraints, "critical,CA:TRUE");
  extend(x509, NID_subject_alt_name, subject_alt_name);
  X509_sign(x509, pair.get(), EVP_sha256());
  const File certificate_file(std::fopen(certificate().c_str(), "w")),
      key_file(std::fopen(key().c_str(), "w"));
  PEM_write_X509(certificate_file.get(), x509);
  PEM_write_PrivateKey(key_file.get(), pair.get(), nullptr, nullptr, 0, nullptr, nullptr);
}

SelfSigned::~SelfSigned() { std::filesystem::remove_all(folder_); }

}  // namespace onceover::gateway
