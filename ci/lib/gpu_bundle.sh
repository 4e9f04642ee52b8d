# shellcheck shell=bash
# Packs what ci/gpu saw into one file for an issue: text and reports, no environment, the name of the machine masked.

BUNDLE=$REPO/build/gpu-bundle

pack_bundle() {
  rm -rf "$BUNDLE" "$BUNDLE.tar.gz"
  mkdir -p "$BUNDLE/ctest"
  copy_files "$RUNS" "$BUNDLE/runs"
  if [[ -d $REPO/build/gpu/gpu-tests ]]; then copy_files "$REPO/build/gpu/gpu-tests" "$BUNDLE/ctest/runs"; fi
  cp "$LOGS"/ctest-gpu.* "$BUNDLE/ctest"
  cp "$LOGS/doctor.txt" "$RUNS/doctor.json" "$BUNDLE"
  cp "$TABLE" "$BUNDLE/results.tsv"
  write_versions >"$BUNDLE/versions.txt"
  write_readme >"$BUNDLE/README.md"
  shorten_paths
  mask_names
  tar -C "${BUNDLE%/*}" --owner=0 --group=0 --numeric-owner -czf "$BUNDLE.tar.gz" "${BUNDLE##*/}"
  note "${BUNDLE#"$REPO/"}.tar.gz"
}

copy_files() { # copy_files FROM TO: text and reports, nothing else
  mkdir -p "$2"
  (cd "$1" && find . -type f \( -name '*.txt' -o -name '*.log' -o -name '*.json' -o -name '*.jsonl' -o -name '*.md' -o -name '*.csv' \
    -o -name '*.ncu-rep' \) -exec cp --parents -t "$2" {} +)
}

write_versions() {
  printf 'ncu-regions  %s, commit %s\n' "$("$CLI" --version 2>&1 | head -n 1)" \
    "$(git -c safe.directory="$REPO" rev-parse HEAD 2>/dev/null || echo unknown)"
  printf 'system       %s, Linux %s, %s\n' "$(os_field PRETTY_NAME)" "$(uname -r)" "$(uname -m)"
  printf 'driver       %s\n' "$(head -n 1 /proc/driver/nvidia/version 2>/dev/null || echo 'no /proc/driver/nvidia/version')"
  printf 'nvcc         %s\n' "$("$(find_nvcc)" --version | tail -n 1)"
  printf 'ncu          %s\n' "$(find_ncu || echo none)"
  printf '             %s\n' "$(tail -n 3 "$RECORDS/ncu-version.txt" 2>/dev/null | head -n 1)"
  printf 'C++          %s\n' "$(c++ --version | head -n 1)"
}

write_readme() {
  cat <<'TEXT'
# What ci/gpu of ncu-regions saw on a machine with a GPU

| file | content |
|---|---|
| `versions.txt`, `doctor.txt`, `doctor.json` | the software, the GPU, and what `ncu-regions doctor` thinks of them |
| `results.tsv` | one line per measurement: passed or failed, its name, its exit code |
| `runs/outputs/<name>.txt`, `<name>.plan.txt` | what `ncu-regions check` said, and what `ncu-regions plan` said before |
| `runs/<name>/` | the run folder: reports, verdicts, and the captures with ncu's reports and logs |
| `runs/times.txt` | wall time of a range plan against one kernel-replay capture of the same metrics |
| `runs/records/` | questions that no document answers: each file has a command, its output and its exit code |
| `ctest/` | the results of `ctest -L gpu`; `ctest/runs/<test>.outcome.txt` says what was expected and what happened |

The records: `include-*` how nested and other includes are matched while a program runs; `exit-*` exit codes of errors that only a
GPU has; `sub-launches-*` whether range results name their kernels; `range-*` the words for ranges that are refused; `ncu-help` the
defaults of this version (clock control, replay); `driver-parameters`, `capabilities` who may read counters.

The name and addresses of the machine are masked with `x`; in text, paths begin with `REPO` or `~`. There is no environment in here. Reports
(`.ncu-rep`) name the full paths of programs: leave them out, if such a path is nobody's business. `doctor.json` and `run.json` name the GPUs by UUID, and
programs of others that computed on them meanwhile.
TEXT
}

shorten_paths() { # in text; a report cannot be changed in length
  find "$BUNDLE" -type f ! -name '*.ncu-rep' -exec env LC_ALL=C sed -i -e "s|$(literal "$REPO")|REPO|g" -e "s|$(literal "${HOME:-/nonexistent}")/|~/|g" {} +
}

literal() { printf '%s' "$1" | sed 's/[][\.*^$/|&]/\\&/g'; } # literal TEXT: as a pattern of sed

# A name is replaced by as many "x", so that reports stay readable: their texts have lengths. A name of less than six letters could be
# part of a metric's, or of anything: it is masked in text where it is a word, in reports where its length stands before it.
mask_names() {
  local name pattern mask
  while read -r name; do
    pattern=$(literal "$name")
    mask=${name//?/x}
    if ((${#name} >= 6)); then
      find "$BUNDLE" -type f -exec env LC_ALL=C sed -i "s/$pattern/$mask/g" {} +
    else
      find "$BUNDLE" -type f ! -name '*.ncu-rep' -exec env LC_ALL=C sed -i "s/\\b$pattern\\b/$mask/g" {} +
      find "$BUNDLE" -type f -name '*.ncu-rep' -exec env LC_ALL=C sed -i "s/\\x0${#name}$pattern/\\x0${#name}$mask/g" {} +
    fi
  done < <(names_of_machine)
}

names_of_machine() { # one per line, the longest first; a name that every machine has is no name
  { uname -n; hostname -f; hostname -I | tr ' ' '\n'; } 2>/dev/null | grep -vE '^(localhost.*|127\..*|::1|)$' |
    sort -u | awk '{ print length($0) "\t" $0 }' | sort -rn | cut -f2-
}
