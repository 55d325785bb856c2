/* @opts: -q */
/* Each line: two constants, two variables, and one of each, of the same types and values. */
int8_t a_int8_t;
int8_t b_int8_t;
uint8_t a_uint8_t;
uint8_t b_uint8_t;
int16_t a_int16_t;
int16_t b_int16_t;
uint16_t a_uint16_t;
uint16_t b_uint16_t;
int32_t a_int32_t;
int32_t b_int32_t;
uint32_t a_uint32_t;
uint32_t b_uint32_t;
int64_t a_int64_t;
int64_t b_int64_t;
uint64_t a_uint64_t;
uint64_t b_uint64_t;

BEGIN
{
	a_int32_t = 0xfful;
	b_int8_t = 0x0ul;
	printf("%d %d %d\n", (int32_t)0xfful << (int8_t)0x0ul,
	    a_int32_t << b_int8_t, a_int32_t << (int8_t)0x0ul);
}

BEGIN
{
	a_int32_t = 0x10000ul;
	b_int16_t = 0x0ul;
	printf("%d %d %d\n", (int32_t)0x10000ul >> (int16_t)0x0ul,
	    a_int32_t >> b_int16_t, a_int32_t >> (int16_t)0x0ul);
}

BEGIN
{
	a_int64_t = 0x10000ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (int64_t)0x10000ul >> (uint8_t)0x0ul,
	    a_int64_t >> b_uint8_t, a_int64_t >> (uint8_t)0x0ul);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int8_t = 0x0ul;
	printf("%d %d %d\n", (int8_t)0x0ul << (int8_t)0x0ul,
	    a_int8_t << b_int8_t, a_int8_t << (int8_t)0x0ul);
}

BEGIN
{
	a_uint64_t = 0x8000000000000000ul;
	b_uint8_t = 0x7ul;
	printf("%d %d %d\n", (uint64_t)0x8000000000000000ul << (uint8_t)0x7ul,
	    a_uint64_t << b_uint8_t, a_uint64_t << (uint8_t)0x7ul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint64_t = 0x5ul;
	printf("%d %d %d\n", (uint16_t)0xfffful >> (uint64_t)0x5ul,
	    a_uint16_t >> b_uint64_t, a_uint16_t >> (uint64_t)0x5ul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_int64_t = 0x0ul;
	printf("%d %d %d\n", (uint16_t)0xfffful >> (int64_t)0x0ul,
	    a_uint16_t >> b_int64_t, a_uint16_t >> (int64_t)0x0ul);
}

BEGIN
{
	a_uint16_t = 0x3ul;
	b_uint16_t = 0x5ul;
	printf("%d %d %d\n", (uint16_t)0x3ul << (uint16_t)0x5ul,
	    a_uint16_t << b_uint16_t, a_uint16_t << (uint16_t)0x5ul);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffff9ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (int16_t)0xfffffffffffffff9ul << (uint8_t)0x0ul,
	    a_int16_t << b_uint8_t, a_int16_t << (uint8_t)0x0ul);
}

BEGIN
{
	a_uint32_t = 0x0ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0x0ul >> (uint8_t)0x0ul,
	    a_uint32_t >> b_uint8_t, a_uint32_t >> (uint8_t)0x0ul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint8_t = 0x3ul;
	printf("%d %d %d\n", (uint16_t)0xfffful << (uint8_t)0x3ul,
	    a_uint16_t << b_uint8_t, a_uint16_t << (uint8_t)0x3ul);
}

BEGIN
{
	a_uint8_t = 0x7ul;
	b_uint16_t = 0x7ul;
	printf("%d %d %d\n", (uint8_t)0x7ul >> (uint16_t)0x7ul,
	    a_uint8_t >> b_uint16_t, a_uint8_t >> (uint16_t)0x7ul);
}

BEGIN
{
	a_uint8_t = 0x80ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (uint8_t)0x80ul >> (uint8_t)0x0ul,
	    a_uint8_t >> b_uint8_t, a_uint8_t >> (uint8_t)0x0ul);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_int8_t = 0x7ul;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful >> (int8_t)0x7ul,
	    a_int8_t >> b_int8_t, a_int8_t >> (int8_t)0x7ul);
}

BEGIN
{
	a_uint16_t = 0x3ul;
	b_int16_t = 0x0ul;
	printf("%d %d %d\n", (uint16_t)0x3ul << (int16_t)0x0ul,
	    a_uint16_t << b_int16_t, a_uint16_t << (int16_t)0x0ul);
}

BEGIN
{
	a_uint32_t = 0xfffe7e33ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0xfffe7e33ul >> (uint8_t)0x0ul,
	    a_uint32_t >> b_uint8_t, a_uint32_t >> (uint8_t)0x0ul);
}

BEGIN
{
	a_uint16_t = 0x0ul;
	b_int64_t = 0x7ul;
	printf("%d %d %d\n", (uint16_t)0x0ul << (int64_t)0x7ul,
	    a_uint16_t << b_int64_t, a_uint16_t << (int64_t)0x7ul);
}

BEGIN
{
	a_uint16_t = 0x0ul;
	b_int64_t = 0x3ul;
	printf("%d %d %d\n", (uint16_t)0x0ul >> (int64_t)0x3ul,
	    a_uint16_t >> b_int64_t, a_uint16_t >> (int64_t)0x3ul);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_int32_t = 0x0ul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffful >> (int32_t)0x0ul,
	    a_int32_t >> b_int32_t, a_int32_t >> (int32_t)0x0ul);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int64_t = 0x3ul;
	printf("%d %d %d\n", (int8_t)0x0ul << (int64_t)0x3ul,
	    a_int8_t << b_int64_t, a_int8_t << (int64_t)0x3ul);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_uint32_t = 0x5ul;
	printf("%d %d %d\n", (int8_t)0x0ul << (uint32_t)0x5ul,
	    a_int8_t << b_uint32_t, a_int8_t << (uint32_t)0x5ul);
}

BEGIN
{
	a_int64_t = 0xfffffffful;
	b_int8_t = 0x1ul;
	printf("%d %d %d\n", (int64_t)0xfffffffful << (int8_t)0x1ul,
	    a_int64_t << b_int8_t, a_int64_t << (int8_t)0x1ul);
}

BEGIN
{
	a_int64_t = 0xfful;
	b_int16_t = 0x5ul;
	printf("%d %d %d\n", (int64_t)0xfful >> (int16_t)0x5ul,
	    a_int64_t >> b_int16_t, a_int64_t >> (int16_t)0x5ul);
}

BEGIN
{
	a_int32_t = 0x7ffful;
	b_int16_t = 0x0ul;
	printf("%d %d %d\n", (int32_t)0x7ffful >> (int16_t)0x0ul,
	    a_int32_t >> b_int16_t, a_int32_t >> (int16_t)0x0ul);
}

BEGIN
{
	exit(0);
}
