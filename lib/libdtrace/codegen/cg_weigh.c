/*
 * What the code of a node needs: roughly how many registers, whether it has side effects, whether
 * it uses the tuple stack. Computed once and kept in dn_reg, because nodes may be shared many
 * times.
 */
#include "asm.h"

#define PURE 1
#define TUPLE 2
#define NEED 2 /* shift */

static int weigh(struct dt_node *n);

bool cg_is_pure(struct dt_node *n)
{
	return weigh(n) & PURE;
}

bool cg_uses_tuple(struct dt_node *n)
{
	return weigh(n) & TUPLE;
}

int cg_needs(struct dt_node *n)
{
	return weigh(n) >> NEED;
}

static int join(int need, int a, int b)
{
	return need << NEED | (a & b & PURE) | ((a | b) & TUPLE);
}

static int weigh_list(struct dt_node *list)
{
	int w = 1 << NEED | PURE, held = 0;

	for (struct dt_node *a = list; a; a = a->dn_next, held++) {
		int need = cg_needs(a) + held;
		w = join(need > w >> NEED ? need : w >> NEED, w, weigh(a));
	}
	return w;
}

static int weigh_two(struct dt_node *l, struct dt_node *r)
{
	int a = cg_needs(l), b = cg_needs(r);
	bool fixed = !cg_is_pure(l) || !cg_is_pure(r);

	return join(a == b || (b > a && fixed) ? b + 1 : a > b ? a : b, weigh(l), weigh(r));
}

static int weigh_choice(struct dt_node *n)
{
	int c = weigh(n->dn_cond), w = weigh_two(n->dn_left, n->dn_right);

	return join(c >> NEED > w >> NEED ? c >> NEED : w >> NEED, c, w) & ~PURE;
}

static int weigh_op2(struct dt_node *n)
{
	switch (n->dn_op) {
	case '.':
	case OP_ARROW: return weigh(n->dn_left);
	case OP_CAST: return weigh(n->dn_right);
	case '=': /* copying a string may call strlen(), and a translation anything */
		if (dt_sema_is_dyn(n->dn_right))
			return weigh(n->dn_left) | TUPLE;
		if (dt_type_is_string(n->dn_type))
			return weigh_two(n->dn_left, n->dn_right) | TUPLE;
		break;
	}
	return weigh_two(n->dn_left, n->dn_right);
}

static int weigh_kind(struct dt_node *n)
{
	switch (n->dn_kind) {
	case DN_FUNC: return (weigh_list(n->dn_args) & ~PURE) | TUPLE;
	case DN_VAR: return weigh_list(n->dn_args) | (n->dn_args ? TUPLE : 0);
	case DN_OP1:
	case DN_MEMBER: return weigh(n->dn_child);
	case DN_OP2: return weigh_op2(n);
	case DN_OP3: return weigh_choice(n);
	default: return 1 << NEED | PURE;
	}
}

static bool is_changing(const struct dt_node *n)
{
	return (n->dn_kind == DN_OP1 && n->dn_op >= OP_PREINC && n->dn_op <= OP_POSTDEC) ||
		(n->dn_kind == DN_OP2 &&
			(n->dn_op == '=' || (n->dn_op >= OP_ADDEQ && n->dn_op <= OP_RSHEQ)));
}

static int weigh(struct dt_node *n)
{
	if (n->dn_reg <= 0) {
		n->dn_reg = weigh_kind(n);
		if ((n->dn_flags & DNF_USERLAND) && dt_type_is_sou(n->dn_type))
			n->dn_reg = (n->dn_reg & ~PURE) | TUPLE; /* copyin() */
		if (is_changing(n))
			n->dn_reg = (n->dn_reg & ~PURE) + (1 << NEED);
	}
	return n->dn_reg;
}
