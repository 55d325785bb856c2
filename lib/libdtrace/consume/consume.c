/*
 * Walks a record: one action after the other, each with the operands it recorded.
 *
 * An action that changes something (clear(), system(), exit()) acts here, at its place in the
 * output, not when the clause ran.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "consume_impl.h"

/* An action's operands in a record: consecutive descriptions. */
struct consume_action {
	struct dt_consumer *cn_co;
	const struct dt_epdesc *cn_ep;
	const struct dt_record *cn_rec;
	const struct dt_action *cn_action;
	const struct dt_recdesc *cn_recs;
	uint32_t cn_nrecs, cn_next;
};

void dt_consumer_flush(struct dt_consumer *co)
{
	struct dt_sink *sk = co->co_args.ca_sink;

	if (co->co_out.ou_len > 0) {
		co->co_out.ou_text[co->co_out.ou_len] = '\0'; /* there is room for the NUL */
		sk->sk_write(sk, co->co_out.ou_text, co->co_out.ou_len);
	}
	co->co_out.ou_len = 0;
}

struct dt_consumer *dt_consumer_create(const struct dt_consumer_args *ca)
{
	struct dt_consumer *co = base_calloc(1, sizeof(*co));

	if (!co)
		return NULL;
	co->co_args = *ca;
	co->co_columns = true;
	co->co_out.ou_sink = ca->ca_sink;
	return co;
}

void dt_consumer_destroy(struct dt_consumer *co)
{
	if (!co)
		return;
	dt_out_free(&co->co_out);
	free(co->co_heldrec);
	free(co);
}

void dt_consumer_mode(struct dt_consumer *co, bool columns, dt_operand_f *operand)
{
	co->co_columns = columns;
	co->co_args.ca_operand = operand;
}

/* Gets the value of operand i; false if the record doesn't contain all of it. */
static bool consume_value(const struct consume_action *cn, uint32_t i, struct dt_value *va)
{
	const struct dt_recdesc *rd;

	if (i >= cn->cn_nrecs)
		return false;
	rd = &cn->cn_recs[i];
	if (!rd->rd_op || rd->rd_size == 0 || rd->rd_offset > cn->cn_rec->rc_size ||
		rd->rd_size > cn->cn_rec->rc_size - rd->rd_offset)
		return false;
	dt_value_init(va, rd->rd_op, (const uint8_t *)cn->cn_rec + rd->rd_offset);
	va->va_size = rd->rd_size;
	if (va->va_kind == DT_ACT_EXPR &&
		(dt_symbol_kind(cn->cn_action->ac_kind) || dt_stack_kind(cn->cn_action->ac_kind)))
		va->va_kind = cn->cn_action->ac_kind;
	return true;
}

static int64_t consume_int(const struct consume_action *cn, uint32_t i, int64_t none)
{
	struct dt_value va;

	return consume_value(cn, i, &va) ? dt_value_int(&va) : none;
}

static bool consume_next(void *arg, struct dt_value *va)
{
	struct consume_action *cn = arg;

	return consume_value(cn, cn->cn_next++, va);
}

static void consume_printf(struct consume_action *cn)
{
	struct dt_format_source fs = { .fs_next = consume_next, .fs_arg = cn };

	if (cn->cn_action->ac_fmt)
		dt_format_print(cn->cn_co, cn->cn_action->ac_fmt, &fs);
}

static void consume_values(const struct consume_action *cn)
{
	struct dt_value va;

	for (uint32_t i = 0; i < cn->cn_nrecs; i++) {
		if (consume_value(cn, i, &va))
			dt_print_value(cn->cn_co, &va);
	}
}

/*
 * The second operand, if there is one, is the number of bytes shown; 0, or more than there are,
 * means all.
 */
static void consume_tracemem(const struct consume_action *cn)
{
	struct dt_value va;
	uint64_t size;

	if (!consume_value(cn, 0, &va))
		return;
	size = (uint64_t)consume_int(cn, 1, 0);
	dt_print_hexdump(cn->cn_co, va.va_data, size > 0 && size < va.va_size ? size : va.va_size);
}

static void consume_fault(const struct consume_action *cn, const char *text)
{
	const struct dt_consumer_args *ca = &cn->cn_co->co_args;

	dt_consumer_flush(cn->cn_co);
	if (ca->ca_fault)
		ca->ca_fault(ca->ca_arg, cn->cn_ep, text);
}

static void consume_normalize(const struct consume_action *cn, const struct dt_aggdesc *ag)
{
	struct dt_aggstate *as = dt_agg_state(cn->cn_co->co_args.ca_aggs, ag->ag_id);
	int64_t factor = consume_int(cn, 0, 0);

	if (factor == 0)
		consume_fault(cn, "Invalid normalization");
	else if (as)
		as->as_normal = factor;
}

/*
 * The other actions are run by a callback, which writes to the same stream, so earlier text is
 * flushed first.
 */
static int consume_other(const struct consume_action *cn)
{
	const struct dt_consumer_args *ca = &cn->cn_co->co_args;

	dt_consumer_flush(cn->cn_co);
	if (!ca->ca_action)
		return 0;
	return ca->ca_action(ca->ca_arg, cn->cn_rec, cn->cn_ep, cn->cn_action);
}

static int consume_lib(const struct consume_action *cn)
{
	const struct dt_action *ac = cn->cn_action;
	struct dt_aggs *aggs = cn->cn_co->co_args.ca_aggs;
	struct dt_aggstate *as;

	if (ac->ac_arg == DT_LIB_FTRUNCATE || ac->ac_arg == DT_LIB_SETOPT || ac->ac_naggs == 0)
		return consume_other(cn);
	switch (ac->ac_arg) {
	case DT_LIB_CLEAR: dt_agg_clear(aggs, ac->ac_aggs[0]); break;
	case DT_LIB_NORMALIZE: consume_normalize(cn, ac->ac_aggs[0]); break;
	case DT_LIB_DENORMALIZE:
		as = dt_agg_state(aggs, ac->ac_aggs[0]->ag_id);
		if (as)
			as->as_normal = 1;
		break;
	case DT_LIB_TRUNC:
		if (ac->ac_nops == 0)
			dt_agg_empty(aggs, ac->ac_aggs[0]);
		else
			dt_consume_trunc(cn->cn_co, ac->ac_aggs[0], consume_int(cn, 0, 0));
		break;
	}
	return 0;
}

static void consume_exit(const struct consume_action *cn)
{
	const struct dt_consumer_args *ca = &cn->cn_co->co_args;
	int status = (int)consume_int(cn, 0, 0);

	if (ca->ca_exit)
		ca->ca_exit(ca->ca_arg, status);
}

static int consume_act(struct consume_action *cn)
{
	struct dt_value va;

	switch (cn->cn_action->ac_kind) {
	case DT_ACT_EXIT: consume_exit(cn); return 0;
	case DT_ACT_PRINTF: consume_printf(cn); return 0;
	case DT_ACT_PRINTA: dt_aggs_printa(cn->cn_co, cn->cn_action); return 0;
	case DT_ACT_LIB: return consume_lib(cn);
	case DT_ACT_TRACEMEM:
	case DT_ACT_TRACEMEM_DYN: consume_tracemem(cn); return 0;
	case DT_ACT_PRINT:
		if (consume_value(cn, 0, &va))
			dt_print_typed(cn->cn_co, &va);
		return 0;
	case DT_ACT_SYSTEM:
	case DT_ACT_FREOPEN: return consume_other(cn);
	case DT_ACT_EXPR: consume_values(cn); return 0;
	}
	if (dt_symbol_kind(cn->cn_action->ac_kind) || dt_stack_kind(cn->cn_action->ac_kind))
		consume_values(cn);
	return 0;
}

/* Sets the action whose first description is at i. */
static void consume_at(struct consume_action *cn, uint32_t i)
{
	const struct dt_epdesc *ep = cn->cn_ep;

	cn->cn_recs = &ep->ep_recs[i];
	cn->cn_action = cn->cn_recs->rd_action;
	cn->cn_next = 0;
	cn->cn_nrecs = 1;
	while (i + cn->cn_nrecs < ep->ep_nrecs &&
		ep->ep_recs[i + cn->cn_nrecs].rd_action == cn->cn_action)
		cn->cn_nrecs++;
}

/* Handlers may take a record, or some of its values. */
static int consume_ask(const struct consume_action *cn, uint32_t i)
{
	const struct dt_consumer_args *ca = &cn->cn_co->co_args;
	struct dt_value va;

	if (!ca->ca_operand)
		return DT_CHEW_THIS;
	dt_consumer_flush(cn->cn_co);
	if (!cn->cn_action)
		return ca->ca_operand(ca->ca_arg, NULL, 0, NULL);
	return ca->ca_operand(ca->ca_arg, cn->cn_action, cn->cn_recs - cn->cn_ep->ep_recs + i,
		consume_value(cn, i, &va) ? &va : NULL);
}

/* An action is printed if no handler took its first operand; those without data always run. */
static int consume_chew(struct consume_action *cn)
{
	if (cn->cn_action->ac_kind == DT_ACT_LIB)
		return consume_act(cn);
	for (uint32_t i = 0; i < cn->cn_nrecs; i++) {
		int answer = consume_ask(cn, i);

		if (answer == DT_CHEW_ABORT)
			return -1;
		if (answer == DT_CHEW_THIS && i == 0)
			return consume_act(cn);
	}
	if (cn->cn_action->ac_kind == DT_ACT_EXIT)
		consume_exit(cn);
	return 0;
}

/* exit() counts, even if a handler skips the record. */
static int consume_skip(struct consume_action *cn)
{
	for (uint32_t i = 0; i < cn->cn_ep->ep_nrecs; i += cn->cn_nrecs) {
		consume_at(cn, i);
		if (cn->cn_action->ac_kind == DT_ACT_EXIT)
			consume_exit(cn);
	}
	return 0;
}

static int consume_end(struct consume_action *cn)
{
	int answer;

	cn->cn_action = NULL;
	answer = consume_ask(cn, 0);
	if (answer == DT_CHEW_THIS && cn->cn_co->co_columns)
		dt_flow_newline(cn->cn_co);
	return answer == DT_CHEW_ABORT ? -1 : 0;
}

static int consume_print(struct dt_consumer *co, const struct dt_epdesc *ep,
	const struct dt_record *rc, bool last)
{
	struct consume_action cn = { .cn_co = co, .cn_ep = ep, .cn_rec = rc };
	const struct dt_consumer_args *ca = &co->co_args;
	struct dt_flowpoint fp;
	int r = DT_CHEW_THIS;

	dt_flow_next(co, ep, rc, last, &fp);
	if (ca->ca_record)
		r = ca->ca_record(ca->ca_arg, ep, rc, &fp);
	if (r != DT_CHEW_THIS)
		return r == DT_CHEW_NEXT ? consume_skip(&cn) : -1;
	if (co->co_columns) {
		dt_flow_heading(co);
		dt_flow_columns(co, ep, rc, &fp);
	}
	for (uint32_t i = 0; i < ep->ep_nrecs && r == 0; i += cn.cn_nrecs) {
		consume_at(&cn, i);
		r = consume_chew(&cn);
	}
	if (r == 0)
		r = consume_end(&cn);
	dt_consumer_flush(co);
	return r;
}

static int consume_release(struct dt_consumer *co, bool last)
{
	const struct dt_epdesc *ep = co->co_held;

	if (!ep)
		return 0;
	co->co_held = NULL;
	return consume_print(co, ep, co->co_heldrec, last);
}

static int consume_hold(struct dt_consumer *co, const struct dt_epdesc *ep,
	const struct dt_record *rc)
{
	if (rc->rc_size > co->co_heldcap) {
		struct dt_record *copy = base_realloc(co->co_heldrec, rc->rc_size);

		if (!copy)
			return consume_print(co, ep, rc, true);
		co->co_heldrec = copy;
		co->co_heldcap = rc->rc_size;
	}
	memcpy(co->co_heldrec, rc, rc->rc_size);
	co->co_held = ep;
	return 0;
}

int dt_consume_record(struct dt_consumer *co, const struct dt_epdesc *ep,
	const struct dt_record *rc)
{
	int r = 0;

	if (co->co_held)
		r = consume_release(co, !dt_flow_samefiring(co->co_held, co->co_heldrec, ep, rc));
	if (r != 0)
		return r;
	if (dt_co_opt(co, DT_OPT_FLOWINDENT) == 1 && dt_flow_isreturn(ep))
		return consume_hold(co, ep, rc);
	return consume_print(co, ep, rc, true);
}

int dt_consume_flush(struct dt_consumer *co)
{
	return consume_release(co, true);
}

int dt_consume_aggs(struct dt_consumer *co)
{
	int r = dt_consume_flush(co);

	return r != 0 ? r : dt_aggs_leftover(co);
}

size_t dt_consume_format(struct dt_consumer *co, const struct dt_epdesc *ep,
	const struct dt_record *rc, const struct dt_action *ac, char *out, size_t size)
{
	struct consume_action cn = { .cn_co = co, .cn_ep = ep, .cn_rec = rc };
	struct dt_out line = co->co_out;
	size_t len = 0;

	if (size == 0)
		return 0;
	memset(&co->co_out, 0, sizeof(co->co_out));
	for (uint32_t i = 0; i < ep->ep_nrecs; i += cn.cn_nrecs) {
		consume_at(&cn, i);
		if (cn.cn_action == ac) {
			consume_printf(&cn);
			break;
		}
	}
	len = co->co_out.ou_len < size ? co->co_out.ou_len : size - 1;
	if (len > 0)
		memcpy(out, co->co_out.ou_text, len);
	out[len] = '\0';
	dt_out_free(&co->co_out);
	co->co_out = line;
	return len;
}
