/* @cmd: dtrace -E $trace -C -x errtags -s $case */
/* @status: 1 */
#include "gnu.h"

typedef int t __attribute__((unused));
