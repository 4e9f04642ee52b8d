# shellcheck shell=bash
# One line per step: what it does, what came of it, how long it took, how much CPU time its processes used. The output goes to a log file and
# is shown when the step fails.
#
# A step runs in a subshell of its own. It may call `note TEXT` (the text on its line) and `give_up CODE TEXT` (what a person has to do).

STEP=0         # the number of the current step
STEPS_TOTAL=0  # set by the script; more_steps adds to it
STOPPED_AT=''  # the title of the step that failed
DEADLINE=''    # when the script ends itself, in milliseconds since 1970; empty: never

more_steps() { STEPS_TOTAL=$((STEPS_TOTAL + $1)); }

limit_time() { DEADLINE=$(($(milliseconds) + $1 * 1000)); } # limit_time SECONDS: from now on, for the whole script

seconds_left() { # until the deadline; at least 1
  local left=$(((DEADLINE - $(milliseconds) + 999) / 1000))
  echo $((left > 1 ? left : 1))
}

note() { printf '%s' "$*" >"$LOGS/step.note"; }

give_up() { # give_up CODE TEXT: ends the step
  printf '%s\n' "$2" >"$LOGS/step.message"
  exit "$1"
}

step() { # step TITLE COMMAND...
  begin_step "$1"
  printf '%s' "$STEP_LINE"
  set +e
  run_step "${@:2}" >"$STEP_LOG" 2>&1 </dev/null {LOCK_FD}>&-
  end_step "$1" $?
}

run_step() { # run_step COMMAND...: at the deadline all that it started is ended, and the step fails with 1
  local pid watch code
  if [[ -z $DEADLINE ]]; then
    (set -e; "$@")
    return
  fi
  set -m # each in a process group of its own
  (set -e; "$@") &
  pid=$!
  (sleep "$(seconds_left)"; kill -TERM -- "-$pid"; sleep 20; kill -KILL -- "-$pid") >/dev/null 2>&1 &
  watch=$!
  set +m
  # shellcheck disable=SC2064 # the value of now
  trap "kill -TERM -- -$pid" INT TERM
  wait "$pid"
  code=$?
  trap - INT TERM
  kill -- "-$watch" 2>/dev/null
  wait "$watch" 2>/dev/null
  ((code == 0 || $(milliseconds) < DEADLINE)) && return "$code"
  echo 'The time of the whole script is over: this step was ended, the ones after it did not run.' >"$LOGS/step.message"
  return 1
}

loud_step() { # the same for a command whose output is for people: it is shown, and the line of the step comes after it
  begin_step "$1"
  set +e
  (set -e; "${@:2}") </dev/null 2>&1 {LOCK_FD}>&- | tee "$STEP_LOG"
  local code=${PIPESTATUS[0]}
  printf '%s' "$STEP_LINE"
  end_step "$1" "$code"
}

begin_step() {
  local slug
  STEP=$((STEP + 1))
  slug=$(printf '%s' "$1" | tr -cs '[:alnum:]' '-')
  STEP_LOG=$(printf '%s/%02d-%s.log' "$LOGS" "$STEP" "$slug")
  STEP_LINE=$(printf '[%2d/%d] %s: ' "$STEP" "$STEPS_TOTAL" "$1")
  STEP_START=$(milliseconds)
  STEP_CPU_START=$(children_cpu_milliseconds)
  rm -f "$LOGS/step.note" "$LOGS/step.message"
}

end_step() { # end_step TITLE CODE
  local text='done'
  set -e
  if [[ $2 != 0 ]]; then
    text='FAILED'
  elif [[ -s $LOGS/step.note ]]; then
    text=$(<"$LOGS/step.note")
  fi
  printf '%s (%s, CPU %s)\n' "$text" "$(seconds_since "$STEP_START")" "$(seconds $(($(children_cpu_milliseconds) - STEP_CPU_START)))"
  [[ $2 != 0 ]] || return 0
  # shellcheck disable=SC2034 # read by ci/test
  STOPPED_AT=$1
  explain_failure
  return "$2"
}

explain_failure() {
  local lines=40
  [[ ! -s $LOGS/step.message ]] || lines=12
  if [[ -s $STEP_LOG ]]; then
    printf '       the end of %s:\n' "${STEP_LOG#"$REPO/"}"
    tail -n "$lines" "$STEP_LOG" | sed 's/^/       | /'
  fi
  [[ ! -s $LOGS/step.message ]] || cat "$LOGS/step.message"
} >&2

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

seconds_since() { seconds $(($(milliseconds) - $1)); } # seconds_since MILLISECONDS

seconds() { # seconds MILLISECONDS: "12.3 s"
  local tenths=$((($1 + 50) / 100))
  printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# The CPU time of all ended children of this shell and theirs, in milliseconds. Fields 16 and 17 of /proc/PID/stat are clock ticks.
children_cpu_milliseconds() {
  local stat ticks
  stat=$(<"/proc/$$/stat")
  read -ra ticks <<<"${stat##*) }"
  echo $(((ticks[13] + ticks[14]) * 1000 / $(getconf CLK_TCK)))
}
