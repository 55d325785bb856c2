/* Output goes elsewhere, appended, a command's too, and comes back; then the files are shown. */
/* @cmd: dir=$(mktemp -d) && dtrace -wqs "$case" $dir && tail -n +1 $dir/a $dir/b | sed "s|$dir|DIR|"; rm -r $dir */
BEGIN
{
	printf("to stdout\n");
	freopen("%s/%s", $$1, "a");
	printf("to a\n");
	system("echo a command to a");
	freopen("%s/b", $$1);
	printf("to b\n");
}

BEGIN
{
	freopen("%s/a", $$1);
	printf("to a again\n");
	freopen("");
	printf("to stdout again\n");
	freopen("");
	exit(0);
}
