#!/usr/bin/env bash
# Looks for what Gridlock needs on this machine; installs what is missing when it may.
set -euo pipefail

usage() {
  cat <<'END'
usage: Scripts/setup.sh

Checks the Swift toolchain, and the unwinder Gridlock uses where it finds it at run time.
A missing unwinder is installed when this runs as root on a system with apt-get; else the
command is named. Nothing else is changed.
END
}

case "${1:-}" in
  "") ;;
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
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "setup: installing libunwind8"
  if (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    libunwind8) </dev/null >/dev/null && has_unwinder; then
    echo "setup: libunwind is there"
    exit 0
  fi
  echo "setup: libunwind8 could not be installed"
fi
cat <<'END'
setup: libunwind is missing. Gridlock builds and works without it, but call stacks that pass through
       code built without frame pointers end there. To have it:
           sudo apt-get install libunwind8
END
