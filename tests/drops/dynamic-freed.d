/* @opts: -q -x dynvarsize=8k */
/* Room that was given back is used again: nothing drops. */
int i;

tick-1ms
/i < 200/
{
	a[i, "a key with a string"] = i + 1;
	a[i, "a key with a string"] = 0;
	i++;
}

tick-1ms
/i == 200/
{
	a[i, "a key with a string"] = i;
	printf("%d\n", a[i, "a key with a string"]);
	exit(0);
}
