/* @opts: -q */
union u {
	uint64_t l;
	char c;
};

union u u;

BEGIN
{
	u.l = 0x4142;
	print(u);
	exit(0);
}
