# shellcheck shell=bash disable=SC2034 # the names in capitals are read by other files
# ci/gpu --dry-run: the same steps with the stand-in for ncu (tests/ncu_stand_in) and host programs in place of CUDA programs. What no machine
# without a GPU has is replaced by a function of the same name that says so.

DRY_RUN='' # the build folder; empty: a real run
# The counters of a chip without DRAM counters; other chips have more.
DRY_RUN_METRICS='"gpu__time_duration", "smsp__inst_executed", "lts__t_sectors", "gpc__cycles_elapsed", "sm__cycles_elapsed", "sm__throughput", "sm__inst_executed", "smsp__sass_inst_executed_op_memory"'

take_dry_run() { # take_dry_run BUILD
  [[ -n $1 ]] || usage_error '--dry-run needs a build folder'
  DRY_RUN=$(realpath -e -- "$1" 2>/dev/null) || usage_error "there is no build folder $1"
  local program
  for program in bin/ncu-regions bin/shallow_resnet_host bin/test_ranges bin/tests/ncu_stand_in; do
    [[ -x $DRY_RUN/$program ]] || usage_error "$1 has no $program: build it with tests"
  done
  LOGS=$DRY_RUN/gpu-dry-run/logs
  RUNS=$DRY_RUN/gpu-dry-run/runs
  BIN=$DRY_RUN/gpu-dry-run/bin
  BUNDLE=$DRY_RUN/gpu-dry-run/bundle
  CLI=$DRY_RUN/bin/ncu-regions
  OUTPUTS=$RUNS/outputs NO_BASELINES=$RUNS/no-baselines TABLE=$LOGS/gpu.tsv NO_GPU=$LOGS/no-gpu.txt RECORDS=$RUNS/records
  prepare_workspace() { # a folder of its own: another script may be at work in build/
    rm -rf "$DRY_RUN/gpu-dry-run"
    mkdir -p "$LOGS" "$BIN"
    exec {LOCK_FD}>"$DRY_RUN/gpu-dry-run/lock"
  }
}

play_gpu() {
  echo 'A dry run: a stand-in for ncu, host programs, and no GPU. No number in it means anything.'
  ln -s "$DRY_RUN/bin/shallow_resnet_host" "$BIN/shallow_resnet"
  printf '#!/bin/sh\nexec "%s" siblings\n' "$DRY_RUN/bin/test_ranges" >"$BIN/gpu_nested_and_siblings"
  chmod +x "$BIN/gpu_nested_and_siblings"
  GATE_SIZE=(workload.inference.batch=1 workload.inference.image_size=8 workload.inference.iterations=10)
  TIMED_SIZE=(--batch 1 --image-size 8 --iterations 10)
  TIMED_ROUNDS=1
  RECORD_LIMIT=20
  export NCU_REGIONS_NCU=$DRY_RUN/bin/tests/ncu_stand_in NCU_STAND_IN_SCENARIO=$DRY_RUN/gpu-dry-run/scenario.json
  before_captures shallow_resnet
  look_for_driver() { note 'dry run: not looked for'; }
  install_packages() { note 'dry run: nothing is installed'; }
  install_inja() { note 'dry run: not needed'; }
  install_nvtx() { note 'dry run: not needed'; }
  configure_build() { note "dry run: $DRY_RUN as it is"; }
  build_cli() { note "dry run: ${CLI#"$REPO/"}"; }
  build_tree() { note "dry run: host programs in place of CUDA programs"; }
  run_ctest() { list_gpu_tests "$@"; }
  print_failures() { :; }
  print_skips() { :; }
  all_as_expected() { (($(count_state failed "$TABLE") == 0 && $(count_state passed "$TABLE") > 0)); }
}

list_gpu_tests() { # list_gpu_tests PRESET ARGUMENT...: they would start CUDA programs
  ctest --test-dir "$DRY_RUN" -N -L gpu >"$LOGS/ctest-$1.txt" 2>&1 || true
  : >"$LOGS/ctest-$1.tsv"
  note "dry run: $(sed -n 's/^Total Tests: //p' "$LOGS/ctest-$1.txt") tests, none of them run"
}

# before_captures ARGUMENT...: the scenario of the program and of the iterations that the arguments name. More work in A::A1 is played when the
# program is told to do it.
before_captures() {
  [[ -n $DRY_RUN ]] || return 0
  local iterations=2 siblings='' words="$*"
  if [[ $words == *gpu_nested_and_siblings* ]]; then
    iterations=1 siblings='{"path": ["A", "A::A2"], "kernels": [{"name": "conv", "time_ns": 20000}]},'
  fi
  if [[ $words =~ (--iterations |iterations=)([0-9]+) ]]; then iterations=${BASH_REMATCH[2]}; fi
  cat >"$NCU_STAND_IN_SCENARIO" <<JSON
{"chip": {"name": "GA10B", "compute_capability": "8.7", "metrics": [$DRY_RUN_METRICS]},
 "outside": [{"name": "ncu_regions_probe"}],
 "regions": [
  {"path": ["A"], "instances": $iterations, "kernels": [{"name": "stem", "time_ns": 40000}]},
  {"path": ["A", "A::A1"], "instances": $iterations, "kernels": [{"name": "conv", "launches": 4, "time_ns": 20000}]},
  $siblings
  {"path": ["B"], "instances": $iterations, "kernels": [{"name": "linear", "time_ns": 5000}]}],
 "captures": [
  {"when": {"argument": "--penalty", "replay_mode": "range", "includes": 1}, "scale": {"smsp__inst_executed.sum": 1.1}},
  {"when": {"argument": "$DRY_RUN/lib/ncu-regions/probe-kernel"}, "run_program": false}]}
JSON
}
