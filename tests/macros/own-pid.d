/* @opts: -q */
/* @feed: live */
BEGIN
{
	printf("%d %d\n", $pid == pid, $ppid == ppid);
	exit(0);
}
