/* @opts: -q */
struct bits {
	unsigned int a:3;
	unsigned int b:5;
	int c:4;
	unsigned int d:20;
	uint64_t e:40;
} v;

BEGIN
{
	v.a = 7;
	v.b = 17;
	v.c = -3;
	v.d = 0xabcde;
	v.e = 0x123456789a;
	printf("%d %d %d %x %x\n", v.a, v.b, v.c, v.d, v.e);
	v.b = 33;
	v.c = 8;
	printf("%d %d %d %x %x\n", v.a, v.b, v.c, v.d, v.e);
	v.a++;
	v.d += 0x22222;
	printf("%d %d %d %x %x\n", v.a, v.b, v.c, v.d, v.e);
	printf("%d\n", sizeof (struct bits));
	exit(0);
}
