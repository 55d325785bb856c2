/*
 * Names, GUIDs and keywords of providers, for traces without manifests. providers.tsv has a line
 * for each, in the order of their GUIDs: GUID, name, keyword=mask (hexadecimal) ... The cache of
 * what was learned from traces, dt_provlist.dat, has the same lines after a first line with the
 * format's name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "alloc.h"
#include "catalog.h"
#include "openfile.h"

__asm__(".section .rodata\n"
	".global etl_provlist_text\n"
	".hidden etl_provlist_text\n"
	"etl_provlist_text:\n"
	".incbin \"" ETW_PROVLIST "\"\n"
	".global etl_provlist_end\n"
	".hidden etl_provlist_end\n"
	"etl_provlist_end:\n"
	".byte 0\n"
	".previous\n");

extern const char etl_provlist_text[] __attribute__((visibility("hidden")));
extern const char etl_provlist_end[] __attribute__((visibility("hidden")));

#define GUIDLEN 36

struct line {						      /* of either list */
	const char *ln_guid, *ln_name, *ln_keywords, *ln_end; /* keywords: after the name */
};

static bool line_read(const char *p, const char *end, struct line *ln)
{
	const char *nl = memchr(p, '\n', (size_t)(end - p)), *tab;

	ln->ln_end = nl ? nl : end;
	ln->ln_guid = p;
	ln->ln_name = p + GUIDLEN + 1;
	if (ln->ln_end - p < GUIDLEN + 2 || p[GUIDLEN] != '\t')
		return false;
	tab = memchr(ln->ln_name, '\t', (size_t)(ln->ln_end - ln->ln_name));
	ln->ln_keywords = tab ? tab : ln->ln_end;
	return true;
}

static bool line_guid(const struct line *ln, struct etw_guid *g)
{
	char buf[GUIDLEN + 1];

	memcpy(buf, ln->ln_guid, GUIDLEN);
	buf[GUIDLEN] = '\0';
	return etw_guid_parse(buf, g) == 0;
}

/* Binary search over bytes: from the middle back to the start of the line. */
static bool list_find(const char *lo, const char *hi, const char *guid, struct line *ln)
{
	const char *end = hi;

	while (lo < hi) {
		const char *mid = lo + (hi - lo) / 2;
		int cmp;

		while (mid > lo && mid[-1] != '\n')
			mid--;
		if (!line_read(mid, end, ln))
			return false;
		cmp = memcmp(guid, ln->ln_guid, GUIDLEN);
		if (cmp == 0)
			return true;
		if (cmp < 0)
			hi = mid;
		else
			lo = ln->ln_end + 1;
	}
	return false;
}

static void line_keywords(struct etw_catalog *c, struct etw_provider *pr, const struct line *ln)
{
	const char *p = ln->ln_keywords;

	while (p < ln->ln_end) {
		const char *name = ++p, *eq;

		while (p < ln->ln_end && *p != '\t')
			p++;
		eq = memchr(name, '=', (size_t)(p - name));
		if (eq)
			cat_provider_keyword(c, pr, name, (size_t)(eq - name),
				strtoull(eq + 1, NULL, 16));
	}
}

static void line_use(struct etw_catalog *c, struct etw_provider *pr, const struct line *ln)
{
	char *name = cat_strndup(c, ln->ln_name, (size_t)(ln->ln_keywords - ln->ln_name));

	if (name)
		cat_provider_name(c, pr, name, ETW_FROM_TABLE);
	line_keywords(c, pr, ln);
}

void cat_provlist(struct etw_catalog *c, struct etw_provider *pr)
{
	char guid[ETW_GUID_STRLEN];
	struct line ln;

	etw_guid_format(&pr->pr_guid, guid);
	for (char *p = guid; *p; p++)
		if (*p >= 'A' && *p <= 'F')
			*p = (char)(*p | 0x20);
	if (list_find(etl_provlist_text, etl_provlist_end, guid + 1, &ln))
		line_use(c, pr, &ln);
}

void etw_catalog_all(struct etw_catalog *c)
{
	struct etw_guid g;
	struct line ln;

	for (const char *p = etl_provlist_text; p < etl_provlist_end; p = ln.ln_end + 1)
		if (line_read(p, etl_provlist_end, &ln) && line_guid(&ln, &g))
			etw_provider_get(c, &g);
}

bool cat_provlist_named(const char *name, struct etw_guid *g)
{
	struct line ln;

	for (const char *p = etl_provlist_text; p < etl_provlist_end; p = ln.ln_end + 1) {
		char buf[256];
		size_t n;

		if (!line_read(p, etl_provlist_end, &ln))
			continue;
		n = (size_t)(ln.ln_keywords - ln.ln_name);
		if (n >= sizeof(buf))
			continue;
		memcpy(buf, ln.ln_name, n);
		buf[n] = '\0';
		if (etw_name_eq(buf, name))
			return line_guid(&ln, g);
	}
	return false;
}

/* The cache. A file of another format is ignored. */
#define CACHE_HEAD "dtrace providers 1\n"
#define CACHE_MAX (8u << 20)

static char *cache_read(const char *path, size_t *len)
{
	int fd = base_open(NULL, path, CACHE_MAX, 0);
	char *buf = fd >= 0 ? base_read(fd, CACHE_MAX, len) : NULL;

	if (fd >= 0)
		close(fd);
	return buf;
}

void etw_catalog_load(struct etw_catalog *c, const char *path)
{
	size_t len = 0, head = strlen(CACHE_HEAD);
	char *buf = cache_read(path, &len);
	struct line ln;

	if (buf && len > head && memcmp(buf, CACHE_HEAD, head) == 0)
		for (const char *p = buf + head; p < buf + len; p = ln.ln_end + 1) {
			struct etw_guid g;
			struct etw_provider *pr;

			if (!line_read(p, buf + len, &ln) || !line_guid(&ln, &g))
				continue;
			pr = etw_provider_get(c, &g);
			if (!pr || pr->pr_kernel)
				continue;
			pr->pr_cached = true;
			if (pr->pr_origin > ETW_FROM_TABLE)
				line_use(c, pr, &ln);
		}
	free(buf);
}

static bool clean(const char *s)
{
	return s[strcspn(s, "\t\n\r=")] == '\0';
}

static void cache_write(FILE *fp, const struct etw_provider *pr)
{
	char guid[ETW_GUID_STRLEN];

	etw_guid_format(&pr->pr_guid, guid);
	fprintf(fp, "%.*s\t%s", GUIDLEN, guid + 1, pr->pr_name);
	for (uint32_t i = 0; i < pr->pr_nkeywords; i++)
		if (clean(pr->pr_keywords[i].kw_name))
			fprintf(fp, "\t%s=%llx", pr->pr_keywords[i].kw_name,
				(unsigned long long)pr->pr_keywords[i].kw_mask);
	fputc('\n', fp);
}

/* Whether anything is known that isn't in the built-in table. */
static bool learned(const struct etw_provider *pr)
{
	return pr->pr_name && !pr->pr_kernel && clean(pr->pr_name) &&
		(pr->pr_origin < ETW_FROM_TABLE || pr->pr_cached);
}

void etw_catalog_save(const struct etw_catalog *c, const char *path)
{
	char tmp[4096];
	bool any = false;
	FILE *fp;

	for (unsigned i = 0; i < c->ca_nproviders; i++) {
		const struct etw_provider *pr = c->ca_providers[i];

		any |= pr->pr_name && pr->pr_origin < ETW_FROM_TABLE && !pr->pr_cached &&
			!pr->pr_kernel;
	}
	if (!any || snprintf(tmp, sizeof(tmp), "%s.%ld", path, (long)getpid()) >= (int)sizeof(tmp))
		return;
	fp = fopen(tmp, "wbx");
	if (!fp)
		return;
	fputs(CACHE_HEAD, fp);
	for (unsigned i = 0; i < c->ca_nproviders; i++)
		if (learned(c->ca_providers[i]))
			cache_write(fp, c->ca_providers[i]);
	any = ferror(fp);
	if (fclose(fp) != 0 || any || rename(tmp, path) < 0)
		unlink(tmp);
}
