/* @opts: -q */
/* At most three octal digits belong to an escape. */
BEGIN
{
	printf("\1011 \60a \x30z\n");
	exit(0);
}
