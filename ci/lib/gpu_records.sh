# shellcheck shell=bash
# What no document says about ncu, asked of the real one, for ci/gpu: each answer is a file with the command, its exit code and its output.
# Nothing here is judged.

RECORDS=$RUNS/records
RECORD_LIMIT=300 # seconds for one question

record_all() {
  local ncu
  before_captures gpu_nested_and_siblings
  mkdir -p "$RECORDS"
  record_access
  if ! ncu=$(find_ncu); then
    note 'only the access to counters: no ncu on PATH, in the toolkit or below /opt/nvidia/nsight-compute'
    return
  fi
  record_defaults "$ncu"
  record_matching "$ncu"
  record_sub_launches "$ncu"
  record_refusals "$ncu"
  record_exit_codes "$ncu"
  note "$(find "$RECORDS" -name '*.txt' | wc -l) answers in ${RECORDS#"$REPO/"}"
}

find_ncu() { # the one that measures, as doctor names it; else the places in which ncu-regions looks, nearly
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["ncu"]["path"])' "$RUNS/doctor.json" 2>/dev/null && return
  local candidate
  for candidate in "${NCU_REGIONS_NCU:-}" "$(command -v ncu || true)" "${CUDAToolkit_ROOT:-/nonexistent}/bin/ncu" /usr/local/cuda/bin/ncu \
    /opt/nvidia/nsight-compute/*/ncu; do
    [[ -n $candidate ]] && candidate=$(command -v "$candidate") && echo "$candidate" && return
  done
  return 1
}

record() { # record NAME COMMAND...
  local code=0
  {
    printf 'command:'
    printf ' %q' "${@:2}"
    printf '\n\n'
    NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT=1 timeout "$RECORD_LIMIT" "${@:2}" 2>&1 </dev/null || code=$?
    printf '\nexit code: %s\n' "$code"
  } >"$RECORDS/$1.txt"
}

# record_capture NAME NCU MODE PROGRAM OPTION...: a capture, and what its report holds in our words and in those of ncu
record_capture() {
  local report=$RECORDS/$1.ncu-rep
  record "$1" "$2" --config-file=off --target-processes=all --clock-control=none --cache-control=all --apply-rules=no --replay-mode="$3" --nvtx \
    "${@:5}" -f -o "${report//%/%%}" "$BIN/$4"
  if [[ -r $report ]]; then
    record "$1.results" "$CLI" show --nvtx "$report"
    record "$1.import" "$2" --config-file=off --import "$report" --page=raw --csv --print-units=base --print-metric-instances=details
  fi
}

record_access() { # who may read counters
  record driver-parameters grep -E 'RmProfilingAdminOnly|RestrictProfiling' /proc/driver/nvidia/params
  record capabilities grep -E '^(Uid|CapEff|CapBnd):' /proc/self/status
  record gpu nvidia-smi --query-gpu=name,driver_version,compute_cap,persistence_mode,mig.mode.current,clocks.sm,clocks.max.sm,clocks.mem --format=csv
}

record_defaults() { # record_defaults NCU: clock control, replay and all the others, of the version that is installed
  record ncu-version "$1" --version
  record ncu-help "$1" --help
  record ncu-sections "$1" --list-sections
  record ncu-sets "$1" --list-sets
  record ncu-chips "$1" --list-chips
  record ncu-query-metrics "$1" --query-metrics # of the GPUs that are there: its headings name their chips
}

record_matching() { # record_matching NCU: how includes are matched while the program runs
  local time=--metrics=gpu__time_duration.sum program=gpu_nested_and_siblings
  record_capture include-outer-and-inner "$1" range $program $time --nvtx-include=A/ --nvtx-include=A/A::A1
  record_capture include-two-siblings "$1" range $program $time --nvtx-include=A/A::A1 --nvtx-include=A/A::A2
  record_capture include-same-region-in-a-row "$1" range $program $time --nvtx-include=again/
  record_capture include-inner "$1" range $program $time --nvtx-include=A/A::A1
  record_capture include-innermost-only "$1" range $program $time '--nvtx-include=A]'
  record_capture include-hex-regex "$1" range $program $time '--nvtx-include=regex:[^A$/^A\x3a\x3aA1$/'
  record_capture include-start-end "$1" range $program $time --nvtx-include=job
  record_capture include-domain "$1" range $program $time --nvtx-include=net@step/
  record_capture include-kernel-replay "$1" kernel $program $time --nvtx-include=A/ --nvtx-exclude=A/A::A1
  record_capture include-app-range "$1" app-range $program $time --nvtx-include=A/ --nvtx-include=B/
}

record_sub_launches() { # record_sub_launches NCU: does a range result name its kernels?
  local metrics=--metrics=gpu__time_duration.sum,launch__grid_size,launch__kernel_name,launch__sub_launch_name mode
  for mode in range app-range; do
    record_capture "sub-launches-$mode" "$1" $mode gpu_nested_and_siblings $metrics --nvtx-include=A/
  done
}

record_refusals() { # record_refusals NCU: the words for ranges that cannot be captured
  local time=--metrics=gpu__time_duration.sum,lts__t_sectors.sum,sm__inst_executed.sum case
  for case in cuda_graph:graph_launch malloc_async:allocate_inside malloc_async:allocate_before two_streams:event_before \
    managed_memory:managed_copy managed_memory:managed_kernel cublas_gemm:gemm; do
    [[ -x $BIN/gpu_${case%:*} ]] || continue # there may be no cuBLAS
    record_capture "range-${case%:*}-${case#*:}" "$1" range "gpu_${case%:*}" "$time" "--nvtx-include=${case#*:}/"
  done
}

record_exit_codes() { # record_exit_codes NCU: of what fails on a GPU only
  local program=gpu_nested_and_siblings time=--metrics=gpu__time_duration.sum
  record_capture exit-nothing-matched "$1" range $program $time --nvtx-include=nothing/
  record_capture exit-unknown-metric "$1" range $program --metrics=no__such_metric.sum --nvtx-include=A/
  record_capture exit-source-metric "$1" range $program --metrics=smsp__sass_inst_executed_op_memory.sum --nvtx-include=A/
  record_capture exit-no-such-device "$1" range $program $time --devices=99 --nvtx-include=A/
  record exit-locked-clocks "$1" --config-file=off --clock-control=base --replay-mode=range --nvtx --nvtx-include=A/ $time "$BIN/$program"
  record clock-reset "$1" --clock-control=reset # when the one before ran into its limit, clocks are still locked
  record exit-of-the-program "$1" --config-file=off --replay-mode=range --nvtx --nvtx-include=A/ $time "$BIN/$program" --no-such-option
  record exit-after-sigterm timeout --signal=TERM 2 "$1" --config-file=off --clock-control=none --replay-mode=app-range --nvtx \
    --nvtx-include=A/ --set=full "$BIN/shallow_resnet" --iterations 100000
}
