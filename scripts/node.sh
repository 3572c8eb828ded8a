#!/bin/sh
# Runs the packages' Node, or the machine's own where that one cannot run. Says what to install when neither runs.
here=$(cd "$(dirname "$0")" && pwd)
why=

run_packaged() {
  # npm 9 of Debian unpacks it without a link to it.
  for packaged in "$here"/../node_modules/.bin/node "$here"/../node_modules/node-*/bin/node; do
    [ -x "$packaged" ] || continue
    if why=$("$packaged" --version 2>&1 >/dev/null); then
      # What it starts by the name of 'node' is the same.
      PATH="$(cd "$(dirname "$packaged")" && pwd):$PATH" exec "$packaged" "$@"
    fi
  done
}

run_packaged "$@"
# A minimal Debian lacks libatomic, of which Node needs one function.
libraries=$here/libatomic/$(uname -m)
case $why in
  *libatomic.so.1*)
    if [ -d "$libraries" ]; then
      export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
      run_packaged "$@"
    fi
    ;;
esac

IFS=:
for dir in $PATH; do
  case $dir in */node_modules/*) continue ;; esac
  major=$("$dir/node" --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
  [ "${major:-0}" -ge 26 ] && exec "$dir/node" "$@"
done

library=$(printf '%s' "$why" | sed -n 's/.*loading shared libraries: \([^:]*\):.*/\1/p')
case $library in
  libatomic*) remedy="run 'apt-get install libatomic1' (Fedora: 'dnf install libatomic')" ;;
  ?*) remedy="install $library" ;;
  *) remedy="run 'npm ci' again" ;;
esac
echo "enpunto cannot start:
  - Node 26 of the packages does not run here (${library:-it is not there}): $remedy, or install Node 26 itself." >&2
exit 78
