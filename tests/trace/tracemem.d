/* @opts: -q */
BEGIN
{
	p = (char *)alloca(20);
	*(uint64_t *)p = 0x4847464544434241;
	*(uint64_t *)(p + 8) = 0x00ff7f207e1f0a30;
	*(uint32_t *)(p + 16) = 0x31;
	tracemem(p, 20);
	tracemem(p, 20, 3);
	exit(0);
}
