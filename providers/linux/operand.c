/*
 * Operands of arguments as paths: "-4@%edi", "8@16(%rsp)", "4@$5", "2@(%rax,%rcx,2)"; on aarch64
 * "-4@w0", "8@[sp, 16]", "4@5".  Before the @ is the size in bytes, negative if it is signed.
 *
 * Such text is in the notes of programs' own probes, and the arguments that an ABI passes on the
 * stack are written so, too.
 */
#include "path.h"
#include "linux.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/user.h>
#if defined(__aarch64__)
#include <asm/ptrace.h>
#endif

struct reg {
	uint16_t rg_off; /* in the context; DT_PATH_NOREG: unknown */
	uint8_t rg_size;
};

static const struct reg no_reg = { DT_PATH_NOREG, 0 };

#if defined(__x86_64__)
static const struct {
	const char *rn_names[5]; /* of 8, 4, 2, 1 bytes; of the second byte */
	uint16_t rn_off;
} regs[] = {
#define REG(member, ...) \
	{ \
		{ __VA_ARGS__ }, offsetof(struct user_regs_struct, member) \
	}
	REG(rax, "rax", "eax", "ax", "al", "ah"),
	REG(rbx, "rbx", "ebx", "bx", "bl", "bh"),
	REG(rcx, "rcx", "ecx", "cx", "cl", "ch"),
	REG(rdx, "rdx", "edx", "dx", "dl", "dh"),
	REG(rsi, "rsi", "esi", "si", "sil"),
	REG(rdi, "rdi", "edi", "di", "dil"),
	REG(rbp, "rbp", "ebp", "bp", "bpl"),
	REG(rsp, "rsp", "esp", "sp", "spl"),
	REG(r8, "r8", "r8d", "r8w", "r8b"),
	REG(r9, "r9", "r9d", "r9w", "r9b"),
	REG(r10, "r10", "r10d", "r10w", "r10b"),
	REG(r11, "r11", "r11d", "r11w", "r11b"),
	REG(r12, "r12", "r12d", "r12w", "r12b"),
	REG(r13, "r13", "r13d", "r13w", "r13b"),
	REG(r14, "r14", "r14d", "r14w", "r14b"),
	REG(r15, "r15", "r15d", "r15w", "r15b"),
	REG(rip, "rip", "eip"),
#undef REG
};

/* Takes "%eax" from *p. */
static struct reg reg_take(const char **p)
{
	static const uint8_t sizes[] = { 8, 4, 2, 1, 1 };
	size_t n = 0;

	if (**p != '%')
		return no_reg;
	++*p;
	while (isalnum((unsigned char)(*p)[n]))
		n++;
	for (size_t i = 0; i < sizeof(regs) / sizeof(*regs); i++)
		for (unsigned k = 0; k < 5 && regs[i].rn_names[k]; k++)
			if (strlen(regs[i].rn_names[k]) == n &&
				strncmp(regs[i].rn_names[k], *p, n) == 0) {
				*p += n;
				return (struct reg){ (uint16_t)(regs[i].rn_off + (k == 4)),
					sizes[k] };
			}
	return no_reg;
}

/* "(%base)", "(%base,%index,2)", "(,%index,8)" */
static bool registers_take(const char **p, struct dt_path *path)
{
	const char *s = *p + 1;
	struct reg base = no_reg, index = no_reg;
	char *end;

	path->pt_scale = 1;
	if (*s != ',')
		base = reg_take(&s);
	if (*s == ',') {
		s++;
		index = reg_take(&s);
		if (index.rg_size < 4)
			return false;
	}
	if (*s == ',') {
		path->pt_scale = (uint8_t)strtoul(s + 1, &end, 10);
		s = end;
	}
	path->pt_base = base.rg_off;
	path->pt_index = index.rg_off;
	*p = s + 1;
	return *s == ')' && (base.rg_size >= 4 || index.rg_size >= 4) &&
		strchr("\1\2\4\10", path->pt_scale) && path->pt_scale;
}

/* The part after the @; the path has its size and sign. */
static bool place_read(const char *p, struct dt_path *path)
{
	char *end;

	if (*p == '%') {
		struct reg rg = reg_take(&p);

		path->pt_root = DT_PATH_REGS;
		path->pt_nsteps = 1;
		path->pt_off[0] = rg.rg_off;
		if (rg.rg_size < path->pt_size)
			path->pt_size = rg.rg_size;
		return rg.rg_size != 0 && *p == '\0';
	}
	if (*p == '$') {
		path->pt_root = DT_PATH_CONST;
		path->pt_value = (int64_t)strtoull(p + 1, &end, 0);
		return end != p + 1 && *end == '\0';
	}
	path->pt_root = DT_PATH_USER;
	path->pt_nsteps = 1;
	for (; *p && *p != '('; p = end) { /* a number, or a sum: 16+4 */
		path->pt_value += (int64_t)strtoull(p, &end, 0);
		if (end == p)
			return false;
	}
	return *p == '\0' || (*p == '(' && registers_take(&p, path) && *p == '\0');
}
#elif defined(__aarch64__)
/* Takes "x0", "w12" or "sp" from *p. */
static struct reg reg_take(const char **p)
{
	bool wide = **p == 'x';
	char *end;
	unsigned long n;

	if (strncmp(*p, "sp", 2) == 0) {
		*p += 2;
		return (struct reg){ offsetof(struct user_pt_regs, sp), 8 };
	}
	if ((!wide && **p != 'w') || !isdigit((unsigned char)(*p)[1]))
		return no_reg;
	n = strtoul(*p + 1, &end, 10);
	*p = end;
	return n <= 30 ? (struct reg){ (uint16_t)(8 * n), wide ? 8 : 4 } : no_reg;
}

/* The part after the @; the path has its size and sign. */
static bool place_read(const char *p, struct dt_path *path)
{
	struct reg rg;
	char *end;

	if (*p == 'x' || *p == 'w' || *p == 's') {
		rg = reg_take(&p);
		path->pt_root = DT_PATH_REGS;
		path->pt_nsteps = 1;
		path->pt_off[0] = rg.rg_off;
		if (rg.rg_size < path->pt_size)
			path->pt_size = rg.rg_size;
		return rg.rg_size != 0 && *p == '\0';
	}
	if (*p != '[') {
		path->pt_root = DT_PATH_CONST;
		path->pt_value = (int64_t)strtoull(p, &end, 0);
		return end != p && *end == '\0';
	}
	p++;
	rg = reg_take(&p);
	path->pt_root = DT_PATH_USER;
	path->pt_nsteps = 1;
	path->pt_base = rg.rg_off;
	p += strspn(p, ", ");
	if (*p != ']' && (*p == 'x' || *p == 'w')) {
		path->pt_index = reg_take(&p).rg_off;
		path->pt_scale = 1;
	} else if (*p != ']') {
		path->pt_value = (int64_t)strtoull(p, &end, 0);
		p = end;
	}
	return rg.rg_size == 8 && strcmp(p, "]") == 0;
}
#else
static bool place_read(const char *p, struct dt_path *path)
{
	(void)p, (void)path;
	return false;
}
#endif

/* A constant as a register would have it. */
static int64_t constant_cut(int64_t value, unsigned size, bool is_signed)
{
	unsigned bits = 64 - 8 * size;
	uint64_t high = (uint64_t)value << bits;

	return is_signed ? (int64_t)high >> bits : (int64_t)(high >> bits);
}

#if defined(__x86_64__)
#define STACK_POINTER offsetof(struct user_regs_struct, rsp)
#define FRAME_POINTER offsetof(struct user_regs_struct, rbp)
#elif defined(__aarch64__)
#define STACK_POINTER offsetof(struct user_pt_regs, sp)
#define FRAME_POINTER (8 * 29)
#else
#define STACK_POINTER DT_PATH_NOREG
#define FRAME_POINTER DT_PATH_NOREG
#endif

bool dt_operand_elsewhere(const struct dt_path *path)
{
	return path->pt_root == DT_PATH_USER && path->pt_base != STACK_POINTER &&
		path->pt_base != FRAME_POINTER;
}

bool dt_operand_is(const char *text)
{
	return *text == '-' || isdigit((unsigned char)*text);
}

bool dt_operand_path(const char *text, struct dt_path *path)
{
	char *end;
	unsigned long size;

	*path = (struct dt_path){ .pt_base = DT_PATH_NOREG, .pt_index = DT_PATH_NOREG };
	path->pt_signed = *text == '-';
	size = strtoul(text + path->pt_signed, &end, 10);
	if (*end != '@' || (size != 1 && size != 2 && size != 4 && size != 8))
		return false;
	path->pt_size = (uint8_t)size;
	if (!place_read(end + 1, path))
		return false;
	if (path->pt_root == DT_PATH_CONST)
		path->pt_value = constant_cut(path->pt_value, path->pt_size, path->pt_signed);
	return true;
}

bool dt_lx_operand_known(const char *text)
{
	struct dt_path path;

	return dt_operand_path(text, &path);
}
