/*
 * Downloads one file from a symbol server, over http or https, with libcurl. Waiting for a server
 * that doesn't answer, or answers slowly, is limited: without names the output is still correct.
 */
#include "loadlib.h"
#include "pdb.h"

#define NEEDS "symbol servers are not asked: they need libcurl, which "

#ifdef HAVE_CURL
#define CURL_DISABLE_DEPRECATION /* the successor of CURLOPT_PROTOCOLS is missing in old versions */
#include <curl/curl.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"
#include "diskroom.h"

#define TIMEOUT 20	   /* seconds without a byte, and for a transfer slower than SLOWEST */
#define SLOWEST (64 << 10) /* bytes a second */
#define MAXHEAD (64 << 10)
#define MAXFILE ((uint64_t)4 << 30)
#define REDIRECTS 4
#define AGENT "Microsoft-Symbol-Server/10.0" /* some servers answer no other client */
#define AUTHORITIES \
	"; install ca-certificates, or name a file of its authority's certificates in " \
	"CURL_CA_BUNDLE"

struct lib {
	CURLcode (*lb_global_init)(long);
	void (*lb_global_cleanup)(void);
	CURL *(*lb_init)(void);
	void (*lb_cleanup)(CURL *);
	CURLcode (*lb_set)(CURL *, CURLoption, ...);
	CURLcode (*lb_get)(CURL *, CURLINFO, ...);
	CURLcode (*lb_perform)(CURL *);
	const char *(*lb_strerror)(CURLcode);
};

/* The current transfer. */
struct transfer {
	struct dt_fetch *tr_fetch;
	int tr_fd;
	double tr_start, tr_last; /* when it began, when the last bytes came */
	uint64_t tr_total, tr_head, tr_done;
	uint64_t tr_check; /* bytes that may be written before free space is checked again */
	bool tr_encoded;
};

struct dt_symfetch {
	struct lib sf_lib;
	CURL *sf_curl; /* keeps its connection for the next file */
	struct transfer sf_now;
	char sf_words[CURL_ERROR_SIZE]; /* libcurl's text of an error */
};

__attribute__((format(printf, 2, 3))) static int fail(struct dt_fetch *ft, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(ft->ft_why, sizeof(ft->ft_why), fmt, ap);
	va_end(ap);
	for (char *p = ft->ft_why; *p; p++) /* a part of it may come from the server */
		if (*p < ' ' || *p > '~')
			*p = '?';
	return -1;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Callbacks of libcurl: a result other than 0, or than the number of bytes, ends the transfer. */
static int on_progress(void *arg, curl_off_t dltotal, curl_off_t dlnow, curl_off_t ultotal,
	curl_off_t ulnow)
{
	struct transfer *tr = arg;
	struct dt_fetch *ft = tr->tr_fetch;
	double t = now();

	(void)dltotal, (void)dlnow, (void)ultotal, (void)ulnow;
	if (ft->ft_interrupt && *ft->ft_interrupt) {
		ft->ft_interrupted = true;
		return fail(ft, "interrupted");
	}
	ft->ft_silent = true;
	if (t - tr->tr_last > TIMEOUT)
		return fail(ft, "the server does not respond");
	if (t - tr->tr_start > 2 * TIMEOUT + (double)tr->tr_total / SLOWEST)
		return fail(ft, "the server responds too slowly");
	ft->ft_silent = false;
	return 0;
}

static void received(struct transfer *tr, size_t n)
{
	tr->tr_total += n;
	tr->tr_last = now();
}

/* A line of a response header; with redirects, of each response. */
static size_t on_head(char *line, size_t size, size_t n, void *arg)
{
	static const char field[] = "Content-Encoding:";
	const size_t len = sizeof(field) - 1;
	struct transfer *tr = arg;

	received(tr, size * n);
	tr->tr_head += size * n;
	if (tr->tr_head > MAXHEAD) {
		fail(tr->tr_fetch, "the header of the server's response is too long");
		return 0;
	}
	if (size * n > 5 && !memcmp(line, "HTTP/", 5))
		tr->tr_encoded = false;
	if (size * n > len && !strncasecmp(line, field, len))
		tr->tr_encoded = !memmem(line + len, size * n - len, "identity", 8);
	return n;
}

static int put(struct transfer *tr, const char *buf, size_t n)
{
	ssize_t done;

	if (tr->tr_done + n > MAXFILE)
		return fail(tr->tr_fetch, "the server's response is too large");
	if (tr->tr_done + n > tr->tr_check) {
		if (!base_disk_room(tr->tr_fd))
			return fail(tr->tr_fetch,
				"cannot write to the symbol store: its file system is full");
		tr->tr_check = tr->tr_done + BASE_DISK_STEP;
	}
	for (tr->tr_done += n; n; buf += done, n -= (size_t)done) {
		done = write(tr->tr_fd, buf, n);
		if (done < 0 && errno == EINTR)
			done = 0;
		if (done < 0)
			return fail(tr->tr_fetch, "cannot write to the symbol store: %s",
				strerror(errno));
	}
	return 0;
}

static size_t on_body(char *buf, size_t size, size_t n, void *arg)
{
	struct transfer *tr = arg;

	received(tr, size * n);
	if (tr->tr_encoded) {
		fail(tr->tr_fetch,
			"the server's response has a content encoding, which is not supported");
		return 0;
	}
	return put(tr, buf, size * n) < 0 ? 0 : n;
}

/*
 * Why a transfer failed.
 */
struct reason {
	CURLcode rs_code;
	bool rs_silent; /* as ft_silent */
	const char *rs_what, *rs_remedy;
};

static const struct reason reasons[] = {
	{ CURLE_COULDNT_RESOLVE_HOST, true, "no such server", "" },
	{ CURLE_COULDNT_RESOLVE_PROXY, true, "no such proxy",
		"; correct http_proxy or https_proxy in the environment" },
	{ CURLE_COULDNT_CONNECT, true, "the server does not respond", "" },
	{ CURLE_SSL_CONNECT_ERROR, true, "no secure connection to the server", "" },
	{ CURLE_PEER_FAILED_VERIFICATION, true, "the server's certificate is not trusted",
		AUTHORITIES },
	{ CURLE_SSL_CACERT_BADFILE, true, "the certificates of authorities cannot be read",
		AUTHORITIES },
	{ CURLE_URL_MALFORMAT, false,
		"the URL names no server, or has characters that must be percent-encoded", "" },
	{ CURLE_LOGIN_DENIED, false, "the URL has a user name, which is not supported", "" },
	{ CURLE_TOO_MANY_REDIRECTS, false, "too many redirects", "" },
	{ CURLE_UNSUPPORTED_PROTOCOL, false, "the server's response is not HTTP", "" },
	{ CURLE_GOT_NOTHING, false, "the server's response is empty", "" },
	{ CURLE_PARTIAL_FILE, false, "the server's response is shorter than it claims", "" },
	{ CURLE_FILESIZE_EXCEEDED, false, "the server's response is too large", "" },
};

static int explain_error(struct dt_symfetch *sf, CURLcode rc)
{
	const char *words = *sf->sf_words ? sf->sf_words : sf->sf_lib.lb_strerror(rc);
	struct dt_fetch *ft = sf->sf_now.tr_fetch;

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].rs_code == rc) {
			ft->ft_silent = reasons[i].rs_silent;
			return fail(ft, "%s (%s)%s", reasons[i].rs_what, words,
				reasons[i].rs_remedy);
		}
	return fail(ft, "the server's response cannot be read (%s)", words);
}

static int explain(struct dt_symfetch *sf, CURLcode rc)
{
	struct dt_fetch *ft = sf->sf_now.tr_fetch;
	long status = 0;

	sf->sf_lib.lb_get(sf->sf_curl, CURLINFO_RESPONSE_CODE, &status);
	if (*ft->ft_why) /* one of the callbacks ended it */
		return -1;
	if (rc == CURLE_UNSUPPORTED_PROTOCOL && status / 100 == 3)
		return fail(ft,
			"the server redirects to a URL that is not http: or https:, or "
			"from https: to http:");
	if (rc && rc != CURLE_HTTP_RETURNED_ERROR)
		return explain_error(sf, rc);
	if (status == 404)
		return fail(ft, "not found on the server");
	if (status != 200)
		return fail(ft, "the server answers with HTTP status %ld", status);
	if (!sf->sf_now.tr_done)
		return fail(ft, "the server's response is empty");
	return 0;
}

int dt_symfetch(struct dt_symfetch *sf, struct dt_fetch *ft, const char *url, int fd)
{
	bool secret = !strncasecmp(url, "https:", 6);
	const struct lib *lb = &sf->sf_lib;
	CURL *cu = sf->sf_curl;
	double t = now();

	sf->sf_now = (struct transfer){ .tr_fetch = ft, .tr_fd = fd, .tr_start = t, .tr_last = t };
	*ft->ft_why = *sf->sf_words = '\0';
	if (lb->lb_set(cu, CURLOPT_URL, url) ||
		lb->lb_set(cu, CURLOPT_REDIR_PROTOCOLS,
			secret ? (long)CURLPROTO_HTTPS : (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)))
		return fail(ft, "no memory");
	return explain(sf, lb->lb_perform(cu));
}

/*
 * Loading.
 */
static bool load(struct lib *lb)
{
	static const char *const names[] = { "libcurl.so.4", "libcurl-gnutls.so.4", NULL };
	const struct base_entry entries[] = {
		{ "curl_global_init", &lb->lb_global_init },
		{ "curl_global_cleanup", &lb->lb_global_cleanup },
		{ "curl_easy_init", &lb->lb_init },
		{ "curl_easy_cleanup", &lb->lb_cleanup },
		{ "curl_easy_setopt", &lb->lb_set },
		{ "curl_easy_getinfo", &lb->lb_get },
		{ "curl_easy_perform", &lb->lb_perform },
		{ "curl_easy_strerror", &lb->lb_strerror },
		{ NULL, NULL },
	};

	return base_loadlib(names, entries) && !lb->lb_global_init(CURL_GLOBAL_DEFAULT);
}

/* The environment variables of the curl command and of OpenSSL: the library doesn't read them. */
static int set_authorities(const struct lib *lb, CURL *cu)
{
	const char *bundle = getenv("CURL_CA_BUNDLE"), *dir = getenv("SSL_CERT_DIR");
	int bad = 0;

	if (!bundle || !*bundle)
		bundle = getenv("SSL_CERT_FILE");
	if (bundle && *bundle)
		bad |= (int)lb->lb_set(cu, CURLOPT_CAINFO, bundle);
	if (dir && *dir)
		bad |= (int)lb->lb_set(cu, CURLOPT_CAPATH, dir);
	return bad;
}

/* Options of all transfers: no cookies, no .netrc; only the connection is kept. */
static int set_options(struct dt_symfetch *sf)
{
	CURLcode (*set)(CURL *, CURLoption, ...) = sf->sf_lib.lb_set;
	CURL *cu = sf->sf_curl;
	int bad = set_authorities(&sf->sf_lib, cu);

	bad |= (int)set(cu, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
	bad |= (int)set(cu, CURLOPT_FOLLOWLOCATION, 1L);
	bad |= (int)set(cu, CURLOPT_MAXREDIRS, (long)REDIRECTS);
	bad |= (int)set(cu, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
	bad |= (int)set(cu, CURLOPT_HTTP09_ALLOWED, 0L);
	bad |= (int)set(cu, CURLOPT_FAILONERROR, 1L);
	bad |= (int)set(cu, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)MAXFILE);
	bad |= (int)set(cu, CURLOPT_USERAGENT, AGENT);
	bad |= (int)set(cu, CURLOPT_NOSIGNAL, 1L);
	bad |= (int)set(cu, CURLOPT_ERRORBUFFER, sf->sf_words);
	bad |= (int)set(cu, CURLOPT_NOPROGRESS, 0L);
	bad |= (int)set(cu, CURLOPT_XFERINFOFUNCTION, on_progress);
	bad |= (int)set(cu, CURLOPT_XFERINFODATA, &sf->sf_now);
	bad |= (int)set(cu, CURLOPT_HEADERFUNCTION, on_head);
	bad |= (int)set(cu, CURLOPT_HEADERDATA, &sf->sf_now);
	bad |= (int)set(cu, CURLOPT_WRITEFUNCTION, on_body);
	bad |= (int)set(cu, CURLOPT_WRITEDATA, &sf->sf_now);
#if CURL_AT_LEAST_VERSION(7, 87, 0)
	set(cu, CURLOPT_QUICK_EXIT, 1L); /* ^C doesn't wait for the resolver */
#endif
	return bad;
}

struct dt_symfetch *dt_symfetch_create(const char **why)
{
	struct dt_symfetch *sf = base_calloc(1, sizeof(*sf));

	*why = "no memory";
	if (!sf)
		return NULL;
	if (!load(&sf->sf_lib)) {
		*why = NEEDS "is not installed; install libcurl4";
		free(sf);
		return NULL;
	}
	sf->sf_curl = sf->sf_lib.lb_init();
	if (sf->sf_curl && !set_options(sf))
		return sf;
	*why = NEEDS "is too old; install 7.64 or later";
	dt_symfetch_destroy(sf);
	return NULL;
}

/* The library stays loaded: a thread of its resolver may still run. */
void dt_symfetch_destroy(struct dt_symfetch *sf)
{
	if (!sf)
		return;
	if (sf->sf_curl)
		sf->sf_lib.lb_cleanup(sf->sf_curl);
	sf->sf_lib.lb_global_cleanup();
	free(sf);
}
#else
struct dt_symfetch *dt_symfetch_create(const char **why)
{
	*why = NEEDS "this dtrace was built without; install libcurl4-openssl-dev and build again";
	return NULL;
}

void dt_symfetch_destroy(struct dt_symfetch *sf)
{
	(void)sf;
}

int dt_symfetch(struct dt_symfetch *sf, struct dt_fetch *ft, const char *url, int fd)
{
	(void)sf, (void)ft, (void)url, (void)fd;
	return -1;
}
#endif
