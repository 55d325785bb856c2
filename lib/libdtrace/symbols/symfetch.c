/*
 * One file from a server, over plain HTTP.  A server that does not answer is not waited for long: names are a help,
 * and the output is without them what it is with them.
 */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "pdb.h"

#define TIMEOUT 20	/* seconds without a byte */
#define MAXFILE (4ull << 30)
#define REDIRECTS 4

struct url {
	char ul_host[256], ul_port[8], ul_path[4096];
};

static bool url_parse(const char *text, struct url *ul)
{
	const char *host = text + 7, *slash, *colon;
	size_t len;

	if (strncasecmp(text, "http://", 7))
		return false;
	slash = strchr(host, '/');
	len = slash ? (size_t)(slash - host) : strlen(host);
	colon = memchr(host, ':', len);
	if (!len ||
		(size_t)snprintf(ul->ul_path, sizeof(ul->ul_path), "%s", slash ? slash : "/") >= sizeof(ul->ul_path))
		return false;
	snprintf(ul->ul_port, sizeof(ul->ul_port), "%.*s", colon ? (int)(host + len - colon - 1) : 2,
		colon ? colon + 1 : "80");
	return (size_t)snprintf(ul->ul_host, sizeof(ul->ul_host), "%.*s", (int)(colon ? (size_t)(colon - host) : len),
		host) < sizeof(ul->ul_host);
}

static int http_connect(const struct url *ul, const char **why)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list, *ai;
	struct timeval tv = {.tv_sec = TIMEOUT};
	int fd = -1;

	if (getaddrinfo(ul->ul_host, ul->ul_port, &hints, &list)) {
		*why = "no such server";
		return -1;
	}
	for (ai = list; ai && fd < 0; ai = ai->ai_next) {
		fd = socket(ai->ai_family, ai->ai_socktype | SOCK_CLOEXEC, ai->ai_protocol);
		if (fd < 0)
			continue;
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv));
		if (connect(fd, ai->ai_addr, ai->ai_addrlen) < 0) {
			close(fd);
			fd = -1;
		}
	}
	freeaddrinfo(list);
	if (fd < 0)
		*why = "the server does not answer";
	return fd;
}

/* Without keep-alive and encodings: the answer is a head, and bytes to the end of the connection. */
static FILE *http_ask(const struct url *ul, const char **why)
{
	int fd = http_connect(ul, why), len;
	char ask[8192];
	FILE *fp;

	if (fd < 0)
		return NULL;
	len = snprintf(ask, sizeof(ask), "GET %s HTTP/1.0\r\nHost: %s\r\n"
		"User-Agent: Microsoft-Symbol-Server/10.0\r\nAccept: */*\r\n\r\n", ul->ul_path, ul->ul_host);
	fp = send(fd, ask, len, MSG_NOSIGNAL) == len ? fdopen(fd, "r") : NULL;
	if (!fp)
		close(fd);
	return fp;
}

struct answer {
	int an_status;
	long long an_length;	/* -1: not said */
	char an_location[4096];
};

static bool http_head(FILE *fp, struct answer *an)
{
	char line[8192];

	*an = (struct answer){.an_length = -1};
	if (!fgets(line, sizeof(line), fp) || sscanf(line, "HTTP/%*s %d", &an->an_status) != 1)
		return false;
	while (fgets(line, sizeof(line), fp)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (!*line)
			return true;
		if (!strncasecmp(line, "Content-Length:", 15))
			an->an_length = atoll(line + 15);
		else if (!strncasecmp(line, "Location:", 9))
			snprintf(an->an_location, sizeof(an->an_location), "%s", line + 9 + strspn(line + 9, " "));
	}
	return false;
}

static bool http_body(FILE *fp, FILE *out, long long length)
{
	unsigned long long done = 0;
	char buf[65536];
	size_t n;

	while ((n = fread(buf, 1, sizeof(buf), fp)) > 0 && (done += n) <= MAXFILE)
		if (fwrite(buf, 1, n, out) != n)
			return false;
	return !ferror(fp) && done <= MAXFILE && (length < 0 || done == (unsigned long long)length);
}

static int save(FILE *fp, const char *file, long long length, const char **why)
{
	char part[4200];
	FILE *out;
	int fd;

	*why = "cannot write into the store";
	if ((size_t)snprintf(part, sizeof(part), "%s.XXXXXX", file) >= sizeof(part) || (fd = mkstemp(part)) < 0)
		return -1;
	out = fdopen(fd, "w");
	if (!out) {
		close(fd);
		unlink(part);
		return -1;
	}
	fchmod(fd, 0644);
	if (!http_body(fp, out, length)) {
		*why = "the server's answer ends early";
		fclose(out);
		unlink(part);
		return -1;
	}
	if (fclose(out) || rename(part, file)) {
		unlink(part);
		return -1;
	}
	return 0;
}

int dt_symfetch(const char *url, const char *file, const char **why)
{
	struct answer an = {0};
	struct url ul;
	FILE *fp;
	int rc = -1;

	snprintf(an.an_location, sizeof(an.an_location), "%s", url);
	for (unsigned n = 0; n < REDIRECTS; n++) {
		*why = "not an http: address";
		if (!url_parse(an.an_location, &ul) || !(fp = http_ask(&ul, why)))
			return -1;
		*why = "the server's answer is not HTTP";
		if (http_head(fp, &an) && an.an_status / 100 == 2)
			rc = save(fp, file, an.an_length, why);
		else if (an.an_status)
			*why = an.an_status == 404 ? "the server does not have it" : "the server refuses it";
		fclose(fp);
		if (an.an_status / 100 != 3 || !*an.an_location)
			return rc;
	}
	*why = "the server sends from place to place";
	return -1;
}
