// Zoo: opens and closes libraries that have their own copy of NVTX. The further arguments are their
// paths.
#include <dlfcn.h>

#include "tests/zoo/zoo.h"

namespace {

using Visit = void (*)(void (*)());

class Plugin {
 public:
  explicit Plugin(const char* path) : path_(path), handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    require(handle_ != nullptr, "the library can be loaded");
  }
  ~Plugin() {
    dlclose(handle_);
    require(dlopen(path_, RTLD_NOW | RTLD_NOLOAD) == nullptr, "the library is gone");
  }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  void visit(const char* function, void (*inside)()) {
    reinterpret_cast<Visit>(dlsym(handle_, function))(inside);
  }

 private:
  const char* path_;
  void* handle_;
};

void inside() {
  nvtxRangePushA("executable, inside");
  work(1000);
  nvtxRangePop();
}

// Each library is opened and closed several times, in turn; the executable opens its first range
// before, or after, the first of them does.
void in_turn() {
  for (int i = 0; i < 6; ++i) {
    Plugin plugin(g_arguments[i % 2]);
    plugin.visit("zoo_visit", i == 5 ? inside : nullptr);
  }
  nvtxRangePushA("executable");
  for (int i = 0; i < 6; ++i) {
    Plugin plugin(g_arguments[i % 2]);
    plugin.visit("zoo_visit", inside);
  }
  nvtxRangePop();
}

// Three copies of NVTX, one domain.
Plugin* g_second = nullptr;
void further() { g_second->visit("zoo_visit_domain", nullptr); }
void one_domain() {
  Plugin first(g_arguments[0]);
  Plugin second(g_arguments[1]);
  g_second = &second;
  nvtxDomainHandle_t domain = nvtxDomainCreateA("shared");
  const nvtxEventAttributes_t attributes = attributes_of("executable");
  nvtxDomainRangePushEx(domain, &attributes);
  first.visit("zoo_visit_domain", further);
  nvtxDomainRangePop(domain);
}

constexpr Mode kModes[] = {{"in-turn", in_turn}, {"one-domain", one_domain}};

}  // namespace

int main(int argc, char** argv) {
  require(argc == 4, "MODE LIBRARY LIBRARY");
  return run_mode(argc, argv, kModes);
}
