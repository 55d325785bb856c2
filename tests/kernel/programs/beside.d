/* either */
/* Beside what copyin() has read there is nothing of what was read before. */
syscall::write:entry
/pid == $target && arg2 == 10/
{
	@text[copyinstr(arg1)] = count();
}

syscall::write:entry
/pid == $target && arg2 == 10/
{
	@two[*(int *)copyin(arg1, 2)] = count();
}
