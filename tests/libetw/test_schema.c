/*
 * What describes events: TraceLogging, manifests, metadata; whole, cut and wrong. Values and their
 * text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>
#include "catalog.h"

static const struct etw_guid guid = { 0x11223344, 0x5566, 0x7788, { 1, 2, 3, 4, 5, 6, 7, 8 } };

static struct etw_event event_of(const void *p, size_t n, unsigned ptrsize)
{
	return (struct etw_event){ .ev_kind = ETW_EVENT,
		.ev_provider = &guid,
		.ev_ptrsize = (uint8_t)ptrsize,
		.ev_hookid = ETW_NOHOOK,
		.ev_payload = p,
		.ev_paylen = (uint32_t)n };
}

static const char *props(const struct etw_schema *sc, const void *p, size_t n, unsigned ptrsize)
{
	static char buf[4096];
	struct etw_event ev = event_of(p, n, ptrsize);

	etw_props_text(sc, &ev, ETW_PLAIN, buf, sizeof(buf));
	return buf;
}

static bool nothing(void *arg, enum etw_visit what, const struct etw_value *v)
{
	(void)arg, (void)what, (void)v;
	return true;
}

static int64_t used(const struct etw_schema *sc, const void *p, size_t n)
{
	struct etw_event ev = event_of(p, n, 8);

	return etw_walk(sc, &ev, nothing, NULL);
}

/*
 * TraceLogging.
 */
static const uint8_t tl[] = "\x38\x00\x81\x01"
			    "Ev\0"
			    "a\0\x07"		 /* i32 */
			    "s\0\x98\x82\x01"	 /* a struct of 2, with tags */
			    "x\0\x46"		 /* u16, as many as there are */
			    "t\0\x98\x01"	 /* a struct of 1 in it */
			    "y\0\x02"		 /* text */
			    "b\0\x81\x1e"	 /* UTF-16 with an out-type */
			    "c\0\x64\x03\x00zzz" /* a custom one */
			    "d\0\x2a\x02\x00";

static struct etw_schema *parse_tl(struct etw_catalog *c, size_t n)
{
	uint8_t *copy = malloc(n ? n : 1); /* so that a read behind it is seen */
	struct etw_schema *sc;

	memcpy(copy, tl, n);
	if (n >= 2) {
		copy[0] = (uint8_t)n;
		copy[1] = 0;
	}
	sc = cat_tracelog_parse(c, &guid, copy, n);
	free(copy);
	return sc;
}

static void test_tracelog(void **state)
{
	static const uint8_t payload[] =
		"\xff\xff\xff\xff\x02\x00\x05\x00\x06\x00yy\0h\0i\0\0\0\x01\x00\x09"
		"\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0";
	struct etw_catalog *c = etw_catalog_create();
	struct etw_schema *sc = parse_tl(c, sizeof(tl) - 1);

	(void)state;
	assert_non_null(sc);
	assert_string_equal(sc->sc_name, "Ev");
	assert_string_equal(props(sc, payload, sizeof(payload) - 1, 8),
		"a -1 s {x [5, 6] t {y yy}} b hi c [9] d [1, 2]");
	assert_int_equal(used(sc, payload, sizeof(payload) - 1), sizeof(payload) - 1);
	for (size_t n = 0; n < sizeof(payload) - 1; n++) {
		uint8_t *copy = malloc(n + 1);

		memcpy(copy, payload, n);
		assert_true(used(sc, copy, n) <= (int64_t)n);
		props(sc, copy, n, 8);
		free(copy);
	}
	etw_catalog_close(c);
}

/* At most places a schema that is cut is none; where a field ends, it is one with fewer fields. */
static void test_tracelog_cut(void **state)
{
	struct etw_catalog *c = etw_catalog_create();
	unsigned whole = 0;

	(void)state;
	for (size_t n = 0; n < sizeof(tl) - 1; n++)
		whole += parse_tl(c, n) != NULL;
	assert_int_equal(whole, 5); /* after the name, after a, s, b, c */
	etw_catalog_close(c);
}

/* Arrays of structs of nothing, in each other: their numbers of elements multiply. */
static void test_bomb(void **state)
{
	uint8_t s[256] = { 0 }, payload[64];
	size_t n = 2;
	struct etw_catalog *c = etw_catalog_create();
	struct etw_schema *sc;

	(void)state;
	s[n++] = 0;
	s[n++] = 'E', s[n++] = 0;
	for (unsigned i = 0; i < 20; i++) {
		s[n++] = 'f', s[n++] = 0;
		s[n++] = 0x80 | 0x20 | 0x18, s[n++] = 1, s[n++] = 0xff, s[n++] = 0xff;
	}
	s[n++] = 'g', s[n++] = 0, s[n++] = 0; /* takes no bytes */
	s[0] = (uint8_t)n;
	sc = cat_tracelog_parse(c, &guid, s, n);
	assert_non_null(sc);
	assert_int_equal(used(sc, payload, sizeof(payload)), -1);
	etw_catalog_close(c);
}

/*
 * Manifests.
 */
#define HEAD \
	"<instrumentationManifest><instrumentation><events>\n" \
	"<provider name='P' guid='{11223344-5566-7788-0102-030405060708}'>\n"
#define TAIL "</provider></events></instrumentation></instrumentationManifest>"

static void needs_expat(void)
{
#ifndef HAVE_EXPAT
	print_message("SKIP a test of manifests: needs expat\n");
	skip();
#endif
}

static int manifest(struct etw_catalog *c, const char *xml, char *err, size_t errlen)
{
	return etw_catalog_manifest(c, xml, strlen(xml), ETW_FROM_MANIFEST, err, errlen);
}

static const struct etw_schema *schema_of(struct etw_catalog *c, unsigned id, unsigned version)
{
	struct etw_event ev = event_of("", 0, 8);

	ev.ev_id = (uint16_t)id;
	ev.ev_version = (uint8_t)version;
	return etw_schema_of(c, &ev);
}

static void test_manifest(void **state)
{
	static const char xml[] = HEAD
		"<templates><template tid='T'><data name='n' inType='win:UInt8'/>"
		"<struct name='s' count='n'><data name='p' inType='win:Pointer'/>"
		"<data name='t' inType='win:AnsiString' length='3'/></struct>"
		"<data name='len' inType='win:UInt16'/><data name='w' inType='win:UnicodeString' length='len'/>"
		"<data name='ip' inType='win:UInt32' outType='win:IPv4'/>"
		"<data name='addr' inType='win:Binary' length='16' outType='win:IPv6'/></template></templates>"
		"<events><event value='7' version='1' template='T'/><event value='7' version='3'/></events>" TAIL;
	static const uint8_t payload[] = "\x02"
					 "\x10\0\0\0abc\x20\0\0\0def"
					 "\x02\0h\0i\0"
					 "\x7f\0\0\x01"
					 "\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01";
	struct etw_catalog *c = etw_catalog_create();
	const struct etw_schema *sc;
	char err[200];

	(void)state;
	needs_expat();
	assert_int_equal(manifest(c, xml, err, sizeof(err)), 0);
	sc = schema_of(c, 7, 1);
	assert_non_null(sc);
	assert_string_equal(props(sc, payload, sizeof(payload) - 1, 4),
		"n 2 s [{p 0x10 t abc}, {p 0x20 t def}] len 2 w hi ip 127.0.0.1 addr fe80::1");
	assert_ptr_equal(schema_of(c, 7, 2), sc); /* the one before stands for it */
	assert_int_equal(schema_of(c, 7, 3)->sc_nfields, 0);
	assert_null(schema_of(c, 7, 0));
	assert_null(schema_of(c, 8, 1));
	etw_catalog_close(c);
}

static void test_manifest_wrong(void **state)
{
	static const struct {
		const char *xml, *why;
	} cases[] = { { "", "line 1: no element found" },
		{ "<a>\n<b></a>", "line 2: mismatched tag" },
		{ "<a/>", "not a manifest: it describes no provider" },
		{ "<a>\n<provider name='x' guid='{1}'/></a>",
			"line 2: provider without a valid guid" },
		{ "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "line 1: has a document type" } };
	struct etw_catalog *c = etw_catalog_create();
	char err[200];

	(void)state;
	needs_expat();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(manifest(c, cases[i].xml, err, sizeof(err)), -1);
		if (strncmp(err, cases[i].why, strlen(cases[i].why)))
			fail_msg("%s: %s", cases[i].xml, err);
	}
	etw_catalog_close(c);
}

/* As Windows exports them: UTF-16 with its mark. */
static void test_manifest_utf16(void **state)
{
	static const char xml[] = "<?xml version='1.0' encoding='UTF-16'?>" HEAD
				  "<events><event value='1' symbol='\xc3\x84rger'/></events>" TAIL;
	struct etw_catalog *c = etw_catalog_create();
	uint8_t wide[2 * sizeof(xml) + 2] = { 0xff, 0xfe };
	size_t units = etw_utf8_to_utf16(xml, wide + 2, sizeof(xml));
	char err[200];

	(void)state;
	needs_expat();
	assert_int_equal(etw_catalog_manifest(c, (char *)wide, 2 + 2 * units, ETW_FROM_MANIFEST,
				 err, sizeof(err)),
		0);
	assert_string_equal(schema_of(c, 1, 0)->sc_name, "\xc3\x84rger");
	etw_catalog_close(c);
}

/* What a manifest leaves open is left out; the rest of it holds. */
static void test_manifest_gaps(void **state)
{
	static const char xml[] = HEAD
		"<templates><template tid='T'><data name='a' inType='win:UInt8'/>"
		"<data name='b' inType='win:Nonsense'/></template></templates><events>"
		"<event value='1' template='T'/><event value='2' template='none'/><event/>"
		"<event value='3' task='none' keywords='none other' level='none' message='$(string.none)'/>"
		"</events>" TAIL;
	struct etw_catalog *c = etw_catalog_create();
	char err[200];

	(void)state;
	needs_expat();
	assert_int_equal(manifest(c, xml, err, sizeof(err)), 0);
	assert_int_equal(used(schema_of(c, 1, 0), "\x01\x02", 2), -1);
	assert_string_equal(props(schema_of(c, 1, 0), "\x01\x02", 2, 8), "a 1");
	assert_null(schema_of(c, 2, 0));
	assert_string_equal(schema_of(c, 3, 0)->sc_name, "Event3");
	etw_catalog_close(c);
}

/*
 * Metadata: the record of the scene, cut and overwritten at every byte.
 */
static size_t metadata(uint8_t *p)
{
	size_t n = 0x70 + 2 * 24, text = n;

	memset(p, 0, 512);
	memcpy(p, &guid, 16);
	p[0x20] = 5;
	p[0x64] = 2;
	p[0x68] = 2;
	for (unsigned i = 0; i < 2; i++) {
		uint8_t *q = p + 0x70 + 24 * i;

		q[4] = (uint8_t)text;
		p[text] = (uint8_t)('a' + i);
		text += 4;
		q[8] = i ? ETW_T_BINARY : ETW_T_U16;
		q[0] = i ? 2 : 0; /* as long as the first one says */
		q[16] = 1;
	}
	return text;
}

static void test_metadata(void **state)
{
	uint8_t p[512], *copy;
	size_t n = metadata(p);
	struct etw_catalog *c = etw_catalog_create();

	(void)state;
	assert_true(cat_metadata(c, 0x20, p, n));
	assert_string_equal(props(schema_of(c, 5, 0), "\x03\x00\x01\x02\x03", 5, 8),
		"a 3 b 0x010203");
	for (size_t cut = 0; cut < n; cut++) {
		copy = malloc(cut + 1);
		memcpy(copy, p, cut);
		cat_metadata(c, 0x20, copy, cut);
		cat_metadata(c, 0x21, copy, cut);
		free(copy);
	}
	for (size_t i = 0x64; i < n; i++)
		for (unsigned v = 0; v < 256; v += 15) {
			struct etw_catalog *d = etw_catalog_create();

			copy = malloc(n);
			memcpy(copy, p, n);
			copy[i] = (uint8_t)v;
			if (cat_metadata(d, 0x20, copy, n) && schema_of(d, 5, 0))
				props(schema_of(d, 5, 0), "\x03\x00\x01\x02\x03", 5, 8);
			free(copy);
			etw_catalog_close(d);
		}
	etw_catalog_close(c);
}

/*
 * The list of providers, the cache.
 */
static void test_provlist(void **state)
{
	struct etw_catalog *c = etw_catalog_create();
	struct etw_provider *pr = etw_provider_named(c, "Microsoft-Windows-DNS-Client"), *last;
	char buf[128];
	struct etw_guid g;

	(void)state;
	assert_non_null(pr);
	assert_string_equal(etw_guid_format(&pr->pr_guid, buf),
		"{1c95126e-7eea-49a9-a3fe-a378b03ddb4d}");
	assert_ptr_equal(etw_provider_named(c, "{1C95126E-7EEA-49A9-A3FE-A378B03DDB4D}"), pr);
	assert_null(etw_provider_named(c, "no-such-provider"));
	assert_null(etw_provider_named(c, "{1C95126E}"));
	/* the first line */
	assert_int_equal(etw_guid_parse("{0063715b-eeda-4007-9429-ad526f62696e}", &g), 0);
	pr = etw_provider_get(c, &g);
	assert_string_equal(pr->pr_name, "microsoft-windows-services");
	assert_int_equal(pr->pr_nkeywords, 1);
	assert_string_equal(pr->pr_keywords[0].kw_name, "performance");
	assert_int_equal(pr->pr_keywords[0].kw_mask, 0x10000);
	last = etw_provider_named(c, "microsoft-windows-kernel-process");
	assert_string_equal(etw_guid_format(&last->pr_guid, buf),
		"{22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}");
	pr = etw_provider_get(c, &guid);
	etw_provider_canonical(pr, buf, sizeof(buf));
	assert_string_equal(buf, "{11223344-5566-7788-0102-030405060708}");
	etw_catalog_close(c);
}

static void test_cache(void **state)
{
	char path[] = "/tmp/etw_cacheXXXXXX", err[100];
	int fd = mkstemp(path);
	struct etw_catalog *c = etw_catalog_create();

	(void)state;
	needs_expat();
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "dtrace providers 1\n\nrubbish\n11223344", 36), 36);
	close(fd);
	etw_catalog_load(c, path);
	assert_null(etw_provider_get(c, &guid)->pr_name);
	assert_int_equal(manifest(c,
				 HEAD "<keywords><keyword name='K k' mask='0x40'/></keywords>" TAIL,
				 err, sizeof(err)),
		0);
	etw_catalog_save(c, path);
	etw_catalog_close(c);
	c = etw_catalog_create();
	etw_catalog_load(c, path);
	assert_string_equal(etw_provider_get(c, &guid)->pr_name, "P");
	assert_string_equal(etw_provider_get(c, &guid)->pr_keywords[0].kw_name, "K k");
	etw_catalog_close(c);
	unlink(path);
}

/*
 * Values.
 */
static const char *one(unsigned type, unsigned out, unsigned length, const void *p, size_t n)
{
	static char buf[256];
	struct etw_field fd = { .fd_name = "f",
		.fd_type = (uint16_t)type,
		.fd_out = (uint16_t)out,
		.fd_length = (uint16_t)length,
		.fd_next = ETW_NOFIELD,
		.fd_child = ETW_NOFIELD };
	struct etw_schema sc = { .sc_name = "",
		.sc_nfields = 1,
		.sc_fields = &fd,
		.sc_origin = ETW_FROM_MANIFEST };
	struct etw_event ev = event_of(p, n, 8);

	etw_field_text(&sc, &ev, 0, buf, sizeof(buf));
	return buf;
}

static void test_values(void **state)
{
	(void)state;
	assert_string_equal(one(ETW_T_I8, 0, 0, "\x80", 1), "-128");
	assert_string_equal(one(ETW_T_U8, 0, 0, "\x80", 1), "128");
	assert_string_equal(one(ETW_T_I64, 0, 0, "\xfe\xff\xff\xff\xff\xff\xff\xff", 8), "-2");
	assert_string_equal(one(ETW_T_U64, 0, 0, "\xfe\xff\xff\xff\xff\xff\xff\xff", 8),
		"18446744073709551614");
	assert_string_equal(one(ETW_T_HEX32, 0, 0, "\x78\x56\x34\x12", 4), "0x12345678");
	assert_string_equal(one(ETW_T_U32, ETW_O_NTSTATUS, 0, "\x05\0\0\xc0", 4), "0xc0000005");
	assert_string_equal(one(ETW_T_U16, ETW_O_PORT, 0, "\x01\xbb", 2), "443");
	assert_string_equal(one(ETW_T_BOOL, 0, 0, "\x02\0\0\0", 4), "true");
	assert_string_equal(one(ETW_T_GUID, 0, 0, &guid, 16),
		"{11223344-5566-7788-0102-030405060708}");
	assert_string_equal(one(ETW_T_FILETIME, 0, 0, "\x80\xf7\x5a\xef\x20\x51\xca\x01", 8),
		"2009-10-20T01:02:03.0000000Z");
	assert_string_equal(one(ETW_T_SYSTEMTIME, 0, 0,
				    "\xe5\x07\x09\0\x04\0\x09\0\x0e\0\x3b\0\x23\0\x1f\x03", 16),
		"2021-09-09T14:59:35.799");
	assert_string_equal(one(ETW_T_SID, 0, 0, "\x01\x02\0\0\0\0\0\x05\x20\0\0\0\x20\x02\0\0",
				    16),
		"S-1-5-32-544");
	assert_string_equal(one(ETW_T_BINARY, ETW_O_SOCKADDR, 8, "\x02\0\x01\xbb\x0a\0\0\x01", 8),
		"10.0.0.1:443");
	assert_string_equal(one(ETW_T_BINARY, ETW_O_IPV6, 0, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01",
				    16),
		"::1");
	assert_string_equal(one(ETW_T_BINARY, ETW_O_IPV6, 0,
				    "\x20\x01\x0d\xb8\0\0\0\0\0\x01\0\0\0\0\0\0", 16),
		"2001:db8:0:0:1::");
	assert_string_equal(one(ETW_T_F32, 0, 0, "\0\0\x80\xbf", 4), "-1");
	assert_string_equal(one(ETW_T_WCHAR, 0, 0, "\xe9\0", 2), "\xc3\xa9");
	assert_string_equal(one(ETW_T_CHAR, 0, 0, "x", 1), "x");
	assert_string_equal(one(ETW_T_SIZE, 0, 0, "\x10\0\0\0\0\0\0\0", 8), "0x10");
	assert_string_equal(one(ETW_T_ANSI, 0, 0, "h\xe9\xc3\xa9", 4), "h\xc3\xa9\xc3\xa9");
	assert_string_equal(one(ETW_T_CUTF16, 0, 0, "\x04\0a\0b\0c\0", 8), "ab");
	assert_string_equal(one(ETW_T_RANSI, 0, 0, "\0\x02xyz", 5), "xy");
	assert_string_equal(one(ETW_T_CANSI, 0, 0, "\xff\xffxyz", 5), "");
	assert_string_equal(one(ETW_T_RESTUTF16, 0, 0, "a\0b\0", 4), "ab");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tracelog),
		cmocka_unit_test(test_tracelog_cut),
		cmocka_unit_test(test_bomb),
		cmocka_unit_test(test_manifest),
		cmocka_unit_test(test_manifest_wrong),
		cmocka_unit_test(test_manifest_utf16),
		cmocka_unit_test(test_manifest_gaps),
		cmocka_unit_test(test_metadata),
		cmocka_unit_test(test_provlist),
		cmocka_unit_test(test_cache),
		cmocka_unit_test(test_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
