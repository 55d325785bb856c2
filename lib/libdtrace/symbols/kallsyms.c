/*
 * The running kernel's symbols, from /proc/kallsyms: one sorted array, with names in the copy of
 * the file's text.
 *
 * The file has no sizes: a symbol ends at the next one. The size of a module's last symbol is
 * limited, because it would end at whatever is mapped next.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "stream.h"
#include "symbols.h"

#define TAIL_MAX (1 << 20)

struct ksym {
	uint64_t ks_addr;
	uint32_t ks_name, ks_mod; /* offsets in the text */
};

struct dt_kallsyms {
	char *kl_text; /* the file, with a NUL after each name; "vmlinux" is at offset 0 */
	struct ksym *kl_syms;
	uint32_t kl_count;
};

static const char builtin_mod[] = "vmlinux";

static char *text_read(const char *path, size_t *len)
{
	size_t cap = 8 << 20, n = sizeof(builtin_mod);
	int fd = base_openread(AT_FDCWD, path, 0);
	char *buf = fd < 0 ? NULL : base_malloc(cap + 1);
	ssize_t got = buf ? 1 : -1;

	while (got > 0) {
		if (cap - n < 65536) {
			char *bigger = base_realloc(buf, cap * 2 + 1);

			if (!bigger) {
				got = -1;
				break;
			}
			buf = bigger;
			cap *= 2;
		}
		got = read(fd, buf + n, cap - n);
		n += got > 0 ? (size_t)got : 0;
	}
	if (fd >= 0)
		close(fd);
	if (got < 0 || n > UINT32_MAX) {
		free(buf);
		return NULL;
	}
	memcpy(buf, builtin_mod, sizeof(builtin_mod));
	buf[n] = '\0';
	*len = n;
	return buf;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool sym_add(struct dt_kallsyms *kl, uint64_t addr, uint32_t name, uint32_t mod)
{
	if (!base_more(kl->kl_syms, kl->kl_count))
		return false;
	kl->kl_syms[kl->kl_count++] = (struct ksym){ addr, name, mod };
	return true;
}

/* "ffffffff81000000 T _stext\n", "ffffffffc0201000 t name\t[module]\n".  Returns the next line. */
static char *line_parse(struct dt_kallsyms *kl, char *p, char *end)
{
	uint64_t addr = 0;
	uint32_t mod = 0;
	char *eol = memchr(p, '\n', (size_t)(end - p)), *name, *tab, type;
	int digit;

	if (!eol)
		eol = end;
	while (p < eol && (digit = hex_digit(*p)) >= 0) {
		addr = addr << 4 | (unsigned)digit;
		p++;
	}
	if (eol - p < 4 || p[0] != ' ' || p[2] != ' ')
		return eol + 1;
	type = p[1];
	name = p + 3;
	tab = memchr(name, '\t', (size_t)(eol - name));
	if (tab && eol - tab > 3 && tab[1] == '[' && eol[-1] == ']') {
		mod = (uint32_t)(tab + 2 - kl->kl_text);
		eol[-1] = '\0';
	}
	if (tab)
		*tab = '\0';
	*eol = '\0';
	/* per-CPU and absolute symbols are offsets, in the user half */
	if (addr >> 63 && type != 'A' && type != 'a' &&
		!sym_add(kl, addr, (uint32_t)(name - kl->kl_text), mod))
		return end;
	return eol + 1;
}

static int sym_cmp(const void *a, const void *b)
{
	const struct ksym *x = a, *y = b;

	if (x->ks_addr != y->ks_addr)
		return x->ks_addr < y->ks_addr ? -1 : 1;
	return x->ks_name < y->ks_name ? -1 : x->ks_name > y->ks_name;
}

/*
 * The kernel's own symbols are sorted already, those of modules are not: only the part from the
 * first step back is sorted, and merged.
 */
static void syms_sort(struct dt_kallsyms *kl)
{
	struct ksym *s = kl->kl_syms;
	uint32_t i, first = kl->kl_count;
	uint64_t low;

	for (i = 1; i < kl->kl_count && sym_cmp(&s[i - 1], &s[i]) <= 0; i++)
		;
	if (i >= kl->kl_count)
		return;
	for (first = i, low = s[i].ks_addr; i < kl->kl_count; i++)
		if (s[i].ks_addr < low)
			low = s[i].ks_addr;
	while (first > 0 && s[first - 1].ks_addr >= low)
		first--;
	qsort(s + first, kl->kl_count - first, sizeof(*s), sym_cmp);
}

/*
 * Of several names of one address, the name with the lowest rank is used, so section markers and
 * names that begin with underscores rank highest.
 */
static int name_rank(const char *name)
{
	static const char *const markers[] = { "_text", "_stext", "_etext", "_sinittext", NULL };
	int rank = 0;

	for (const char *const *m = markers; *m; m++)
		if (!strcmp(name, *m))
			return 100;
	if (!strncmp(name, "__start_", 8) || strstr(name, "text_start") || strstr(name, "text_end"))
		rank += 50;
	while (*name == '_' && rank < 99) {
		rank++;
		name++;
	}
	return rank;
}

static void syms_unique(struct dt_kallsyms *kl)
{
	struct ksym *s = kl->kl_syms;
	uint32_t n = 0;

	for (uint32_t i = 0; i < kl->kl_count; i++) {
		if (!n || s[n - 1].ks_addr != s[i].ks_addr)
			s[n++] = s[i];
		else if (name_rank(kl->kl_text + s[i].ks_name) <
			name_rank(kl->kl_text + s[n - 1].ks_name))
			s[n - 1] = s[i];
	}
	kl->kl_count = n;
}

struct dt_kallsyms *dt_kallsyms_load(const char *path)
{
	struct dt_kallsyms *kl = base_calloc(1, sizeof(*kl));
	size_t len;
	char *p, *end;

	if (!kl)
		return NULL;
	kl->kl_text = text_read(path, &len);
	if (kl->kl_text) {
		p = kl->kl_text + sizeof(builtin_mod);
		end = kl->kl_text + len;
		while (p < end)
			p = line_parse(kl, p, end);
	}
	if (!kl->kl_count) {
		dt_kallsyms_free(kl);
		return NULL;
	}
	syms_sort(kl);
	syms_unique(kl);
	return kl;
}

void dt_kallsyms_free(struct dt_kallsyms *kl)
{
	if (!kl)
		return;
	free(kl->kl_text);
	free(kl->kl_syms);
	free(kl);
}

static bool is_tail(const struct dt_kallsyms *kl, uint32_t i)
{
	const struct ksym *s = kl->kl_syms + i;

	return i + 1 == kl->kl_count ||
		strcmp(kl->kl_text + s[0].ks_mod, kl->kl_text + s[1].ks_mod) != 0;
}

bool dt_kallsyms_find(const struct dt_kallsyms *kl, uint64_t pc, struct dt_sym *out)
{
	const struct ksym *s = kl->kl_syms;
	uint32_t lo = 0, hi = kl->kl_count;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (s[mid].ks_addr <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return false;
	s += lo - 1;
	if (pc - s->ks_addr >= TAIL_MAX && is_tail(kl, lo - 1))
		return false;
	out->sy_obj = kl->kl_text + s->ks_mod;
	out->sy_func = kl->kl_text + s->ks_name;
	out->sy_start = s->ks_addr;
	return true;
}

/* "ffffffffc0201000 t name\t[module]\n"; addresses may be hidden, names are not. */
static bool line_names(char *line, const char *mod, const char *name, uint64_t *addr)
{
	char *save, *word = strtok_r(line, " ", &save);

	*addr = word ? strtoull(word, NULL, 16) : 0;
	if (!word || !strtok_r(NULL, " ", &save) || !(word = strtok_r(NULL, " \t\n", &save)) ||
		strcmp(word, name) != 0)
		return false;
	word = strtok_r(NULL, " \t\n[]", &save);
	return !mod || !strcmp(mod, word ? word : builtin_mod) || (!word && !strcmp(mod, "kernel"));
}

bool dt_kallsyms_named(const char *path, const char *mod, const char *name, uint64_t *addr)
{
	uint64_t at = 0;
	FILE *fp = base_stream(path, "re");
	bool found = false;
	char *line = NULL;
	size_t cap = 0;

	while (fp && !found && base_getline(&line, &cap, fp) > 0)
		found = line_names(line, mod, name, &at);
	if (addr)
		*addr = at;
	free(line);
	if (fp)
		fclose(fp);
	return found;
}
