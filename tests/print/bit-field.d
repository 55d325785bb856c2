/* @opts: -q */
struct bits {
	unsigned int one : 1;
	unsigned int three : 3;
	unsigned int rest : 28;
};

struct bits b;

BEGIN
{
	b.one = 1;
	b.three = 5;
	b.rest = 0x7fffffff;
	print(b);
	exit(0);
}
