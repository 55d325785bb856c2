/* @opts: -q */
BEGIN
{
	printf("[%.0d][%.0s][%.d][%.s]\n", 0, "abc", 7, "abc");
	exit(0);
}
