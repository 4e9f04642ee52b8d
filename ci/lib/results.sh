# shellcheck shell=bash
# Runs ctest and reads its JUnit file: plain ctest does not show why a test was skipped.

# run_ctest PRESET [ARGUMENT...]: never fails itself; the outcome is in build/logs/<script>/ctest-<preset>.{code,tsv,xml}
run_ctest() {
  local out=$LOGS/ctest-$1 code=0 stop=()
  rm -f "$out".*
  # A minute before the deadline of the script, so that ctest can still write what it has.
  if [[ -n $DEADLINE ]]; then stop=(--stop-time "$(date -d "@$((DEADLINE / 1000 - 60))" +%H:%M:%S)"); fi
  ctest --test-dir "$REPO/build/$1" --no-tests=error --output-junit "$out.xml" "${stop[@]}" "${@:2}" || code=$?
  echo "$code" >"$out.code"
  touch "$out.xml"
  awk -f "$LIB/junit.awk" "$out.xml" >"$out.tsv"
  note "$(count_results "$out.tsv")"
}

ctest_code() { cat "$LOGS/ctest-$1.code"; } # ctest_code PRESET

count_state() { awk -F '\t' -v state="$1" '$1 == state { n++ } END { print n + 0 }' "${@:2}"; } # count_state STATE TSV...

count_results() { # count_results TSV...: "3 passed, 0 failed, 1 skipped"
  printf '%d passed, %d failed, %d skipped' "$(count_state passed "$@")" "$(count_state failed "$@")" "$(count_state skipped "$@")"
}

# skip_classes TSV...: " (no GPU: 2, no corpus: 1)". The class of a reason is its text before the first colon.
skip_classes() {
  awk -F '\t' '
    $1 == "skipped" { class = $3; sub(/:.*/, "", class); if (!(class in count)) order[++n] = class; count[class]++ }
    END { for (i = 1; i <= n; i++) printf "%s%s: %d", i == 1 ? " (" : ", ", order[i], count[order[i]]; if (n) printf ")" }' "$@"
}

print_skips() { # print_skips PRESET
  awk -F '\t' '$1 == "skipped" { printf "       skipped: %s: %s\n", $2, $3 }' "$LOGS/ctest-$1.tsv"
}

print_failures() { # print_failures PRESET: the failed tests with the end of their output
  awk -v outputs=1 -f "$LIB/junit.awk" "$LOGS/ctest-$1.xml"
  if [[ $(ctest_code "$1") != 0 && $(count_state failed "$LOGS/ctest-$1.tsv") == 0 ]]; then
    echo "       ctest ended with exit code $(ctest_code "$1"), and no test failed: $(grep -m1 'No tests' "$STEP_LOG" || echo "see $STEP_LOG")"
  fi
}
