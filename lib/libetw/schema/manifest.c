/*
 * Instrumentation manifests: the XML of message compilers, .NET event sources and exporting tools.
 * The texts of messages follow the providers that use them, so all items are collected first and
 * resolved at the end.
 */
#include <dirent.h>
#ifdef HAVE_EXPAT
#include <expat.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include "alloc.h"
#include "catalog.h"
#include "manifest.h"
#include "openfile.h"
#include "stream.h"

#ifdef HAVE_EXPAT
#define ITEMS_MAX 400000
#define DEPTH_MAX 64

struct manifest {
	struct etw_catalog *mf_cat;
	XML_Parser mf_parser;
	enum etw_origin mf_from;
	struct man_item *mf_items;
	unsigned mf_n, mf_max;
	int mf_provider, mf_task, mf_map, mf_template, mf_struct; /* the open elements; -1: none */
	unsigned mf_depth, mf_providers;
	const char *mf_why;
};

static void refuse(struct manifest *mf, const char *why)
{
	if (!mf->mf_why)
		mf->mf_why = why;
	XML_StopParser(mf->mf_parser, XML_FALSE);
}

static const char *attr(const XML_Char **atts, const char *name)
{
	for (; *atts; atts += 2)
		if (strcasecmp(atts[0], name) == 0)
			return atts[1];
	return NULL;
}

static const char *keep(struct manifest *mf, const char *s)
{
	return s ? cat_strndup(mf->mf_cat, s, strlen(s)) : NULL;
}

static uint64_t number(const char *s)
{
	return s ? strtoull(s, NULL, 0) : 0;
}

static int item_add(struct manifest *mf, enum man_kind kind, const XML_Char **atts)
{
	struct man_item *it;

	if (mf->mf_n == mf->mf_max) {
		unsigned max = mf->mf_max ? mf->mf_max * 2 : 256;
		void *p = max <= ITEMS_MAX ? base_realloc(mf->mf_items, max * sizeof(*it)) : NULL;

		if (!p) {
			refuse(mf, "too large");
			return -1;
		}
		mf->mf_items = p;
		mf->mf_max = max;
	}
	it = &mf->mf_items[mf->mf_n];
	*it = (struct man_item){ .it_kind = kind,
		.it_provider = mf->mf_provider,
		.it_scope = -1,
		.it_name = keep(mf, attr(atts, "name")),
		.it_value = number(attr(atts, "value")),
		.it_text = keep(mf, attr(atts, "message")) };
	return (int)mf->mf_n++;
}

/*
 * Elements.
 */
static void on_provider(struct manifest *mf, const XML_Char **atts)
{
	const char *guid = attr(atts, "guid");
	struct etw_guid g;
	int at;

	if (!guid || etw_guid_parse(guid, &g) < 0) {
		refuse(mf, "provider without a valid guid");
		return;
	}
	mf->mf_provider = -1;
	at = item_add(mf, MAN_PROVIDER, atts);
	if (at >= 0) {
		mf->mf_items[at].it_guid = g;
		mf->mf_provider = at;
		mf->mf_providers++;
	}
}

static void on_keyword(struct manifest *mf, const XML_Char **atts)
{
	int at = item_add(mf, MAN_KEYWORD, atts);

	if (at >= 0)
		mf->mf_items[at].it_value = number(attr(atts, "mask"));
}

static void on_task(struct manifest *mf, const XML_Char **atts)
{
	mf->mf_task = item_add(mf, MAN_TASK, atts);
}

static void on_opcode(struct manifest *mf, const XML_Char **atts)
{
	int at = item_add(mf, MAN_OPCODE, atts);

	if (at >= 0)
		mf->mf_items[at].it_scope = mf->mf_task;
}

static void on_valuemap(struct manifest *mf, const XML_Char **atts)
{
	mf->mf_map = item_add(mf, MAN_MAP, atts);
}

static void on_bitmap(struct manifest *mf, const XML_Char **atts)
{
	mf->mf_map = item_add(mf, MAN_MAP, atts);
	if (mf->mf_map >= 0)
		mf->mf_items[mf->mf_map].it_value = 1;
}

static void on_map(struct manifest *mf, const XML_Char **atts)
{
	int at = mf->mf_map >= 0 ? item_add(mf, MAN_MAPENTRY, atts) : -1;

	if (at >= 0)
		mf->mf_items[at].it_scope = mf->mf_map;
}

static void on_template(struct manifest *mf, const XML_Char **atts)
{
	mf->mf_struct = -1;
	mf->mf_template = item_add(mf, MAN_TEMPLATE, atts);
	if (mf->mf_template >= 0)
		mf->mf_items[mf->mf_template].it_name = keep(mf, attr(atts, "tid"));
}

static int add_data(struct manifest *mf, enum man_kind kind, const XML_Char **atts)
{
	int at = mf->mf_template >= 0 ? item_add(mf, kind, atts) : -1;
	struct man_item *it;

	if (at < 0)
		return -1;
	it = &mf->mf_items[at];
	it->it_scope = mf->mf_template;
	it->it_struct = mf->mf_struct;
	it->it_type = man_intype(attr(atts, "inType"));
	it->it_out = man_outtype(attr(atts, "outType"));
	it->it_length = keep(mf, attr(atts, "length"));
	it->it_count = keep(mf, attr(atts, "count"));
	it->it_map = keep(mf, attr(atts, "map"));
	return at;
}

static void on_data(struct manifest *mf, const XML_Char **atts)
{
	add_data(mf, MAN_DATA, atts);
}

static void on_struct(struct manifest *mf, const XML_Char **atts)
{
	int at = add_data(mf, MAN_DATA, atts);

	if (at < 0)
		return;
	mf->mf_items[at].it_type = ETW_T_STRUCT;
	mf->mf_struct = at;
}

static void on_event(struct manifest *mf, const XML_Char **atts)
{
	int at = mf->mf_provider >= 0 && attr(atts, "value") ? item_add(mf, MAN_EVENT, atts) : -1;
	struct man_item *it;

	if (at < 0)
		return;
	it = &mf->mf_items[at];
	it->it_name = keep(mf, attr(atts, "symbol"));
	it->it_version = (uint8_t)number(attr(atts, "version"));
	it->it_task = keep(mf, attr(atts, "task"));
	it->it_opcode = keep(mf, attr(atts, "opcode"));
	it->it_keywords = keep(mf, attr(atts, "keywords"));
	it->it_level = keep(mf, attr(atts, "level"));
	it->it_template = keep(mf, attr(atts, "template"));
}

static void on_string(struct manifest *mf, const XML_Char **atts)
{
	int at = attr(atts, "id") ? item_add(mf, MAN_STRING, atts) : -1;

	if (at < 0)
		return;
	mf->mf_items[at].it_name = keep(mf, attr(atts, "id"));
	mf->mf_items[at].it_text = keep(mf, attr(atts, "value"));
}

static const struct {
	const char *name;
	void (*start)(struct manifest *, const XML_Char **);
} elements[] = { { "provider", on_provider }, { "keyword", on_keyword }, { "task", on_task },
	{ "opcode", on_opcode }, { "valueMap", on_valuemap }, { "bitMap", on_bitmap },
	{ "map", on_map }, { "template", on_template }, { "data", on_data },
	{ "struct", on_struct }, { "event", on_event }, { "string", on_string } };

static const char *local(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

static void XMLCALL start(void *arg, const XML_Char *name, const XML_Char **atts)
{
	struct manifest *mf = arg;

	if (++mf->mf_depth > DEPTH_MAX) {
		refuse(mf, "elements are nested too deeply");
		return;
	}
	name = local(name);
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (strcmp(elements[i].name, name) == 0)
			elements[i].start(mf, atts);
}

static void XMLCALL end(void *arg, const XML_Char *name)
{
	struct manifest *mf = arg;

	mf->mf_depth--;
	name = local(name);
	if (strcmp(name, "provider") == 0)
		mf->mf_provider = -1;
	else if (strcmp(name, "task") == 0)
		mf->mf_task = -1;
	else if (strcmp(name, "template") == 0)
		mf->mf_template = -1;
	else if (strcmp(name, "struct") == 0)
		mf->mf_struct = -1;
	else if (strcmp(name, "valueMap") == 0 || strcmp(name, "bitMap") == 0)
		mf->mf_map = -1;
}

/* No manifest defines entities; a text that does is an attack. */
static void XMLCALL doctype(void *arg, const XML_Char *name, const XML_Char *sysid,
	const XML_Char *pubid, int internal)
{
	(void)name, (void)sysid, (void)pubid, (void)internal;
	refuse(arg, "has a document type declaration, which is not allowed in a manifest");
}

/* A text from pieces of a stream may end in NULs. */
static int parse(struct manifest *mf, const char *xml, size_t len, char *err, size_t errlen)
{
	int rc = 0;

	while (mf->mf_from == ETW_FROM_STREAM && len && xml[len - 1] == '\0')
		len--;
	if (len > INT32_MAX || XML_Parse(mf->mf_parser, xml, (int)len, 1) != XML_STATUS_OK) {
		snprintf(err, errlen, "line %lu: %s", XML_GetCurrentLineNumber(mf->mf_parser),
			mf->mf_why ? mf->mf_why : XML_ErrorString(XML_GetErrorCode(mf->mf_parser)));
		base_lack(XML_GetErrorCode(mf->mf_parser) == XML_ERROR_NO_MEMORY ? ENOMEM : 0);
		rc = -1;
	} else if (!mf->mf_providers) {
		snprintf(err, errlen, "not a manifest: it describes no provider");
		rc = -1;
	}
	return rc;
}

int etw_catalog_manifest(struct etw_catalog *c, const char *xml, size_t len, enum etw_origin from,
	char *err, size_t errlen)
{
	struct manifest mf = { .mf_cat = c,
		.mf_from = from,
		.mf_provider = -1,
		.mf_task = -1,
		.mf_map = -1,
		.mf_template = -1,
		.mf_struct = -1 };
	int rc;

	mf.mf_parser = XML_ParserCreate(NULL);
	if (!mf.mf_parser) {
		base_lack(ENOMEM);
		snprintf(err, errlen, "no memory");
		return -1;
	}
	XML_SetUserData(mf.mf_parser, &mf);
	XML_SetElementHandler(mf.mf_parser, start, end);
	XML_SetStartDoctypeDeclHandler(mf.mf_parser, doctype);
	rc = parse(&mf, xml, len, err, errlen);
	XML_ParserFree(mf.mf_parser);
	if (rc == 0)
		man_resolve(c, mf.mf_items, mf.mf_n, from);
	free(mf.mf_items);
	return rc;
}
#else
int etw_catalog_manifest(struct etw_catalog *c, const char *xml, size_t len, enum etw_origin from,
	char *err, size_t errlen)
{
	static const char lacks[] = "manifests need expat, which this program was built without; "
				    "install libexpat1-dev and build again";

	(void)xml, (void)len;
	if (from == ETW_FROM_STREAM)
		c->ca_lacks = lacks;
	snprintf(err, errlen, "%s", lacks);
	return -1;
}
#endif

const char *etw_catalog_lacks(const struct etw_catalog *c)
{
	return c->ca_lacks;
}

/*
 * Files.
 */
#define FILE_MAX (64u << 20)

static int manifest_file(struct etw_catalog *c, const char *path, unsigned flags, char *err,
	size_t errlen)
{
	int fd = base_open(NULL, path, FILE_MAX, flags), rc;
	size_t len = 0;
	char why[160], *xml = fd >= 0 ? base_read(fd, FILE_MAX, &len) : NULL;

	if (!xml)
		snprintf(err, errlen,
			"%s: %s; name a manifest of at most %u MB, or a folder of them", path,
			base_open_error(errno), FILE_MAX >> 20);
	if (fd >= 0)
		close(fd);
	if (!xml)
		return -1;
	rc = etw_catalog_manifest(c, xml, len, ETW_FROM_MANIFEST, why, sizeof(why));
	free(xml);
	if (rc < 0)
		snprintf(err, errlen, "%s: %s", path, why);
	return rc;
}

static int is_manifest(const struct dirent *d)
{
	const char *dot = strrchr(d->d_name, '.');

	return dot &&
		(strcasecmp(dot, ".man") == 0 || strcasecmp(dot, ".xml") == 0 ||
			strcasecmp(dot, ".manifest") == 0);
}

int etw_catalog_manifests(struct etw_catalog *c, const char *path, char *err, size_t errlen)
{
	struct dirent **names = NULL;
	struct stat st;
	int n, rc = 0;

	if (stat(path, &st) < 0) {
		snprintf(err, errlen, "%s: there is no such file or folder", path);
		return -1;
	}
	if (!S_ISDIR(st.st_mode))
		return manifest_file(c, path, BASE_NAMED, err, errlen) < 0 ? -1 : 1;
	n = base_scandir(path, &names, is_manifest);
	for (int i = 0; i < n; i++) {
		char file[4096];

		snprintf(file, sizeof(file), "%s/%s", path, names[i]->d_name);
		if (rc == 0 && manifest_file(c, file, 0, err, errlen) < 0)
			rc = -1;
		free(names[i]);
	}
	free(names);
	return rc < 0 || n < 0 ? -1 : n;
}
