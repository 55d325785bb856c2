/* @opts: -q */
int n;

tick-1ms
{
	n++;
	if (n == 1)
		printf("one ");
	else if (n == 2)
		printf("two ");
	else if (n == 3) {
		printf("three ");
		printf("more ");
	} else {
		printf("rest\n");
		exit(0);
	}
}
