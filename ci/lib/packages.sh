# shellcheck shell=bash
# Installs the packages that the build needs, by name, when they are missing.

# A tool counts as present when it is on PATH, whoever installed it; a library when dpkg knows it.
TOOL_PACKAGES=(g++:g++ cmake:cmake ninja-build:ninja git:git valgrind:valgrind python3:python3)
LIBRARY_PACKAGES=(ca-certificates libgtest-dev libgmock-dev libbenchmark-dev nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libre2-dev python3-jsonschema python3-yaml)
# What makes the Debian package and its tests; added by ci/test where there is apt.
# shellcheck disable=SC2034 # read by ci/test
DEB_PACKAGES=(dpkg-dev:dpkg-shlibdeps file:file man-db:lexgrog)
CMAKE_MINIMUM=3.25

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]} == 0)); then
    note 'all present'
  elif [[ $(os_family) == other ]]; then
    give_up 2 "This machine has no apt-get. Install what provides: ${missing[*]}"
  elif ((EUID != 0)); then
    give_up 2 "Packages are missing and only root can install them. Run as root, then start again:
  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  else
    apt_install "${missing[@]}"
    note "installed ${missing[*]}"
  fi
  check_cmake_version
}

missing_packages() {
  local entry
  for entry in "${TOOL_PACKAGES[@]}"; do
    command -v "${entry#*:}" >/dev/null || echo "${entry%%:*}"
  done
  [[ $(os_family) != other ]] || return 0 # FetchContent brings the libraries
  for entry in "${LIBRARY_PACKAGES[@]}"; do
    is_installed "$entry" || left_to_fetch "$entry" || echo "$entry"
  done
}

is_installed() { [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null) == ii* ]]; }

# Not on Debian: a package that apt does not know, although it has read its lists, comes from FetchContent.
left_to_fetch() { [[ $(os_family) == apt ]] && compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && ! apt-cache show "$1" >/dev/null 2>&1; }

apt_install() {
  local available=() package
  local options=(-y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a
  apt-get "${options[@]}" update || echo 'apt-get update failed; trying with the lists that are there'
  for package in "$@"; do
    left_to_fetch "$package" || available+=("$package")
  done
  ((${#available[@]})) || return 0
  apt-get "${options[@]}" install --no-install-recommends "${available[@]}" || packages_unreachable "${available[@]}"
}

packages_unreachable() {
  give_up 2 "These packages are missing and could not be installed: $*
Is there a network, and does apt know a mirror that has them? The lines above are apt's own."
}

check_cmake_version() {
  local version
  version=$(cmake --version | awk 'NR == 1 { print $3 }')
  printf '%s\n' "$CMAKE_MINIMUM" "$version" | sort -CV ||
    give_up 2 "cmake $version is too old: $CMAKE_MINIMUM or newer is needed, first on PATH. As root, this installs one beside it:
  apt-get install -y python3-pip && python3 -m pip install 'cmake>=$CMAKE_MINIMUM' && hash -r"
}
