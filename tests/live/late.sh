#!/bin/sh
# Memory that is read after the event, at an address that can't be captured: what it was at the event, or a fault.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "needs python3"

# One message after another comes into one buffer; $2: ms between them. The buffer of poll() is the message itself.
cat >"$tmp/load" <<'END'
import ctypes, os, sys, time
libc = ctypes.CDLL(None)
r, w = os.pipe()
buf = ctypes.create_string_buffer(64)
for i in range(50):
	if sys.argv[1] == 'poll':
		buf.value = b'msg-%05d' % i
		libc.poll(buf, 0, 100)
		continue
	os.write(w, b'msg-%05d\0' % i)
	libc.read(r, buf, 10)
	time.sleep(float(sys.argv[2]) / 1000)
END
# traced PROGRAM LOAD...: what is printed goes to $tmp/out, the number of faults is in it too
traced()
{
	program=$1
	shift
	timeout 120 "$dtrace" -x switchrate=10ms -wqn "$program
		dtrace:::ERROR { @faults[\"faults\", arg4] = count(); }" -c "python3 $tmp/load $*" >"$tmp/out" 2>"$tmp/err"
	grep '^msg' "$tmp/out" >"$tmp/got"
	faults=$(awk '$1 == "faults" && $2 == 1 { print $3 }' "$tmp/out")
}
i=0
while [ $i -lt 50 ]; do
	printf 'msg-%05d\n' $i
	i=$((i + 1))
done >"$tmp/all"

# The number of the event, with or without a fault, says which message it was.
for ms in 0 1 5; do
	traced 'syscall::read:entry /pid == $target && arg2 == 10/ { ts[tid] = arg1; }
		syscall::read:return /ts[tid] && arg0 == 10/ { n++; printf("%s %d\n", copyinstr(ts[tid]), n - 1); }' read $ms
	awk '$1 != sprintf("msg-%05d", $2)' "$tmp/got" >"$tmp/wrong"
	check "a buffer that is used again, every $ms ms: no other message" test ! -s "$tmp/wrong"
	check "$(wc -l <"$tmp/got") texts and ${faults:-0} faults are all events" \
		test $(($(wc -l <"$tmp/got") + ${faults:-0})) = 50
done
check "a thread that has run on: faults" test "${faults:-0}" -gt 40

traced 'syscall::poll:entry /pid == $target && arg2 == 100/ { ts[tid] = arg0; printf("%s\n", copyinstr(ts[tid])); }' poll
check "a thread that sleeps in the call: texts" test "$(wc -l <"$tmp/got")" -gt 10
sort -u "$tmp/got" | comm -23 - "$tmp/all" >"$tmp/wrong"
check "each once, in order" sh -c "sort -c -u '$tmp/got' && test ! -s '$tmp/wrong'"

traced 'syscall::read:entry /pid == $target && arg2 == 10/ { ts[tid] = arg1; }
	syscall::read:return /pid == $target && arg0 == 10/
	{ stop(); printf("%s\n", copyinstr(ts[tid])); system("kill -CONT %d", pid); }' read 0
same "a thread that is stopped at the probe: all texts" "$tmp/all" "$tmp/got"

# A long string is captured, as option strsize asks.
path=/$(printf '%0200d/' 1 2 3 4)file
timeout 60 "$dtrace" -x strsize=1000 -qn 'syscall::openat:entry /pid == $target/ { printf("%s\n", copyinstr(arg1)); }' \
	-c "cat $path" >"$tmp/out" 2>&1
check "a long string is read at the probe" grep -qx "$path" "$tmp/out"

# The note, of clauses that are enabled; the address that the entry keeps for the return is captured.
note()
{
	timeout 60 "$dtrace" $3 -n "$1" -c true 2>&1 >/dev/null | grep 'after the event' >"$tmp/notes"
	printf '%s' "$2" >"$tmp/want"
	same "note: ${2:-none}" "$tmp/want" "$tmp/notes"
}
late='syscall::read:entry { ts[tid] = arg1; } syscall::read:return, syscall::write:return { trace(copyinstr(ts[tid])); }'
note "$late" 'dtrace: clause 2 reads the memory of the process after the event: copyinstr(ts[tid])
'
note "$late" '' -q
note 'syscall::none:entry { trace(copyinstr(ts[tid])); } BEGIN { ts[0] = 0; }' '' -Z
note 'syscall::read:entry { self->p = arg1 + 1; } syscall::read:return /self->p/ { trace(copyin(self->p, 2)); }' ''
exit $failed
