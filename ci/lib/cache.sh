# shellcheck shell=bash
# Keeps downloads (inja, the NVTX headers, Nsight Compute, npm packages) for the next clone: build/deps is filled from this folder before
# anything is downloaded. NCU_REGIONS_CACHE names another folder; when it is empty, nothing is kept. Delete the folder to download anew.

home_folder() { echo "${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}"; } # a build server may unset the variable

CACHE=${NCU_REGIONS_CACHE-${XDG_CACHE_HOME:-$(home_folder)/.cache}/ncu-regions}

take_from_cache() { # take_from_cache NAME: build/deps/NAME; does nothing when that is there already, or not in the cache
  [[ -n $CACHE && -d $CACHE/$1 && ! -e $DEPS/$1 ]] || return 0
  link_or_copy "$CACHE/$1" "$DEPS/$1"
}

keep_in_cache() { # keep_in_cache NAME: keeps build/deps/NAME; goes on where the cache cannot be written
  [[ -n $CACHE && -d $DEPS/$1 ]] || return 0
  link_or_copy "$DEPS/$1" "$CACHE/$1" 2>/dev/null || true
}

link_or_copy() { # link_or_copy FROM TO: appears whole or not at all
  local new=$2.new-$BASHPID
  mkdir -p "${2%/*}" || return
  cp -al "$1" "$new" 2>/dev/null || { rm -rf "$new" && cp -a "$1" "$new"; } || { rm -rf "$new"; return 1; }
  rm -rf "$2" && mv "$new" "$2"
}
