#include <stdio.h>
#include "prov.h"

int part(int);
int tail(int);

static int inner(int x)
{
	if (MY_PROV_START_UP_ENABLED())
		printf("enabled\n");
	MY_PROV_START_UP(x, "hello");
	return x + 1;
}

int main(int argc, char **argv)
{
	MY_PROV_NONE();
	MY_PROV_MANY(-1, 2, argc, 4, argv, "f", 7, 8, 9);
	MY_PROV_FL(1.5 * argc, 2.5f, argc);
	printf("%d\n", inner(argc) + part(argc) + tail(argc));
	return 0;
}
