#!/usr/bin/env bash
# The whole way once: installs what is missing, builds, compiles the example
# docs/examples/reblock with redistc++, and runs it on 4 ranks on a real file
# of this system. Prints steps, cost, bytes moved and bandwidth, and compares
# the file that comes out with the one that went in.
#
#   utils/demo.sh [FILE]      from any folder; default: a large library
set -u -o pipefail
. "$(dirname "${BASH_SOURCE[0]}")/dependencies.sh"

ranks=4    # of the demo
block=4096 # bytes in a block of the layout in between
fewer=3    # ranks of the layout in between

# The file to read: the first of these that is there, else the largest library
# of the system.
realFile() {
  local file
  for file in /usr/lib/llvm-19/lib/libclang-cpp.so.19.1 \
    /usr/lib/llvm-19/lib/libLLVM.so.19.1; do
    if [ -r "$file" ]; then
      readlink -f "$file"
      return
    fi
  done
  find /usr/lib -name '*.so*' -type f -printf '%s %p\n' 2>/dev/null |
    sort -n | tail -n 1 | cut -d ' ' -f 2-
}

# schedule FROM TO: steps and cost of one redistribution, from redist-plan.
schedule() {
  "$buildDir/bin/redist-plan" redistribute --from "$1" --to "$2" \
    --extent "$size" --format json | python3 -c '
import json, sys
plan = json.load(sys.stdin)
bound = plan["lower_bound"]
moved = sum(t["length"] for step in plan["steps"] for t in step["transfers"]
            if t["from"] != t["to"])
print("  %-24s -> %-24s %2d steps (least %d), cost %d (bound %d), "
      "%d elements change rank"
      % (sys.argv[1], sys.argv[2], plan["step_count"], bound["step_count"],
         plan["total_cost"], bound["total_cost"], moved))' \
    "$1" "$2" || fail "redist-plan could not plan $1 to $2"
}

file=${1:-}
if [ -n "$file" ]; then # relative to where the user stands
  [ -r "$file" ] || fail "cannot read '$file'"
  file=$(readlink -f "$file")
fi

installMissing
buildAll redistc redistc++ redist-plan redistRuntime
[ -n "$file" ] || file=$(realFile)
[ -n "$file" ] || fail "found no file to work on; name one: demo.sh FILE"
size=$(stat -c %s "$file")

work=$(mktemp -d) || fail "cannot write a temporary folder"
trap 'rm -rf "$work"' EXIT
say "compiling docs/examples/reblock/reblock.cpp with redistc++"
"$buildDir/bin/redistc++" --redist-remarks -O2 \
  "$sourceDir/docs/examples/reblock/reblock.cpp" -o "$work/reblock" ||
  fail "redistc++ failed"

say "schedules for $size elements, as redist-plan shows them"
schedule "block onto($ranks)" "cyclic($block) onto($fewer)"
schedule "cyclic($block) onto($fewer)" "cyclic(64) onto($ranks)"
schedule "cyclic(64) onto($ranks)" "cyclic(96) onto($fewer)"
schedule "cyclic(96) onto($fewer)" "block onto($ranks)"

say "running reblock on $ranks ranks on $file ($size bytes)"
# A container has one user, and fewer cores than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
run=(mpirun)
if mpirun --version | grep -q 'Open MPI'; then
  run+=(--oversubscribe --mca mpi_yield_when_idle 1)
fi
REDIST_STATS=1 "${run[@]}" -n "$ranks" \
  "$work/reblock" "$file" "$work/output" --block "$block" --ranks "$fewer" \
  </dev/null || fail "reblock failed"

cmp "$file" "$work/output" || fail "the files differ"
say "cmp: the file that came out equals the one that went in ($size bytes)"
