/* @opts: -q */
/* Each line: two constants, two variables, and one of each, of the same types and values. */
int8_t a_int8_t;
int8_t b_int8_t;
uint8_t a_uint8_t;
uint8_t b_uint8_t;
int16_t a_int16_t;
int16_t b_int16_t;
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
	a_uint8_t = 0xfeul;
	b_int16_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint8_t)0xfeul ^^ (int16_t)0xfffffffffffffffful,
	    a_uint8_t ^^ b_int16_t, a_uint8_t ^^ (int16_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int64_t = 0x80ul;
	b_uint32_t = 0x2ul;
	printf("%d %d %d\n", (int64_t)0x80ul || (uint32_t)0x2ul,
	    a_int64_t || b_uint32_t, a_int64_t || (uint32_t)0x2ul);
}

BEGIN
{
	a_int32_t = 0x3ul;
	b_uint64_t = 0x8000ul;
	printf("%d %d %d\n", (int32_t)0x3ul ^^ (uint64_t)0x8000ul,
	    a_int32_t ^^ b_uint64_t, a_int32_t ^^ (uint64_t)0x8000ul);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (int16_t)0x0ul ^^ (uint16_t)0xfffful,
	    a_int16_t ^^ b_uint16_t, a_int16_t ^^ (uint16_t)0xfffful);
}

BEGIN
{
	a_uint8_t = 0x7ul;
	b_int32_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint8_t)0x7ul || (int32_t)0xfffffffffffffffful,
	    a_uint8_t || b_int32_t, a_uint8_t || (int32_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_uint8_t = 0x7ful;
	printf("%d %d %d\n", (int16_t)0x0ul ^^ (uint8_t)0x7ful,
	    a_int16_t ^^ b_uint8_t, a_int16_t ^^ (uint8_t)0x7ful);
}

BEGIN
{
	a_uint32_t = 0x3039ul;
	b_uint16_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0x3039ul || (uint16_t)0x0ul,
	    a_uint32_t || b_uint16_t, a_uint32_t || (uint16_t)0x0ul);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_int16_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int16_t)0xfffffffffffffffful && (int16_t)0xfffffffffffffffful,
	    a_int16_t && b_int16_t, a_int16_t && (int16_t)0xfffffffffffffffful);
}

BEGIN
{
	a_uint64_t = 0x100ul;
	b_int8_t = 0x7ul;
	printf("%d %d %d\n", (uint64_t)0x100ul ^^ (int8_t)0x7ul,
	    a_uint64_t ^^ b_int8_t, a_uint64_t ^^ (int8_t)0x7ul);
}

BEGIN
{
	a_int16_t = 0x3039ul;
	b_int32_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int16_t)0x3039ul ^^ (int32_t)0xfffffffffffffffful,
	    a_int16_t ^^ b_int32_t, a_int16_t ^^ (int32_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int64_t = 0x7ul;
	b_int8_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int64_t)0x7ul || (int8_t)0xfffffffffffffffful,
	    a_int64_t || b_int8_t, a_int64_t || (int8_t)0xfffffffffffffffful);
}

BEGIN
{
	a_uint64_t = 0x5ul;
	b_int8_t = 0x0ul;
	printf("%d %d %d\n", (uint64_t)0x5ul || (int8_t)0x0ul,
	    a_uint64_t || b_int8_t, a_uint64_t || (int8_t)0x0ul);
}

BEGIN
{
	a_uint8_t = 0x7ul;
	b_int64_t = 0x80ul;
	printf("%d %d %d\n", (uint8_t)0x7ul ^^ (int64_t)0x80ul,
	    a_uint8_t ^^ b_int64_t, a_uint8_t ^^ (int64_t)0x80ul);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffeul;
	b_int32_t = 0xffffffff80000000ul;
	printf("%d %d %d\n", (int16_t)0xfffffffffffffffeul || (int32_t)0xffffffff80000000ul,
	    a_int16_t || b_int32_t, a_int16_t || (int32_t)0xffffffff80000000ul);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_int8_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful && (int8_t)0xfffffffffffffffful,
	    a_int8_t && b_int8_t, a_int8_t && (int8_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int64_t = 0xfffffffful;
	b_uint64_t = 0x3ul;
	printf("%d %d %d\n", (int64_t)0xfffffffful || (uint64_t)0x3ul,
	    a_int64_t || b_uint64_t, a_int64_t || (uint64_t)0x3ul);
}

BEGIN
{
	a_uint32_t = 0xfffffffful;
	b_int64_t = 0x8000000000000000ul;
	printf("%d %d %d\n", (uint32_t)0xfffffffful ^^ (int64_t)0x8000000000000000ul,
	    a_uint32_t ^^ b_int64_t, a_uint32_t ^^ (int64_t)0x8000000000000000ul);
}

BEGIN
{
	a_int64_t = 0xfffful;
	b_int32_t = 0x8000ul;
	printf("%d %d %d\n", (int64_t)0xfffful ^^ (int32_t)0x8000ul,
	    a_int64_t ^^ b_int32_t, a_int64_t ^^ (int32_t)0x8000ul);
}

BEGIN
{
	a_int64_t = 0x3ul;
	b_int64_t = 0x80000000ul;
	printf("%d %d %d\n", (int64_t)0x3ul && (int64_t)0x80000000ul,
	    a_int64_t && b_int64_t, a_int64_t && (int64_t)0x80000000ul);
}

BEGIN
{
	a_uint32_t = 0x7ffful;
	b_int64_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0x7ffful || (int64_t)0x0ul,
	    a_uint32_t || b_int64_t, a_uint32_t || (int64_t)0x0ul);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_int32_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (int8_t)0xfffffffffffffffful || (int32_t)0xfffffffffffffffful,
	    a_int8_t || b_int32_t, a_int8_t || (int32_t)0xfffffffffffffffful);
}

BEGIN
{
	a_int64_t = 0x3039ul;
	b_uint32_t = 0xfffe7e33ul;
	printf("%d %d %d\n", (int64_t)0x3039ul || (uint32_t)0xfffe7e33ul,
	    a_int64_t || b_uint32_t, a_int64_t || (uint32_t)0xfffe7e33ul);
}

BEGIN
{
	a_uint8_t = 0x3ul;
	b_uint16_t = 0x8000ul;
	printf("%d %d %d\n", (uint8_t)0x3ul && (uint16_t)0x8000ul,
	    a_uint8_t && b_uint16_t, a_uint8_t && (uint16_t)0x8000ul);
}

BEGIN
{
	a_int64_t = 0xfffful;
	b_int8_t = 0x0ul;
	printf("%d %d %d\n", (int64_t)0xfffful && (int8_t)0x0ul,
	    a_int64_t && b_int8_t, a_int64_t && (int8_t)0x0ul);
}

BEGIN
{
	exit(0);
}
