// A program whose regions and work are told on its command line, as a list of words:
//
//   push NAME, pop, dpush DOMAIN NAME, dpop DOMAIN, start NAME, end, big BYTES (push a name of that
//   length) work N, jitter N (up to N further turns, different from run to run), aslr N (as many as
//   an address says) loop N [ ... ], thread [ ... ], threads N [ ... ], child [ ... ], children N [
//   ... ], orphan [ ... ] under [ ... ] and plain [ ... ] (with and without valgrind), file PATH [
//   ... ] (if it can be read) rare N [ ... ] (in one of N processes), race THREADS N (threads that
//   wait for one lock, N times each) exec (this program again, with the words that follow), exit N,
//   signal N, unset NAME, closefiles, sleep MS print TEXT, complain TEXT, flood KILOBYTES
//
// `@FILE` as the only argument reads the words from a file, separated by NUL.
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SCALE
#define SCALE 1
#endif

static volatile double sink;
static nvtxRangeId_t started;
static char** words;
static int count;

struct Block {
  int begin, end;
};

static void run(int begin, int end);

__attribute__((noinline)) static void work(long n) {
  double x = 1;
  for (long i = 0; i < n; ++i) x = x * 1.0000001 + 1e-9;
  sink = x;
}

static long accident(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long)((uint64_t)now.tv_nsec * 2654435761u >> 7) ^ (long)getpid() * 40503;
}

static nvtxDomainHandle_t domain_of(const char* name) {
  static const char* names[16];
  static nvtxDomainHandle_t domains[16];
  for (int i = 0; i < 16; ++i) {
    if (names[i] == NULL) {
      names[i] = name;
      domains[i] = nvtxDomainCreateA(name);
    }
    if (strcmp(names[i], name) == 0) return domains[i];
  }
  return NULL;
}

static nvtxEventAttributes_t label_of(const char* name) {
  nvtxEventAttributes_t label = {0};
  label.version = NVTX_VERSION;
  label.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  label.messageType = NVTX_MESSAGE_TYPE_ASCII;
  label.message.ascii = name;
  return label;
}

static void push_big(long bytes) {
  char* name = malloc((size_t)bytes + 1);
  memset(name, 'h', (size_t)bytes);
  name[bytes] = 0;
  nvtxRangePushA(name);
  free(name);
}

static struct Block block_at(int open) {
  int depth = 0;
  for (int i = open; i < count; ++i) {
    if (strcmp(words[i], "[") == 0) ++depth;
    if (strcmp(words[i], "]") == 0 && --depth == 0) return (struct Block){open + 1, i};
  }
  fprintf(stderr, "no ] for the [ at word %d\n", open);
  exit(99);
}

static void* run_thread(void* block) {
  run(((struct Block*)block)->begin, ((struct Block*)block)->end);
  return NULL;
}

static void run_threads(long many, struct Block block) {
  pthread_t* threads = malloc(sizeof(pthread_t) * (size_t)many);
  long begun = 0;
  for (; begun < many; ++begun) {
    if (pthread_create(&threads[begun], NULL, run_thread, &block) != 0) break;
  }
  for (long i = 0; i < begun; ++i) pthread_join(threads[i], NULL);
  free(threads);
}

static void run_children(long many, struct Block block) {
  for (long i = 0; i < many; ++i) {
    if (fork() != 0) continue;
    run(block.begin, block.end);
    _exit(0);
  }
  while (wait(NULL) > 0) {
  }
}

static void run_orphan(struct Block block) {
  if (fork() != 0) return;
  setsid();
  run(block.begin, block.end);
  _exit(0);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long turns;

static void* race(void* n) {
  nvtxRangePushA("hot");
  for (long i = 0; i < (long)(intptr_t)n; ++i) {
    while (pthread_mutex_trylock(&lock) != 0) sched_yield();
    ++turns;
    pthread_mutex_unlock(&lock);
  }
  nvtxRangePop();
  return NULL;
}

static void run_race(long threads, long n) {
  pthread_t all[64];
  if (threads > 64) threads = 64;
  for (long i = 0; i < threads; ++i) pthread_create(&all[i], NULL, race, (void*)(intptr_t)n);
  for (long i = 0; i < threads; ++i) pthread_join(all[i], NULL);
}

static int under_valgrind(void) {
  const char* preload = getenv("LD_PRELOAD");
  return preload != NULL && strstr(preload, "vgpreload") != NULL;
}

static void flood(long kilobytes) {
  char line[1024];
  memset(line, 'x', sizeof(line));
  line[1023] = '\n';
  for (long i = 0; i < kilobytes; ++i) fwrite(line, 1, sizeof(line), stdout);
}

// Words with a block behind them; returns the index after it, or 0.
static int run_block(int i) {
  const char* word = words[i];
  const int has_number = strcmp(word, "loop") == 0 || strcmp(word, "threads") == 0 ||
                         strcmp(word, "children") == 0 || strcmp(word, "rare") == 0 ||
                         strcmp(word, "file") == 0;
  const int open = i + 1 + has_number;
  if (open >= count || strcmp(words[open], "[") != 0) return 0;
  const struct Block block = block_at(open);
  const long number = has_number ? atol(words[i + 1]) : 1;
  if (strcmp(word, "loop") == 0) {
    for (long k = 0; k < number; ++k) run(block.begin, block.end);
  } else if (strcmp(word, "thread") == 0 || strcmp(word, "threads") == 0) {
    run_threads(number, block);
  } else if (strcmp(word, "child") == 0 || strcmp(word, "children") == 0) {
    run_children(number, block);
  } else if (strcmp(word, "orphan") == 0) {
    run_orphan(block);
  } else {
    const int is_true = (strcmp(word, "under") == 0 && under_valgrind()) ||
                        (strcmp(word, "plain") == 0 && !under_valgrind()) ||
                        (strcmp(word, "file") == 0 && access(words[i + 1], R_OK) == 0) ||
                        (strcmp(word, "rare") == 0 && accident() % number == 0);
    if (is_true) run(block.begin, block.end);
  }
  return block.end + 1;
}

static void become_again(int from) {
  char** argv = calloc((size_t)(count - from + 2), sizeof(char*));
  argv[0] = "victim";
  for (int i = from; i < count; ++i) argv[i - from + 1] = words[i];
  execv("/proc/self/exe", argv);
  _exit(98);
}

// Words of one or two arguments; returns the index after them.
static int run_word(int i) {
  const char* word = words[i];
  char* first = i + 1 < count ? words[i + 1] : "";
  char* second = i + 2 < count ? words[i + 2] : "";
  if (strcmp(word, "pop") == 0) return nvtxRangePop(), i + 1;
  if (strcmp(word, "end") == 0) return nvtxRangeEnd(started), i + 1;
  if (strcmp(word, "exec") == 0) become_again(i + 1);
  if (strcmp(word, "closefiles") == 0) {
    for (int k = 3; k < 1024; ++k) close(k);
    return i + 1;
  }
  if (strcmp(word, "dpush") == 0) {
    const nvtxEventAttributes_t label = label_of(second);
    return nvtxDomainRangePushEx(domain_of(first), &label), i + 3;
  }
  if (strcmp(word, "race") == 0) return run_race(atol(first), atol(second)), i + 3;
  if (strcmp(word, "push") == 0)
    nvtxRangePushA(first);
  else if (strcmp(word, "dpop") == 0)
    nvtxDomainRangePop(domain_of(first));
  else if (strcmp(word, "start") == 0)
    started = nvtxRangeStartA(first);
  else if (strcmp(word, "big") == 0)
    push_big(atol(first));
  else if (strcmp(word, "work") == 0)
    work(atol(first) * SCALE);
  else if (strcmp(word, "jitter") == 0)
    work((long)((unsigned long)accident() % (unsigned long)(atol(first) + 1)));
  else if (strcmp(word, "aslr") == 0)
    work((long)(((uintptr_t)&first >> 4) % (unsigned long)(atol(first) + 1)));
  else if (strcmp(word, "exit") == 0)
    exit(atoi(first));
  else if (strcmp(word, "signal") == 0)
    raise(atoi(first));
  else if (strcmp(word, "unset") == 0)
    unsetenv(first);
  else if (strcmp(word, "sleep") == 0)
    usleep((unsigned)atol(first) * 1000);
  else if (strcmp(word, "print") == 0)
    puts(first);
  else if (strcmp(word, "complain") == 0)
    fprintf(stderr, "%s\n", first);
  else if (strcmp(word, "flood") == 0)
    flood(atol(first));
  else {
    fprintf(stderr, "unknown word '%s'\n", word);
    exit(97);
  }
  return i + 2;
}

static void run(int begin, int end) {
  for (int i = begin; i < end;) {
    const int after = run_block(i);
    i = after != 0 ? after : run_word(i);
  }
}

static void read_words(const char* file) {
  FILE* in = fopen(file, "rb");
  if (in == NULL) exit(96);
  char* text = malloc(1 << 24);
  const size_t size = fread(text, 1, (1 << 24) - 1, in);
  fclose(in);
  text[size] = 0;
  words = malloc(sizeof(char*) * (1 << 16));
  for (size_t i = 0; i < size; i += strlen(text + i) + 1) words[count++] = text + i;
}

int main(int argc, char** argv) {
  words = argv + 1;
  count = argc - 1;
  if (argc == 2 && argv[1][0] == '@') {
    count = 0;
    read_words(argv[1] + 1);
  }
  run(0, count);
  return 0;
}
