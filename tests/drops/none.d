/* @opts: -q -x droptags */
BEGIN
{
	@ = count();
	a[1] = 1;
	exit(0);
}
