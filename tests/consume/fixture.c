#include "fixture.h"

struct dt_probe probe_begin = { 1, "dtrace", "", "", "BEGIN" };
struct dt_probe probe_entry = { 10, "fbt", "vfs", "read", "entry" };
struct dt_probe probe_return = { 11, "fbt", "vfs", "read", "return" };
struct dt_probe probe_sysentry = { 12, "syscall", "", "ioctl", "entry" };
struct dt_probe probe_sysreturn = { 13, "syscall", "", "ioctl", "return" };

const char *dt_probe_prov(const struct dt_probe *pr)
{
	return pr->prov;
}
const char *dt_probe_mod(const struct dt_probe *pr)
{
	return pr->mod;
}
const char *dt_probe_func(const struct dt_probe *pr)
{
	return pr->func;
}
const char *dt_probe_name(const struct dt_probe *pr)
{
	return pr->name;
}
uint32_t dt_probe_id(const struct dt_probe *pr)
{
	return pr->id;
}

static void sink_write(struct dt_sink *sk, const char *text, size_t len)
{
	struct fixture *fx = sk->sk_arg;

	fx->out = realloc(fx->out, fx->len + len + 1);
	memcpy(fx->out + fx->len, text, len);
	fx->len += len;
	fx->out[fx->len] = '\0';
}

/*
 * Kernel: vmlinux`f at 0x1000, 0x100 bytes; vmlinux`g behind it; module only from 0x2000 to 0x3000.
 */
static void kaddr(void *arg, uint64_t pc, char *out, size_t size)
{
	(void)arg;
	if (pc >= 0x1000 && pc < 0x1200 && pc % 0x100 == 0)
		snprintf(out, size, "vmlinux`%c", pc < 0x1100 ? 'f' : 'g');
	else if (pc >= 0x1000 && pc < 0x1200)
		snprintf(out, size, "vmlinux`%c+0x%x", pc < 0x1100 ? 'f' : 'g', (int)pc % 0x100);
	else if (pc >= 0x2000 && pc < 0x3000)
		snprintf(out, size, "ext4`0x%llx", (unsigned long long)pc);
	else
		snprintf(out, size, "0x%llx", (unsigned long long)pc);
}

static void ksym(void *arg, uint64_t pc, char *out, size_t size)
{
	kaddr(arg, pc >= 0x1000 && pc < 0x1200 ? pc & ~0xffULL : pc, out, size);
}

static void kmod(void *arg, uint64_t pc, char *out, size_t size)
{
	(void)arg;
	snprintf(out, size, "%s", pc < 0x1200 ? "vmlinux" : "ext4");
}

static void uaddr(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	(void)arg;
	snprintf(out, size, "p%u`u+0x%llx", pid, (unsigned long long)pc);
}

static void usym(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	(void)arg;
	(void)pc;
	snprintf(out, size, "p%u`u", pid);
}

static void umod(void *arg, uint32_t pid, uint64_t pc, char *out, size_t size)
{
	(void)arg;
	(void)pc;
	snprintf(out, size, "p%u", pid);
}

static const struct dt_symops symops = { NULL, kaddr, ksym, kmod, uaddr, usym, umod };

static int on_action(void *arg, const struct dt_record *rc, const struct dt_epdesc *ep,
	const struct dt_action *ac)
{
	struct fixture *fx = arg;
	char text[64], shown[80];

	fx->actions++;
	if (ac->ac_fmt) {
		dt_consume_format(fx->co, ep, rc, ac, text, sizeof(text));
		snprintf(shown, sizeof(shown), "<%s>", text);
		fx->sink.sk_write(&fx->sink, shown, strlen(shown));
	}
	return 0;
}

static void on_exit_action(void *arg, int status)
{
	((struct fixture *)arg)->status = status;
}

static void on_fault(void *arg, const struct dt_epdesc *ep, const char *text)
{
	struct fixture *fx = arg;

	(void)ep;
	snprintf(fx->lastfault, sizeof(fx->lastfault), "%s", text);
}

struct fixture *fx_new(void)
{
	struct fixture *fx = calloc(1, sizeof(*fx));
	struct dt_consumer_args ca = {
		.ca_sink = &fx->sink,
		.ca_opts = &fx->opts,
		.ca_syms = &symops,
		.ca_arg = fx,
		.ca_action = on_action,
		.ca_exit = on_exit_action,
		.ca_fault = on_fault,
	};

	dt_options_init(&fx->opts);
	fx->aggs = ca.ca_aggs = dt_aggs_create(1 << 20);
	fx->sink = (struct dt_sink){ .sk_write = sink_write, .sk_arg = fx };
	fx->status = -1;
	fx->co = dt_consumer_create(&ca);
	return fx;
}

void fx_free(struct fixture *fx)
{
	dt_consumer_destroy(fx->co);
	dt_aggs_destroy(fx->aggs);
	dt_options_fini(&fx->opts);
	free(fx->out);
	free(fx);
}

void fx_set(struct fixture *fx, const char *opt, const char *value)
{
	assert_null(dt_options_set(&fx->opts, opt, value, DT_FROM_CMD));
}

void fx_expect(struct fixture *fx, const char *text)
{
	assert_string_equal(fx->out ? fx->out : "", text);
	fx->len = 0;
	if (fx->out)
		fx->out[0] = '\0';
}

struct dif_object *type_object(int type)
{
	static struct dif_object objects[] = {
		[T_UNSIGNED] = { .do_type = { .dt_ckind = DIF_CK_INTEGER } },
		[T_SIGNED] = { .do_type = { .dt_ckind = DIF_CK_INTEGER,
				       .dt_flags = DIF_TF_SIGNED } },
		[T_STRING] = { .do_type = { .dt_kind = DIF_TYPE_STRING,
				       .dt_flags = DIF_TF_BYREF } },
	};

	return type == T_UNTYPED ? NULL : &objects[type];
}

struct rec *rec_new(struct dt_probe *pr, uint32_t epid)
{
	struct rec *r = calloc(1, sizeof(*r));

	r->rc = calloc(1, sizeof(*r->rc));
	r->rc->rc_epid = epid;
	r->rc->rc_size = sizeof(*r->rc);
	r->ep = (struct dt_epdesc){ .ep_id = epid,
		.ep_probe = pr,
		.ep_clause = &r->clause,
		.ep_recs = r->recs };
	return r;
}

void rec_free(struct rec *r)
{
	for (unsigned i = 0; i < r->nacts; i++)
		dt_format_free(r->acts[i].ac_fmt);
	free(r->rc);
	free(r);
}

struct dt_action *rec_act(struct rec *r, uint16_t kind)
{
	struct dt_action *ac = &r->acts[r->nacts++];

	ac->ac_kind = kind;
	ac->ac_ops = &r->ops[r->nops];
	r->recs[r->ep.ep_nrecs++] = (struct dt_recdesc){ .rd_action = ac };
	return ac;
}

void rec_op(struct rec *r, uint16_t kind, int type, const void *data, size_t size)
{
	struct dt_action *ac = &r->acts[r->nacts - 1];
	struct dt_operand *op = &r->ops[r->nops++];
	struct dt_recdesc *rd;
	size_t off = (r->rc->rc_size + 7) & ~7u, total = (off + size + 7) & ~7u;

	*op = (struct dt_operand){ .op_kind = kind,
		.op_size = size,
		.op_align = 8,
		.op_difo = type_object(type) };
	if (kind == DT_ACT_USTACK)
		op->op_arg = (size - 8) / 8;
	rd = &r->recs[ac->ac_nops++ == 0 ? r->ep.ep_nrecs - 1 : r->ep.ep_nrecs++];
	*rd = (struct dt_recdesc){ .rd_action = ac,
		.rd_op = op,
		.rd_index = ac->ac_nops - 1,
		.rd_offset = off,
		.rd_size = size };
	r->rc = realloc(r->rc, total);
	memset((char *)r->rc + r->rc->rc_size, 0, total - r->rc->rc_size);
	memcpy((char *)r->rc + off, data, size);
	r->rc->rc_size = total;
}

void rec_int(struct rec *r, int type, size_t size, uint64_t v)
{
	rec_op(r, DT_ACT_EXPR, type, &v, size);
}

void rec_str(struct rec *r, const char *text, size_t size)
{
	char *data = calloc(1, size);

	memcpy(data, text, strlen(text) < size ? strlen(text) : size);
	rec_op(r, DT_ACT_EXPR, T_STRING, data, size);
	free(data);
}

int rec_consume(struct fixture *fx, struct rec *r)
{
	r->ep.ep_size = r->rc->rc_size;
	return dt_consume_record(fx->co, &r->ep, r->rc);
}

struct rec *rec_printf(const char *fmt)
{
	struct rec *r = rec_new(&probe_begin, 1);
	char err[256];

	rec_act(r, DT_ACT_PRINTF)->ac_fmt = dt_format_compile(fmt, err, sizeof(err));
	assert_string_equal(err, "");
	return r;
}
