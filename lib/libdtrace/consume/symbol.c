/* Addresses of records to text. */
#include <stdio.h>
#include <string.h>
#include "consume_impl.h"

bool dt_symbol_kind(uint16_t kind)
{
	return kind == DT_ACT_SYM || kind == DT_ACT_MOD || kind == DT_ACT_USYM ||
		kind == DT_ACT_UMOD || kind == DT_ACT_UADDR;
}

bool dt_stack_kind(uint16_t kind)
{
	return kind == DT_ACT_STACK || kind == DT_ACT_USTACK || kind == DT_ACT_JSTACK;
}

void dt_symbol_text(const struct dt_consumer *co, uint16_t kind, uint64_t pid, uint64_t pc,
	char *out, size_t size)
{
	const struct dt_symops *so = co->co_args.ca_syms;
	void (*kernel)(void *, uint64_t, char *, size_t) = NULL;
	void (*user)(void *, uint32_t, uint64_t, char *, size_t) = NULL;

	out[0] = '\0';
	switch (!so ? DT_ACT_NONE : kind) {
	case DT_ACT_EXPR:
	case DT_ACT_STACK: kernel = so->so_kaddr; break;
	case DT_ACT_SYM: kernel = so->so_ksym; break;
	case DT_ACT_MOD: kernel = so->so_kmod; break;
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK:
	case DT_ACT_UADDR: user = so->so_uaddr; break;
	case DT_ACT_USYM: user = so->so_usym; break;
	case DT_ACT_UMOD: user = so->so_umod; break;
	}
	if (kernel)
		kernel(so->so_arg, pc, out, size);
	else if (user)
		user(so->so_arg, pid, pc, out, size);
	if (out[0] == '\0')
		snprintf(out, size, "0x%llx", (unsigned long long)pc);
}

void dt_symbol_value(const struct dt_consumer *co, const struct dt_value *va, char *out,
	size_t size)
{
	uint64_t word[2] = { 0, 0 };

	memcpy(word, va->va_data, va->va_size < sizeof(word) ? va->va_size : sizeof(word));
	if (va->va_kind == DT_ACT_SYM || va->va_kind == DT_ACT_MOD)
		dt_symbol_text(co, va->va_kind, 0, word[0], out, size);
	else
		dt_symbol_text(co, va->va_kind, word[0], word[1], out, size);
}
