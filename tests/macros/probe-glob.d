/* @opts: -q */
/* @args: EGI */
dtrace:::*$1*
{
	printf("%s\n", probename);
	exit(0);
}
