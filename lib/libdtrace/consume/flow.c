/*
 * The columns in front of a record's data: CPU and probe, or with flowindent an indented picture of
 * calls.
 *
 * With flowindent, of several clauses at one probe only the first gets the arrow at an entry probe,
 * and only the last at a return probe.
 */
#include <stdio.h>
#include <string.h>
#include "consume_impl.h"

static bool flow_named(const char *name, const char *what)
{
	size_t n = strlen(name), w = strlen(what);

	if (n < w || strcmp(name + n - w, what) != 0)
		return false;
	return n == w || name[n - w - 1] == '-';
}

static enum dt_flowkind flow_kind(const struct dt_epdesc *ep)
{
	const char *name = dt_probe_name(ep->ep_probe);

	if (flow_named(name, "entry"))
		return DT_FLOW_ENTRY;
	return flow_named(name, "return") ? DT_FLOW_RETURN : DT_FLOW_NONE;
}

bool dt_flow_isreturn(const struct dt_epdesc *ep)
{
	return flow_kind(ep) == DT_FLOW_RETURN;
}

/* Whether the second record is from a later clause of the same firing. */
bool dt_flow_samefiring(const struct dt_epdesc *a, const struct dt_record *ra,
	const struct dt_epdesc *b, const struct dt_record *rb)
{
	return a->ep_probe == b->ep_probe && ra->rc_time == rb->rc_time &&
		ra->rc_cpu == rb->rc_cpu && a->ep_id < b->ep_id;
}

void dt_flow_heading(struct dt_consumer *co)
{
	bool flow = dt_co_opt(co, DT_OPT_FLOWINDENT) == 1;

	if (co->co_flow.fl_heading || (!flow && dt_co_opt(co, DT_OPT_QUIET) == 1))
		return;
	co->co_flow.fl_heading = true;
	if (flow)
		dt_out_printf(&co->co_out, "%3s %-41s\n", "CPU", "FUNCTION");
	else
		dt_out_printf(&co->co_out, "%3s %6s %32s\n", "CPU", "ID", "FUNCTION:NAME");
}

static void flow_point(struct dt_consumer *co, const struct dt_epdesc *ep, bool arrow,
	struct dt_flowpoint *fp)
{
	bool syscall = strcmp(dt_probe_prov(ep->ep_probe), "syscall") == 0;
	unsigned *indent = &co->co_flow.fl_indent;

	fp->fp_kind = arrow ? flow_kind(ep) : DT_FLOW_NONE;
	if (fp->fp_kind == DT_FLOW_RETURN)
		*indent -= *indent >= 2 ? 2 : 0;
	fp->fp_indent = *indent;
	switch (fp->fp_kind) {
	case DT_FLOW_ENTRY:
		fp->fp_prefix = syscall ? " => " : " -> ";
		*indent += 2;
		break;
	case DT_FLOW_RETURN: fp->fp_prefix = syscall ? " <= " : " <- "; break;
	default: fp->fp_prefix = "| "; break;
	}
}

/* last: this is the firing's last clause. */
void dt_flow_next(struct dt_consumer *co, const struct dt_epdesc *ep, const struct dt_record *rc,
	bool last, struct dt_flowpoint *fp)
{
	struct dt_flow *fl = &co->co_flow;
	bool first = !fl->fl_last || !dt_flow_samefiring(fl->fl_last, &fl->fl_lastrec, ep, rc);

	*fp = (struct dt_flowpoint){ .fp_kind = DT_FLOW_NONE, .fp_prefix = "" };
	if (dt_co_opt(co, DT_OPT_FLOWINDENT) != 1)
		return;
	flow_point(co, ep, dt_flow_isreturn(ep) ? last : first, fp);
	fl->fl_last = ep;
	fl->fl_lastrec = *rc;
}

static void flow_indented(struct dt_consumer *co, const struct dt_epdesc *ep,
	const struct dt_record *rc, const struct dt_flowpoint *fp)
{
	const char *func = dt_probe_func(ep->ep_probe);
	bool none = fp->fp_kind == DT_FLOW_NONE;
	char text[1024];

	snprintf(text, sizeof(text), "%*s%s%s%s%s", fp->fp_indent, "", fp->fp_prefix, func,
		none ? ":" : "", none ? dt_probe_name(ep->ep_probe) : "");
	dt_out_printf(&co->co_out, "%3d ", (int)rc->rc_cpu);
	dt_out_column(&co->co_out, text, strlen(text), -41);
	dt_out_fill(&co->co_out, ' ', 1);
}

void dt_flow_columns(struct dt_consumer *co, const struct dt_epdesc *ep, const struct dt_record *rc,
	const struct dt_flowpoint *fp)
{
	char text[512];

	if (dt_co_opt(co, DT_OPT_FLOWINDENT) == 1) {
		flow_indented(co, ep, rc, fp);
		return;
	}
	if (dt_co_opt(co, DT_OPT_QUIET) == 1)
		return;
	snprintf(text, sizeof(text), "%s:%s", dt_probe_func(ep->ep_probe),
		dt_probe_name(ep->ep_probe));
	dt_out_printf(&co->co_out, "%3d %6d ", (int)rc->rc_cpu, (int)dt_probe_id(ep->ep_probe));
	dt_out_column(&co->co_out, text, strlen(text), 32);
	dt_out_fill(&co->co_out, ' ', 1);
}

void dt_flow_newline(struct dt_consumer *co)
{
	if (dt_co_opt(co, DT_OPT_QUIET) != 1)
		dt_out_puts(&co->co_out, "\n");
}
