/* whole */
/* Members of a tracepoint's record. */
linux-raw_syscalls:::sys_enter
/pid == $target && args[0]->id == 121/
{
	@[args[0]->args[1]] = count();
	@s = sum(args[0]->args[0]);
	@u = sum((uint64_t)args[0]->args[0] >> 7);
}

linux-raw_syscalls:::sys_exit
/pid == $target && args[0]->id == 121/
{
	@r[args[0]->ret] = count();
}
