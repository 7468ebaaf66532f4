#!/usr/bin/env bash
# Looks for what Gridlock needs on this machine; installs what is missing when it may.
set -euo pipefail

usage() {
  cat <<'END'
usage: Scripts/setup.sh [--models]

Checks the Swift toolchain, and the unwinder Gridlock uses where it finds it at run time.
A missing unwinder is installed when this runs as root on a system with apt-get; else the
command is named. Nothing else is changed.

  --models   the same for what Scripts/model.sh needs, spin and relacy, instead
END
}

# Installs Debian packages when that may be done; the reason is told when it fails.
installs() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  echo "setup: installing $*"
  (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    "$@") </dev/null >/dev/null && return
  echo "setup: $* could not be installed"
  return 1
}

look_for_models() {
  local missing=()
  command -v cc >/dev/null || missing+=(gcc)
  command -v c++ >/dev/null || missing+=(g++)
  command -v spin >/dev/null || missing+=(spin)
  [ -e /usr/include/relacy/relacy.hpp ] || [ -e /usr/local/include/relacy/relacy.hpp ] ||
    missing+=(relacy-dev)
  if [ ${#missing[@]} = 0 ] || installs "${missing[@]}"; then
    echo "setup: spin and relacy are there"
  else
    echo "setup: to check the models: sudo apt-get install ${missing[*]}"
  fi
}

case "${1:-}" in
  "") ;;
  --models) look_for_models; exit 0 ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 64 ;;
esac

if ! command -v swift >/dev/null; then
  echo "setup: swift is not to be found; Gridlock needs the Swift 6.2 toolchain or newer" >&2
  exit 1
fi
echo "setup: $(swift --version 2>/dev/null | head -n 1)"

[ "$(uname -s)" = Linux ] || exit 0

has_unwinder() {
  local directory
  if (ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null) | grep 'libunwind\.so\.8' >/dev/null; then
    return 0
  fi
  for directory in /lib /usr/lib /lib64 /usr/lib64 /usr/local/lib /lib/*-linux-* /usr/lib/*-linux-*; do
    [ -e "$directory/libunwind.so.8" ] && return 0
  done
  return 1
}

if has_unwinder; then
  echo "setup: libunwind is there"
  exit 0
fi
if installs libunwind8 && has_unwinder; then
  echo "setup: libunwind is there"
  exit 0
fi
cat <<'END'
setup: libunwind is missing. Gridlock builds and works without it, but call stacks that pass through
       code built without frame pointers end there. To have it:
           sudo apt-get install libunwind8
END
