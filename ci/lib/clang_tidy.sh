# shellcheck shell=bash
# clang-tidy over the host sources of harness/ and workloads/. A source that was clean is not checked again until it, a header of ours that it
# includes, its compile command, .clang-tidy or clang-tidy itself changes: build/lint/<source>.clean holds the hash of all that.

check_clang_tidy() {
  local sources headers dirty all=0
  list_tracked sources 'harness/*.cpp' 'workloads/*.cpp' || return
  list_tracked headers '*.h' '*.cuh' || return
  mkdir -p "$LINT_STATE"
  write_tidy_commands || return
  all=${#sources[@]}
  mapfile -t dirty < <(awk -f "$LIB/includes.awk" "${sources[@]}" "${headers[@]}" | unclean_sources)
  note "$all files, $((all - ${#dirty[@]})) unchanged since they were clean"
  ((${#dirty[@]})) || return 0
  export -f tidy_source
  export LINT_STATE
  printf '%s\n' "${dirty[@]}" | xargs -P "$(nproc)" -L 1 bash -c 'tidy_source "$@"' tidy_source && return
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

tidy_source() { # tidy_source HASH SOURCE: in a shell of its own
  local out=$LINT_STATE/$2
  mkdir -p "${out%/*}"
  rm -f "$out.clean"
  clang-tidy --quiet -p "$LINT_STATE" --extra-arg=-Wno-unknown-warning-option "$2" >"$out.txt" 2>"$out.err" && echo "$1" >"$out.clean"
}
