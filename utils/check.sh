#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: text tests, unit
# tests, property tests and programs on many ranks. Ends with the line
# "N passed, N failed" and the exit status of the tests.
#
#   utils/check.sh            from any folder
#   utils/check.sh --all      also all programs with a second MPI, what takes
#                             minutes by itself, and each source file compiled
#                             alone
set -u -o pipefail
. "$(dirname "${BASH_SOURCE[0]}")/dependencies.sh"

more=
case "$*" in
  "") ;;
  --all) LIT_OPTS="--param all=1 ${LIT_OPTS:-}" more=yes ;;
  *) fail "usage: utils/check.sh [--all]" ;;
esac

installMissing
buildAll all redist-tests
[ -z "$more" ] || buildAlone

results=$(mktemp) || fail "cannot write a temporary file"
trap 'rm -f "$results"' EXIT
say "running every test"
# While ranks start and sleep, processors are idle: one worker more than there are.
LIT_OPTS="-j$(($(jobCount) + 1)) --time-tests ${LIT_OPTS:-} -o '$results'" \
  cmake --build "$buildDir" --target check-redist
status=$?

# Two numbers from lit's report; nothing in it means that nothing ran.
counts=$(python3 - "$results" <<'END'
import json, sys
try:
    codes = [test["code"] for test in json.load(open(sys.argv[1]))["tests"]]
except (OSError, ValueError):
    codes = []
good = ("PASS", "FLAKYPASS", "XFAIL")
bad = ("FAIL", "UNRESOLVED", "TIMEOUT", "XPASS")
passed = sum(code in good for code in codes)
failed = sum(code in bad for code in codes)
print(passed, failed, len(codes) - passed - failed)
END
)
read -r passed failed others <<<"$counts"
say "the tests are done"
[ "$others" -eq 0 ] || say "$others tests do not apply to this build"
if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
  failed=1 # what should have run them failed
elif [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
  failed=1 # no test at all is no success
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
