# shellcheck shell=bash
# CMake: every configure step states all settings that a script may change, so that no earlier run's setting survives in the cache.

configure_build() { # configure_build PRESET PENALTY [BASELINES [SETTING...]]
  local settings=("-DCMAKE_PREFIX_PATH=$DEPS/usr" "-DSHALLOW_RESNET_PENALTY=$2")
  if [[ -n ${3:-} ]]; then
    settings+=("-DNCU_REGIONS_BASELINES=$3")
  else
    settings+=(-U NCU_REGIONS_BASELINES) # back to the committed baselines
  fi
  # Required means built, not only present; the asan preset has no CUDA.
  if is_required cuda && [[ $1 != asan ]]; then settings+=(-DNCU_REGIONS_REQUIRE_CUDA=ON); fi
  [[ $(os_family) == debian ]] || settings+=(-DNCU_REGIONS_ENABLE_FETCH=ON)
  cmake --preset "$1" "${settings[@]}" "${@:4}"
  note "build/$1"
}

generate_headers() { cmake --build "$REPO/build/$1" --target ncu_regions_generated; } # generate_headers PRESET: those that CMake makes

build_tree() { cmake --build "$REPO/build/$1"; } # build_tree PRESET
