/*
 * Where instructions begin, as far as it can be said without a disassembler: on machines of
 * fixed-size instructions everywhere; on x86-64 along the instructions that functions usually begin
 * with.
 */
#include "symbols.h"

#if defined(__x86_64__)
/* Length of the instruction at p; 0: not known here. */
static unsigned insn_length(const uint8_t *p, unsigned n)
{
	unsigned rex = n > 0 && (p[0] & 0xf0) == 0x40;
	uint8_t op = n > rex ? p[rex] : 0x06, modrm = n > rex + 1 ? p[rex + 1] : 0;

	if (n >= 4 && p[0] == 0xf3 && p[1] == 0x0f && p[2] == 0x1e && p[3] == 0xfa)
		return 4; /* endbr64 */
	if ((op & 0xf0) == 0x50)
		return rex + 1; /* push, pop */
	if (op == 0x90 || op == 0xc3)
		return rex + 1; /* nop, ret */
	if (op == 0xe8 || op == 0xe9)
		return rex + 5; /* call, jmp */
	if ((op & 0xf8) == 0xb8)
		return rex + (rex && (p[0] & 8) ? 9 : 5); /* mov $imm, reg */
	if ((op == 0x89 || op == 0x8b || op == 0x31 || op == 0x33 || op == 0x85) && modrm >> 6 == 3)
		return rex + 2; /* mov, xor, test: registers */
	if ((op == 0x83 || op == 0x81) && modrm >> 6 == 3)
		return rex + (op == 0x83 ? 3 : 6); /* sub $imm, reg and the like */
	return 0;
}
#endif

bool dt_insn_inside(const uint8_t *code, unsigned n, uint64_t off)
{
#if defined(__x86_64__)
	uint64_t at = 0;

	while (at < n && at < off) {
		unsigned len = insn_length(code + at, n - (unsigned)at);

		if (!len)
			return false;
		at += len;
	}
	return at > off;
#elif defined(__aarch64__)
	(void)code;
	(void)n;
	return off & 3;
#else
	(void)code;
	(void)n;
	(void)off;
	return false;
#endif
}
