/*
 * The tree: what the grammar builds, sema.c types, sugar.c rewrites, codegen/ turns into code.
 *
 * Nodes live in the arena of one compilation. The parser fills in kind, op, location and children.
 * The semantic pass ("cooking") fills in dn_type, dn_flags and dn_ident, and may replace a node by
 * another (folded constants, inlined expressions, translated members), so it returns the node to
 * use.
 */
#ifndef DT_TREE_H
#define DT_TREE_H

#include "types.h"
#include "dtrace_provider.h" /* struct dt_attr */

struct dt_ident;

/* A range of the text, for messages. Columns count bytes from 1. */
struct dt_loc {
	const char *lo_file;		     /* from #line, or a library's name; otherwise NULL */
	uint32_t lo_line, lo_col, lo_endcol; /* endcol: column of the last byte */
	const char *lo_text;		     /* start of the line in the source buffer, or NULL */
	uint32_t lo_seq;  /* number of its first token; grows over the life of the handle */
	uint8_t lo_where; /* enum dt_where */
};

enum dt_where { LW_NONE, LW_PREDICATE, LW_ACTION /* of a command-line clause */, LW_FILE };

enum dn_kind {
	DN_INT,	     /* dn_value; type from its spelling */
	DN_STRING,   /* dn_str, dn_strlen */
	DN_IDENT,    /* dn_str: not resolved yet; dn_scope: 0 global, 's' self->, 't' this->;
			dn_args: what is in the first brackets after it (keys, index, arguments) */
	DN_VAR,	     /* dn_ident: a D variable, dn_args: keys or index, NULL if none */
	DN_SYM,	     /* external symbol; dn_str: as written, with its back-quotes */
	DN_TYPE,     /* dn_dtype: a type name as operand of sizeof, offsetof, xlate */
	DN_FUNC,     /* call: dn_str its name (dn_ident once bound), dn_args */
	DN_OP1,	     /* dn_op, dn_child */
	DN_OP2,	     /* dn_op, dn_left, dn_right */
	DN_OP3,	     /* dn_cond ? dn_left : dn_right */
	DN_AGG,	     /* @name: dn_str its name without the @ (dn_ident once bound), dn_args keys;
			dn_aggfun: the aggregating call (a DN_FUNC), or NULL */
	DN_MEMBER,   /* translated member: dn_child is the body, cooked with the input bound */
	DN_XLATE,    /* xlate<dn_dtype>(dn_child) */
	DN_STMT,     /* dn_child: expression; one statement */
	DN_IF,	     /* dn_ifcond, dn_body, dn_else (lists of statements) */
	DN_PDESC,    /* dn_desc; pd_id not 0: given by number */
	DN_CLAUSE,   /* dn_pdescs, dn_pred, dn_body (NULL and dn_nobody: no braces) */
	DN_PROVIDER, /* USDT declaration: dn_str, its probes in dn_list; kept in la_providers */
	DN_PROBE,    /* dn_str; dn_dtype: TY_FUNCTION of its arguments; dn_args: a DN_TYPE of the
			translated ones, or NULL */
	DN_PROG	     /* dn_list: clauses */
};

/* operators: dn_op of OP1/OP2. Single characters are themselves ('+', '*', '.', '=', ...). */
enum dn_opcode {
	OP_ARROW = 256,
	OP_LSH,
	OP_RSH,
	OP_LE,
	OP_GE,
	OP_EQ,
	OP_NE,
	OP_LAND,
	OP_LXOR,
	OP_LOR,
	OP_ADDEQ,
	OP_SUBEQ,
	OP_MULEQ,
	OP_DIVEQ,
	OP_MODEQ,
	OP_ANDEQ,
	OP_OREQ,
	OP_XOREQ,
	OP_LSHEQ,
	OP_RSHEQ,
	OP_PREINC,
	OP_PREDEC,
	OP_POSTINC,
	OP_POSTDEC,
	OP_DEREF,
	OP_ADDROF,
	OP_IPOS,
	OP_INEG,
	OP_CAST, /* OP2: left DN_TYPE */
	OP_SIZEOF,
	OP_STRINGOF,
	OP_OFFSETOF /* OP2: left DN_TYPE, right DN_IDENT */,
	OP_INDEX /* OP2: left[right] */
		 /* '.' and OP_ARROW: OP2 with right DN_IDENT (member name) */
};

#define DT_NODE_MAXDEPTH 1000

/* dn_flags */
#define DNF_COOKED 0x01
#define DNF_LVALUE 0x02
#define DNF_WRITABLE 0x04
#define DNF_SIGNED 0x08
#define DNF_REF 0x10 /* the value is an address: string, struct, array */
#define DNF_BITFIELD 0x20
#define DNF_USERLAND 0x40
#define DNF_BARE 0x80	   /* clause of -n: messages say "in action list" for the place */
#define DNF_COMPOUND 0x200 /* a op b of a op= b */
#define DNF_TARGET 0x100   /* written as $target, and its descendants count as it (-x follow) */

struct dt_xlator;

struct dt_pdesc {
	const char *pd_field[4]; /* provider module function name; "" empty */
	uint32_t pd_id;
};

struct dt_node {
	enum dn_kind dn_kind;
	int dn_op;
	/* height of the tree below; at most DT_NODE_MAXDEPTH, so that walks can recurse */
	uint16_t dn_depth;
	struct dt_loc dn_loc;
	struct dt_node *dn_next; /* in a list */
	const struct dt_type *dn_type;
	uint32_t dn_flags;
	struct dt_attr dn_attr;
	int dn_reg; /* codegen */
	struct dt_ident *dn_ident;
	union {
		struct {
			uint64_t dn_value;
		};
		struct {
			const char *dn_str;
			size_t dn_strlen;
			int dn_scope;
		};
		struct {
			struct dt_node *dn_child, *dn_left, *dn_right, *dn_cond;
		};
		struct {
			struct dt_node *dn_body, *dn_else, *dn_pdescs, *dn_pred, *dn_ifcond;
			bool dn_nobody;
		};
		struct {
			struct dt_pdesc dn_desc;
		};
	};
	struct dt_node *dn_args; /* call arguments, keys, index */
	struct dt_node *dn_aggfun;
	const struct dt_type *dn_dtype;	   /* DN_TYPE, DN_XLATE */
	const struct dt_xlator *dn_xlator; /* DN_XLATE, once it is cooked */
	const struct dt_member *dn_member; /* '.', '->', resolved */
	uint64_t dn_bitoff;		   /* its offset from the object, bits */
	struct dt_node *dn_list;	   /* DN_PROG */
};

#endif
