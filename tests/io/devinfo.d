/* @E: demo --scene disk */
/* @opts: -q */
/* Every member of devinfo_t: a transfer within a volume shows its drive letter, another its disk. */
io:::done
{
	printf("%d %d %d %s %s %s\n", args[1]->dev_major, args[1]->dev_minor, args[1]->dev_instance,
		args[1]->dev_name, args[1]->dev_statname, args[1]->dev_pathname);
}
