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
	a_uint8_t = 0xfful;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (uint8_t)0xfful * (uint8_t)0x0ul,
	    a_uint8_t * b_uint8_t, a_uint8_t * (uint8_t)0x0ul);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_uint32_t = 0xfffffffful;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful * (uint32_t)0xfffffffful,
	    a_int8_t * b_uint32_t, a_int8_t * (uint32_t)0xfffffffful);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_uint64_t = 0x5ul;
	printf("%d %d %d\n", (int16_t)0x0ul * (uint64_t)0x5ul,
	    a_int16_t * b_uint64_t, a_int16_t * (uint64_t)0x5ul);
}

BEGIN
{
	a_int16_t = 0x7ful;
	b_int16_t = 0xfffffffffffffffeul;
	printf("%d %d %d\n", (int16_t)0x7ful * (int16_t)0xfffffffffffffffeul,
	    a_int16_t * b_int16_t, a_int16_t * (int16_t)0xfffffffffffffffeul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_int16_t = 0x0ul;
	printf("%d %d %d\n", (uint16_t)0xfffful * (int16_t)0x0ul,
	    a_uint16_t * b_int16_t, a_uint16_t * (int16_t)0x0ul);
}

BEGIN
{
	a_int64_t = 0xfffffffful;
	b_uint64_t = 0x2ul;
	printf("%d %d %d\n", (int64_t)0xfffffffful * (uint64_t)0x2ul,
	    a_int64_t * b_uint64_t, a_int64_t * (uint64_t)0x2ul);
}

BEGIN
{
	a_int8_t = 0x3ul;
	b_uint8_t = 0x1ul;
	printf("%d %d %d\n", (int8_t)0x3ul * (uint8_t)0x1ul,
	    a_int8_t * b_uint8_t, a_int8_t * (uint8_t)0x1ul);
}

BEGIN
{
	a_uint16_t = 0xfff9ul;
	b_int64_t = 0x7ffful;
	printf("%d %d %d\n", (uint16_t)0xfff9ul * (int64_t)0x7ffful,
	    a_uint16_t * b_int64_t, a_uint16_t * (int64_t)0x7ffful);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_int16_t = 0x2ul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffful * (int16_t)0x2ul,
	    a_int32_t * b_int16_t, a_int32_t * (int16_t)0x2ul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint64_t = 0x100000000ul;
	printf("%d %d %d\n", (uint16_t)0xfffful * (uint64_t)0x100000000ul,
	    a_uint16_t * b_uint64_t, a_uint16_t * (uint64_t)0x100000000ul);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffful * (uint16_t)0xfffful,
	    a_int32_t * b_uint16_t, a_int32_t * (uint16_t)0xfffful);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_int32_t = 0x8000ul;
	printf("%d %d %d\n", (uint8_t)0xfful * (int32_t)0x8000ul,
	    a_uint8_t * b_int32_t, a_uint8_t * (int32_t)0x8000ul);
}

BEGIN
{
	a_int8_t = 0x7ul;
	b_int8_t = 0x7ful;
	printf("%d %d %d\n", (int8_t)0x7ul * (int8_t)0x7ful,
	    a_int8_t * b_int8_t, a_int8_t * (int8_t)0x7ful);
}

BEGIN
{
	a_int16_t = 0xfful;
	b_uint8_t = 0x5ul;
	printf("%d %d %d\n", (int16_t)0xfful * (uint8_t)0x5ul,
	    a_int16_t * b_uint8_t, a_int16_t * (uint8_t)0x5ul);
}

BEGIN
{
	a_uint32_t = 0x80000000ul;
	b_int16_t = 0x1ul;
	printf("%d %d %d\n", (uint32_t)0x80000000ul * (int16_t)0x1ul,
	    a_uint32_t * b_int16_t, a_uint32_t * (int16_t)0x1ul);
}

BEGIN
{
	a_uint64_t = 0x8000000000000000ul;
	b_uint32_t = 0x7ful;
	printf("%d %d %d\n", (uint64_t)0x8000000000000000ul * (uint32_t)0x7ful,
	    a_uint64_t * b_uint32_t, a_uint64_t * (uint32_t)0x7ful);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_uint8_t = 0x2ul;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful * (uint8_t)0x2ul,
	    a_int8_t * b_uint8_t, a_int8_t * (uint8_t)0x2ul);
}

BEGIN
{
	a_uint32_t = 0x2ul;
	b_int16_t = 0x2ul;
	printf("%d %d %d\n", (uint32_t)0x2ul * (int16_t)0x2ul,
	    a_uint32_t * b_int16_t, a_uint32_t * (int16_t)0x2ul);
}

BEGIN
{
	a_uint32_t = 0xfffffffful;
	b_int8_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint32_t)0xfffffffful * (int8_t)0xfffffffffffffffful,
	    a_uint32_t * b_int8_t, a_uint32_t * (int8_t)0xfffffffffffffffful);
}

BEGIN
{
	a_uint32_t = 0x2ul;
	b_uint32_t = 0xfffffffful;
	printf("%d %d %d\n", (uint32_t)0x2ul * (uint32_t)0xfffffffful,
	    a_uint32_t * b_uint32_t, a_uint32_t * (uint32_t)0xfffffffful);
}

BEGIN
{
	a_uint8_t = 0x33ul;
	b_int64_t = 0x0ul;
	printf("%d %d %d\n", (uint8_t)0x33ul * (int64_t)0x0ul,
	    a_uint8_t * b_int64_t, a_uint8_t * (int64_t)0x0ul);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int64_t = 0x80000000ul;
	printf("%d %d %d\n", (int8_t)0x0ul * (int64_t)0x80000000ul,
	    a_int8_t * b_int64_t, a_int8_t * (int64_t)0x80000000ul);
}

BEGIN
{
	a_uint8_t = 0x2ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (uint8_t)0x2ul * (uint8_t)0x0ul,
	    a_uint8_t * b_uint8_t, a_uint8_t * (uint8_t)0x0ul);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_int64_t = 0x80ul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffful * (int64_t)0x80ul,
	    a_int32_t * b_int64_t, a_int32_t * (int64_t)0x80ul);
}

BEGIN
{
	exit(0);
}
