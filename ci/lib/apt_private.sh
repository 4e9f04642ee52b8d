# shellcheck shell=bash
# Downloads packages of another Debian suite through an apt state of its own: the machine's sources, lists and cache stay as they are.
# Needs no root. The mirror is the one that the machine's apt already uses.

DEBIAN_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# with_packages DEPS 'SUITE COMPONENT' 'PACKAGE...' COMMAND...: runs COMMAND with the folder of the unpacked packages as last argument
with_packages() {
  local work package
  work=$(mktemp -d "$1/download.XXXXXX")
  # shellcheck disable=SC2064 # the value of now
  trap "rm -rf '$work'" EXIT # of the step's subshell
  write_private_apt "$work" "$2"
  download_packages "$work" "$2" "$3"
  for package in $3; do dpkg -x "$work/$package"_*.deb "$work/unpacked"; done
  "${@:4}" "$work/unpacked"
}

write_private_apt() { # write_private_apt FOLDER 'SUITE COMPONENT'
  local mirror
  mirror=$(debian_mirror)
  [[ -n $mirror ]] || give_up 2 'apt-get knows no Debian mirror on this machine: its sources list names none.'
  [[ -r $DEBIAN_KEYRING ]] || give_up 2 "$DEBIAN_KEYRING is missing: run as root 'apt-get install debian-archive-keyring', then start again."
  mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
  # Only the package index: no translations, no software-centre data.
  printf 'deb [signed-by=%s target=Packages] %s %s\n' "$DEBIAN_KEYRING" "$mirror" "$2" >"$1/sources.list"
  {
    apt-config dump | grep '^Acquire' # proxies and the like; no hooks
    cat <<CONF
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "$1/lists";
Dir::Cache "$1/cache";
APT::Sandbox::User "$(id -un)";
APT::Update::Error-Mode "any";
Acquire::Retries "3";
CONF
  } >"$1/apt.conf"
}

debian_mirror() { # asks apt; works before the first update too
  apt-get update --print-uris |
    awk -F "'" -v release="$(os_field VERSION_CODENAME)" '
      !found && $2 ~ "/dists/(" release "|stable|testing|unstable|sid)/InRelease$" { sub("/dists/.*", "", $2); print $2; found = 1 }'
}

download_packages() { # download_packages FOLDER 'SUITE COMPONENT' 'PACKAGE...'
  local ok=yes
  export APT_CONFIG=$1/apt.conf
  # shellcheck disable=SC2086 # a list
  { apt-get update && (cd "$1" && apt-get download $3); } || ok=no
  unset APT_CONFIG
  [[ $ok == yes ]] || give_up 2 "Of the packages $3 one could not be downloaded from Debian's suite '$2'.
Is there a network, and does the mirror that apt uses carry that suite? The lines above are apt's own."
}
