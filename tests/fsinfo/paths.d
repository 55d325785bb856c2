/* @E: demo --scene file */
/* @opts: -q */
/* A file has its new name after it was renamed, and a file that was open before the trace the rundown's. */
fsinfo:::read,
fsinfo:::rename,
fsinfo:::delete
{
	printf("%s %s . %s . %s . %s . %s\n", probename, args[0]->fi_pathname, args[0]->fi_name, args[0]->fi_dirname,
		args[0]->fi_fs, args[0]->fi_mount);
}

fsinfo:::done
/args[0]->fi_op == "rename"/
{
	printf("%s -> %s\n", args[0]->fi_pathname, args[0]->fi_dpattern);
}
