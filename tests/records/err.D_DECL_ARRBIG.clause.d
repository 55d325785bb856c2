/* @opts: -x strsize=16m */
/* @at: 14 execname */
/* All values of a clause, its keys as well, take at most 1 GiB: 64 strings of 16 MiB fit, and a 65th does not. */
BEGIN
{
	@[execname, execname, execname, execname, execname, execname, execname, execname] = count();
	@b[execname, execname, execname, execname, execname, execname, execname, execname] = count();
	@c[execname, execname, execname, execname, execname, execname, execname, execname] = count();
	@d[execname, execname, execname, execname, execname, execname, execname, execname] = count();
	@e[execname, execname, execname, execname, execname, execname, execname, execname] = count();
	printf("%s %s %s %s %s %s %s %s", execname, execname, execname, execname, execname, execname, execname, execname);
	printf("%s %s %s %s %s %s %s %s", execname, execname, execname, execname, execname, execname, execname, execname);
	printf("%s %s %s %s %s %s %s %s", execname, execname, execname, execname, execname, execname, execname, execname);
	trace(execname);
	exit(0);
}
