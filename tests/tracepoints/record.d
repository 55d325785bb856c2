/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "kill -0 1"' */
/* A tracepoint's record by its fields, and raw. */
linux-raw_syscalls:::sys_enter
/pid == $target && args[0]->id == 62/
{
	printf("%d %d %d\n", args[0]->args[0], args[0]->args[1], args[0]->common_pid == tid);
	printf("%d %d %d\n", arg0 == args[0]->common_type, arg1, arg3 == sizeof (struct linux_raw_syscalls_sys_enter));
	printf("%d %d\n", *(uint64_t *)(arg2 + 8), *(uint16_t *)(arg2 - 4) == arg0);
	exit(0);
}
