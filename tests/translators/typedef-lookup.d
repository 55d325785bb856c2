/* @opts: -q */
/* The exact type first, then what the typedefs stand for. */
typedef int alias_t;
struct out {
	int a;
};

translator struct out < int i > {
	a = 1;
};

translator struct out < long l > {
	a = 2;
};

alias_t x;

BEGIN
{
	x = 5;
	l = 5l;
	printf("%d %d %d\n", xlate<struct out>(x).a, xlate<struct out>(l).a, xlate<struct out>(1).a);
	exit(0);
}
