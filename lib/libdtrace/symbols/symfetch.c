/*
 * One file from a server, over plain HTTP.  A server that does not answer is not waited for long,
 * nor one that answers too slowly: names are a help, and the output is without them what it is with
 * them.
 */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"
#include "diskroom.h"
#include "pdb.h"

#define TIMEOUT 20	   /* seconds without a byte; and as much again for all that comes slowly */
#define SLOWEST (64 << 10) /* bytes a second */
#define SLICE 100	   /* milliseconds from one look at the interrupt to the next */
#define MAXHEAD (64 << 10)
#define MAXFILE ((uint64_t)4 << 30)
#define REDIRECTS 4
#define ADDRESS 4500

struct url {
	char ul_host[256], ul_port[8];
	char ul_named[280]; /* host and port, as they were written */
	const char *ul_path;
};

struct conn {
	struct dt_fetch *cn_fetch;
	int cn_fd;
	double cn_start, cn_last; /* when it began, when the last bytes came */
	uint64_t cn_total;
	size_t cn_at, cn_len; /* what of the buffer isn't taken yet */
	char cn_buf[65536];
};

__attribute__((format(printf, 2, 3))) static int fail(struct dt_fetch *ft, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(ft->ft_why, sizeof(ft->ft_why), fmt, ap);
	va_end(ap);
	return -1;
}

/* http://HOST[:PORT][/PATH], HOST in brackets if it is an address with colons */
static int url_parse(struct dt_fetch *ft, const char *text, struct url *ul)
{
	const char *host, *end, *port;

	for (const char *p = text; *p; p++)
		if (*p <= ' ' || *p > '~')
			return fail(ft, "the URL has characters that must be percent-encoded");
	if (strncasecmp(text, "http://", 7))
		return fail(ft, "not an http: URL");
	host = text + 7;
	end = host + strcspn(host, "/?#");
	ul->ul_path = *end ? end : "/";
	if ((size_t)(end - host) >= sizeof(ul->ul_named) || memchr(host, '@', (size_t)(end - host)))
		return fail(ft, "the URL names no server");
	snprintf(ul->ul_named, sizeof(ul->ul_named), "%.*s", (int)(end - host), host);
	port = *host == '[' ? strchr(ul->ul_named, ']') : strchr(ul->ul_named, ':');
	if (*host == '[') {
		if (!port)
			return fail(ft, "the URL names no server");
		snprintf(ul->ul_host, sizeof(ul->ul_host), "%.*s", (int)(port - ul->ul_named - 1),
			ul->ul_named + 1);
		port = port[1] == ':' ? port + 1 : NULL;
	} else
		snprintf(ul->ul_host, sizeof(ul->ul_host), "%.*s",
			(int)(port ? port - ul->ul_named : end - host), ul->ul_named);
	if (!*ul->ul_host || (port && strlen(port + 1) >= sizeof(ul->ul_port)))
		return fail(ft, "the URL names no server");
	strcpy(ul->ul_port, port ? port + 1 : "80");
	return 0;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Waits until the connection can be read or written, as events says. */
static int await(struct conn *cn, short events)
{
	struct pollfd pf = { .fd = cn->cn_fd, .events = events };
	struct dt_fetch *ft = cn->cn_fetch;
	double t;

	do {
		if (ft->ft_interrupt && *ft->ft_interrupt) {
			ft->ft_interrupted = true;
			return fail(ft, "interrupted");
		}
		t = now();
		if (t - cn->cn_last > TIMEOUT) {
			ft->ft_silent = true;
			return fail(ft, "the server does not answer");
		}
		if (t - cn->cn_start > 2 * TIMEOUT + (double)cn->cn_total / SLOWEST) {
			ft->ft_silent = true;
			return fail(ft, "the server answers too slowly");
		}
	} while (poll(&pf, 1, SLICE) <= 0);
	return 0;
}

static int connect_to(struct conn *cn, const struct addrinfo *ai)
{
	int error = 0;
	socklen_t len = sizeof(error);

	cn->cn_fd = socket(ai->ai_family, ai->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
		ai->ai_protocol);
	if (cn->cn_fd < 0)
		return fail(cn->cn_fetch, "no connection: %s", strerror(errno));
	if (connect(cn->cn_fd, ai->ai_addr, ai->ai_addrlen) < 0) {
		if (errno != EINPROGRESS)
			error = errno;
		else if (await(cn, POLLOUT) < 0)
			return -1;
		else
			getsockopt(cn->cn_fd, SOL_SOCKET, SO_ERROR, &error, &len);
	}
	if (!error)
		return 0;
	cn->cn_fetch->ft_silent = true;
	return fail(cn->cn_fetch, "the server does not answer (%s)", strerror(error));
}

static int http_connect(struct conn *cn, const struct url *ul)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list;
	int rc = -1;

	if (getaddrinfo(ul->ul_host, ul->ul_port, &hints, &list)) {
		cn->cn_fetch->ft_silent = true;
		return fail(cn->cn_fetch, "no such server");
	}
	for (struct addrinfo *ai = list; ai && rc < 0 && !cn->cn_fetch->ft_interrupted;
		ai = ai->ai_next) {
		if (cn->cn_fd >= 0)
			close(cn->cn_fd);
		cn->cn_start = cn->cn_last = now();
		rc = connect_to(cn, ai);
	}
	freeaddrinfo(list);
	if (rc == 0)
		cn->cn_fetch->ft_silent = false;
	return rc;
}

/*
 * Without keep-alive and encodings: the answer is a head, and bytes to the end of the connection.
 */
static int http_ask(struct conn *cn, const struct url *ul)
{
	char ask[8192];
	int len = snprintf(ask, sizeof(ask),
		"GET %s HTTP/1.0\r\nHost: %s\r\n"
		"User-Agent: Microsoft-Symbol-Server/10.0\r\nAccept: */*\r\n\r\n",
		ul->ul_path, ul->ul_named);

	if (len >= (int)sizeof(ask))
		return fail(cn->cn_fetch, "the address is too long");
	if (send(cn->cn_fd, ask, (size_t)len, MSG_NOSIGNAL) !=
		len) /* a new connection's buffer has room for it */
		return fail(cn->cn_fetch, "connection refused");
	return 0;
}

/* More bytes into the empty buffer: 1, 0 at the end, -1. */
static int fill(struct conn *cn)
{
	ssize_t got;

	do {
		if (await(cn, POLLIN) < 0)
			return -1;
		got = recv(cn->cn_fd, cn->cn_buf, sizeof(cn->cn_buf), 0);
	} while (got < 0 && (errno == EINTR || errno == EAGAIN));
	if (got < 0)
		return fail(cn->cn_fetch, "the server's response ends early (%s)", strerror(errno));
	cn->cn_at = 0;
	cn->cn_len = (size_t)got;
	cn->cn_total += (size_t)got;
	cn->cn_last = now();
	return got > 0;
}

/* A line without its end; what is longer than size is cut. */
static int http_line(struct conn *cn, char *line, size_t size)
{
	size_t n = 0;
	char c;

	do {
		if (cn->cn_at == cn->cn_len && fill(cn) <= 0)
			return -1;
		c = cn->cn_buf[cn->cn_at++];
		if (c != '\n' && c != '\r' && n + 1 < size)
			line[n++] = c;
	} while (c != '\n' && cn->cn_total <= MAXHEAD + sizeof(cn->cn_buf));
	line[n] = '\0';
	return c == '\n' ? 0 : -1;
}

struct answer {
	int an_status;
	uint64_t an_length; /* UINT64_MAX: not said */
	bool an_encoded;
	char an_location[4096];
};

/* The value if the line is that field's. */
static const char *field(const char *line, const char *name)
{
	size_t len = strlen(name);

	if (strncasecmp(line, name, len) || line[len] != ':')
		return NULL;
	return line + len + 1 + strspn(line + len + 1, " \t");
}

static int http_head(struct conn *cn, struct answer *an)
{
	char line[8192];
	const char *v;

	*an = (struct answer){ .an_length = UINT64_MAX };
	fail(cn->cn_fetch, "the server's response is not HTTP");
	if (http_line(cn, line, sizeof(line)) < 0 ||
		sscanf(line, "HTTP/%*s %d", &an->an_status) != 1)
		return -1;
	while (http_line(cn, line, sizeof(line)) == 0) {
		if (!*line)
			return 0;
		if ((v = field(line, "Content-Length")))
			an->an_length = strtoull(v, NULL, 10);
		else if ((v = field(line, "Transfer-Encoding")) ||
			(v = field(line, "Content-Encoding")))
			an->an_encoded = strcasecmp(v, "identity");
		else if ((v = field(line, "Location")))
			snprintf(an->an_location, sizeof(an->an_location), "%s", v);
	}
	return -1;
}

static int put(struct dt_fetch *ft, int fd, const char *buf, size_t n)
{
	ssize_t done;

	for (; n; buf += done, n -= (size_t)done) {
		done = write(fd, buf, n);
		if (done < 0 && errno == EINTR)
			done = 0;
		if (done < 0)
			return fail(ft, "cannot write to the symbol store: %s", strerror(errno));
	}
	return 0;
}

static int http_body(struct conn *cn, const struct answer *an, int fd)
{
	uint64_t done = 0, check = 0;
	size_t n;
	int more;

	do {
		n = cn->cn_len - cn->cn_at;
		if (done + n > MAXFILE)
			return fail(cn->cn_fetch, "the server's response is too large");
		if (done + n > check && !base_disk_room(fd))
			return fail(cn->cn_fetch,
				"cannot write to the symbol store: its file system is full");
		if (done + n > check)
			check = done + BASE_DISK_STEP;
		if (put(cn->cn_fetch, fd, cn->cn_buf + cn->cn_at, n) < 0)
			return -1;
		done += n;
		more = done < an->an_length ? fill(cn) : 0;
	} while (more > 0);
	if (more < 0)
		return -1;
	if (done == 0)
		return fail(cn->cn_fetch, "the server's response is empty");
	if (an->an_length != UINT64_MAX && done != an->an_length)
		return fail(cn->cn_fetch,
			"the server's response is shorter or longer than it claims");
	return 0;
}

/* One question.  0: fd has the answer; 1: next[ADDRESS] is to be asked; -1 */
static int ask(struct conn *cn, const char *url, struct answer *an, char *next, int fd)
{
	struct dt_fetch *ft = cn->cn_fetch;
	struct url ul;

	if (url_parse(ft, url, &ul) < 0 || http_connect(cn, &ul) < 0 || http_ask(cn, &ul) < 0 ||
		http_head(cn, an) < 0)
		return -1;
	if (an->an_status / 100 == 3 && *an->an_location == '/')
		snprintf(next, ADDRESS, "http://%s%s", ul.ul_named, an->an_location);
	else
		snprintf(next, ADDRESS, "%s", an->an_location);
	if (an->an_status / 100 == 3 && *next)
		return 1;
	if (an->an_status == 404)
		return fail(ft, "not found on the server");
	if (an->an_status != 200)
		return fail(ft, "the server answers with HTTP status %d", an->an_status);
	if (an->an_encoded)
		return fail(ft,
			"the server's response has a content encoding, which is not supported");
	return http_body(cn, an, fd);
}

int dt_symfetch(struct dt_fetch *ft, const char *url, int fd)
{
	struct answer *an = base_calloc(1, sizeof(*an));
	struct conn *cn = base_malloc(sizeof(*cn));
	char at[ADDRESS], next[ADDRESS];
	int rc = -1;

	fail(ft, "no memory");
	snprintf(at, sizeof(at), "%s", url);
	for (unsigned n = 0; an && cn && n <= REDIRECTS; n++) {
		*cn = (struct conn){ .cn_fetch = ft, .cn_fd = -1 };
		rc = ask(cn, at, an, next, fd);
		if (cn->cn_fd >= 0)
			close(cn->cn_fd);
		if (rc <= 0)
			break;
		rc = fail(ft, "too many redirects");
		memcpy(at, next, sizeof(at));
	}
	free(cn);
	free(an);
	return rc;
}
