/* @opts: -q */
union number {
	uint64_t l[2];
	long double d;
};

union number n;

BEGIN
{
	n.l[0] = 0x8000000000000000;
	n.l[1] = 0x3fff;
	print(n.d);
	exit(0);
}
