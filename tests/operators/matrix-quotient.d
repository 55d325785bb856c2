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
	a_uint64_t = 0x8000ul;
	b_uint64_t = 0x7ffffffful;
	printf("%d %d %d\n", (uint64_t)0x8000ul / (uint64_t)0x7ffffffful,
	    a_uint64_t / b_uint64_t, a_uint64_t / (uint64_t)0x7ffffffful);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_int32_t = 0x2ul;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful % (int32_t)0x2ul,
	    a_int8_t % b_int32_t, a_int8_t % (int32_t)0x2ul);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_uint16_t = 0x3ul;
	printf("%d %d %d\n", (int8_t)0x0ul % (uint16_t)0x3ul,
	    a_int8_t % b_uint16_t, a_int8_t % (uint16_t)0x3ul);
}

BEGIN
{
	a_uint64_t = 0x0ul;
	b_int32_t = 0xfful;
	printf("%d %d %d\n", (uint64_t)0x0ul % (int32_t)0xfful,
	    a_uint64_t % b_int32_t, a_uint64_t % (int32_t)0xfful);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_uint16_t = 0x7ul;
	printf("%d %d %d\n", (int16_t)0x0ul % (uint16_t)0x7ul,
	    a_int16_t % b_uint16_t, a_int16_t % (uint16_t)0x7ul);
}

BEGIN
{
	a_uint64_t = 0xfffffffffffffffeul;
	b_uint64_t = 0x80ul;
	printf("%d %d %d\n", (uint64_t)0xfffffffffffffffeul % (uint64_t)0x80ul,
	    a_uint64_t % b_uint64_t, a_uint64_t % (uint64_t)0x80ul);
}

BEGIN
{
	a_int32_t = 0x0ul;
	b_uint16_t = 0x7ffful;
	printf("%d %d %d\n", (int32_t)0x0ul / (uint16_t)0x7ffful,
	    a_int32_t / b_uint16_t, a_int32_t / (uint16_t)0x7ffful);
}

BEGIN
{
	a_uint16_t = 0xfffeul;
	b_int64_t = 0x80000000ul;
	printf("%d %d %d\n", (uint16_t)0xfffeul % (int64_t)0x80000000ul,
	    a_uint16_t % b_int64_t, a_uint16_t % (int64_t)0x80000000ul);
}

BEGIN
{
	a_uint16_t = 0x5ul;
	b_int16_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint16_t)0x5ul % (int16_t)0xfffffffffffffffful,
	    a_uint16_t % b_int16_t, a_uint16_t % (int16_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffff9ul;
	b_uint8_t = 0x7ul;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffff9ul / (uint8_t)0x7ul,
	    a_int8_t / b_uint8_t, a_int8_t / (uint8_t)0x7ul);
}

BEGIN
{
	a_uint64_t = 0xfffffffffffffff9ul;
	b_uint64_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint64_t)0xfffffffffffffff9ul % (uint64_t)0xfffffffffffffffful,
	    a_uint64_t % b_uint64_t, a_uint64_t % (uint64_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int64_t = 0x7ffffffffffffffful;
	b_uint64_t = 0x80ul;
	printf("%d %d %d\n", (int64_t)0x7ffffffffffffffful % (uint64_t)0x80ul,
	    a_int64_t % b_uint64_t, a_int64_t % (uint64_t)0x80ul);
}

BEGIN
{
	a_uint32_t = 0x1ul;
	b_uint8_t = 0xf9ul;
	printf("%d %d %d\n", (uint32_t)0x1ul / (uint8_t)0xf9ul,
	    a_uint32_t / b_uint8_t, a_uint32_t / (uint8_t)0xf9ul);
}

BEGIN
{
	a_int16_t = 0xffffffffffff8000ul;
	b_int64_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int16_t)0xffffffffffff8000ul / (int64_t)0xfffffffffffffffful,
	    a_int16_t / b_int64_t, a_int16_t / (int64_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int32_t = 0x3039ul;
	b_uint16_t = 0x5ul;
	printf("%d %d %d\n", (int32_t)0x3039ul / (uint16_t)0x5ul,
	    a_int32_t / b_uint16_t, a_int32_t / (uint16_t)0x5ul);
}

BEGIN
{
	a_uint8_t = 0x3ul;
	b_uint64_t = 0x100000000ul;
	printf("%d %d %d\n", (uint8_t)0x3ul % (uint64_t)0x100000000ul,
	    a_uint8_t % b_uint64_t, a_uint8_t % (uint64_t)0x100000000ul);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (uint8_t)0xfful % (uint16_t)0xfffful,
	    a_uint8_t % b_uint16_t, a_uint8_t % (uint16_t)0xfffful);
}

BEGIN
{
	a_int16_t = 0x3039ul;
	b_int8_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int16_t)0x3039ul / (int8_t)0xfffffffffffffffful,
	    a_int16_t / b_int8_t, a_int16_t / (int8_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffff9ul;
	b_uint16_t = 0x3039ul;
	printf("%d %d %d\n", (int16_t)0xfffffffffffffff9ul % (uint16_t)0x3039ul,
	    a_int16_t % b_uint16_t, a_int16_t % (uint16_t)0x3039ul);
}

BEGIN
{
	a_int16_t = 0x7e33ul;
	b_int64_t = 0x8000000000000000ul;
	printf("%d %d %d\n", (int16_t)0x7e33ul / (int64_t)0x8000000000000000ul,
	    a_int16_t / b_int64_t, a_int16_t / (int64_t)0x8000000000000000ul);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_int64_t = 0x100ul;
	printf("%d %d %d\n", (uint8_t)0xfful / (int64_t)0x100ul,
	    a_uint8_t / b_int64_t, a_uint8_t / (int64_t)0x100ul);
}

BEGIN
{
	a_uint64_t = 0xfffffffffffffffful;
	b_uint64_t = 0x100000000ul;
	printf("%d %d %d\n", (uint64_t)0xfffffffffffffffful / (uint64_t)0x100000000ul,
	    a_uint64_t / b_uint64_t, a_uint64_t / (uint64_t)0x100000000ul);
}

BEGIN
{
	a_int64_t = 0x8000ul;
	b_uint32_t = 0x80ul;
	printf("%d %d %d\n", (int64_t)0x8000ul / (uint32_t)0x80ul,
	    a_int64_t / b_uint32_t, a_int64_t / (uint32_t)0x80ul);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_uint8_t = 0xfeul;
	printf("%d %d %d\n", (uint8_t)0xfful % (uint8_t)0xfeul,
	    a_uint8_t % b_uint8_t, a_uint8_t % (uint8_t)0xfeul);
}

BEGIN
{
	exit(0);
}
