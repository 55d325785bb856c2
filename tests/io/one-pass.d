/* @E: demo --scene disk */
/* @opts: -q -x etlpasses=1 */
/* Read once, a name that comes at the end comes too late. */
io:::done
{
	printf("%s %s\n", args[1]->dev_statname, args[2]->fi_pathname);
}
