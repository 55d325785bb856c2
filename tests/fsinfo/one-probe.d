/* @E: demo --scene file */
/* @opts: -q -x etlpasses=1 */
/* One probe alone knows what the others' events tell: the path that a file was opened with. */
fsinfo:::cleanup
{
	printf("%s\n", args[0]->fi_pathname);
}

/* but not, in one pass, what comes at the end */
fsinfo:::read
/pid == 2200/
{
	printf("%s\n", args[0]->fi_pathname);
}
