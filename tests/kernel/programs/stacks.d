/* whole */
syscall::sched_get_priority_max:entry
/pid == $target && arg1 == 3/
{
	@[stack(3)] = count();
	@all[stack(), execname] = sum(arg2);
	@user[ustack(4), arg2 & 1] = count();
	@long[ustack(200)] = count();
}
