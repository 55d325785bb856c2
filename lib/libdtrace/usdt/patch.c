/*
 * The calls that become nops.  A compiler emits them as `call f`, as a tail call `jmp f`, and with
 * -fno-plt as `call *f@GOTPCREL(%rip)` and `jmp *f@GOTPCREL(%rip)`; a tail call becomes a return.
 */
#include <string.h>
#include "sites.h"

#ifndef R_X86_64_GOTPCRELX
#define R_X86_64_GOTPCRELX 41
#endif

static int patch_x86(unsigned type, const uint8_t *code, uint64_t size, uint64_t off,
	struct usdt_insn *in)
{
	static const uint8_t nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	static const uint8_t nop6[] = { 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	bool got = type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX;
	uint64_t head = got ? 2 : 1;
	bool jump;

	if (!got && type != R_X86_64_PLT32 && type != R_X86_64_PC32)
		return -1;
	if (off < head || off + 4 > size)
		return -1;
	if (got && code[off - 2] != 0xff)
		return -1;
	jump = code[off - 1] == (got ? 0x25 : 0xe9);
	if (!jump && code[off - 1] != (got ? 0x15 : 0xe8))
		return -1;
	in->in_start = off - head;
	in->in_len = head + 4;
	memcpy(in->in_new, got ? nop6 : nop5, in->in_len);
	in->in_tail = jump;
	if (jump) {
		memset(in->in_new, 0x90, in->in_len); /* a nop to stop at, then the return */
		in->in_new[1] = 0xc3;
	}
	return 0;
}

static int patch_arm(unsigned type, const uint8_t *code, uint64_t size, uint64_t off,
	struct usdt_insn *in)
{
	static const uint8_t nop[] = { 0x1f, 0x20, 0x03, 0xd5 }, ret[] = { 0xc0, 0x03, 0x5f, 0xd6 };

	(void)code;
	if ((type != R_AARCH64_CALL26 && type != R_AARCH64_JUMP26) || off + 4 > size)
		return -1;
	in->in_start = off;
	in->in_len = 4;
	in->in_tail = false; /* the return address is in a register */
	memcpy(in->in_new, type == R_AARCH64_CALL26 ? nop : ret, 4);
	return 0;
}

int usdt_patch(unsigned machine, unsigned type, const uint8_t *code, uint64_t size, uint64_t off,
	struct usdt_insn *in)
{
	return machine == EM_X86_64 ? patch_x86(type, code, size, off, in) :
				      patch_arm(type, code, size, off, in);
}
