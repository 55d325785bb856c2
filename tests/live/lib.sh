# Common to the live tests: $1 is the dtrace to test, $2 the source tree.
dtrace=$1
src=$2
failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Tracers are ended by signals here; the leak checker hangs for good where one meets it at the process's end.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

skip() { echo "SKIP: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "needs root"
[ -r /sys/kernel/btf/vmlinux ] || skip "needs a kernel with BTF"

ok() { echo "ok: $*"; }
bad() { echo "FAILED: $*"; failed=1; }
# check WHAT COMMAND...: the command's success is the test, and the status
check() { what=$1; shift; if "$@"; then ok "$what"; else bad "$what"; return 1; fi; }
# ready PID: until the tracer has printed "ready" to $tmp/out, or has ended.  With -x switchrate=50ms that is at once.
ready() { while kill -0 $1 2>/dev/null && ! grep -qs ready "$tmp/out"; do sleep 0.05; done; }
# same WHAT FILE FILE
same() { if diff "$2" "$3" >"$tmp/diff" 2>&1; then ok "$1"; else bad "$1"; cat "$tmp/diff"; fi; }
