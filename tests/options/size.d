/* @cmd: for v in 100 1k 2K 1m 0x40; do dtrace -E $trace -q -x strsize=$v -x bufsize=8m -s $case | head -n 1; done */
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
