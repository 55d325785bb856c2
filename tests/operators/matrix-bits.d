/* @opts: -q */
/* Each line: two constants, two variables, and one of each, of the same types and values. */
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
int64_t b_int64_t;
uint64_t a_uint64_t;
uint64_t b_uint64_t;

BEGIN
{
	a_uint8_t = 0x80ul;
	b_uint64_t = 0x2ul;
	printf("%d %d %d\n", (uint8_t)0x80ul ^ (uint64_t)0x2ul,
	    a_uint8_t ^ b_uint64_t, a_uint8_t ^ (uint64_t)0x2ul);
}

BEGIN
{
	a_uint8_t = 0x0ul;
	b_int64_t = 0x80000000ul;
	printf("%d %d %d\n", (uint8_t)0x0ul | (int64_t)0x80000000ul,
	    a_uint8_t | b_int64_t, a_uint8_t | (int64_t)0x80000000ul);
}

BEGIN
{
	a_uint64_t = 0x3039ul;
	b_int32_t = 0x0ul;
	printf("%d %d %d\n", (uint64_t)0x3039ul & (int32_t)0x0ul,
	    a_uint64_t & b_int32_t, a_uint64_t & (int32_t)0x0ul);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_uint16_t = 0xfffful;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffful & (uint16_t)0xfffful,
	    a_int32_t & b_uint16_t, a_int32_t & (uint16_t)0xfffful);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_uint64_t = 0x3039ul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffful ^ (uint64_t)0x3039ul,
	    a_int32_t ^ b_uint64_t, a_int32_t ^ (uint64_t)0x3039ul);
}

BEGIN
{
	a_uint32_t = 0x5ul;
	b_int32_t = 0xfffffffffffffffeul;
	printf("%d %d %d\n", (uint32_t)0x5ul | (int32_t)0xfffffffffffffffeul,
	    a_uint32_t | b_int32_t, a_uint32_t | (int32_t)0xfffffffffffffffeul);
}

BEGIN
{
	a_uint32_t = 0x3ul;
	b_uint32_t = 0x80ul;
	printf("%d %d %d\n", (uint32_t)0x3ul ^ (uint32_t)0x80ul,
	    a_uint32_t ^ b_uint32_t, a_uint32_t ^ (uint32_t)0x80ul);
}

BEGIN
{
	a_uint64_t = 0x8000ul;
	b_int32_t = 0x10000ul;
	printf("%d %d %d\n", (uint64_t)0x8000ul | (int32_t)0x10000ul,
	    a_uint64_t | b_int32_t, a_uint64_t | (int32_t)0x10000ul);
}

BEGIN
{
	a_uint64_t = 0xfffffffffffffffeul;
	b_uint32_t = 0x100ul;
	printf("%d %d %d\n", (uint64_t)0xfffffffffffffffeul ^ (uint32_t)0x100ul,
	    a_uint64_t ^ b_uint32_t, a_uint64_t ^ (uint32_t)0x100ul);
}

BEGIN
{
	a_uint16_t = 0xfful;
	b_uint8_t = 0xfful;
	printf("%d %d %d\n", (uint16_t)0xfful & (uint8_t)0xfful,
	    a_uint16_t & b_uint8_t, a_uint16_t & (uint8_t)0xfful);
}

BEGIN
{
	a_uint32_t = 0x80000000ul;
	b_int64_t = 0x100ul;
	printf("%d %d %d\n", (uint32_t)0x80000000ul & (int64_t)0x100ul,
	    a_uint32_t & b_int64_t, a_uint32_t & (int64_t)0x100ul);
}

BEGIN
{
	a_uint32_t = 0x7ffffffful;
	b_int64_t = 0x5ul;
	printf("%d %d %d\n", (uint32_t)0x7ffffffful ^ (int64_t)0x5ul,
	    a_uint32_t ^ b_int64_t, a_uint32_t ^ (int64_t)0x5ul);
}

BEGIN
{
	a_int16_t = 0x2ul;
	b_int16_t = 0x3039ul;
	printf("%d %d %d\n", (int16_t)0x2ul | (int16_t)0x3039ul,
	    a_int16_t | b_int16_t, a_int16_t | (int16_t)0x3039ul);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffeul;
	b_int8_t = 0x0ul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffeul & (int8_t)0x0ul,
	    a_int32_t & b_int8_t, a_int32_t & (int8_t)0x0ul);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_int32_t = 0x0ul;
	printf("%d %d %d\n", (int16_t)0x0ul | (int32_t)0x0ul,
	    a_int16_t | b_int32_t, a_int16_t | (int32_t)0x0ul);
}

BEGIN
{
	a_uint8_t = 0x33ul;
	b_int32_t = 0x7ffffffful;
	printf("%d %d %d\n", (uint8_t)0x33ul & (int32_t)0x7ffffffful,
	    a_uint8_t & b_int32_t, a_uint8_t & (int32_t)0x7ffffffful);
}

BEGIN
{
	a_uint32_t = 0xfffffff9ul;
	b_uint8_t = 0xfful;
	printf("%d %d %d\n", (uint32_t)0xfffffff9ul & (uint8_t)0xfful,
	    a_uint32_t & b_uint8_t, a_uint32_t & (uint8_t)0xfful);
}

BEGIN
{
	a_uint32_t = 0x0ul;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0x0ul ^ (uint8_t)0x0ul,
	    a_uint32_t ^ b_uint8_t, a_uint32_t ^ (uint8_t)0x0ul);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_uint8_t = 0x0ul;
	printf("%d %d %d\n", (int16_t)0xfffffffffffffffful | (uint8_t)0x0ul,
	    a_int16_t | b_uint8_t, a_int16_t | (uint8_t)0x0ul);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint16_t = 0x3039ul;
	printf("%d %d %d\n", (uint16_t)0xfffful ^ (uint16_t)0x3039ul,
	    a_uint16_t ^ b_uint16_t, a_uint16_t ^ (uint16_t)0x3039ul);
}

BEGIN
{
	a_uint32_t = 0x100ul;
	b_uint64_t = 0xfful;
	printf("%d %d %d\n", (uint32_t)0x100ul | (uint64_t)0xfful,
	    a_uint32_t | b_uint64_t, a_uint32_t | (uint64_t)0xfful);
}

BEGIN
{
	a_uint32_t = 0xfffful;
	b_int16_t = 0xfffffffffffffffful;
	printf("%d %d %d\n", (uint32_t)0xfffful ^ (int16_t)0xfffffffffffffffful,
	    a_uint32_t ^ b_int16_t, a_uint32_t ^ (int16_t)0xfffffffffffffffful);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_int8_t = 0x39ul;
	printf("%d %d %d\n", (uint8_t)0xfful ^ (int8_t)0x39ul,
	    a_uint8_t ^ b_int8_t, a_uint8_t ^ (int8_t)0x39ul);
}

BEGIN
{
	a_uint32_t = 0xfffe7e33ul;
	b_int8_t = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0xfffe7e33ul & (int8_t)0x0ul,
	    a_uint32_t & b_int8_t, a_uint32_t & (int8_t)0x0ul);
}

BEGIN
{
	exit(0);
}
