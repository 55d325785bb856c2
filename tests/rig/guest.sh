#!/bin/busybox sh
# The first process of the rig's guest: cases of fbt and of functions of processes, each told by a line "ok NAME" or "FAIL NAME".

/bin/busybox --install -s /bin
export PATH=/bin LC_ALL=C TZ=UTC HOME=/tmp
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
echo "rig: $(uname -r)"
echo 0 >/proc/sys/kernel/kptr_restrict
ifconfig lo 127.0.0.1 up
insmod /lib/dummy.ko 2>/dev/null
d() { timeout 200 dtrace -x syslibdir=/lib/dtrace "$@" 2>/tmp/err; }

# is NAME PATTERN: what the case printed has a line like that
is()
{
	if grep -q -E "$2" /tmp/out; then
		echo "ok $1"
	else
		echo "FAIL $1: wanted $2"
		head -20 /tmp/out /tmp/err
	fi
}

d -q -n 'fbt::vfs_read:entry /pid == $target/ { @ = count(); } END { printa("reads %@d\n", @); }' \
	-c 'wc /proc/version' >/tmp/out
is entry '^reads [1-9]'

d -q -n 'fbt::vfs_read:entry /pid == $target/ { printf("%s %d\n", stringof(args[0]->f_path.dentry->d_name.name), args[2] == arg2); }' \
	-c 'wc /proc/version' >/tmp/out
is typed-arguments '^version 1'

d -q -n 'fbt::vfs_read:return /pid == $target && arg1 > 0/ { printf("got %d\n", args[1] == arg1); }' \
	-c 'wc /proc/version' >/tmp/out
is return '^got 1'

(sleep 1; nc -l -p 5000 >/dev/null) &
d -q -n 'fbt::tcp_sendmsg:return { printf("sent %d\n", arg1); exit(0); }' \
	-c 'sh -c "sleep 3; echo text | nc 127.0.0.1 5000"' >/tmp/out
is tcp '^sent 5'

d -q -n 'fbt::vfs_read:entry /pid == $target/ { stack(2); exit(0); }' -c 'wc /proc/version' >/tmp/out
is stack "vmlinux.ksys_read"; cat /tmp/out

d -q -n 'fbt:dummy:: { @[probemod, probefunc] = count(); } END { printa("%s %s %@d\n", @); }' \
	-c 'sh -c "ifconfig dummy0 10.0.0.1 up; ping -c 1 -w 2 10.0.0.2"' >/tmp/out
is module '^dummy dummy_xmit [1-9]'

d -q -n 'fbt::vfs_*:entry /pid == $target/ { @[probefunc] = count(); } END { printa("%s %@d\n", @); }' \
	-c 'wc /proc/version' >/tmp/out
is glob '^vfs_open [1-9]'

dtrace -x syslibdir=/lib/dtrace -ln 'fbt:::entry' 2>/tmp/err | wc -l >/tmp/out
is list '^ *[1-9][0-9][0-9][0-9][0-9]'

d -n 'syscall:::entry { @[probefunc] = count(); }' -c 'wc /proc/version' >/tmp/out
is syscall 'read +[1-9]'

d -q -n 'linux-sched:::sched_switch { @[args[0]->next_comm] = count(); } tick-1s { exit(0); }' >/tmp/out
is tracepoint 'swapper|dtrace'

d -q -n 'syscall::read:entry /pid == $target/ { printf("%s %s\n", fds[arg0].fi_pathname, cwd); }' -c 'wc /proc/version' >/tmp/out
is descriptors '^/proc/version /$|^/version /$'

# Functions of processes: this kernel has no multi-uprobe links.
d -q -n 'pid$target:a.out:add:, pid$target:a.out:fact:entry { @[probefunc, probename] = count(); } END { printa("%s %s %@d\n", @); }' \
	-c 'pid-calls 2' >/tmp/out
is pid-entry '^add entry 1000'
is pid-return '^add return 1000'
is pid-recursion '^fact entry 5000'

d -q -n 'pid$target:a.out:name:entry { @[copyinstr(arg0), arg1, arg5] = count(); } END { printa("%s %d %d %@d\n", @); }' \
	-c 'pid-calls 1' >/tmp/out
is pid-arguments '^even 1 5 250'

d -q -n 'pid$target:a.out:fact:entry { @[ufunc(ucaller)] = count(); } END { printa("%A %@d\n", @); }' -c 'pid-calls 1' >/tmp/out
is pid-caller '^pid-calls.calls 500'

d -q -n 'operands$target:::memory /args[4] == -1234/ { @[args[2], args[5]] = count(); } END { printa("%d %d %@d\n", @); }' \
	-c 'pid-operands 10' >/tmp/out
is usdt '^30 64302 10'

d -q -x follow -n 'pid$target:a.out:add:entry { @ = count(); } END { printa("%@d\n", @); }' -c 'pid-calls fork' >/tmp/out
is pid-follow '^36'

echo "rig: done"
poweroff -f
