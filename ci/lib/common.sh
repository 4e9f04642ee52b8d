# shellcheck shell=bash
# Where things are, and the helpers of every ci script. Sourced by the scripts of ci/ and ci/github, which set SCRIPT first.

LIB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
REPO=${LIB%/ci/lib}
STARTED_IN=$(pwd -P)
DEPS=$REPO/build/deps
LOGS=$REPO/build/logs/${SCRIPT:?the sourcing script has to set SCRIPT}

source "$LIB/steps.sh"
source "$LIB/packages.sh"
source "$LIB/cache.sh"
source "$LIB/apt_private.sh"
source "$LIB/headers.sh"
source "$LIB/build.sh"
source "$LIB/require.sh"
source "$LIB/results.sh"
source "$LIB/ncu.sh"
source "$LIB/fuzz.sh"
source "$LIB/lint.sh"
source "$LIB/lint_github.sh"
source "$LIB/clang_tidy.sh"

path_for_user() { # relative when the script was started in the repository's root
  if [[ $STARTED_IN == "$REPO" ]]; then echo "${1#"$REPO/"}"; else echo "$1"; fi
}

usage_error() {
  printf 'ci/%s: %s (--help shows the usage)\n' "$SCRIPT" "$1" >&2
  exit 2
}

# debian: inja and NVTX come from other Debian suites. apt: Ubuntu and relatives, the rest comes from FetchContent. other: no apt at all.
os_family() {
  if ! command -v apt-get >/dev/null; then
    echo other
  elif [[ $(os_field ID) == debian ]]; then
    echo debian
  else
    echo apt
  fi
}

os_field() { # os_field KEY: a value of /etc/os-release
  # shellcheck source=/dev/null
  (source /etc/os-release 2>/dev/null && printf '%s' "${!1:-}") || true
}

prepare_workspace() { # goes to the repository's root and makes sure that build/ can be written
  cd "$REPO"
  if ! mkdir -p "$LOGS" "$DEPS" 2>/dev/null || [[ ! -w $LOGS || ! -w $DEPS ]]; then
    printf 'ci/%s: %s/build cannot be written by user %s; remove it or give it to that user\n' "$SCRIPT" "$REPO" "$(id -un)" >&2
    exit 2
  fi
  one_at_a_time
  rm -f "$LOGS"/*
}

one_at_a_time() { # two scripts in one build folder would disturb each other's builds and measurements
  exec {LOCK_FD}>"$REPO/build/ci.lock"
  flock -n "$LOCK_FD" && return
  echo 'another ci script is at work in this tree; waiting for it'
  flock "$LOCK_FD"
}

plan_steps() { more_steps $((3 + $1)); } # those of set_up and the script's own

set_up() {
  step 'install packages' install_packages
  step 'find or download inja' install_inja "$DEPS"
  step 'find or download the NVTX headers' install_nvtx "$DEPS"
}
