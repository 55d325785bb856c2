/* Text of a trace, as in the records: UTF-8, NUL-terminated. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "windows.h"

static char *text_room(struct etl_feed *ef, size_t size)
{
	char *grown;

	if (size <= ef->ef_textsize)
		return ef->ef_text;
	size += size / 2 + 64;
	grown = base_realloc(ef->ef_text, size);
	if (!grown)
		return NULL;
	ef->ef_text = grown;
	ef->ef_textsize = size;
	return grown;
}

/* Without memory a text is empty: its event is still delivered. */
const char *etl_utf8(struct dt_feed *fd, const uint8_t *u16le, uint32_t units)
{
	size_t size = (size_t)units * 3 + 1;
	char *out = text_room(etl_of(fd), size);

	if (!out)
		return "";
	if (!u16le)
		units = 0;
	etw_utf16_to_utf8(u16le, units, out, size);
	return out;
}

/*
 * The name of a process: the base name of its image, in lower case, because Windows names have no
 * case. The idle process has no image; it is "idle". Names of a trace from Linux stay as they are.
 */
const char *etl_execname(struct dt_feed *fd, uint32_t pid, const char *s, uint32_t len)
{
	char *out = text_room(etl_of(fd), (size_t)len * 2 + 1);
	bool utf8 = etw_is_utf8(s, len);
	size_t n = 0;

	if (pid == 0)
		return etl_of(fd)->ef_linux ? "swapper" : "idle";
	if (!out)
		return "";
	if (etl_of(fd)->ef_linux && utf8) {
		memcpy(out, s, len);
		out[len] = '\0';
		return out;
	}
	for (uint32_t i = 0; i < len; i++) {
		uint8_t c = (uint8_t)s[i];

		if (c == '\\' || c == '/')
			n = 0;
		else if (c < 0x80)
			out[n++] = (char)tolower(c);
		else if (utf8)
			out[n++] = (char)c;
		else {
			out[n++] = (char)(0xc0 | c >> 6);
			out[n++] = (char)(0x80 | (c & 0x3f));
		}
	}
	out[n] = '\0';
	return out;
}

/* The program's name in a path, or in a command that begins with one, quoted or not. */
const char *etl_execommand(struct dt_feed *fd, const char *command)
{
	char path[1024], *s = path, *end;

	snprintf(path, sizeof(path), "%s", command);
	if (*s == '"') {
		s++;
		s[strcspn(s, "\"")] = '\0';
	} else if ((end = strcasestr(s, ".exe "))) {
		end[4] = '\0';
	}
	return etl_execname(fd, ETW_NOID, s, (uint32_t)strlen(s));
}

const char *etl_exepath(struct dt_feed *fd, const uint8_t *u16le, uint32_t units)
{
	char path[1024];

	etw_utf16_to_utf8(u16le, u16le ? units : 0, path, sizeof(path));
	return etl_execommand(fd, path);
}

/*
 * GUIDs. A file of ever different GUIDs must not fill the memory: beyond a limit, one entry is
 * reused.
 */
#define NAMES_MAX 65536

struct etl_name {
	struct base_link na_link;
	struct etw_guid na_guid;
	char na_text[ETW_GUID_STRLEN];
};

static struct etl_name *names_find(const struct etl_names *nm, const struct etw_guid *g)
{
	struct base_link *ln = base_index_first(&nm->nm_index, etl_guid_key(g));

	for (; ln; ln = base_index_next(ln)) {
		struct etl_name *na = BASE_ENTRY(ln, struct etl_name, na_link);

		if (etw_guid_eq(&na->na_guid, g))
			return na;
	}
	return NULL;
}

static void names_set(struct etl_name *na, const struct etw_guid *g)
{
	na->na_guid = *g;
	etw_guid_format(g, na->na_text);
	for (char *p = na->na_text; *p != '\0'; p++)
		*p = (char)tolower((unsigned char)*p);
}

static struct etl_name *names_make(struct etl_names *nm, const struct etw_guid *g)
{
	struct etl_name *na;

	if (nm->nm_index.ix_count >= NAMES_MAX) {
		if (!nm->nm_spare)
			nm->nm_spare = base_malloc(sizeof(*nm->nm_spare));
		if (nm->nm_spare)
			names_set(nm->nm_spare, g);
		return nm->nm_spare;
	}
	na = base_malloc(sizeof(*na));
	if (!na)
		return NULL;
	names_set(na, g);
	base_index_add(&nm->nm_index, &na->na_link, etl_guid_key(g));
	return na;
}

const char *etl_guid_text(struct dt_feed *fd, const struct etw_guid *g)
{
	struct etl_names *nm = &etl_of(fd)->ef_names;
	struct etl_name *na = nm->nm_last;

	if (!na || !etw_guid_eq(&na->na_guid, g)) {
		na = names_find(nm, g);
		if (!na && !(na = names_make(nm, g)))
			return "{}";
		nm->nm_last = na;
	}
	return na->na_text;
}

static void names_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct etl_name, na_link));
}

void etl_text_free(struct etl_feed *ef)
{
	struct etl_names *nm = &ef->ef_names;

	base_index_clear(&nm->nm_index, names_free);
	free(nm->nm_spare);
	free(ef->ef_text);
}
