# shellcheck shell=bash disable=SC2034 # the names in capitals are read by other files
# Fuzzes the readers for a bounded time. What an earlier run learnt stays in build/fuzz-corpus and is where the next one begins.

FUZZ_READERS=(ncu_report ncu_csv host_capture benchmark_file baseline) # and packed_run, where there is time to build what it renders with
FUZZ_PACKAGES=(clang:clang++)
FUZZ_LIBRARIES=(libclang-rt-14-dev) # libFuzzer itself

build_fuzzers() {
  cmake --preset fuzz "-DCMAKE_PREFIX_PATH=$DEPS/usr"
  cmake --build --preset fuzz
}

build_all_fuzzers() { # for ci/fuzz: the slow one, too
  build_fuzzers
  cmake --build --preset fuzz --target all_fuzzers
}

fuzz_readers() { # fuzz_readers SECONDS: as many at once as there are cores
  local seeds=$REPO/build/fuzz-seeds
  rm -rf "$seeds"
  NCU_REGIONS_CORPUS=$(readlink -m "$(corpus_folder)") "$REPO/build/fuzz/bin/fuzz_seeds" "$seeds"
  if [[ ${FUZZ_READERS[*]} == *packed_run* ]]; then "$REPO/build/fuzz/bin/fuzz_packed_seeds" "$seeds"; fi
  export REPO LOGS
  export -f fuzz_reader
  printf '%s\n' "${FUZZ_READERS[@]}" | xargs -P "$(nproc)" -I '{}' bash -c 'fuzz_reader "$@"' fuzz_reader '{}' "$1" ||
    give_up 1 "A fuzzer found an input that a reader cannot stand: build/logs/${LOGS##*/}/fuzz-*.txt, the input beside it.
Mend the reader, and keep the input (see tests/fuzz/findings/README.md)."
  note "$(grep -ho '^Done [0-9]* runs' "$LOGS"/fuzz-*.txt | awk '{ n += $2 } END { print n }') inputs in $1 s for each of ${#FUZZ_READERS[@]} readers, no finding"
}

fuzz_reader() { # fuzz_reader READER SECONDS: in a shell of its own
  local learnt=$REPO/build/fuzz-corpus/$1
  mkdir -p "$learnt"
  "$REPO/build/fuzz/bin/fuzz_$1" -max_total_time="$2" -timeout=20 -rss_limit_mb=2048 -max_len=130000 -print_final_stats=1 \
    -artifact_prefix="$LOGS/fuzz-$1-" "$learnt" "$REPO/build/fuzz-seeds/$1" >"$LOGS/fuzz-$1.txt" 2>&1
}
