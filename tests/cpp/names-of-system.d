/* @cmd: dtrace -E $trace -C -Z -s $case */
/* cpp doesn't replace the words linux and unix, with which providers' names begin. */
#pragma D option quiet

linux-nosuch:::
{
}

BEGIN
{
	linux = 1;
#if defined(__linux) && defined(__unix) && defined(__SVR4) && !defined(__GNUC__)
	unix = linux + 1;
#endif
	printf("%d %d\n", linux, unix);
	exit(0);
}
