/* whole */
/* Global variables that BEGIN alone assigns. */
int64_t limit;
short small;
int64_t never;

dtrace:::BEGIN
{
	limit = 300;
	small = 70000;
	limit++;
}

syscall::getpgid:entry
/pid == $target && arg2 < limit/
{
	@ = sum(arg2 + small + never);
	@n[arg1 < small ? "below" : "above"] = count();
}

dtrace:::END
{
	printf("%d %d\n", limit, small);
}
