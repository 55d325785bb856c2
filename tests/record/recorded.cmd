# A trace of Linux has its probes, its names with their case, and what clauses read.
trace_get "demo --linux --scene recorded"
dtrace -x etlsummary=no -lE "$trace" -n 'syscall:::' -n 'pid$target:::' -n 'vminfo:::' | awk '{ print $2, $3, $4, $5 }'
cat >"$work/r.d" <<'EOF'
pid$target:a.out:main:entry { printf("%s %d %d\n", execname, pid == $target, arg0); }
vminfo:::as_fault { printf("%s faults: %d\n", execname, args[0]); }
syscall::openat:entry { printf("%s opens %s, uid %d\n", execname, copyinstr(arg1), uid); ustack(); stack(); }
syscall::openat:return { printf("%d errno %d\n", (int)arg0, errno); }
proc:::exec-success { printf("%s is %s\n", execname, curpsinfo->pr_psargs); }
proc:::create { printf("%s creates %s\n", execname, args[0]->pr_fname); }
proc:::exit { printf("%s ended: %d %d\n", execname, args[0], args[1]); }
sched:::on-cpu { printf("on CPU %d: %s\n", cpu, execname); }
EOF
dtrace -qE "$trace" -s "$work/r.d"
