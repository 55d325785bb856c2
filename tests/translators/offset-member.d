/* @opts: -q */
/* A member can be worked out from another translation. */
struct inner {
	int a;
};
struct outer {
	int b;
};

translator struct inner < int i > {
	a = i + 1;
};

translator struct outer < int i > {
	b = xlate<struct inner>(i).a * 10;
};

BEGIN
{
	printf("%d\n", xlate<struct outer>(3).b);
	exit(0);
}
