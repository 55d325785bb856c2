/* @opts: -q */
/* An assignment from a translation copies the members it has; the others are zero. */
struct out {
	int o_a;
	string o_s;
	long o_none;
	char o_c;
} v;

translator struct out < int i > {
	o_a = i + 1;
	o_s = "text";
	o_c = 'z';
};

BEGIN
{
	v.o_none = 99;
	v = xlate<struct out>(4);
	printf("%d %s %d %c\n", v.o_a, v.o_s, v.o_none, v.o_c);
	exit(0);
}
