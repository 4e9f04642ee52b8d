// Zoo: programs that take away what a recorder may count on: descriptors, space, memory, folders.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/zoo/zoo.h"

namespace {

void limit(decltype(RLIMIT_AS) what, rlim_t value) {
  const rlimit both = {value, value};
  require(setrlimit(what, &both) == 0, "a limit");
}

void many_labels(int count) {
  for (int i = 0; i < count; ++i) {
    char label[64];
    snprintf(label, sizeof(label), "label %d: long enough to fill blocks of names", i);
    empty_range(label);
  }
}
void many_ranges(int count) {
  for (int i = 0; i < count; ++i) empty_range("again");
}

void* thread_body(void*) {
  empty_range("thread");
  return nullptr;
}
void one_thread() {
  pthread_t thread;
  require(pthread_create(&thread, nullptr, thread_body, nullptr) == 0, "a thread");
  pthread_join(thread, nullptr);
}

// Closes every descriptor that it does not know and opens its own files in their place: what it
// writes must arrive there, and nothing else.
void closes_descriptors() {
  empty_range("first");
  for (int number = 3; number < 1024; ++number) close(number);
  int files[10];
  for (int i = 0; i < 10; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "file-%d", i);
    files[i] = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    require(files[i] == 3 + i, "descriptors are numbered as if alone");
  }
  many_labels(1500);
  many_ranges(6000);
  one_thread();
  for (const int file : files) {
    require(write(file, "mine\n", 5) == 5, "it can be written");
    struct stat status;
    require(fstat(file, &status) == 0 && status.st_size == 5, "it holds what was written");
  }
  require(open("last", O_RDWR | O_CREAT | O_TRUNC, 0644) == 13, "no number was taken in between");
}

// For the counting pass, too.
void closes_descriptors_and_works() {
  empty_range("first");
  for (int number = 3; number < 1024; ++number) close(number);
  nvtxRangePushA("work");
  work(1000);
  nvtxRangePop();
}

void changes_folder() {
  empty_range("here");
  require(mkdir("below", 0755) == 0 && chdir("below") == 0, "another folder");
  many_labels(1500);
  many_ranges(6000);
  one_thread();
}

void no_more_descriptors() {
  warm_up();
  limit(RLIMIT_NOFILE, 3);
  many_ranges(10);
}
// The main thread has what it needs already, but no window can be written out.
void no_more_descriptors_later() {
  empty_range("first");
  limit(RLIMIT_NOFILE, 3);
  many_ranges(6000);
}

void small_files() {
  limit(RLIMIT_FSIZE, 128 << 10);
  many_ranges(20000);
}
void small_files_many_labels() {
  limit(RLIMIT_FSIZE, 128 << 10);
  many_labels(5000);
}
void no_files() {
  limit(RLIMIT_FSIZE, 4096);  // enough for its own output
  many_ranges(10);
}
void ignoring(void (*mode)()) {
  signal(SIGXFSZ, SIG_IGN);
  mode();
}
void small_files_ignored() { ignoring(small_files); }
void small_files_many_labels_ignored() { ignoring(small_files_many_labels); }
void no_files_ignored() { ignoring(no_files); }

// No more memory than there is now: malloc fails, and so does what the library maps.
void no_memory() {
  empty_range("first");
  limit(RLIMIT_AS, 1 << 20);
  many_labels(20000);
}
void no_memory_from_the_start() {
  warm_up();
  limit(RLIMIT_AS, 1 << 20);
  many_ranges(10);
}

constexpr Mode kModes[] = {
    {"closes-descriptors", closes_descriptors},
    {"closes-descriptors-and-works", closes_descriptors_and_works},
    {"changes-folder", changes_folder},
    {"no-descriptors", no_more_descriptors},
    {"no-descriptors-later", no_more_descriptors_later},
    {"small-files", small_files},
    {"small-files-ignored", small_files_ignored},
    {"small-files-many-labels", small_files_many_labels},
    {"small-files-many-labels-ignored", small_files_many_labels_ignored},
    {"no-files", no_files},
    {"no-files-ignored", no_files_ignored},
    {"no-memory", no_memory},
    {"no-memory-from-the-start", no_memory_from_the_start},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
