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
int64_t a_int64_t;
int64_t b_int64_t;
uint64_t a_uint64_t;
uint64_t b_uint64_t;

BEGIN
{
	a_uint64_t = 0x10000ul;
	b_int8_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint64_t)0x10000ul < (int8_t)0xfffffffffffffffful,
	    a_uint64_t < b_int8_t, a_uint64_t < (int8_t)0xfffffffffffffffful);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_int64_t = 0x5ul;
	printf("%d %d %d\n", (uint8_t)0xfful <= (int64_t)0x5ul,
	    a_uint8_t <= b_int64_t, a_uint8_t <= (int64_t)0x5ul);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_int64_t = 0x7ul;
	printf("%d %d %d\n", (int16_t)0xfffffffffffffffful > (int64_t)0x7ul,
	    a_int16_t > b_int64_t, a_int16_t > (int64_t)0x7ul);
}

BEGIN
{
	a_uint16_t = 0x7ffful;
	b_int64_t = 0x10000ul;
	printf("%d %d %d\n", (uint16_t)0x7ffful > (int64_t)0x10000ul,
	    a_uint16_t > b_int64_t, a_uint16_t > (int64_t)0x10000ul);
}

BEGIN
{
	a_int32_t = 0xfffful;
	b_int8_t = 0x7ful;
	printf("%d %d %d\n", (int32_t)0xfffful < (int8_t)0x7ful,
	    a_int32_t < b_int8_t, a_int32_t < (int8_t)0x7ful);
}

BEGIN
{
	a_int32_t = 0x3039ul;
	b_int16_t = 0x7ul;
	printf("%d %d %d\n", (int32_t)0x3039ul < (int16_t)0x7ul,
	    a_int32_t < b_int16_t, a_int32_t < (int16_t)0x7ul);
}

BEGIN
{
	a_uint64_t = 0x80000000ul;
	b_int8_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint64_t)0x80000000ul < (int8_t)0xfffffffffffffffful,
	    a_uint64_t < b_int8_t, a_uint64_t < (int8_t)0xfffffffffffffffful);
}

BEGIN
{
	a_uint32_t = 0xfffffffful;
	b_uint8_t = 0x7ul;
	printf("%d %d %d\n", (uint32_t)0xfffffffful > (uint8_t)0x7ul,
	    a_uint32_t > b_uint8_t, a_uint32_t > (uint8_t)0x7ul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint16_t = 0x0ul;
	printf("%d %d %d\n", (uint16_t)0xfffful >= (uint16_t)0x0ul,
	    a_uint16_t >= b_uint16_t, a_uint16_t >= (uint16_t)0x0ul);
}

BEGIN
{
	a_uint16_t = 0x7ul;
	b_uint64_t = 0xfffffffffffffff9ul;
	printf("%d %d %d\n", (uint16_t)0x7ul >= (uint64_t)0xfffffffffffffff9ul,
	    a_uint16_t >= b_uint64_t, a_uint16_t >= (uint64_t)0xfffffffffffffff9ul);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_int32_t = 0x7ffffffful;
	printf("%d %d %d\n", (int16_t)0x0ul >= (int32_t)0x7ffffffful,
	    a_int16_t >= b_int32_t, a_int16_t >= (int32_t)0x7ffffffful);
}

BEGIN
{
	a_int32_t = 0x100ul;
	b_uint64_t = 0x80ul;
	printf("%d %d %d\n", (int32_t)0x100ul < (uint64_t)0x80ul,
	    a_int32_t < b_uint64_t, a_int32_t < (uint64_t)0x80ul);
}

BEGIN
{
	a_uint64_t = 0x100ul;
	b_uint16_t = 0x1ul;
	printf("%d %d %d\n", (uint64_t)0x100ul <= (uint16_t)0x1ul,
	    a_uint64_t <= b_uint16_t, a_uint64_t <= (uint16_t)0x1ul);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_int64_t = 0xfffffffffffe7e33ul;
	printf("%d %d %d\n", (int16_t)0x0ul > (int64_t)0xfffffffffffe7e33ul,
	    a_int16_t > b_int64_t, a_int16_t > (int64_t)0xfffffffffffe7e33ul);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (int8_t)0x0ul > (uint16_t)0xfffful,
	    a_int8_t > b_uint16_t, a_int8_t > (uint16_t)0xfffful);
}

BEGIN
{
	a_uint64_t = 0x8000000000000000ul;
	b_uint16_t = 0x7ffful;
	printf("%d %d %d\n", (uint64_t)0x8000000000000000ul <= (uint16_t)0x7ffful,
	    a_uint64_t <= b_uint16_t, a_uint64_t <= (uint16_t)0x7ffful);
}

BEGIN
{
	a_int64_t = 0x3039ul;
	b_int16_t = 0x80ul;
	printf("%d %d %d\n", (int64_t)0x3039ul <= (int16_t)0x80ul,
	    a_int64_t <= b_int16_t, a_int64_t <= (int16_t)0x80ul);
}

BEGIN
{
	a_int32_t = 0x0ul;
	b_int16_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int32_t)0x0ul > (int16_t)0xfffffffffffffffful,
	    a_int32_t > b_int16_t, a_int32_t > (int16_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int16_t = 0x3039ul;
	printf("%d %d %d\n", (int8_t)0x0ul <= (int16_t)0x3039ul,
	    a_int8_t <= b_int16_t, a_int8_t <= (int16_t)0x3039ul);
}

BEGIN
{
	a_int8_t = 0x5ul;
	b_uint16_t = 0x5ul;
	printf("%d %d %d\n", (int8_t)0x5ul < (uint16_t)0x5ul,
	    a_int8_t < b_uint16_t, a_int8_t < (uint16_t)0x5ul);
}

BEGIN
{
	a_uint32_t = 0xfffffffful;
	b_int32_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0xfffffffful < (int32_t)0x0ul,
	    a_uint32_t < b_int32_t, a_uint32_t < (int32_t)0x0ul);
}

BEGIN
{
	a_uint64_t = 0x2ul;
	b_uint64_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint64_t)0x2ul > (uint64_t)0xfffffffffffffffful,
	    a_uint64_t > b_uint64_t, a_uint64_t > (uint64_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful < (uint16_t)0xfffful,
	    a_int8_t < b_uint16_t, a_int8_t < (uint16_t)0xfffful);
}

BEGIN
{
	a_uint64_t = 0x1ul;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (uint64_t)0x1ul >= (uint16_t)0xfffful,
	    a_uint64_t >= b_uint16_t, a_uint64_t >= (uint16_t)0xfffful);
}

BEGIN
{
	exit(0);
}
