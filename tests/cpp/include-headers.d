/* @cmd: dtrace -E $trace -C -H -s $case */
#include "beside.h"
#pragma D option quiet

BEGIN
{
	printf("%d\n", N);
	exit(0);
}
