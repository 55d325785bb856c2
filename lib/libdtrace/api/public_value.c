/* Values of records and keys, for a program that reads them itself. */
#include <string.h>
#include "consume_impl.h"
#include "handle.h"

static dtrace_valuekind_t value_kind(const struct dt_value *va)
{
	switch (va->va_kind) {
	case DT_ACT_STACK: return DTRACE_VALUE_STACK;
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK: return DTRACE_VALUE_USTACK;
	case DT_ACT_SYM:
	case DT_ACT_MOD: return DTRACE_VALUE_SYM;
	case DT_ACT_USYM:
	case DT_ACT_UMOD:
	case DT_ACT_UADDR: return DTRACE_VALUE_USYM;
	}
	if (va->va_string)
		return DTRACE_VALUE_STRING;
	if (!dt_value_isint(va))
		return DTRACE_VALUE_BYTES;
	return va->va_signed ? DTRACE_VALUE_INT : DTRACE_VALUE_UINT;
}

void dt_value_public(const struct dt_value *va, dtrace_value_t *out)
{
	*out = (dtrace_value_t){ value_kind(va), va->va_size, va->va_data, va };
}

int64_t dtrace_value_int(const dtrace_value_t *v)
{
	const struct dt_value va = { .va_data = v->dtv_data,
		.va_size = v->dtv_size,
		.va_signed = v->dtv_kind == DTRACE_VALUE_INT };

	return v->dtv_data ? dt_value_int(&va) : 0;
}

static void bytes_text(struct dt_out *ou, const struct dt_value *va)
{
	for (uint32_t i = 0; i < va->va_size; i++)
		dt_out_printf(ou, "%02x", va->va_data[i]);
}

/* Drops the newline before a stack, which only output in columns needs. */
static void stack_text(struct dt_consumer *co, const struct dt_value *va)
{
	dt_stack_print(co, va, 0);
	if (co->co_out.ou_len)
		memmove(co->co_out.ou_text, co->co_out.ou_text + 1, --co->co_out.ou_len);
}

static void value_text(struct dt_consumer *co, const dtrace_value_t *v)
{
	const struct dt_value *va = v->dtv_library;
	struct dt_out *ou = &co->co_out;
	char name[DT_SYM_MAX];

	switch (v->dtv_kind) {
	case DTRACE_VALUE_INT: dt_out_printf(ou, "%lld", (long long)dt_value_int(va)); break;
	case DTRACE_VALUE_UINT:
		dt_out_printf(ou, "%llu", (unsigned long long)dt_value_int(va));
		break;
	case DTRACE_VALUE_STRING:
		dt_out_write(ou, (const char *)va->va_data, dt_value_strlen(va));
		break;
	case DTRACE_VALUE_BYTES: bytes_text(ou, va); break;
	case DTRACE_VALUE_STACK:
	case DTRACE_VALUE_USTACK: stack_text(co, va); break;
	case DTRACE_VALUE_SYM:
	case DTRACE_VALUE_USYM:
		dt_symbol_value(co, va, name, sizeof(name));
		dt_out_puts(ou, name);
		break;
	}
}

static int do_value_text(dtrace_hdl_t *h, const dtrace_value_t *v, char *buf, size_t size)
{
	struct dt_consumer *co = h->dh_consumer;
	struct dt_out line, text;

	if (!co)
		return dt_set_error(h, EDT_INACTIVE);
	line = co->co_out; /* of the record that is being printed */
	memset(&co->co_out, 0, sizeof(co->co_out));
	if (v->dtv_data)
		value_text(co, v);
	text = co->co_out;
	co->co_out = line;
	if (size) {
		size_t n = text.ou_len < size ? text.ou_len : size - 1;

		if (n)
			memcpy(buf, text.ou_text, n);
		buf[n] = 0;
	}
	dt_out_free(&(struct dt_out){ .ou_text = text.ou_text });
	if (text.ou_failed)
		return dt_set_error(h, EDT_NOMEM);
	return (int)text.ou_len;
}

int dtrace_value_text(dtrace_hdl_t *h, const dtrace_value_t *v, char *buf, size_t size)
{
	DT_PUBLIC(h, -1, do_value_text(h, v, buf, size));
}
