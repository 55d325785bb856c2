/* @cmd: dtrace -E $trace -C -x errtags -s $case */
/* @status: 1 */
/* Text of C is known in included files only. */
#include "gnu.h"

static int
once(int n)
{
	return n;
}
