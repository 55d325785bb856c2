/* What is printed when tracing has ended goes there as well. */
/* @cmd: dir=$(mktemp -d) && dtrace -wqs "$case" $dir && echo [ && cat $dir/a; rm -r $dir */
BEGIN
{
	@["key"] = count();
	freopen("%s/a", $$1);
	exit(0);
}
