# shellcheck shell=bash disable=SC2034 # the names in capitals are read by other files
# The checks of ci/lint. Each prints what it found and returns non-zero when that is something. Used by ci/lint and ci/test.

LINT_CHECKS=(clang_format clang_tidy shellcheck cmake text python actionlint pinned)
LINT_PACKAGES=(clang-format:clang-format clang-tidy:clang-tidy shellcheck:shellcheck nodejs:node npm:npm)
LINT_PRESET=dev # whose compile commands and generated headers clang-tidy reads: a command for each source; it is configured, never built
LINT_STATE=$REPO/build/lint
LINT_TABLE=$LOGS/lint.tsv # like those of ctest: "state<TAB>name<TAB>"

# run_lint CHECK...: never fails itself; the outcome is in build/logs/<script>/lint.tsv, the findings in lint-<check>.txt
run_lint() {
  local check state notes=''
  for check in "$@"; do
    state=passed
    rm -f "$LOGS/step.note"
    "check_$check" >"$LOGS/lint-$check.txt" 2>&1 || state=failed
    printf '%s\tlint.%s\t\n' "$state" "$check" >>"$LINT_TABLE"
    notes="${notes:+$notes; }$check: $(cat "$LOGS/step.note" 2>/dev/null)"
    [[ $state == passed ]] || notes+=' WITH FINDINGS'
  done
  if (($# == 1)); then notes=${notes#"$check: "}; fi
  note "$notes"
}

print_findings() { # print_findings CHECK...: the end of what the failed checks said
  local check
  for check in "$@"; do
    grep -q "^failed.lint\.$check" "$LINT_TABLE" || continue
    printf '       lint: %s (all of it in %s):\n' "$check" "${LOGS#"$REPO/"}/lint-$check.txt"
    tail -n 60 "$LOGS/lint-$check.txt" | sed 's/^/       | /'
  done
}

tracked() { # tracked PATTERN...: the files under version control that are there; none is an error, so that no check passes by looking at nothing
  local file found=1
  while IFS= read -r -d '' file; do
    [[ -f $file ]] && found=0 && printf '%s\n' "$file"
  done < <(git -c safe.directory="$REPO" ls-files -z -- "$@")
  [[ $found == 0 ]] || echo "no file under version control matches $*"
  return $found
}

list_tracked() { # list_tracked ARRAY PATTERN...: puts them into the array
  local text
  text=$(tracked "${@:2}") || { echo "$text"; return 1; }
  mapfile -t "$1" <<<"$text"
}

check_clang_format() {
  local files
  list_tracked files '*.cpp' '*.h' '*.cu' '*.cuh' || return
  note "${#files[@]} files"
  clang-format --dry-run -Werror "${files[@]}"
}

check_shellcheck() {
  local files
  list_tracked files ci/demo ci/fuzz ci/pictures ci/gpu ci/lint ci/long ci/test 'ci/lib/*.sh' ci/github/build_tool ci/github/check_regions ci/github/measure \
    ci/github/render ci/action/run .ci/run tests/gpu/run_one tests/gpu/run_one_test || return
  note "${#files[@]} files"
  shellcheck "${files[@]}"
}

# Sources are listed by name: CMake does not see that a folder of globbed ones has changed. The three that may make no lists of sources.
check_cmake() {
  local files listing functions failed=0
  list_tracked files '*CMakeLists.txt' '*.cmake' || return
  list_tracked listing '*CMakeLists.txt' '*.cmake' ':!cmake/CheckRoom.cmake' ':!cmake/NcuRegionsTestChecks.cmake' ':!cmake/PreparePackage.cmake' || return
  list_tracked functions 'cmake/*.cmake' || return
  note "${#files[@]} files"
  none 'a tab' -P '\t' "${files[@]}" || failed=1
  none 'blanks at the end of a line' -E ' +$' "${files[@]}" || failed=1
  none 'a list of sources made by file(GLOB' -E '^[^#]*file\(GLOB' "${listing[@]}" || failed=1
  awk '/^(function|macro)\(/ && before !~ /^#/ { print FILENAME ":" FNR ": no comment above: " $0; found = 1 }
    { before = $0 }
    END { exit found }' "${functions[@]}" || failed=1
  return $failed
}

check_text() {
  local files sources failed=0
  list_tracked files . ':!*.png' || return
  list_tracked sources '*.cpp' '*.h' '*.cu' '*.cuh' || return
  note "${#files[@]} files"
  none 'a tab' -P '\t' "${sources[@]}" || failed=1
  # "me" is nobody's name.
  none "a path of one person's machine" -P '(?<![\w.-])(/(work|root)/|/home/(?!me\b)\w)' "${files[@]}" || failed=1
  ends_with_newline "${files[@]}" || failed=1
  return $failed
}

none() { # none WHAT GREP_OPTION PATTERN FILE...: fails when a line of a text file matches
  local found code=0
  found=$(grep -nIH "$2" -e "$3" -- "${@:4}") || code=$?
  ((code != 1)) || return 0
  printf '%s:\n%s\n' "$1" "$found"
  return 1
}

ends_with_newline() { # ends_with_newline FILE...
  local file failed=0
  for file in "$@"; do
    [[ -s $file && -n $(tail -c 1 "$file" | tr -d '\0') ]] || continue
    echo "$file: no newline at its end"
    failed=1
  done
  return $failed
}
