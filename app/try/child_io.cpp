#include "app/try/child_io.h"

#include <unistd.h>

#include <iostream>

#include "app/try/faults.h"

namespace onceover::try_it {

void say(std::string line) {
  line += '\n';
  (void)!::write(STDOUT_FILENO, line.data(), line.size());
}

void die(const std::string& where) {
  say("died " + where);
  ::_exit(crash_exit_code);
}

int refused(const Error& error) {
  std::cerr << error.sentence() << std::endl;
  return 1;
}

void obey(const std::function<void(const std::string& line)>& order) {
  for (std::string line; std::getline(std::cin, line);) order(line);
}

}  // namespace onceover::try_it
