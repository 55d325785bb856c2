/* @opts: -q */
/* Declarations, inlines, translators and clauses stand in any order. */
BEGIN
{
	x = 1;
}

struct pair {
	int a;
	int b;
};

inline int one = 1;

BEGIN
{
	printf("%d", x * one);
}

translator struct pair < int i > {
	a = i;
	b = i + 1;
};

struct pair q;

BEGIN
{
	q.b = xlate<struct pair>(5).b;
	printf(" %d\n", q.b);
	exit(0);
}
