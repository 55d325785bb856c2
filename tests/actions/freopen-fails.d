/* @opts: -wq */
BEGIN
{
	freopen("/nonexistent/%s", "file");
	printf("still here\n");
	exit(0);
}
