/* Stability of providers and of probe descriptions. */
#include <ctype.h>
#include <string.h>
#include "glob.h"
#include "parse.h"
#include "sema.h"

/* clang-format off */
#define UNSTABLE                                                                                   \
	{                                                                                          \
		DT_STAB_UNSTABLE, DT_STAB_UNSTABLE, DT_CLASS_COMMON                                \
	}
/* clang-format on */

const struct dt_provider_attrs dt_provattrs_default = { UNSTABLE, UNSTABLE, UNSTABLE, UNSTABLE,
	UNSTABLE };

static const struct dt_provattrs *find(const struct dt_lang *la, const char *name, size_t n)
{
	const struct dt_provattrs *pa = la->la_provattrs;

	while (pa && (strlen(pa->pa_name) != n || memcmp(pa->pa_name, name, n) != 0))
		pa = pa->pa_next;
	return pa;
}

/* The name of a declared provider can't end in a digit: digits at the end are a pid. */
const struct dt_provider_attrs *dt_lang_provattrs(const struct dt_lang *la, const char *provider)
{
	size_t n = !provider ? 0 : strlen(provider);
	const struct dt_provattrs *pa = find(la, provider, n);

	while (n > 0 && isdigit((unsigned char)provider[n - 1]))
		n--;
	if (!pa)
		pa = find(la, provider, n);
	return !pa ? NULL : &pa->pa_attrs;
}

/* The provider's attributes so far: from an earlier pragma, or its own. */
static struct dt_provider_attrs current(const struct dt_lang *la, const char *name)
{
	const struct dt_provattrs *pa = find(la, name, strlen(name));
	struct dt_pdesc pd = { { name, "", "", "" }, 0 };
	struct dt_probeinfo pi;
	bool multi;

	if (pa)
		return pa->pa_attrs;
	if (!la->la_env.le_probes || base_is_glob(name) ||
		la->la_env.le_probes(la->la_env.le_arg, &pd, &pi, &multi) == 0)
		return dt_provattrs_default;
	return pi.pi_attrs;
}

/* The provider may be declared later, or be built in. */
void dt_provattrs_set(struct dt_lang *la, const char *provider, unsigned part, struct dt_attr at)
{
	struct dt_provider_attrs attrs = current(la, provider);
	struct dt_attr *parts[] = { &attrs.pa_provider, &attrs.pa_module, &attrs.pa_function,
		&attrs.pa_name, &attrs.pa_args };
	struct dt_provattrs *pa = dt_types_alloc(la->la_types, sizeof(*pa));

	*parts[part] = at;
	pa->pa_name = dt_types_strdup(la->la_types, provider);
	pa->pa_attrs = attrs;
	pa->pa_next = la->la_provattrs;
	la->la_provattrs = pa;
}

static bool is_exact(const char *field)
{
	return field && base_is_name(field);
}

struct dt_attr dt_pdesc_attr(const struct dt_provider_attrs *attrs, const char *const field[4])
{
	struct dt_attr at;

	if (!attrs || !is_exact(field[0]))
		return dt_provattrs_default.pa_provider;
	at = attrs->pa_provider;
	if (is_exact(field[1]))
		at = dt_attr_min(at, attrs->pa_module);
	if (is_exact(field[2]))
		at = dt_attr_min(at, attrs->pa_function);
	return is_exact(field[3]) ? dt_attr_min(at, attrs->pa_name) : at;
}
