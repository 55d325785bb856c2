/* @cmd: dtrace -E $trace -C  -s $case */
/* @status: 1 */
#include "bad.h"
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
