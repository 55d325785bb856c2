/* @opts: -q -x dynvarsize=4k -x droptags */
int i;

tick-1ms
/i < 100/
{
	a[i, "a key with a string"] = i + 1;
	i++;
}

tick-1ms
/i == 100/
{
	printf("%d %d\n", a[0, "a key with a string"], a[99, "a key with a string"]);
	exit(0);
}
