#include "core/pg/conninfo.h"

#include <libpq-fe.h>

#include <memory>

namespace onceover::pg {

std::map<std::string, std::string> conninfo_words(const std::string& conninfo) {
  std::map<std::string, std::string> words;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(conninfo.c_str(), nullptr), PQconninfoFree);
  for (const PQconninfoOption* option = options.get(); option != nullptr && option->keyword != nullptr; ++option) {
    if (option->val != nullptr) words[option->keyword] = option->val;
  }
  return words;
}

}  // namespace onceover::pg
