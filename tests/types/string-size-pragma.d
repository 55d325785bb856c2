/* @opts: -q */
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}

#pragma D option strsize=64
