/*
 * A scalar variable is a cell of 64 bits. A signed type cuts nothing at the store, an unsigned one does; the value is cut
 * when it is recorded, cast, or assigned to a variable of another type.
 */
/* @opts: -q */
int i;
int same;
long wide;
uint16_t h;
uint32_t w;
signed char c;
long l;
int many[int];
self int top;
struct s { int m; };
struct s v;
int cells[2];

BEGIN
{
	i = 0x7fffffff;
	i = i + 1;
	printf("%d %d %d\n", i, i / 2, i > 0);
	h = 0x12345;
	w = h;
	printf("%x %x\n", h, w);
	c = 0x80;
	l = c;
	printf("%d %d %d\n", l, (long)c, c == 0x80);
}

BEGIN
{
	i = 0x100000001;
	same = i;
	wide = i;
	printf("%d %d %d %d\n", i, wide, same == 0x100000001, (long)i);
	@sum = sum(i);
	@max = max(same + 0);
	@key[i] = count();
	printf("%x\n", htonll(i));
	printa("%@d\n", @sum);
	printa("%@d\n", @max);
	printa("%d\n", @key);
}

BEGIN
{
	self->top = 0xffff888812345678;
	many[1] = 0x200000000;
	printf("%d %d\n", self->top == 0xffff888812345678, many[1] ? 1 : 0);
	self->top = 0x100000000;
	printf("%d %d\n", self->top, self->top != 0);
	t = 0;
	t = timestamp;
	printf("%d\n", timestamp - t);
	v.m = 0x100000002;
	cells[1] = 0x100000003;
	printf("%d %d\n", v.m, cells[1]);
	i = 0x7fffffff;
	i++;
	printf("%d %d\n", i, i == 0x80000000);
	printf("%d\n", (same = 0x500000005) == 0x500000005);
	i += 0x700000000;
	printf("%x %d\n", i, i == 0x780000000);
	exit(0);
}
