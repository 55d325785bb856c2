/* @opts: -q */
BEGIN
{
	printf("%d %d\n", $projid, $taskid);
	exit(0);
}
