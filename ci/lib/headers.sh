# shellcheck shell=bash
# The two header-only libraries that Debian 12 does not have: inja and NVTX. They go to <deps>/usr/include, nowhere else.

install_inja() { # install_inja DEPS
  local found
  take_from_cache usr/include/inja
  if found=$(first_with inja/inja.hpp "$1/usr/include" /usr/local/include /usr/include); then
    note "found in ${found#"$REPO/"}"
  elif [[ $(os_family) != debian ]]; then
    note 'left to FetchContent'
  else
    with_packages "$1" 'sid main' inja-dev keep_headers "$1" inja/inja.hpp
    keep_in_cache usr/include/inja
    note "downloaded to ${1#"$REPO/"}"
  fi
}

install_nvtx() { # install_nvtx DEPS
  local found places
  mapfile -t places < <(nvtx_places)
  take_from_cache usr/include/nvtx3
  if found=$(first_with nvtx3/nvToolsExt.h "$1/usr/include" "${places[@]}"); then
    note "found in ${found#"$REPO/"}"
  elif [[ $(os_family) != debian ]]; then
    note 'left to FetchContent'
  else
    download_nvtx "$1"
    note "downloaded to ${1#"$REPO/"}"
  fi
}

download_nvtx() { # download_nvtx DEPS: 40 MB, of which 0.4 MB is kept
  with_packages "$1" 'trixie non-free' nsight-systems-target keep_headers "$1" nvtx3/nvToolsExt.h
  keep_in_cache usr/include/nvtx3
}

keep_headers() { # keep_headers DEPS FOLDER/HEADER UNPACKED: moves the folder of that header to DEPS
  local header target
  header=$(find "$3" -path "*/$2" -print -quit)
  [[ -n $header ]] || give_up 2 "The downloaded package holds no $2."
  target=$1/usr/include/${2%/*}
  mkdir -p "${target%/*}"
  rm -rf "$target"
  mv "${header%/*}" "$target"
}

first_with() { # first_with HEADER FOLDER...: prints the first folder that holds the header
  local folder
  for folder in "${@:2}"; do
    [[ -r $folder/$1 ]] && echo "$folder" && return 0
  done
  return 1
}

nvtx_places() { # the include folders of the CUDA toolkits that CMake would find, then the system's
  local nvcc root
  nvcc=$(find_nvcc) && nvcc=$(readlink -f "$nvcc") && root=${nvcc%/bin/*}
  for root in "${root:-}" "${CUDAToolkit_ROOT:-}" /usr/local/cuda; do
    [[ -z $root ]] || printf '%s\n' "$root/include" "$root/targets/x86_64-linux/include" "$root/targets/sbsa-linux/include"
  done
  printf '%s\n' /usr/local/include /usr/include
}

find_nvcc() { # prints where the CUDA compiler is
  local candidate
  for candidate in "${CUDACXX:-}" "$(command -v nvcc || true)" "${CUDAToolkit_ROOT:-/nonexistent}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [[ -n $candidate && -x $candidate ]] && echo "$candidate" && return 0
  done
  return 1
}
