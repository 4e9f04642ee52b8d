# shellcheck shell=bash disable=SC2034 # the names in capitals are read by other files
# Measurements on a GPU, for ci/gpu. None of them ends the script: what came of it stands in build/logs/gpu/gpu.tsv, like the results of ctest.

BIN=$REPO/build/gpu/bin
CLI=$BIN/ncu-regions
RUNS=$REPO/build/gpu-runs             # run folders, made anew each time
OUTPUTS=$RUNS/outputs                 # what ncu-regions said
NO_BASELINES=$RUNS/no-baselines       # never made
TABLE=$LOGS/gpu.tsv                   # "state<TAB>name<TAB>reason"
NO_GPU=$LOGS/no-gpu.txt               # why nothing can be measured, when that is so
RESNET_REGIONS=(--region A --region A::A1 --region B)
TIMED_METRICS='metrics=[gpu__time_duration.sum,sm__cycles_elapsed.max,lts__t_sectors.sum,smsp__inst_executed.sum]' # every chip has them
GATE_SIZE=(workload.inference.batch=64 workload.inference.image_size=64 workload.inference.iterations=10)
TIMED_SIZE=(--batch 64 --image-size 64 --iterations 10)
TIMED_ROUNDS=3

# Costs nothing and needs no build. A doctor that is there already speaks for itself.
look_for_driver() {
  local file cli
  for file in /proc/driver/nvidia/version /dev/dxg /dev/nvhost-gpu /dev/nvgpu; do # Linux, WSL, two kinds of Tegra
    [[ -e $file ]] && note "$file" && return
  done
  cli=$(find_cli) && knows_doctor "$cli" && run_doctor "$cli" && return
  [[ -s $NO_GPU ]] || echo 'no GPU: this machine has no NVIDIA driver (/proc/driver/nvidia/version is not there)' >"$NO_GPU"
  note 'none'
}

find_cli() { # prints ours, or the one on PATH
  [[ -x $CLI ]] && echo "$CLI" && return
  command -v ncu-regions
}

knows_doctor() { "$1" doctor --help >/dev/null 2>&1; } # knows_doctor CLI: older versions have no such command

run_doctor() { # run_doctor CLI: fails, with its text in $NO_GPU, when it says 77
  local code=0
  "$1" doctor >"$LOGS/doctor.txt" 2>&1 || code=$?
  cat "$LOGS/doctor.txt"
  case $code in
    0) return ;;
    77) cp "$LOGS/doctor.txt" "$NO_GPU"; return 1 ;;
    *) give_up 2 "ncu-regions doctor ended with exit code $code: neither 0 (can measure) nor 77 (cannot)." ;;
  esac
}

configure_gpu() { configure_build gpu '' '' -DNCU_REGIONS_ENABLE_WERROR=OFF; } # another compiler than ours may warn

build_cli() { cmake --build "$REPO/build/gpu" --target ncu_regions_cli; }

ask_doctor() {
  knows_doctor "$CLI" || give_up 2 'This version of ncu-regions has no doctor.'
  if run_doctor "$CLI"; then note 'this GPU can be measured'; else note 'cannot measure here'; fi
}

before_captures() { :; } # before_captures ARGUMENT...: of the check; a dry run prepares its stand-in

begin_results() {
  rm -rf "$RUNS"
  mkdir -p "$OUTPUTS"
  : >"$TABLE"
  "$CLI" doctor --json >"$RUNS/doctor.json" || true
}

# measure NAME CODES ARGUMENT...: ncu-regions check, and whether it ended with one of CODES. What would run is kept beside what ran.
measure() {
  local code=0
  before_captures "${@:3}"
  "$CLI" plan "${@:3}" >"$OUTPUTS/$1.plan.txt" 2>&1 || true
  "$CLI" check --run "$RUNS/$1" "${@:3}" >"$OUTPUTS/$1.txt" 2>&1 || code=$?
  cat "$OUTPUTS/$1.txt"
  count "$1" "$code" "$2"
}

count() { # count NAME CODE CODES
  local state=passed reason="as expected (exit code $2)"
  if [[ " $3 " != *" $2 "* ]]; then
    state=failed
    reason="exit code $2, expected $3: $(first_line "$OUTPUTS/$1.txt")"
  fi
  printf '%s\t%s\t%s\n' "$state" "$1" "$reason" >>"$TABLE"
  note "$reason"
}

first_line() { { grep -m1 . "$1" || echo 'no output'; } | tr '\t' ' '; } # first_line FILE

accept_first() { # a level of fewer captures could prove nothing about times
  local code=0
  "$CLI" accept --captures 10 --run "$RUNS/gate-first" --baselines "$RUNS/baselines" --reason 'first values of this machine, by ci/gpu' \
    >"$OUTPUTS/gate-accept.txt" 2>&1 || code=$?
  count gate-accept "$code" 0
}

check_penalty() { # check_penalty NAME: instructions of A::A1 regressed, and those of B did not
  local code=0
  python3 - "$RUNS/$1/verdicts.json" >"$OUTPUTS/$1-where.txt" 2>&1 <<'PYTHON' || code=$?
import json, sys
words = {verdict["declared"]: verdict["verdict"] for verdict in json.load(open(sys.argv[1]))["verdicts"] if verdict["metric"] == "smsp__inst_executed.sum"}
print(words)
sys.exit(0 if words.get("A::A1") == "regressed" and words.get("B") == "pass" else 1)
PYTHON
  count "$1-where" "$code" 0
}

show_verdict() { # show_verdict NAME: the lines of its report that say what got worse
  local report=$RUNS/$1/regions/report.md
  if [[ -r $report ]]; then
    { grep -F "| regressed |" "$report" || echo "no line of ${report#"$REPO/"} says regressed"; } | sed 's/^/       /'
  fi
}

# The whole plan for three regions at two levels against one kernel-replay capture, the same metrics, in turns. Printed, not judged.
compare_times() {
  local round mode code began
  rm -f "$RUNS"/times-*.txt
  before_captures "${TIMED_SIZE[@]}"
  for ((round = 0; round <= TIMED_ROUNDS; round++)); do
    for mode in range kernel; do
      code=0
      began=$(milliseconds)
      "$CLI" check --run "$RUNS/time-$mode" --baselines "$NO_BASELINES" "${RESNET_REGIONS[@]}" profiler=ncu \
        "ncu_cli.replay_mode=$mode" "$TIMED_METRICS" captures=1 census=false -- "$BIN/shallow_resnet" "${TIMED_SIZE[@]}" >"$OUTPUTS/time-$mode.txt" 2>&1 || code=$?
      if [[ $code != 4 ]]; then
        note "no times: $mode replay ended with exit code $code: $(first_line "$OUTPUTS/time-$mode.txt")"
        return
      fi
      ((round == 0)) || echo $(($(milliseconds) - began)) >>"$RUNS/times-$mode.txt" # the first round warms up
    done
  done
  note "$(tell_times "$(median <"$RUNS/times-range.txt")" "$(median <"$RUNS/times-kernel.txt")" | tee "$RUNS/times.txt")"
}

median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

tell_times() { # tell_times RANGE_MS KERNEL_MS
  awk -v range="$1" -v kernel="$2" 'BEGIN {
    printf "range plan %.1f s, kernel replay %.1f s, ratio %.2f", range / 1000, kernel / 1000, range / kernel }'
}
