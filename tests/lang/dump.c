#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "dump.h"

struct out {
	char *buf;
	size_t size, used;
};

static void put(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct out *o, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(o->buf + o->used, o->size - o->used, fmt, ap);
	va_end(ap);
	if (n > 0)
		o->used += (size_t)n;
	if (o->used >= o->size)
		o->used = o->size - 1;
}

static const char *op_name(int op)
{
	static const char *const names[] = { "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "^^",
		"||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++x", "--x",
		"x++", "x--", "deref", "addr", "pos", "neg", "cast", "sizeof", "stringof",
		"offsetof", "index" };
	static char one[2];

	if (op >= OP_ARROW)
		return names[op - OP_ARROW];
	one[0] = (char)op;
	return one;
}

static void node(struct out *, const struct dt_node *);

static void list(struct out *o, const struct dt_node *n)
{
	for (; n; n = n->dn_next) {
		put(o, " ");
		node(o, n);
	}
}

static void brackets(struct out *o, const struct dt_node *n)
{
	if (!n)
		return;
	put(o, "[");
	for (; n; n = n->dn_next) {
		node(o, n);
		put(o, n->dn_next ? " " : "");
	}
	put(o, "]");
}

static void clause(struct out *o, const struct dt_node *n)
{
	put(o, "(clause");
	list(o, n->dn_pdescs);
	if (n->dn_pred) {
		put(o, " / ");
		node(o, n->dn_pred);
		put(o, " /");
	}
	if (!n->dn_nobody) {
		put(o, " {");
		list(o, n->dn_body);
		put(o, " }");
	}
	put(o, ")");
}

static void node(struct out *o, const struct dt_node *n)
{
	char type[256];

	switch (n->dn_kind) {
	case DN_INT: put(o, "%lld", (long long)n->dn_value); break;
	case DN_STRING: put(o, "\"%s\"", n->dn_str); break;
	case DN_IDENT:
		put(o, "%s%s",
			n->dn_scope == 's'	   ? "self." :
				n->dn_scope == 't' ? "this." :
						     "",
			n->dn_str);
		brackets(o, n->dn_args);
		break;
	case DN_SYM: put(o, "%s", n->dn_str); break;
	case DN_TYPE: put(o, "<%s>", dt_type_name(n->dn_dtype, type, sizeof(type))); break;
	case DN_FUNC:
		put(o, "(%s", n->dn_str);
		list(o, n->dn_args);
		put(o, ")");
		break;
	case DN_AGG:
		put(o, "@%s", n->dn_str);
		brackets(o, n->dn_args);
		if (n->dn_aggfun) {
			put(o, "=");
			node(o, n->dn_aggfun);
		}
		break;
	case DN_OP1:
		put(o, "(%s ", op_name(n->dn_op));
		node(o, n->dn_child);
		put(o, ")");
		break;
	case DN_OP2:
		put(o, "(%s ", op_name(n->dn_op));
		node(o, n->dn_left);
		put(o, " ");
		node(o, n->dn_right);
		put(o, ")");
		break;
	case DN_OP3:
		put(o, "(? ");
		node(o, n->dn_cond);
		put(o, " ");
		node(o, n->dn_left);
		put(o, " ");
		node(o, n->dn_right);
		put(o, ")");
		break;
	case DN_XLATE:
		put(o, "(xlate <%s> ", dt_type_name(n->dn_dtype, type, sizeof(type)));
		node(o, n->dn_child);
		put(o, ")");
		break;
	case DN_STMT:
		node(o, n->dn_child);
		put(o, ";");
		break;
	case DN_IF:
		put(o, "(if ");
		node(o, n->dn_ifcond);
		put(o, " {");
		list(o, n->dn_body);
		put(o, " }");
		if (n->dn_else) {
			put(o, " {");
			list(o, n->dn_else);
			put(o, " }");
		}
		put(o, ")");
		break;
	case DN_PDESC:
		if (n->dn_desc.pd_id != 0)
			put(o, "#%u", n->dn_desc.pd_id);
		else
			put(o, "%s:%s:%s:%s", n->dn_desc.pd_field[0], n->dn_desc.pd_field[1],
				n->dn_desc.pd_field[2], n->dn_desc.pd_field[3]);
		break;
	case DN_CLAUSE: clause(o, n); break;
	default: put(o, "?%d", n->dn_kind);
	}
}

char *dump_node(const struct dt_node *n, char *buf, size_t size)
{
	struct out o = { buf, size, 0 };

	node(&o, n);
	return buf;
}

char *dump_program(const struct dt_lang *la, char *buf, size_t size)
{
	struct out o = { buf, size, 0 };

	buf[0] = '\0';
	for (const struct dt_node *n = la->la_prog->dn_list; n; n = n->dn_next) {
		node(&o, n);
		put(&o, "%s", n->dn_next ? "\n" : "");
	}
	return buf;
}
