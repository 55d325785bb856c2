/* @opts: -q */
/* @feed: live */
BEGIN
{
	printf("%d%d %d %d\n", uid == $uid, gid == $gid, sizeof (uid), sizeof (gid));
	exit(0);
}
