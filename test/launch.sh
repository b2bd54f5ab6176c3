#!/usr/bin/env bash
# Starts ranks, and once more if the launcher does not end after they have: Open MPI 4.1
# now and then waits for itself then (PMIx_server_finalize), and how the ranks ended is
# lost with it. Comes in: the launcher and its arguments. Goes out: what the ranks print,
# when all have ended, and the launcher's exit status; that of `timeout` after half an hour.
#
#   test/launch.sh mpiexec -n 4 ./program
#
# REDIST_LAUNCH_SECONDS: how often it looks for ranks (10); it gives up at the third look
# in turn that finds none.
set -u
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
out=$folder/out err=$folder/err
[ ! /proc/$$/fd/1 -ef /proc/$$/fd/2 ] || err=$out

# Ends the launcher that is a child of job $1 where it has no ranks.
watch() {
  local looks=0 launcher
  while sleep "${REDIST_LAUNCH_SECONDS:-10}"; do
    launcher=$(pgrep -P "$1") || continue
    looks=$((looks + 1))
    ! pgrep -P "$launcher" >/dev/null || looks=0
    [ "$looks" -lt 3 ] || { : >"$folder/hangs"; kill -KILL "$launcher"; return; }
  done
}

start() {
  rm -f "$folder"/*
  timeout -k 5 1800 "$@" <&0 >>"$out" 2>>"$err" &
  local job=$! status
  trap 'kill -TERM "$job" 2>/dev/null' TERM INT
  watch "$job" </dev/null >/dev/null 2>&1 &
  local watcher=$!
  wait "$job"
  status=$?
  while kill -0 "$job" 2>/dev/null; do # a signal has ended the wait
    wait "$job"
    status=$?
  done
  kill "$watcher" 2>/dev/null
  return "$status"
}

start "$@" 2>/dev/null # where the shell tells what was killed
status=$?
if [ -e "$folder/hangs" ]; then
  start "$@" 2>/dev/null
  status=$?
fi
cat "$out"
[ "$err" = "$out" ] || cat "$err" >&2
exit "$status"
