/* @feed: live */
/* @cmd: dtrace -q -s $case $(date +%s) */
BEGIN
{
	d = walltimestamp / 1000000000 - $1;
	printf("%d\n", d >= 0 && d < 30);
	exit(0);
}
