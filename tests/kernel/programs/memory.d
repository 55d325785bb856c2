/* whole */
/* Structures and numbers in the memory of the process. */
struct text {
	char word[4];
	char space;
	char digits[4];
};

syscall::write:entry
/pid == $target && arg2 == 10/
{
	@word[*(int *)copyin(arg1, 4), *(unsigned short *)copyin(arg1 + 8, 2)] = count();
}

syscall::write:entry
/pid == $target && arg2 == 10/
{
	@digit[((struct text *)copyin(arg1, sizeof(struct text)))->digits[3]] = count();
}

syscall::write:entry
/pid == $target && arg2 == 10 && *(char *)copyin(arg1 + 8, 1) == '7'/
{
	@seven[copyinstr(arg1)] = sum(*(signed char *)copyin(arg1 + 7, 1));
}

syscall::sched_get_priority_max:entry
/pid == $target && arg2 < 3/
{
	@none[*(uint64_t *)copyin(4096, 8)] = count();
}

dtrace:::ERROR
{
	@faults[arg4] = count();
}
