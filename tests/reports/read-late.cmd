# @feed: live
# @needs: root
dtrace -evn 'syscall::open:entry { p = arg0; n = 1; } syscall::open:return { trace(copyinstr(p)); trace(fds[n].fi_name); }' | grep -A2 Afterwards; dtrace -evn 'syscall::open:entry { trace(copyinstr(arg0 + 1)); trace(copyin(arg0, 2 * arg1)); trace(fds[arg1].fi_name); self->p = arg0; } syscall::open:return { trace(copyinstr(self->p)); }' | grep -c Afterwards | cat
