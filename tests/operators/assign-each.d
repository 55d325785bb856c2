/* @opts: -q */
BEGIN
{
	a = 29;
	a += 3;
	printf("%d ", a);
	a -= 2;
	printf("%d ", a);
	a *= 4;
	printf("%d ", a);
	a /= 7;
	printf("%d ", a);
	a %= 10;
	printf("%d\n", a);
	a = 0x3c;
	a &= 0x1f;
	printf("%x ", a);
	a |= 0x41;
	printf("%x ", a);
	a ^= 0x55;
	printf("%x ", a);
	a <<= 3;
	printf("%x ", a);
	a >>= 5;
	printf("%x\n", a);
	exit(0);
}
