/*
 * -x tree: the nodes of a program, one a line, indented by depth.  Bit 0: as parsed; bit 1: each
 * clause as cooked.
 */
#include <inttypes.h>
#include <stdio.h>
#include "lang.h"
#include "tree.h"
#include "treedump.h"

static void node_dump(FILE *, const struct dt_node *, int depth, const char *role);

static void list_dump(FILE *fp, const struct dt_node *n, int depth, const char *role)
{
	for (; n; n = n->dn_next)
		node_dump(fp, n, depth, role);
}

static const char *kind_name(enum dn_kind kind)
{
	static const char *const names[] = { [DN_INT] = "INT",
		[DN_STRING] = "STRING",
		[DN_IDENT] = "IDENT",
		[DN_VAR] = "VAR",
		[DN_SYM] = "SYM",
		[DN_TYPE] = "TYPE",
		[DN_FUNC] = "FUNC",
		[DN_OP1] = "OP1",
		[DN_OP2] = "OP2",
		[DN_OP3] = "OP3",
		[DN_AGG] = "AGG",
		[DN_MEMBER] = "MEMBER",
		[DN_XLATE] = "XLATE",
		[DN_STMT] = "STATEMENT",
		[DN_IF] = "IF",
		[DN_PDESC] = "PDESC",
		[DN_CLAUSE] = "CLAUSE",
		[DN_PROVIDER] = "PROVIDER",
		[DN_PROBE] = "PROBE",
		[DN_PROG] = "PROGRAM" };

	return (size_t)kind < sizeof(names) / sizeof(names[0]) && names[kind] ? names[kind] : "?";
}

static const char *op_name(int op)
{
	static const char *const names[] = { "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "^^",
		"||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++ pre",
		"-- pre", "++ post", "-- post", "* deref", "& addr", "+ pos", "- neg", "cast",
		"sizeof", "stringof", "offsetof", "index" };
	static char one[2];

	if (op >= OP_ARROW && (size_t)(op - OP_ARROW) < sizeof(names) / sizeof(names[0]))
		return names[op - OP_ARROW];
	one[0] = (char)op;
	return one;
}

static void string_dump(FILE *fp, const struct dt_node *n)
{
	fputs(" \"", fp);
	for (size_t i = 0; i < n->dn_strlen; i++) {
		unsigned char c = n->dn_str[i];

		if (c < ' ' || c == '"' || c == '\\' || c == 0x7f)
			fprintf(fp, "\\%03o", c);
		else
			fputc(c, fp);
	}
	fputc('"', fp);
}

/* Prints the node itself, without its children. */
static void self_dump(FILE *fp, const struct dt_node *n)
{
	char type[256];

	switch (n->dn_kind) {
	case DN_INT: fprintf(fp, " %" PRId64, (int64_t)n->dn_value); break;
	case DN_STRING: string_dump(fp, n); break;
	case DN_IDENT:
		fprintf(fp, " %s%s",
			n->dn_scope == 's'	   ? "self->" :
				n->dn_scope == 't' ? "this->" :
						     "",
			n->dn_str);
		break;
	case DN_VAR: fprintf(fp, " %s", n->dn_ident->id_name); break;
	case DN_AGG: fprintf(fp, " @%s", n->dn_str); break;
	case DN_SYM:
	case DN_FUNC:
	case DN_PROVIDER:
	case DN_PROBE: fprintf(fp, " %s", n->dn_str); break;
	case DN_OP1:
	case DN_OP2: fprintf(fp, " %s", op_name(n->dn_op)); break;
	case DN_TYPE:
	case DN_XLATE: fprintf(fp, " <%s>", dt_type_name(n->dn_dtype, type, sizeof(type))); break;
	case DN_PDESC:
		if (n->dn_desc.pd_id != 0)
			fprintf(fp, " %u", n->dn_desc.pd_id);
		else
			fprintf(fp, " %s:%s:%s:%s", n->dn_desc.pd_field[0], n->dn_desc.pd_field[1],
				n->dn_desc.pd_field[2], n->dn_desc.pd_field[3]);
		break;
	default: break;
	}
	if (n->dn_type)
		fprintf(fp, " type=<%s>", dt_type_name(n->dn_type, type, sizeof(type)));
}

static void children_dump(FILE *fp, const struct dt_node *n, int depth)
{
	switch (n->dn_kind) {
	case DN_OP1:
	case DN_MEMBER:
	case DN_XLATE:
	case DN_STMT: list_dump(fp, n->dn_child, depth, NULL); break;
	case DN_OP2:
		node_dump(fp, n->dn_left, depth, NULL);
		node_dump(fp, n->dn_right, depth, NULL);
		break;
	case DN_OP3:
		node_dump(fp, n->dn_cond, depth, "condition");
		node_dump(fp, n->dn_left, depth, NULL);
		node_dump(fp, n->dn_right, depth, NULL);
		break;
	case DN_IF:
		node_dump(fp, n->dn_ifcond, depth, "condition");
		list_dump(fp, n->dn_body, depth, "then");
		list_dump(fp, n->dn_else, depth, "else");
		break;
	case DN_CLAUSE:
		list_dump(fp, n->dn_pdescs, depth, NULL);
		list_dump(fp, n->dn_pred, depth, "predicate");
		list_dump(fp, n->dn_body, depth, NULL);
		break;
	case DN_PROG: list_dump(fp, n->dn_list, depth, NULL); break;
	default: break;
	}
	if (n->dn_kind != DN_PDESC && n->dn_kind != DN_CLAUSE && n->dn_kind != DN_PROG)
		list_dump(fp, n->dn_args, depth, NULL);
	if (n->dn_kind == DN_AGG && n->dn_aggfun)
		node_dump(fp, n->dn_aggfun, depth, NULL);
}

static void node_dump(FILE *fp, const struct dt_node *n, int depth, const char *role)
{
	if (!n)
		return;
	fprintf(fp, "%*s%s%s%s", depth * 2, "", role ? role : "", role ? " " : "",
		kind_name(n->dn_kind));
	self_dump(fp, n);
	fputc('\n', fp);
	children_dump(fp, n, depth + 1);
}

void dt_tree_dump(struct dt_lang *la, int pass, const struct dt_node *n)
{
	if (la->la_context == CTX_LIBRARY || !(dt_opt(la->la_opts, DT_OPT_TREE) & pass))
		return;
	fprintf(stderr, "Parse tree, %s:\n", pass == DT_TREE_PARSED ? "as parsed" : "cooked");
	node_dump(stderr, n, 0, NULL);
}
