/*
 * When a view fires: tests of the event's values, in the capture program.
 *
 * A text is a chain of tests: "state != 0 && preempt == 0". A test is a path, an operator and a
 * number or another path; & is true if one of the bits is set, !& if none is, < and >= compare
 * signed numbers. The handler tests the same, so a text may leave tests out, and a path that this
 * kernel doesn't have makes its test true.
 */
#include "lx.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct operator
{
	const char *op_text;
	uint8_t op_jump; /* jumps if the test fails */
	bool op_bits;	 /* tests r1 & r2, against 0 */
}
operators[] = {
	{ "==", BPF_JNE, false },
	{ "!=", BPF_JEQ, false },
	{ "!&", BPF_JNE, true },
	{ "&", BPF_JEQ, true },
	{ "<", BPF_JSGE, false },
	{ ">=", BPF_JSLT, false },
};

/* Copies the next word, without the blanks around it. */
static const char *next_word(const char *text, char *word, size_t size)
{
	size_t n = strcspn(text, " "), len = n < size ? n : size - 1;

	memcpy(word, text, len);
	word[len] = '\0';
	return text + n + strspn(text + n, " ");
}

static bool load_value(struct dt_asm *a, struct dt_lx_source *so, const char *word, uint8_t reg)
{
	struct dt_path p;

	if (isdigit((unsigned char)*word)) {
		dt_asm_imm64(a, reg, strtoull(word, NULL, 0));
		return true;
	}
	if (dt_btf_path(&so->so_feed->lf_btf, so->so_types, so->so_def->ls_args, word, &p) != 0 ||
		p.pt_chars)
		return false;
	dt_path_load(a, &p, reg);
	return true;
}

/* Goes to `no` if the test fails; false: this kernel doesn't have one of the paths. */
static bool emit_test(struct dt_asm *a, struct dt_lx_source *so, const char *left, const char *op,
	const char *right, uint32_t no)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (strcmp(operators[i].op_text, op) != 0)
			continue;
		if (!load_value(a, so, left, BPF_REG_1) || !load_value(a, so, right, BPF_REG_2))
			return false;
		if (operators[i].op_bits) {
			dt_asm_alu(a, BPF_AND, BPF_REG_1, BPF_REG_2);
			dt_asm_jmpi(a, operators[i].op_jump, BPF_REG_1, 0, no);
		} else {
			dt_asm_jmp(a, operators[i].op_jump, BPF_REG_1, BPF_REG_2, no);
		}
		return true;
	}
	a->as_failed = true;
	return false;
}

static bool emit_tests(struct dt_asm *a, struct dt_lx_source *so, const char *text, uint32_t no)
{
	char left[80], op[8], right[80], join[8];
	bool all = true;

	while (*text) {
		text = next_word(text, left, sizeof(left));
		text = next_word(text, op, sizeof(op));
		text = next_word(text, right, sizeof(right));
		text = next_word(text, join, sizeof(join));
		all &= emit_test(a, so, left, op, right, no);
	}
	return all;
}

void dt_when_emit(struct dt_asm *a, struct dt_lx_source *so, unsigned view, uint32_t no)
{
	const struct dt_linux_view *v = &so->so_def->ls_views[view];
	uint32_t fires = dt_asm_label(a);

	if (v->lv_when)
		emit_tests(a, so, v->lv_when, no);
	if (v->lv_unless && emit_tests(a, so, v->lv_unless, fires))
		dt_asm_ja(a, no);
	dt_asm_bind(a, fires);
}
