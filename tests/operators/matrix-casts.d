/* @opts: -q */
/* A cast keeps the low bits and extends them by the signedness of its type: constants and variables alike. */
int64_t v;

BEGIN
{
	v = 0xffffffffffff0000ul;
	printf("%d %d %d\n", (int32_t)0xffffffffffff0000ul, (int32_t)v, (uint32_t)(int32_t)v);
}

BEGIN
{
	v = 0xfffffffffffffffdul;
	printf("%d %d %d\n", (int64_t)0xfffffffffffffffdul, (int64_t)v, (int16_t)(int64_t)v);
}

BEGIN
{
	v = 0xfffffffffffffffdul;
	printf("%d %d %d\n", (uint64_t)0xfffffffffffffffdul, (uint64_t)v, (int64_t)(uint64_t)v);
}

BEGIN
{
	v = 0xful;
	printf("%d %d %d\n", (uint32_t)0xful, (uint32_t)v, (uint16_t)(uint32_t)v);
}

BEGIN
{
	v = 0x9ul;
	printf("%d %d %d\n", (uint32_t)0x9ul, (uint32_t)v, (uint32_t)(uint32_t)v);
}

BEGIN
{
	v = 0xfffffffful;
	printf("%d %d %d\n", (int16_t)0xfffffffful, (int16_t)v, (int8_t)(int16_t)v);
}

BEGIN
{
	v = 0x0ul;
	printf("%d %d %d\n", (uint64_t)0x0ul, (uint64_t)v, (int8_t)(uint64_t)v);
}

BEGIN
{
	v = 0x181cdul;
	printf("%d %d %d\n", (int32_t)0x181cdul, (int32_t)v, (uint8_t)(int32_t)v);
}

BEGIN
{
	v = 0x1ul;
	printf("%d %d %d\n", (uint32_t)0x1ul, (uint32_t)v, (uint8_t)(uint32_t)v);
}

BEGIN
{
	v = 0x90abul;
	printf("%d %d %d\n", (uint16_t)0x90abul, (uint16_t)v, (int32_t)(uint16_t)v);
}

BEGIN
{
	v = 0x6ul;
	printf("%d %d %d\n", (uint8_t)0x6ul, (uint8_t)v, (int64_t)(uint8_t)v);
}

BEGIN
{
	v = 0xfffful;
	printf("%d %d %d\n", (uint64_t)0xfffful, (uint64_t)v, (int64_t)(uint64_t)v);
}

BEGIN
{
	v = 0x180ul;
	printf("%d %d %d\n", (uint64_t)0x180ul, (uint64_t)v, (int32_t)(uint64_t)v);
}

BEGIN
{
	v = 0xfffffffffffffffeul;
	printf("%d %d %d\n", (int64_t)0xfffffffffffffffeul, (int64_t)v, (uint16_t)(int64_t)v);
}

BEGIN
{
	v = 0xfffful;
	printf("%d %d %d\n", (uint32_t)0xfffful, (uint32_t)v, (uint16_t)(uint32_t)v);
}

BEGIN
{
	v = 0x10000ul;
	printf("%d %d %d\n", (uint32_t)0x10000ul, (uint32_t)v, (int64_t)(uint32_t)v);
}

BEGIN
{
	v = 0xfffffffffffe7e33ul;
	printf("%d %d %d\n", (uint64_t)0xfffffffffffe7e33ul, (uint64_t)v, (int32_t)(uint64_t)v);
}

BEGIN
{
	v = 0x8000000000000000ul;
	printf("%d %d %d\n", (int32_t)0x8000000000000000ul, (int32_t)v, (int8_t)(int32_t)v);
}

BEGIN
{
	v = 0x100ul;
	printf("%d %d %d\n", (uint32_t)0x100ul, (uint32_t)v, (uint8_t)(uint32_t)v);
}

BEGIN
{
	v = 0x300ul;
	printf("%d %d %d\n", (int8_t)0x300ul, (int8_t)v, (int64_t)(int8_t)v);
}

BEGIN
{
	v = 0xffffffffffff0001ul;
	printf("%d %d %d\n", (int32_t)0xffffffffffff0001ul, (int32_t)v, (uint64_t)(int32_t)v);
}

BEGIN
{
	v = 0xfffffffffffffffdul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffffffdul, (int32_t)v, (uint8_t)(int32_t)v);
}

BEGIN
{
	v = 0x0ul;
	printf("%d %d %d\n", (uint32_t)0x0ul, (uint32_t)v, (uint32_t)(uint32_t)v);
}

BEGIN
{
	v = 0xffffffffffffff01ul;
	printf("%d %d %d\n", (int32_t)0xffffffffffffff01ul, (int32_t)v, (int32_t)(int32_t)v);
}

BEGIN
{
	v = 0x7ffffffffffffffful;
	printf("%d %d %d\n", (uint64_t)0x7ffffffffffffffful, (uint64_t)v, (int64_t)(uint64_t)v);
}

BEGIN
{
	v = 0x2fffffffdul;
	printf("%d %d %d\n", (uint32_t)0x2fffffffdul, (uint32_t)v, (int8_t)(uint32_t)v);
}

BEGIN
{
	v = 0xffffffff80000000ul;
	printf("%d %d %d\n", (uint16_t)0xffffffff80000000ul, (uint16_t)v, (uint8_t)(uint16_t)v);
}

BEGIN
{
	v = 0x100000000ul;
	printf("%d %d %d\n", (int64_t)0x100000000ul, (int64_t)v, (int64_t)(int64_t)v);
}

BEGIN
{
	v = 0x6ul;
	printf("%d %d %d\n", (uint8_t)0x6ul, (uint8_t)v, (uint64_t)(uint8_t)v);
}

BEGIN
{
	v = 0x18000ul;
	printf("%d %d %d\n", (int64_t)0x18000ul, (int64_t)v, (int8_t)(int64_t)v);
}

BEGIN
{
	v = 0xfffffffffffe7e33ul;
	printf("%d %d %d\n", (int32_t)0xfffffffffffe7e33ul, (int32_t)v, (int32_t)(int32_t)v);
}

BEGIN
{
	v = 0x2fffdul;
	printf("%d %d %d\n", (uint64_t)0x2fffdul, (uint64_t)v, (int8_t)(uint64_t)v);
}

BEGIN
{
	v = 0xfffffffffffffffbul;
	printf("%d %d %d\n", (uint16_t)0xfffffffffffffffbul, (uint16_t)v, (int32_t)(uint16_t)v);
}

BEGIN
{
	v = 0xfffffffffffffffaul;
	printf("%d %d %d\n", (uint16_t)0xfffffffffffffffaul, (uint16_t)v, (uint16_t)(uint16_t)v);
}

BEGIN
{
	v = 0x10000ul;
	printf("%d %d %d\n", (int64_t)0x10000ul, (int64_t)v, (int8_t)(int64_t)v);
}

BEGIN
{
	v = 0x2ul;
	printf("%d %d %d\n", (uint64_t)0x2ul, (uint64_t)v, (uint8_t)(uint64_t)v);
}

BEGIN
{
	v = 0xffffffff00000001ul;
	printf("%d %d %d\n", (uint32_t)0xffffffff00000001ul, (uint32_t)v, (int32_t)(uint32_t)v);
}

BEGIN
{
	v = 0xfful;
	printf("%d %d %d\n", (int8_t)0xfful, (int8_t)v, (uint32_t)(int8_t)v);
}

BEGIN
{
	v = 0x181cdul;
	printf("%d %d %d\n", (uint16_t)0x181cdul, (uint16_t)v, (int64_t)(uint16_t)v);
}

BEGIN
{
	v = 0x7ffffffffffffffful;
	printf("%d %d %d\n", (uint16_t)0x7ffffffffffffffful, (uint16_t)v, (int16_t)(uint16_t)v);
}

BEGIN
{
	exit(0);
}
