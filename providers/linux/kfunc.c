/*
 * The kernel's functions: those in the type data of the kernel and its modules, because a program
 * can only be attached to these.
 *
 * The list of traceable functions in tracefs, if it can be read, excludes those that the kernel
 * would refuse.
 */
#include "lx.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "btf.h"
#include "grow.h"
#include "glob.h"
#include "hash.h"
#include "stream.h"

struct module {
	char *md_name;
	struct base_btf md_btf;
	int md_fd; /* of its type data in the kernel, 0: not opened or the kernel's own */
	struct module *md_next;
};

#define SPELLINGS 1024

struct kfuncs {
	struct module *kf_modules; /* the kernel first */
	bool kf_opened;
	char **kf_traceable;  /* sorted */
	size_t kf_ntraceable; /* 0: unknown */
	struct spelling {
		char **sp_texts;
		unsigned sp_count;
	} kf_spellings[SPELLINGS]; /* of types, by a hash */
};

static void strings_free(char **v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(v[i]);
	free(v);
}

/* A module's type data depends on the kernel's, which is first in the list and freed last. */
static void modules_free(struct module *md)
{
	if (!md)
		return;
	modules_free(md->md_next);
	base_btf_close(&md->md_btf);
	if (md->md_fd)
		close(md->md_fd);
	free(md->md_name);
	free(md);
}

static void kfuncs_fini(void *arg)
{
	struct kfuncs *kf = arg;

	modules_free(kf->kf_modules);
	strings_free(kf->kf_traceable, kf->kf_ntraceable);
	for (unsigned i = 0; i < SPELLINGS; i++)
		strings_free(kf->kf_spellings[i].sp_texts, kf->kf_spellings[i].sp_count);
}

static int compare_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void traceable_read(struct kfuncs *kf)
{
	FILE *fp = base_stream("/sys/kernel/tracing/available_filter_functions", "re");
	char line[512];

	if (!fp)
		fp = base_stream("/sys/kernel/debug/tracing/available_filter_functions", "re");
	while (fp && fgets(line, sizeof(line), fp)) {
		line[strcspn(line, " \n")] = '\0';
		if (!base_more(kf->kf_traceable, kf->kf_ntraceable))
			break;
		kf->kf_traceable[kf->kf_ntraceable] = base_strdup(line);
		kf->kf_ntraceable += kf->kf_traceable[kf->kf_ntraceable] != NULL;
	}
	if (fp)
		fclose(fp);
	if (kf->kf_ntraceable != 0)
		qsort(kf->kf_traceable, kf->kf_ntraceable, sizeof(*kf->kf_traceable), compare_text);
}

static bool is_traceable(const struct kfuncs *kf, const char *name)
{
	return kf->kf_ntraceable == 0 ||
		bsearch(&name, kf->kf_traceable, kf->kf_ntraceable, sizeof(*kf->kf_traceable),
			compare_text);
}

static struct module *module_add(struct kfuncs *kf, const char *name)
{
	struct module *md = base_calloc(1, sizeof(*md)), **tail = &kf->kf_modules;
	const struct base_btf *base = kf->kf_modules ? &kf->kf_modules->md_btf : NULL;
	char path[300];

	snprintf(path, sizeof(path), "/sys/kernel/btf/%s", name);
	if (!md || !(md->md_name = base_strdup(name)) ||
		base_btf_open(&md->md_btf, path, base) != 0) {
		if (md)
			free(md->md_name);
		free(md);
		return NULL;
	}
	while (*tail)
		tail = &(*tail)->md_next;
	*tail = md;
	return md;
}

static void modules_open(struct kfuncs *kf)
{
	DIR *d;
	struct dirent *de;

	kf->kf_opened = true;
	if (!module_add(kf, "vmlinux"))
		return;
	traceable_read(kf);
	d = base_opendir("/sys/kernel/btf");
	while (d && (de = readdir(d)))
		if (de->d_name[0] != '.' && strcmp(de->d_name, "vmlinux") != 0)
			module_add(kf, de->d_name);
	if (d)
		closedir(d);
}

/* The functions of an engine, opened if necessary. NULL: no memory. */
static struct kfuncs *kfuncs_of(struct dt_engine *en)
{
	static const char key;
	struct kfuncs *kf = dt_engine_state(en, &key, sizeof(*kf), kfuncs_fini);

	if (kf && !kf->kf_opened)
		modules_open(kf);
	return kf;
}

/*
 * Types in D's spelling.
 */
/* A struct of the kernel's own type data; one of a module couldn't be looked up again. */
static const char *tag_word(const struct kfuncs *kf, const struct btf_type *t)
{
	const struct base_btf *b = &kf->kf_modules->md_btf;
	const uint8_t *at = (const uint8_t *)t;

	if (at < b->bb_types || at >= b->bb_types + b->bb_typesize || t->name_off == 0)
		return NULL;
	return btf_is_any_enum(t) ? "enum" : btf_is(t, BTF_KIND_UNION) ? "union" : "struct";
}

static const char *integer_word(const struct base_btf *b, const struct btf_type *t)
{
	bool sign = (btf_int_encoding(t) & BTF_INT_SIGNED) != 0;

	if (strcmp(base_btf_name(b, t->name_off), "char") == 0)
		return "char";
	switch (t->size) {
	case 1: return "uint8_t";
	case 2: return sign ? "int16_t" : "uint16_t";
	case 4: return sign ? "int" : "unsigned int";
	default: return sign ? "long" : "unsigned long";
	}
}

static void spell(const struct kfuncs *kf, const struct base_btf *b, uint32_t id, char *buf,
	size_t size)
{
	const struct btf_type *t = base_btf_plain(b, id);
	unsigned stars = 0;
	const char *tag;

	while (t && btf_is(t, BTF_KIND_PTR)) {
		stars++;
		t = base_btf_plain(b, t->type);
	}
	if (!t || btf_is(t, BTF_KIND_FUNC_PROTO))
		snprintf(buf, size, "%s", stars != 0 ? "void" : "int64_t");
	else if (btf_is(t, BTF_KIND_INT) && t->size <= 8)
		snprintf(buf, size, "%s", integer_word(b, t));
	else if ((btf_is_composite(t) || btf_is_any_enum(t)) && (tag = tag_word(kf, t)) &&
		(stars != 0 || btf_is_any_enum(t)))
		snprintf(buf, size, "%s %s", tag, base_btf_name(b, t->name_off));
	else
		snprintf(buf, size, "%s",
			stars != 0		   ? "void" :
				btf_is_any_enum(t) ? "int" :
						     "int64_t");
	for (size_t n = strlen(buf); stars != 0 && n + 3 < size; stars--) {
		buf[n] = buf[n - 1] == '*' ? '*' : ' ';
		if (buf[n] == ' ')
			buf[++n] = '*';
		buf[++n] = '\0';
	}
}

/* Each spelling is stored once. */
static const char *intern(struct kfuncs *kf, const char *s)
{
	struct spelling *sp = &kf->kf_spellings[base_hash_bytes(0, s, strlen(s)) % SPELLINGS];
	char *copy;

	for (unsigned i = 0; i < sp->sp_count; i++)
		if (strcmp(sp->sp_texts[i], s) == 0)
			return sp->sp_texts[i];
	copy = base_more(sp->sp_texts, sp->sp_count) ? base_strdup(s) : NULL;
	if (!copy)
		return "int64_t";
	return sp->sp_texts[sp->sp_count++] = copy;
}

static const char *type_text(struct kfuncs *kf, const struct base_btf *b, uint32_t id)
{
	char buf[160];

	spell(kf, b, id, buf, sizeof(buf));
	return intern(kf, buf);
}

/* The prototype, or NULL for functions that can't be traced: with structs by value or varargs. */
static const struct btf_type *traceable_proto(const struct base_btf *b, const struct btf_type *fn)
{
	const struct btf_type *p = base_btf_type(b, fn->type);

	if (!p || !btf_is(p, BTF_KIND_FUNC_PROTO) || btf_vlen(p) > 12)
		return NULL;
	for (unsigned i = 0; i < btf_vlen(p); i++) {
		const struct btf_type *t = base_btf_plain(b, btf_params(p)[i].type);

		if (!t || (btf_is_composite(t)) || (btf_is(t, BTF_KIND_INT) && t->size > 8))
			return NULL;
	}
	return p;
}

static void describe(struct kfuncs *kf, const struct module *md, const struct btf_type *fn,
	const struct btf_type *p, struct dt_kfunc *out)
{
	*out = (struct dt_kfunc){ .kf_module = md->md_name,
		.kf_name = base_btf_name(&md->md_btf, fn->name_off),
		.kf_nargs = btf_vlen(p) };
	for (unsigned i = 0; i < btf_vlen(p) && i < DT_MAXARGS; i++)
		out->kf_args[i] = type_text(kf, &md->md_btf, btf_params(p)[i].type);
	if (p->type != 0)
		out->kf_result = type_text(kf, &md->md_btf, p->type);
}

void dt_kfunc_walk(struct dt_engine *en, const char *module, const char *function,
	void (*fn)(const struct dt_kfunc *, void *), void *arg)
{
	struct kfuncs *kf = kfuncs_of(en);

	for (const struct module *md = kf ? kf->kf_modules : NULL; md; md = md->md_next) {
		uint32_t end = base_glob(module, md->md_name) ? md->md_btf.bb_end : 0;

		for (uint32_t id = md->md_btf.bb_first; id < end; id++) {
			const struct btf_type *t = base_btf_type(&md->md_btf, id), *p;
			struct dt_kfunc found;

			if (!btf_is(t, BTF_KIND_FUNC) ||
				!base_glob(function, base_btf_name(&md->md_btf, t->name_off)) ||
				!is_traceable(kf, base_btf_name(&md->md_btf, t->name_off)) ||
				!(p = traceable_proto(&md->md_btf, t)))
				continue;
			describe(kf, md, t, p, &found);
			fn(&found, arg);
		}
	}
}

static struct module *module_find(struct dt_engine *en, const char *name)
{
	struct kfuncs *kf = kfuncs_of(en);
	struct module *md;

	for (md = kf ? kf->kf_modules : NULL; md && strcmp(md->md_name, name) != 0;
		md = md->md_next)
		;
	return md;
}

unsigned dt_kfunc_nargs(struct dt_engine *en, const char *module, const char *function)
{
	struct module *md = module_find(en, module);
	uint32_t id = md ? base_btf_find(&md->md_btf, function, BTF_KIND_FUNC) : 0;
	const struct btf_type *p = id ?
		traceable_proto(&md->md_btf, base_btf_type(&md->md_btf, id)) :
		NULL;

	return p ? btf_vlen(p) : 0;
}

static int module_fd(struct module *md)
{
	if (md->md_fd == 0)
		md->md_fd = dt_bpf_module(md->md_name);
	return md->md_fd;
}

uint32_t dt_kfunc_id(struct dt_engine *en, const char *module, const char *function, int *btf_fd)
{
	struct module *md = module_find(en, module);

	*btf_fd = md && md->md_btf.bb_base ? module_fd(md) : 0;
	return md ? base_btf_find(&md->md_btf, function, BTF_KIND_FUNC) : 0;
}
