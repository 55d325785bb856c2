/*
 * Where instructions begin, and which of them leave a function. On AArch64 an instruction begins at
 * each multiple of its size; x86 is decoded from the beginning of the function, by Zydis.
 */
#include <elf.h>
#include <stdlib.h>
#include "alloc.h"
#include "loadlib.h"
#include "symbols.h"

#define NEEDS "finding where instructions begin needs Zydis, which "
#ifndef HAVE_ZYDIS
#define WITHOUT NEEDS "this dtrace was built without; install libzydis-dev and build again"
#endif

#ifdef HAVE_ZYDIS
#include <Zydis/Zydis.h>

struct lib {
	void *lb_handle;
	ZyanU64 (*lb_version)(void);
	ZyanStatus (*lb_init)(ZydisDecoder *, ZydisMachineMode, ZydisStackWidth);
	ZyanStatus (*lb_decode)(const ZydisDecoder *, ZydisDecoderContext *, const void *,
		ZyanUSize, ZydisDecodedInstruction *);
};

/* The header's structures fit libraries of the same major and minor version. */
static bool is_same_version(ZyanU64 version)
{
	return ZYDIS_VERSION_MAJOR(version) == ZYDIS_VERSION_MAJOR(ZYDIS_VERSION) &&
		ZYDIS_VERSION_MINOR(version) == ZYDIS_VERSION_MINOR(ZYDIS_VERSION);
}

static bool load(struct lib *lb)
{
	static const char *const names[] = { "libZydis.so.4.0", "libZydis.so.4", "libZydis.so",
		NULL };
	const struct base_entry entries[] = {
		{ "ZydisGetVersion", &lb->lb_version },
		{ "ZydisDecoderInit", &lb->lb_init },
		{ "ZydisDecoderDecodeInstruction", &lb->lb_decode },
		{ NULL, NULL },
	};

	lb->lb_handle = base_loadlib(names, entries);
	if (lb->lb_handle && is_same_version(lb->lb_version()))
		return true;
	if (lb->lb_handle)
		dlclose(lb->lb_handle);
	return false;
}

struct dt_decoder {
	struct lib de_lib;
	ZydisDecoder de_zydis;
};

struct dt_decoder *dt_decoder_create(uint16_t machine, const char **why)
{
	struct dt_decoder *de = base_calloc(1, sizeof(*de));
	bool wide = machine == EM_X86_64;

	*why = NULL;
	if (de && !load(&de->de_lib)) {
		*why = NEEDS "is not installed; install libzydis4.0";
		free(de);
		return NULL;
	}
	if (de && (wide || machine == EM_386) &&
		ZYAN_SUCCESS(de->de_lib.lb_init(&de->de_zydis,
			wide ? ZYDIS_MACHINE_MODE_LONG_64 : ZYDIS_MACHINE_MODE_LEGACY_32,
			wide ? ZYDIS_STACK_WIDTH_64 : ZYDIS_STACK_WIDTH_32)))
		return de;
	*why = "instructions of this machine aren't decoded";
	dt_decoder_destroy(de);
	return NULL;
}

void dt_decoder_destroy(struct dt_decoder *de)
{
	if (!de)
		return;
	dlclose(de->de_lib.lb_handle);
	free(de);
}

static bool decode(const struct dt_decoder *de, const uint8_t *code, uint64_t size, uint64_t at,
	ZydisDecodedInstruction *in)
{
	return at < size &&
		ZYAN_SUCCESS(de->de_lib.lb_decode(&de->de_zydis, NULL, code + at, size - at, in));
}

/* Whether the instruction before off ends after it; false if something can't be decoded. */
static bool walk(const struct dt_decoder *de, const struct dt_elffunc *ef, uint64_t off)
{
	ZydisDecodedInstruction in;
	uint64_t at = 0;

	for (; at < off; at += in.length)
		if (!decode(de, ef->ef_code, ef->ef_ncode, at, &in))
			return false;
	return at > off;
}

static bool is_inside_x86(const struct dt_elffunc *ef, uint64_t off, const char **why)
{
	struct dt_decoder *de = dt_decoder_create(ef->ef_machine, why);
	bool inside = de && walk(de, ef, off);

	dt_decoder_destroy(de);
	return inside;
}

/*
 * An indirect jump either leaves the function for another one, or goes to a case of a switch: there
 * the address has just been added up, or is in a table with an index.
 */
static bool is_table_jump(const ZydisDecodedInstruction *in, ZydisMnemonic before)
{
	if (in->raw.modrm.mod == 3)
		return before == ZYDIS_MNEMONIC_ADD;
	return in->raw.modrm.rm == 4 && in->raw.sib.index != 4;
}

bool dt_decoder_leaves(const struct dt_decoder *de, const uint8_t *code, uint64_t size,
	void (*fn)(uint64_t offset, int64_t target, void *), void *arg)
{
	ZydisMnemonic before = ZYDIS_MNEMONIC_INVALID;
	ZydisDecodedInstruction in;

	for (uint64_t at = 0; at < size; at += in.length) {
		if (!decode(de, code, size, at, &in))
			return false;
		int64_t target = (int64_t)(at + in.length) + in.raw.imm[0].value.s;

		if (in.mnemonic == ZYDIS_MNEMONIC_RET)
			fn(at, -1, arg);
		else if (in.mnemonic == ZYDIS_MNEMONIC_JMP && in.raw.imm[0].is_relative &&
			(target < 0 || target >= (int64_t)size))
			fn(at, target, arg);
		else if (in.mnemonic == ZYDIS_MNEMONIC_JMP && !in.raw.imm[0].is_relative &&
			!is_table_jump(&in, before))
			fn(at, -1, arg);
		before = in.mnemonic;
	}
	return true;
}
#else
static bool is_inside_x86(const struct dt_elffunc *ef, uint64_t off, const char **why)
{
	(void)ef, (void)off;
	*why = WITHOUT;
	return false;
}

struct dt_decoder *dt_decoder_create(uint16_t machine, const char **why)
{
	(void)machine;
	*why = WITHOUT;
	return NULL;
}

void dt_decoder_destroy(struct dt_decoder *de)
{
	(void)de;
}

bool dt_decoder_leaves(const struct dt_decoder *de, const uint8_t *code, uint64_t size,
	void (*fn)(uint64_t offset, int64_t target, void *), void *arg)
{
	(void)de, (void)code, (void)size, (void)fn, (void)arg;
	return false;
}
#endif

bool dt_insn_inside(const struct dt_elffunc *ef, uint64_t off, const char **why)
{
	*why = NULL;
	switch (ef->ef_machine) {
	case EM_AARCH64: return off & 3;
	case EM_386:
	case EM_X86_64: return is_inside_x86(ef, off, why);
	default: return false;
	}
}
