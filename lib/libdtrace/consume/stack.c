/*
 * Stacks: a newline, then a line for each frame; or folded (%#k), for programs that draw flame
 * graphs: from the outermost frame on, a semicolon before each, without offsets, all on one line.
 *
 * A kernel stack is a list of addresses. A user stack begins with the process and, if ustack() or
 * jstack() asked for it, ends with space for strings: one NUL-terminated string for each frame,
 * which replaces the frame's text unless it is empty. A string that begins with '@' is a remark on
 * the frame, printed on the next line.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "consume_impl.h"

struct stack_view {
	uint64_t sv_pid;
	const uint8_t *sv_pcs;
	uint32_t sv_max;		/* frames there is room for */
	const char *sv_str, *sv_strend; /* helper strings, or NULL */
};

static void stack_view(struct stack_view *sv, const struct dt_value *va)
{
	uint32_t size = va->va_size, room, strsize = va->va_arg >> 32;

	memset(sv, 0, sizeof(*sv));
	sv->sv_pcs = va->va_data;
	if (va->va_kind == DT_ACT_STACK) {
		sv->sv_max = size / 8;
		return;
	}
	if (size < 8)
		return;
	memcpy(&sv->sv_pid, va->va_data, 8);
	sv->sv_pcs += 8;
	room = (size - 8) / 8;
	sv->sv_max = (uint32_t)va->va_arg < room ? (uint32_t)va->va_arg : room;
	if (strsize > 0 && size - 8 - 8 * sv->sv_max >= strsize) {
		sv->sv_str = (const char *)sv->sv_pcs + 8 * sv->sv_max;
		sv->sv_strend = sv->sv_str + strsize;
	}
}

/* The string of the current frame, or "". */
static const char *stack_string(struct stack_view *sv, size_t *len)
{
	const char *s = sv->sv_str;

	*len = 0;
	if (!s || s >= sv->sv_strend)
		return "";
	*len = strnlen(s, sv->sv_strend - s);
	sv->sv_str += *len + 1;
	return s;
}

static void stack_frame(struct dt_consumer *co, struct stack_view *sv, uint16_t kind, uint64_t pc,
	int indent)
{
	char text[DT_SYM_MAX];
	size_t len;
	const char *s = stack_string(sv, &len);

	dt_out_fill(&co->co_out, ' ', indent);
	if (len > 0 && s[0] != '@') {
		dt_out_value(&co->co_out, s, len);
	} else {
		dt_symbol_text(co, kind, sv->sv_pid, pc, text, sizeof(text));
		dt_out_name(&co->co_out, text);
	}
	dt_out_write(&co->co_out, "\n", 1);
	if (len > 0 && s[0] == '@') {
		dt_out_fill(&co->co_out, ' ', indent);
		dt_out_puts(&co->co_out, "  [ ");
		dt_out_value(&co->co_out, s + 1, len - 1);
		dt_out_puts(&co->co_out, " ]\n");
	}
}

void dt_stack_print(struct dt_consumer *co, const struct dt_value *va, int indent)
{
	struct stack_view sv;
	uint64_t pc;

	stack_view(&sv, va);
	dt_out_write(&co->co_out, "\n", 1);
	for (uint32_t i = 0; i < sv.sv_max; i++) {
		memcpy(&pc, sv.sv_pcs + 8 * (size_t)i, 8);
		if (pc == 0)
			break;
		stack_frame(co, &sv, va->va_kind, pc, indent);
	}
}

/* Semicolons separate frames, so names can't contain them. */
static void fold_text(struct dt_consumer *co, const char *s, size_t len)
{
	size_t n;

	dt_out_write(&co->co_out, ";", 1);
	for (; len > 0; s += n + 1, len -= n + 1) {
		n = strcspn(s, ";\n");
		if (n >= len) {
			dt_out_value(&co->co_out, s, len);
			break;
		}
		dt_out_value(&co->co_out, s, n);
		dt_out_write(&co->co_out, ":", 1);
	}
}

static void fold_frame(struct dt_consumer *co, const struct stack_view *sv, uint16_t kind,
	uint32_t i, const char *str)
{
	char text[DT_SYM_MAX];
	uint64_t pc;

	if (str[0] != '\0' && str[0] != '@') {
		fold_text(co, str, strlen(str));
		return;
	}
	memcpy(&pc, sv->sv_pcs + 8 * (size_t)i, 8);
	dt_symbol_text(co, kind == DT_ACT_STACK ? DT_ACT_SYM : DT_ACT_USYM, sv->sv_pid, pc, text,
		sizeof(text));
	fold_text(co, text, strlen(text));
}

void dt_stack_fold(struct dt_consumer *co, const struct dt_value *va)
{
	static const char none[] = "";
	struct stack_view sv;
	const char **strs;
	uint32_t n = 0;
	uint64_t pc = 1;
	size_t len;

	stack_view(&sv, va);
	for (; n < sv.sv_max; n++) {
		memcpy(&pc, sv.sv_pcs + 8 * (size_t)n, 8);
		if (pc == 0)
			break;
	}
	strs = base_calloc(n + 1, sizeof(*strs));
	if (!strs)
		return;
	for (uint32_t i = 0; i < n; i++) {
		strs[i] = stack_string(&sv, &len);
		if (strs[i] + len >= sv.sv_strend) /* truncated: it has no NUL */
			strs[i] = none;
	}
	while (n-- > 0)
		fold_frame(co, &sv, va->va_kind, n, strs[n]);
	free(strs);
}
