/*
 * The little of JSON that the oracles' flat objects need: names have no escapes that matter here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tally.h"

char *oracle_read(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	long len;

	if (!f)
		return NULL;
	if (fseek(f, 0, SEEK_END) == 0 && (len = ftell(f)) >= 0 &&
		(text = calloc(1, (size_t)len + 1))) {
		rewind(f);
		text[fread(text, 1, (size_t)len, f)] = '\0';
	}
	fclose(f);
	return text;
}

static const char *oracle_member(const char *json, const char *name)
{
	char quoted[128];
	const char *p;

	snprintf(quoted, sizeof(quoted), "\"%s\":", name);
	p = strstr(json, quoted);
	return !p ? NULL : p + strlen(quoted);
}

int64_t oracle_number(const char *json, const char *name)
{
	const char *p = oracle_member(json, name);

	return !p ? -1 : strtoll(p, NULL, 10);
}

int oracle_counts(const char *json, const char *name, struct tally *t, void (*edit)(char *key))
{
	const char *p = oracle_member(json, name);
	char key[256];
	int n;

	if (!p || !(p = strchr(p, '{')))
		return -1;
	for (p++;; p++) {
		unsigned long long count;

		if (sscanf(p, " \"%255[^\"]\": %llu%n", key, &count, &n) != 2)
			return -1;
		edit(key);
		tally_add(t, key, count);
		p += n;
		p += strspn(p, " \r\n\t");
		if (*p == '}')
			return 0;
	}
}
