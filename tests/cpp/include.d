/* @cmd: d=$(mktemp -d); echo '#define N 8' >$d/n.h; dtrace -E $trace -C -I $d -s $case; rm -r $d */
#include <n.h>
#pragma D option quiet

BEGIN
{
	printf("%d\n", N);
	exit(0);
}
