/* @opts: -q */
/* @feed: live */
BEGIN
{
	printf("%d %d %d %d\n", $uid, $euid, $gid, $egid);
	exit(0);
}
