/* @opts: -q */
/* A userland pointer is loaded from the process; a null one cannot be. */
userland int *p;

BEGIN
{
	p = 0;
	trace(*p);
}

BEGIN
{
	exit(0);
}
