/* @cmd: dtrace -E $trace -C -x errtags -s $case */
/* @status: 1 */
#include "gnu.h"

struct s {
	int n;
	char tail[];
};
