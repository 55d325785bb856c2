/* @opts: -q */
/* One of arg0 and arg1 is a program counter, the other 0. */
/* @feed: live */
int n;
int ok;

profile-997
/n < 5/
{
	n++;
	ok += (arg0 != 0) ^^ (arg1 != 0);
}

tick-200ms
/n > 0/
{
	printf("%d\n", n == ok);
	exit(0);
}
