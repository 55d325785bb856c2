/* @opts: -q */
union out {
	int a;
	char b;
};

translator union out < int i > {
	a = i;
};

BEGIN
{
	printf("%d\n", xlate<union out>(8).a);
	exit(0);
}
