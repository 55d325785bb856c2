/* @cmd: a=$(mktemp -d) b=$(mktemp -d); echo 'inline int one = 1;' >$a/one.d; echo 'inline int two = 2;' >$b/two.d; dtrace -E $trace -q -x libdir=$a -x libdir=$b -s $case; rm -r $a $b */
BEGIN
{
	printf("%d\n", one + two);
	exit(0);
}
