/*
 * Where instructions begin: on AArch64 at each multiple of their size; on x86 as Zydis decodes them
 * from the beginning of the function.
 */
#include <elf.h>
#include "loadlib.h"
#include "symbols.h"

#define NEEDS "finding where instructions begin needs Zydis, which "

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

/* Whether the instruction before off ends after it; false if something can't be decoded. */
static bool walk(const struct lib *lb, const struct dt_elffunc *ef, uint64_t off)
{
	bool wide = ef->ef_machine == EM_X86_64;
	ZydisDecodedInstruction in;
	ZydisDecoder de;
	uint64_t at = 0;

	if (!ZYAN_SUCCESS(lb->lb_init(&de,
		    wide ? ZYDIS_MACHINE_MODE_LONG_64 : ZYDIS_MACHINE_MODE_LEGACY_32,
		    wide ? ZYDIS_STACK_WIDTH_64 : ZYDIS_STACK_WIDTH_32)))
		return false;
	for (; at < off; at += in.length)
		if (at >= ef->ef_ncode ||
			!ZYAN_SUCCESS(
				lb->lb_decode(&de, NULL, ef->ef_code + at, ef->ef_ncode - at, &in)))
			return false;
	return at > off;
}

static bool is_inside_x86(const struct dt_elffunc *ef, uint64_t off, const char **why)
{
	struct lib lb;
	bool inside;

	if (!load(&lb)) {
		*why = NEEDS "is not installed; install libzydis4.0";
		return false;
	}
	inside = walk(&lb, ef, off);
	dlclose(lb.lb_handle);
	return inside;
}
#else
static bool is_inside_x86(const struct dt_elffunc *ef, uint64_t off, const char **why)
{
	(void)ef, (void)off;
	*why = NEEDS "this dtrace was built without; install libzydis-dev and build again";
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
