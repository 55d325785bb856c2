# a program for bpftrace
try()
{
	dtrace -E "$trace" -n "$1" 2>&1 | tail -n 1
}
try 'kprobe:vfs_read { @[comm] = count(); }'
try 'kretprobe:vfs_read { @ = hist(retval); }'
try 'tracepoint:syscalls:sys_enter_openat { printf("%s\n", str(args->filename)); }'
try 'tracepoint:sched:sched_switch { @[kstack] = count(); }'
try 'uprobe:/bin/bash:readline { @[comm] = count(); }'
try 'interval:s:5 { exit(); }'
try 'profile:hz:99 { @[kstack] = count(); }'
try 'BEGIN { @[comm] = count(); }'
try 'BEGIN { @ = hist(1); }'
try 'BEGIN { x = str(1); }'
try 'BEGIN { x = args->x; }'
printf '#!/usr/bin/env bpftrace\nBEGIN { trace(x) }\n' >"$work/script.bt"
dtrace -E "$trace" -s "$work/script.bt" 2>&1 | tail -n 1
