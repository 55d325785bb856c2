#include "prov.h"

int part(int);
int tail(int);
void finish(int);

int part(int x)
{
	MY_PROV_START_UP(x * 2, "part");
	MY_PROV_NONE();
	return x;
}

/* ends in a jump when it is optimised */
__attribute__((noinline)) void finish(int x)
{
	MY_PROV_START_UP(x, "end");
}

int tail(int x)
{
	finish(x);
	return x + MY_PROV_FL_ENABLED();
}
