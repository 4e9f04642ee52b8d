#include <ncu_regions/annotate.h>

#include <cstdlib>
#include <fstream>
#include <string>

int main() {
  ncu_regions::Range region("a region with blanks");
  static const ncu_regions::Domain domain("other");
  ncu_regions::Range inner(domain, "work");
  const char* greeting = std::getenv("GREETING");
  const bool is_here = std::ifstream("second.cpp").good();
  return greeting != nullptr && std::string(greeting) == "hello world" && is_here ? 0 : 1;
}
