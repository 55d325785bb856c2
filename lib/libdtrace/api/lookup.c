/* Names of addresses, and addresses of names. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "consume_impl.h"
#include "handle.h"

/* text is "module`name"; the handle keeps it. */
static int found(dtrace_hdl_t *h, const char *text, uint64_t addr, GElf_Sym *sym,
	dtrace_syminfo_t *info)
{
	char *copy = base_strdup(text), *tick = copy ? strrchr(copy, '`') : NULL;

	if (!tick) {
		free(copy);
		return dt_set_error(h, EDT_NOSYMADDR);
	}
	free(h->dh_symbol);
	h->dh_symbol = copy;
	*tick = '\0';
	if (sym)
		*sym = (GElf_Sym){ .st_info = GELF_ST_INFO(STB_GLOBAL, STT_FUNC),
			.st_value = addr };
	if (info)
		*info = (dtrace_syminfo_t){ .dts_object = copy, .dts_name = tick + 1 };
	return 0;
}

static int do_by_addr(dtrace_hdl_t *h, GElf_Addr addr, GElf_Sym *sym, dtrace_syminfo_t *info)
{
	const struct dt_symops *so;
	char text[DT_SYM_MAX];

	if (dt_need_init(h) < 0)
		return -1;
	so = dt_symbols_ops(h->dh_syms);
	so->so_ksym(so->so_arg, addr, text, sizeof(text));
	return found(h, text, dt_symbols_kstart(h->dh_syms, addr), sym, info);
}

int dtrace_lookup_by_addr(dtrace_hdl_t *h, GElf_Addr addr, GElf_Sym *sym, dtrace_syminfo_t *info)
{
	DT_PUBLIC(h, -1, do_by_addr(h, addr, sym, info));
}

static bool any_module(const char *object)
{
	return object == DTRACE_OBJ_EXEC || object == DTRACE_OBJ_EVERY ||
		object == DTRACE_OBJ_KMODS;
}

static int do_by_name(dtrace_hdl_t *h, const char *object, const char *name, GElf_Sym *sym,
	dtrace_syminfo_t *info)
{
	char text[DT_SYM_MAX];
	uint64_t addr;

	if (dt_need_init(h) < 0)
		return -1;
	if (!h->dh_feedops->fo_live ||
		!dt_kallsyms_named("/proc/kallsyms", any_module(object) ? NULL : object, name,
			&addr))
		return dt_set_error(h, EDT_NOSYM);
	if (any_module(object)) {
		const struct dt_symops *so = dt_symbols_ops(h->dh_syms);

		so->so_ksym(so->so_arg, addr, text, sizeof(text));
		text[strcspn(text, "`")] = '\0';
	} else {
		snprintf(text, sizeof(text), "%s", object);
	}
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "`%s", name);
	return found(h, text, addr, sym, info);
}

int dtrace_lookup_by_name(dtrace_hdl_t *h, const char *object, const char *name, GElf_Sym *sym,
	dtrace_syminfo_t *info)
{
	DT_PUBLIC(h, -1, do_by_name(h, object, name, sym, info));
}

static int text_out(const char *text, char *buf, int size)
{
	return snprintf(buf, size > 0 ? (size_t)size : 0, "%s", text);
}

static int do_addr2str(dtrace_hdl_t *h, bool user, pid_t pid, uint64_t addr, char *buf, int size)
{
	const struct dt_symops *so;
	char text[DT_SYM_MAX];

	if (dt_need_init(h) < 0)
		return -1;
	so = dt_symbols_ops(h->dh_syms);
	if (user)
		so->so_uaddr(so->so_arg, (uint32_t)pid, addr, text, sizeof(text));
	else
		so->so_kaddr(so->so_arg, addr, text, sizeof(text));
	return text_out(text, buf, size);
}

int dtrace_addr2str(dtrace_hdl_t *h, uint64_t addr, char *buf, int size)
{
	DT_PUBLIC(h, -1, do_addr2str(h, false, 0, addr, buf, size));
}

int dtrace_uaddr2str(dtrace_hdl_t *h, pid_t pid, uint64_t addr, char *buf, int size)
{
	DT_PUBLIC(h, -1, do_addr2str(h, true, pid, addr, buf, size));
}
