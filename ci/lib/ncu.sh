# shellcheck shell=bash
# The real Nsight Compute, for the tests that let it judge us: three versions, each in <deps>/ncu/<suite>. Nothing of it needs a GPU.

NCU_SUITES=(bookworm trixie experimental) # 2022.3, 2024.1 and 2024.2

install_ncu() { # install_ncu DEPS
  local suite job jobs=() downloaded=0 absent=''
  if [[ $(os_family) != debian || $(dpkg --print-architecture) != amd64 ]]; then
    note "left out: only Debian's amd64 packages are known"
    return
  fi
  mkdir -p "$1/ncu"
  for suite in "${NCU_SUITES[@]}"; do # at once: one is unpacked while another is downloaded
    take_from_cache "ncu/$suite"
    [[ -d $1/ncu/$suite ]] && continue
    (with_packages "$1" "$suite non-free" 'nsight-compute nsight-compute-target' keep_ncu "$1/ncu/$suite") &
    jobs[$!]=$suite
  done
  for job in "${!jobs[@]}"; do
    # A suite may lose the package; the other versions judge us then.
    if wait "$job"; then
      downloaded=$((downloaded + 1))
      keep_in_cache "ncu/${jobs[job]}"
    else
      absent+=" ${jobs[job]}"
    fi
  done
  rm -f "$LOGS/step.message" # of a suite that could not be had
  note "$downloaded downloaded${absent:+, not to be had from$absent}"
}

keep_ncu() { # keep_ncu FOLDER UNPACKED: all but the graphical program
  rm -rf "$2/usr/lib/nsight-compute/host" "$1"
  mv "$2" "$1"
}

has_ncu() { compgen -G "$DEPS/ncu/*/usr/lib/*/nsight-compute/target/*/ncu" >/dev/null || command -v ncu >/dev/null; }
