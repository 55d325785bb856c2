/* @cmd: dir=$(mktemp -d) && dtrace -qs "$case" -o $dir/o && cat $dir/o; rm -r $dir */
BEGIN
{
	printf("gone\n");
	ftruncate();
	printf("kept\n");
	exit(0);
}
