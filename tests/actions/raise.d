/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -wqs "$case" -c "sh -c 'trap \"echo caught >&2; exit 0\" USR1; while :; do cat /dev/null; sleep 0.1; done'" */
int n;

syscall::rt_sigprocmask:entry, syscall::wait4:entry
/pid == $target && !n++/
{
	raise(10);
}
