/* @cmd: dtrace -q -s $case 2>/dev/null */
/* arg1 the clause, arg2 the action, arg3 the offset, arg4 the fault, arg5 the address. */
int zero;

ERROR
{
	printf("%d %d %d %d %d\n", arg1, arg2, arg3 > 0, arg4, arg5);
}

BEGIN
{
	zero = 0;
	trace(1);
	printf("%d %d", 1, 1 / zero);
}

BEGIN
/1 == *(int *)4660/
{
	trace(1);
}

BEGIN
{
	exit(0);
}
