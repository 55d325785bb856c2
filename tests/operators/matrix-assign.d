/* @opts: -q */
/* A compound assignment works on 64 bits, and keeps what the type of its left side holds. */
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
	a_uint16_t = 0xfffful;
	b_int32_t = 0x100ul;
	a_uint16_t /= b_int32_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_uint8_t = 0xfful;
	b_uint32_t = 0x7ffful;
	a_uint8_t ^= b_uint32_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_uint8_t = 0x3ul;
	b_uint8_t = 0x0ul;
	a_uint8_t *= b_uint8_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_uint8_t = 0x0ul;
	b_uint64_t = 0x7ful;
	a_uint8_t /= b_uint64_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_int32_t = 0x80ul;
	b_int8_t = 0x7ul;
	a_int32_t -= b_int8_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_uint64_t = 0x10000ul;
	b_uint64_t = 0x100ul;
	a_uint64_t *= b_uint64_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_uint32_t = 0x1ul;
	b_uint16_t = 0x7ful;
	a_uint32_t += b_uint16_t;
	printf("%d\n", a_uint32_t);
}

BEGIN
{
	a_uint64_t = 0x7ful;
	b_uint32_t = 0x80ul;
	a_uint64_t &= b_uint32_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_uint64_t = 0xfffffffffffffffful;
	a_int16_t %= b_uint64_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_int8_t = 0xffffffffffffff80ul;
	b_uint16_t = 0xfful;
	a_int8_t &= b_uint16_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int16_t = 0x0ul;
	a_int8_t |= b_int16_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint16_t = 0x1ul;
	a_uint16_t -= b_uint16_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffff9ul;
	b_uint32_t = 0x7ffful;
	a_int32_t *= b_uint32_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_uint32_t = 0x7ffful;
	b_uint64_t = 0x2ul;
	a_uint32_t *= b_uint64_t;
	printf("%d\n", a_uint32_t);
}

BEGIN
{
	a_int32_t = 0xfffffffffffffffful;
	b_int16_t = 0xfffffffffffffffeul;
	a_int32_t |= b_int16_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_int32_t = 0xfful;
	b_int32_t = 0xfffffffffffe7e33ul;
	a_int32_t |= b_int32_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_uint8_t = 0x7ful;
	b_uint16_t = 0x7ul;
	a_uint8_t /= b_uint16_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_int32_t = 0x0ul;
	b_int16_t = 0xfffffffffffffffful;
	a_int32_t -= b_int16_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_uint64_t = 0x8000ul;
	b_uint8_t = 0x0ul;
	a_uint64_t -= b_uint8_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_int32_t = 0xfffffffffffe7e33ul;
	b_int64_t = 0x80000000ul;
	a_int32_t -= b_int64_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_int16_t = 0x3039ul;
	b_int32_t = 0xfffffffffffffffful;
	a_int16_t /= b_int32_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_int32_t = 0x7ffffffful;
	a_int16_t += b_int32_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_int16_t = 0x1ul;
	b_int16_t = 0xfffffffffffffffful;
	a_int16_t &= b_int16_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_int64_t = 0xfffful;
	b_int8_t = 0x1ul;
	a_int64_t *= b_int8_t;
	printf("%d\n", a_int64_t);
}

BEGIN
{
	a_uint8_t = 0x80ul;
	b_uint32_t = 0xfffffffful;
	a_uint8_t &= b_uint32_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int32_t = 0x0ul;
	a_int8_t |= b_int32_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_uint64_t = 0x3039ul;
	a_uint16_t %= b_uint64_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_uint16_t = 0xfffful;
	b_int32_t = 0x7ffffffful;
	a_uint16_t /= b_int32_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_uint64_t = 0x1ul;
	b_int32_t = 0xfffffffffffffffful;
	a_uint64_t ^= b_int32_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_int8_t = 0x7ul;
	b_uint64_t = 0x80ul;
	a_int8_t *= b_uint64_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_int8_t = 0x33ul;
	b_uint64_t = 0x7ffful;
	a_int8_t |= b_uint64_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_uint64_t = 0xfffffffffffe7e33ul;
	b_int32_t = 0x0ul;
	a_uint64_t -= b_int32_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_uint8_t = 0x0ul;
	b_int16_t = 0x0ul;
	a_uint8_t |= b_int16_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffful;
	b_uint32_t = 0xfffffffful;
	a_int8_t |= b_uint32_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_int32_t = 0x2ul;
	b_uint64_t = 0x100000000ul;
	a_int32_t |= b_uint64_t;
	printf("%d\n", a_int32_t);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffff9ul;
	b_int64_t = 0xfffffffffffffffeul;
	a_int16_t *= b_int64_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_uint64_t = 0x8000000000000000ul;
	b_uint32_t = 0xfffffffful;
	a_uint64_t += b_uint32_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_int16_t = 0x3039ul;
	b_uint64_t = 0x3039ul;
	a_int16_t ^= b_uint64_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_int16_t = 0xffffffffffff8000ul;
	a_int16_t |= b_int16_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_int8_t = 0xfffffffffffffffeul;
	b_int8_t = 0xfffffffffffffffful;
	a_int8_t |= b_int8_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_int16_t = 0x100ul;
	b_uint8_t = 0xfful;
	a_int16_t %= b_uint8_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_uint64_t = 0x2ul;
	b_int64_t = 0x1ul;
	a_uint64_t ^= b_int64_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_uint16_t = 0xfff9ul;
	b_int32_t = 0x3ul;
	a_uint16_t |= b_int32_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_uint16_t = 0x8000ul;
	b_int64_t = 0x2ul;
	a_uint16_t /= b_int64_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_uint32_t = 0x80ul;
	b_int32_t = 0xfffffffffffffffful;
	a_uint32_t /= b_int32_t;
	printf("%d\n", a_uint32_t);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int16_t = 0x0ul;
	a_int8_t += b_int16_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_uint32_t = 0x8000ul;
	b_int16_t = 0x100ul;
	a_uint32_t /= b_int16_t;
	printf("%d\n", a_uint32_t);
}

BEGIN
{
	a_int64_t = 0xfffffffffffe7e33ul;
	b_int64_t = 0x1ul;
	a_int64_t /= b_int64_t;
	printf("%d\n", a_int64_t);
}

BEGIN
{
	a_int64_t = 0xfffffffffffffffeul;
	b_uint32_t = 0x7ul;
	a_int64_t |= b_uint32_t;
	printf("%d\n", a_int64_t);
}

BEGIN
{
	a_int16_t = 0xfffffffffffffffful;
	b_uint64_t = 0x100ul;
	a_int16_t /= b_uint64_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_uint64_t = 0xfffful;
	b_int32_t = 0x8000ul;
	a_uint64_t &= b_int32_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_uint32_t = 0xfffffffful;
	b_int32_t = 0x0ul;
	a_uint32_t |= b_int32_t;
	printf("%d\n", a_uint32_t);
}

BEGIN
{
	a_int16_t = 0x0ul;
	b_int32_t = 0x100ul;
	a_int16_t ^= b_int32_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_uint16_t = 0x3ul;
	b_int32_t = 0xfful;
	a_uint16_t += b_int32_t;
	printf("%d\n", a_uint16_t);
}

BEGIN
{
	a_int16_t = 0x5ul;
	b_uint32_t = 0x3039ul;
	a_int16_t /= b_uint32_t;
	printf("%d\n", a_int16_t);
}

BEGIN
{
	a_uint8_t = 0x80ul;
	b_int8_t = 0x0ul;
	a_uint8_t &= b_int8_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_uint8_t = 0x80ul;
	b_int64_t = 0xfffffffffffffff9ul;
	a_uint8_t |= b_int64_t;
	printf("%d\n", a_uint8_t);
}

BEGIN
{
	a_int8_t = 0x0ul;
	b_int32_t = 0xfffffffffffffffful;
	a_int8_t /= b_int32_t;
	printf("%d\n", a_int8_t);
}

BEGIN
{
	a_uint64_t = 0xfffffffffffffffful;
	b_int8_t = 0x5ul;
	a_uint64_t |= b_int8_t;
	printf("%d\n", a_uint64_t);
}

BEGIN
{
	a_int64_t = 0x7ffffffful;
	b_uint64_t = 0x8000000000000000ul;
	a_int64_t *= b_uint64_t;
	printf("%d\n", a_int64_t);
}

BEGIN
{
	exit(0);
}
