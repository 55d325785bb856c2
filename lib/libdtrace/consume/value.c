/* Operands as values: interprets bytes according to their type. */
#include <string.h>
#include "types.h"
#include "consume_impl.h"

static const struct dt_type *value_resolve(const struct dt_type *ty)
{
	while (ty &&
		(ty->ty_kind == TY_TYPEDEF || ty->ty_kind == TY_CONST ||
			ty->ty_kind == TY_VOLATILE || ty->ty_kind == TY_RESTRICT))
		ty = ty->ty_ref;
	return ty;
}

static void value_type(struct dt_value *va, const struct dt_operand *op)
{
	const struct dt_type *ty = value_resolve(op->op_dtype);

	va->va_type = op->op_dtype;
	if (op->op_difo) {
		va->va_signed = (op->op_difo->do_type.dt_flags & DIF_TF_SIGNED) != 0;
		va->va_string = op->op_difo->do_type.dt_kind == DIF_TYPE_STRING;
		va->va_typed = true;
	} else if (ty) {
		va->va_signed = ty->ty_kind == TY_ENUM ||
			(ty->ty_kind == TY_INTEGER && ty->ty_signed);
		va->va_string = ty->ty_kind == TY_STRING;
		va->va_typed = true;
	} else {
		va->va_signed = va->va_size > 2;
	}
	if (op->op_kind == DT_ACT_EXPR && op->op_arg == 1)
		va->va_string = va->va_typed = true;
}

void dt_value_init(struct dt_value *va, const struct dt_operand *op, const void *data)
{
	memset(va, 0, sizeof(*va));
	va->va_data = data;
	va->va_size = op->op_size;
	va->va_kind = op->op_kind;
	va->va_arg = op->op_arg;
	value_type(va, op);
}

bool dt_value_isint(const struct dt_value *va)
{
	return !va->va_string &&
		(va->va_size == 1 || va->va_size == 2 || va->va_size == 4 || va->va_size == 8);
}

uint64_t dt_value_unsigned(const struct dt_value *va)
{
	uint64_t v = 0;
	uint32_t i, n = va->va_size < 8 ? va->va_size : 8;

	for (i = n; i > 0; i--)
		v = v << 8 | va->va_data[i - 1];
	return v;
}

int64_t dt_value_signed(const struct dt_value *va)
{
	uint64_t v = dt_value_unsigned(va);
	unsigned shift;

	if (va->va_size == 0 || va->va_size >= 8)
		return (int64_t)v;
	shift = 64 - 8 * va->va_size;
	return (int64_t)(v << shift) >> shift;
}

int64_t dt_value_int(const struct dt_value *va)
{
	return va->va_signed ? dt_value_signed(va) : (int64_t)dt_value_unsigned(va);
}

size_t dt_value_strlen(const struct dt_value *va)
{
	return strnlen((const char *)va->va_data, va->va_size);
}
