# shellcheck shell=bash
# clang-tidy over the host sources of harness/ and workloads/. A source that was clean is not checked again until it, a header of ours that it
# includes, its compile command, .clang-tidy or clang-tidy itself changes: build/lint/<source>.clean holds the hash of all that.
#
# Most of the time goes into the headers, so the sources that are compiled with the same options are first checked together, as one text. What
# is found there, or comes of putting them together (two sources may use a name, each for itself), is looked for again in each half of them, down
# to the single source: only what clang-tidy says of a source by itself is a finding.

check_clang_tidy() {
  local sources headers dirty all=0
  list_tracked sources 'harness/*.cpp' 'workloads/*.cpp' ':!harness/gtest/share' ':!harness/benchmark/share' || return # those are compiled by others
  list_tracked headers '*.h' '*.cuh' || return
  mkdir -p "$LINT_STATE"
  write_tidy_commands || return
  all=${#sources[@]}
  mapfile -t dirty < <(awk -f "$LIB/includes.awk" "${sources[@]}" "${headers[@]}" | unclean_sources)
  note "$all files, $((all - ${#dirty[@]})) unchanged since they were clean"
  ((${#dirty[@]})) || return 0
  export -f tidy_sources tidy_source tidy_together run_tidy
  export LINT_STATE REPO
  printf '%s\n' "${dirty[@]}" | alike_sources | xargs -P "$(nproc)" -L 1 bash -c 'tidy_sources "$@"' tidy_sources && return
  # A finding in a header comes with every source that includes it: once is enough.
  printf '%s\n' "${dirty[@]}" | while read -r _ source; do tidy_findings "$LINT_STATE/$source"; done |
    awk '/(error|warning): / { show = !seen[$0]++ } show'
  return 1
}

tidy_findings() { # tidy_findings OUTPUT: what clang-tidy said of a source; when it said nothing and failed, its own complaint
  if [[ -s $1.txt ]]; then
    cat "$1.txt"
  elif [[ ! -e $1.clean ]]; then
    echo "error: clang-tidy failed on ${1#"$LINT_STATE/"}:"
    cat "$1.err"
  fi
}

# The compile commands without the options that only GCC knows, and one per source: some are compiled into two targets.
write_tidy_commands() {
  awk 'BEGIN { RS = "}"; ORS = "" }
    match($0, /"file": "[^"]*"/) {
      if (seen[substr($0, RSTART, RLENGTH)]++) next
      sub(/^[^{]*/, "")
      gsub(/ -fno-tree-loop-distribute-patterns/, "")
      gsub(/ -Winvalid-pch| -include [^ ]*cmake_pch\.hxx/, "") # the precompiled headers are those of GCC
      print (count++ ? ",\n" : "[\n") $0 "}"
    }
    END { print "\n]\n"; exit !count }' "build/$LINT_PRESET/compile_commands.json" >"$LINT_STATE/compile_commands.json"
}

unclean_sources() { # reads lines "source header..."; prints "hash source" for those that have to be checked
  local source headers hash common
  common=$(clang-tidy --version; cat .clang-tidy)
  while read -r source headers; do
    # shellcheck disable=SC2086 # a list
    hash=$({ echo "$common"; grep -F "$source\"" "$LINT_STATE/compile_commands.json"; cat "$source" $headers; } | sha256sum)
    hash=${hash%% *}
    [[ $hash == "$(cat "$LINT_STATE/$source.clean" 2>/dev/null)" ]] || echo "$hash $source"
  done
}

alike_sources() { # reads lines "hash source"; prints a line "hash source hash source ..." for those of a room that are compiled alike, the longest first
  awk -v root="$REPO/" '
    FNR == NR && /"command": / { options = $0; sub(/ -o [^ ]* -c .*/, "", options) }
    FNR == NR && /"file": / { split($0, part, "\""); alike[part[4]] = options }
    FNR == NR { next }
    { split($2, part, "/"); key = part[2] alike[root $2]; line[key] = line[key] " " $0 }
    END { for (key in line) print line[key] }' "$LINT_STATE/compile_commands.json" - | awk '{ print NF, $0 }' | sort -rn | cut -d ' ' -f 3-
}

tidy_sources() { # tidy_sources HASH SOURCE [HASH SOURCE]...: in a shell of its own
  local pairs=$(($# / 2)) half code=0
  half=$((pairs / 2 * 2))
  if ((pairs == 1)); then
    tidy_source "$@"
  elif ! tidy_together "$@"; then
    tidy_sources "${@:1:half}" || code=1
    tidy_sources "${@:half+1}" || code=1
    return $code
  fi
}

tidy_together() { # tidy_together HASH SOURCE HASH SOURCE...: whether nothing is found in them
  local i out sources=() text=$LINT_STATE/together/$2
  for ((i = 2; i <= $#; i += 2)); do sources+=("${!i}"); done
  mkdir -p "$text"
  # A header that several sources include stays once, and one that a source includes twice stays twice: that is a finding.
  awk '/^#include / { if (seen[$0] && seen[$0] != FILENAME) next; seen[$0] = FILENAME } 1' "${sources[@]}" >"$text/all.cpp"
  { echo '[{'; grep -B 2 -F "\"file\": \"$REPO/$2\"" "$LINT_STATE/compile_commands.json" | sed "s|$REPO/$2|$text/all.cpp|g"; echo '}]'; } >"$text/compile_commands.json"
  run_tidy "$text" "$text/all.cpp" >"$text/all.txt" 2>&1 || return
  for ((i = 1; i < $#; i += 2)); do
    out=$LINT_STATE/${sources[i / 2]}
    mkdir -p "${out%/*}"
    rm -f "$out.txt" # what was found before
    echo "${!i}" >"$out.clean"
  done
}

tidy_source() { # tidy_source HASH SOURCE
  local out=$LINT_STATE/$2
  mkdir -p "${out%/*}"
  rm -f "$out.clean"
  run_tidy "$LINT_STATE" "$2" >"$out.txt" 2>"$out.err" && echo "$1" >"$out.clean"
}

run_tidy() { clang-tidy --quiet -p "$1" --extra-arg=-Wno-unknown-warning-option "$2"; } # run_tidy COMMANDS SOURCE
