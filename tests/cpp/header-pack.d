/* @opts: -C -q */
/* #pragma pack in a header: the compiler's layout. */
#include "pack.h"

BEGIN
{
	printf("%d %d %d %d ", sizeof (struct pk), sizeof (struct p2), sizeof (struct p4),
	    sizeof (struct p22));
	printf("%d %d %d\n", sizeof (struct pn), sizeof (struct pa), sizeof (struct pb));
	exit(0);
}
