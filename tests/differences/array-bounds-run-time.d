/* @opts: -q */
/* An index beyond an array is no error of the compiler, as on Solaris: the DTrace of Oracle Linux refuses it (D_ARR_BOUNDS). */
int a[4];

BEGIN
{
	a[3] = 7;
	printf("%d\n", a[3]);
}

BEGIN
/0/
{
	a[4] = 1;
	trace(a[-1]);
}

BEGIN
{
	exit(0);
}
