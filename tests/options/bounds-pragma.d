/* @cmd: for o in stackframes=2147483647 jstackstrsize=4g strsize=17m; do { echo "#pragma D option $o"; cat $case; } | dtrace -E $trace -qs /dev/stdin 2>&1 | sed 1,3!d; done */
BEGIN
{
	stack();
	exit(0);
}
