#include <stdio.h>

BEGIN
{
	trace(1);
	exit(0);
}
