/* @cmd: dtrace -E $trace -C  -s $case */
/* @status: 1 */
#include "bad.h"
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
