/*
 * print(): a value according to its D type, structures member by member.
 *
 * Names come from the program that was traced, if the type does: they are escaped as values are.
 *
 * The record contains a copy of the object. Every part is checked against the copy's size: if the
 * type is larger than what was recorded, printing stops where the bytes end.
 */
#include <string.h>
#include "types.h"
#include "consume_impl.h"

#define TYPED_INDENT 4

struct typed {
	struct dt_consumer *td_co;
	const uint8_t *td_data;
	size_t td_size;
	uint64_t td_left; /* members that are still printed: unions in unions may have any number */
};

static void typed_value(struct typed *, const struct dt_type *, size_t off, unsigned depth,
	bool member);

/* Where an address leads is no part of the value. */
static void cut_userland(char *name)
{
	char *at;

	while ((at = strstr(name, "userland *")))
		memmove(at, strchr(at, '*'), strlen(strchr(at, '*')) + 1);
}

/* A structure without a tag is named by the word alone, and every function pointer alike. */
static void typed_type(struct typed *td, const struct dt_type *type)
{
	struct dt_out *ou = &td->td_co->co_out;
	char name[256], *untagged;

	if (type->ty_kind == TY_POINTER && type->ty_ref->ty_kind == TY_FUNCTION) {
		dt_out_puts(ou, "int (*)()");
		return;
	}
	dt_type_name(type, name, sizeof(name));
	cut_userland(name);
	untagged = strstr(name, " {...}");
	if (untagged)
		*untagged = '\0';
	dt_out_name(ou, name);
	if (untagged)
		dt_out_puts(ou, untagged + strlen(" {...}"));
}

static bool typed_has(const struct typed *td, size_t off, size_t size)
{
	return off <= td->td_size && size <= td->td_size - off;
}

static uint64_t typed_bytes(const struct typed *td, size_t off, size_t size)
{
	uint64_t v = 0;

	memcpy(&v, td->td_data + off, size < sizeof(v) ? size : sizeof(v));
	return v;
}

static void typed_char(struct dt_out *ou, uint8_t c)
{
	if (c == '\0')
		dt_out_puts(ou, "'\\0'");
	else if (c >= 0x20 && c < 0x7f)
		dt_out_printf(ou, "'%c'", c);
	else
		dt_out_printf(ou, "'\\%03o'", c);
}

static void typed_float(struct typed *td, size_t off, size_t size)
{
	struct dt_out *ou = &td->td_co->co_out;
	long double ld;
	double d;
	float f;

	if (size == sizeof(f)) {
		memcpy(&f, td->td_data + off, sizeof(f));
		dt_out_printf(ou, "%+.7e", f);
	} else if (size == sizeof(d)) {
		memcpy(&d, td->td_data + off, sizeof(d));
		dt_out_printf(ou, "%+.7e", d);
	} else if (size == sizeof(ld)) {
		memcpy(&ld, td->td_data + off, sizeof(ld));
		dt_out_printf(ou, "%+.16LE", ld);
	} else {
		dt_out_puts(ou, "<floating point>");
	}
}

static void typed_enum(struct typed *td, const struct dt_type *type, size_t off)
{
	unsigned shift = 64 - 8 * (unsigned)type->ty_size;
	int64_t v = (int64_t)(typed_bytes(td, off, type->ty_size) << shift) >> shift;
	const struct dt_enumval *ev = type->ty_u.enums;

	while (ev && ev->ev_value != v)
		ev = ev->ev_next;
	if (ev)
		dt_out_name(&td->td_co->co_out, ev->ev_name);
	else
		dt_out_printf(&td->td_co->co_out, "%lld", (long long)v);
}

static void typed_pointer(struct typed *td, const struct dt_type *type, size_t off)
{
	uint64_t v = typed_bytes(td, off, type->ty_size);
	const struct dt_type *to = dt_type_resolve(type->ty_ref);
	char text[DT_SYM_MAX];

	if (v != 0 && to && to->ty_kind == TY_FUNCTION) {
		dt_symbol_text(td->td_co, DT_ACT_EXPR, 0, v, text, sizeof(text));
		dt_out_name(&td->td_co->co_out, text);
	} else {
		dt_out_printf(&td->td_co->co_out, "%#llx", (unsigned long long)v);
	}
}

static void typed_bitfield(struct typed *td, const struct dt_member *mb, uint64_t bit)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < mb->mb_bits && i < 64; i++) {
		uint64_t at = bit + i;

		if (typed_has(td, at / 8, 1))
			v |= (uint64_t)(td->td_data[at / 8] >> at % 8 & 1) << i;
	}
	dt_out_printf(&td->td_co->co_out, "%#llx", (unsigned long long)v);
}

static void typed_member(struct typed *td, const struct dt_member *mb, size_t off, unsigned depth)
{
	struct dt_out *ou = &td->td_co->co_out;

	dt_out_fill(ou, ' ', depth * TYPED_INDENT);
	typed_type(td, mb->mb_type);
	if (mb->mb_name && ou->ou_len > 0 && ou->ou_text[ou->ou_len - 1] != '*')
		dt_out_puts(ou, " ");
	if (mb->mb_name)
		dt_out_name(ou, mb->mb_name);
	if (mb->mb_bits != 0)
		dt_out_printf(ou, " :%u", mb->mb_bits);
	dt_out_puts(ou, mb->mb_name ? " = " : " ");
	if (mb->mb_bits != 0)
		typed_bitfield(td, mb, 8 * (uint64_t)off + mb->mb_offset);
	else if (mb->mb_ref)
		dt_out_printf(ou, "%#llx",
			(unsigned long long)typed_bytes(td, off + mb->mb_offset / 8, 8));
	else
		typed_value(td, mb->mb_type, off + mb->mb_offset / 8, depth, true);
	dt_out_puts(ou, "\n");
}

static void typed_struct(struct typed *td, const struct dt_type *type, size_t off, unsigned depth)
{
	struct dt_out *ou = &td->td_co->co_out;

	dt_out_puts(ou, "{\n");
	for (const struct dt_member *mb = type->ty_u.members; mb && td->td_left > 0;
		mb = mb->mb_next, td->td_left--)
		typed_member(td, mb, off, depth + 1);
	dt_out_fill(ou, ' ', depth * TYPED_INDENT);
	dt_out_puts(ou, "}");
}

/* Whether it is a char array with text and a NUL. */
static bool typed_istext(const struct typed *td, const struct dt_type *elem, size_t off, uint64_t n)
{
	uint64_t i;

	if (!elem->ty_char || !typed_has(td, off, n))
		return false;
	for (i = 0; i < n && td->td_data[off + i] != '\0'; i++) {
		if (td->td_data[off + i] < 0x20 || td->td_data[off + i] >= 0x7f)
			return false;
	}
	return i < n;
}

static void typed_structs(struct typed *td, const struct dt_type *type, size_t off, unsigned depth)
{
	const struct dt_type *elem = dt_type_resolve(type->ty_ref);
	struct dt_out *ou = &td->td_co->co_out;

	dt_out_puts(ou, "[ \n");
	for (uint64_t i = 0;
		i < type->ty_nelems && typed_has(td, off + i * elem->ty_size, elem->ty_size); i++) {
		dt_out_fill(ou, ' ', (depth + 1) * TYPED_INDENT);
		typed_type(td, type->ty_ref);
		dt_out_puts(ou, " ");
		typed_struct(td, elem, off + i * elem->ty_size, depth + 1);
		dt_out_puts(ou, i + 1 < type->ty_nelems ? ", \n" : "\n");
	}
	dt_out_fill(ou, ' ', depth * TYPED_INDENT);
	dt_out_puts(ou, "]");
}

static void typed_array(struct typed *td, const struct dt_type *type, size_t off, unsigned depth,
	bool member)
{
	const struct dt_type *elem = dt_type_resolve(type->ty_ref);
	struct dt_out *ou = &td->td_co->co_out;

	if (typed_istext(td, elem, off, type->ty_nelems)) {
		dt_out_printf(ou, member ? "[ \"%s\" ]" : "\"%s\"",
			(const char *)td->td_data + off);
		return;
	}
	if (elem->ty_size == 0) {
		dt_out_puts(ou, "<forward decl>");
		return;
	}
	if (dt_type_is_sou(elem)) {
		typed_structs(td, type, off, depth);
		return;
	}
	dt_out_puts(ou, "[ ");
	for (uint64_t i = 0;
		i < type->ty_nelems && typed_has(td, off + i * elem->ty_size, elem->ty_size); i++) {
		dt_out_puts(ou, i > 0 ? ", " : "");
		typed_value(td, elem, off + i * elem->ty_size, depth, true);
	}
	dt_out_puts(ou, " ]");
}

static void typed_string(struct typed *td, size_t off)
{
	const char *text = (const char *)td->td_data + off;
	size_t size = dt_strsize(td->td_co->co_args.ca_opts), left = td->td_size - off;

	dt_out_puts(&td->td_co->co_out, "\"");
	dt_out_value(&td->td_co->co_out, text, strnlen(text, size < left ? size : left));
	dt_out_puts(&td->td_co->co_out, "\"");
}

static void typed_value(struct typed *td, const struct dt_type *type, size_t off, unsigned depth,
	bool member)
{
	const struct dt_type *ty = dt_type_resolve(type);
	struct dt_out *ou = &td->td_co->co_out;

	if (ty->ty_kind == TY_FORWARD || ty->ty_kind == TY_VOID || ty->ty_kind == TY_FUNCTION) {
		dt_out_puts(ou, "<forward decl>");
		return;
	}
	if (ty->ty_kind != TY_ARRAY && !dt_type_is_sou(ty) && !typed_has(td, off, ty->ty_size)) {
		dt_out_puts(ou, "<not recorded>");
		return;
	}
	switch (ty->ty_kind) {
	case TY_STRUCT:
	case TY_UNION: typed_struct(td, ty, off, depth); break;
	case TY_ARRAY: typed_array(td, ty, off, depth, member); break;
	case TY_STRING: typed_string(td, off); break;
	case TY_FLOAT: typed_float(td, off, ty->ty_size); break;
	case TY_ENUM: typed_enum(td, ty, off); break;
	case TY_POINTER: typed_pointer(td, ty, off); break;
	default:
		if (ty->ty_char)
			typed_char(ou, td->td_data[off]);
		else
			dt_out_printf(ou, "%#llx",
				(unsigned long long)typed_bytes(td, off, ty->ty_size));
		break;
	}
}

void dt_print_typed(struct dt_consumer *co, const struct dt_value *va)
{
	struct typed td = { .td_co = co,
		.td_data = va->va_data,
		.td_size = va->va_size,
		.td_left = 4096 + 64 * (uint64_t)va->va_size };

	if (!va->va_type) {
		dt_print_value(co, va);
		return;
	}
	typed_type(&td, va->va_type);
	dt_out_puts(&co->co_out, " ");
	typed_value(&td, va->va_type, 0, 0, false);
	if (!dt_type_is_sou(va->va_type))
		dt_out_puts(&co->co_out, "\n");
}
