/* @opts: -q -c true */
/* @feed: live */
/* @needs: root */
BEGIN
{
	printf("%A|%8A|%A\n", 0x10, 0x10, (char *)0x10);
	exit(0);
}
