#!/bin/sh
# What clauses at functions of processes read of the thread, and do to it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
work=$3
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

# run NAME OPTION...: what is traced to $tmp/NAME.d, the output of the program to $tmp/NAME
run()
{
	what=$1
	shift
	rm -f "$tmp/$what.d"
	timeout 30 "$dtrace" "$@" -o "$tmp/$what.d" -c "$work" >"$tmp/$what" 2>"$tmp/$what.err"
	status=$?
}

for kernel in auto no; do
	run thread -x kernel=$kernel -qn 'pid$target:a.out:work:entry { printf("%A %A %A %A %d %d\n", ufunc(arg0), ufunc(ucaller),
			usym(ucaller), umod(ucaller), ustackdepth > 1, arg1); }'
	sed 's/^0x[0-9a-f]* /ADDR /; s/[^ `]*`0x[0-9a-f]* /ADDR /' "$tmp/thread.d" | grep . | cut -d' ' -f2- >"$tmp/have"
	printf 'pid-work`main pid-work`main pid-work 1 %d\n' 0 1 2 >"$tmp/want"
	same "caller and depth, kernel=$kernel" "$tmp/want" "$tmp/have"
	run keys -x kernel=$kernel -qn 'pid$target:a.out:work:entry { @[ufunc(ucaller), umod(ucaller)] = count(); @s[ustack(2)] = count(); @j[jstack(2)] = count(); }'
	check "functions as keys, kernel=$kernel" grep -q 'pid-work`main .*pid-work  *3$' "$tmp/keys.d"
	check "stacks as keys, kernel=$kernel" test "$(grep -c 'pid-work`main+0x' "$tmp/keys.d")" = 2
done
if [ "$(uname -m)" = x86_64 ]; then
	run regs -qn 'pid$target:a.out:work:entry { printf("%d %d\n", uregs[R_RDI] == arg0, uregs[R_RSI]); }
		pid$target:a.out:work:return { printf("%d\n", uregs[R_RAX] == arg1); }'
	check "registers" test "$(grep . "$tmp/regs.d" | tr '\n' ' ')" = "1 0 1 1 1 1 1 2 1 "
fi

# The signal is sent at the probe; while the process is stopped, its memory can be changed.
run stop -wqn 'pid$target:a.out:work:entry /arg1 == 1/ { stop(); this->v = (int *)alloca(4); *this->v = 100; copyout(this->v, arg0, 4);
	copyoutstr("patched", arg0 + 4, 8); system("kill -CONT %d", pid); }'
printf '102 alpha\n%d patched\n%d patched\n' $((100 + 1 + 112)) $((100 + 2 + 112)) >"$tmp/want"
same "stop() and copyout()" "$tmp/want" "$tmp/stop"
run raise -wqn 'pid$target:a.out:work:entry /arg1 == 2/ { raise(SIGUSR1); }'
printf '102 alpha\n103 alpha\n' >"$tmp/want"
same "raise(): the call is the last" "$tmp/want" "$tmp/raise"
run refused -qn 'pid$target:a.out:work:entry { stop(); }'
check "not without -w" test $status = 1
exit $failed
