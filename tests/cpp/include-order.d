/* @cmd: a=$(mktemp -d) b=$(mktemp -d); echo '#define N 1' >$a/n.h; echo '#define N 2' >$b/n.h; dtrace -E $trace -C -I $a -I $b -s $case; rm -r $a $b */
#include <n.h>
#pragma D option quiet

BEGIN
{
	printf("%d\n", N);
	exit(0);
}
