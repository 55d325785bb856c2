/* The declared providers, and the spellings of their names. */
#include <stdio.h>
#include <string.h>
#include "usdt.h"

/* The list is in reverse order. */
int dt_usdt_providers(const struct dt_lang *la, int (*fn)(const struct dt_node *, void *),
	void *arg)
{
	const struct dt_node *n, *stop = NULL;

	while (stop != la->la_providers) {
		int rc;

		for (n = la->la_providers; n->dn_next != stop; n = n->dn_next)
			;
		rc = fn(n, arg);
		if (rc)
			return rc;
		stop = n;
	}
	return 0;
}

const struct dt_node *dt_usdt_provider(const struct dt_lang *la, const char *name, size_t len)
{
	const struct dt_node *n = la->la_providers;

	while (n && (strlen(n->dn_str) != len || memcmp(n->dn_str, name, len) != 0))
		n = n->dn_next;
	return n;
}

/* Double underscores are read from the left: "a___b" is "a-_b". */
char *dt_usdt_dname(const char *name, char *buf, size_t size)
{
	size_t n = 0;

	for (; *name && n + 1 < size; name++) {
		bool twice = name[0] == '_' && name[1] == '_';

		buf[n++] = twice ? '-' : *name;
		name += twice;
	}
	buf[n] = '\0';
	return buf;
}

char *dt_usdt_cname(const char *name, char *buf, size_t size)
{
	size_t n = 0;

	for (; *name && n + 2 < size; name++) {
		if (*name == '-')
			buf[n++] = '_';
		buf[n++] = *name == '-' ? '_' : *name;
	}
	buf[n] = '\0';
	return buf;
}

const struct dt_node *dt_usdt_probe(const struct dt_node *provider, const char *cname)
{
	char want[DT_USDT_NAMEMAX], have[DT_USDT_NAMEMAX];
	const struct dt_node *n;

	dt_usdt_cname(cname, want, sizeof(want));
	for (n = provider->dn_list; n; n = n->dn_next)
		if (strcmp(dt_usdt_cname(n->dn_str, have, sizeof(have)), want) == 0)
			break;
	return n;
}

unsigned dt_usdt_nargs(const struct dt_node *probe)
{
	unsigned n = 0;

	for (const struct dt_param *p = probe->dn_dtype->ty_u.params; p; p = p->pr_next)
		n++;
	return n;
}

const struct dt_provider_attrs *dt_usdt_attrs(const struct dt_lang *la,
	const struct dt_node *provider)
{
	const struct dt_provider_attrs *pa = dt_lang_provattrs(la, provider->dn_str);

	return pa ? pa : &dt_provattrs_default;
}
