/* -C: a program's text through the C preprocessor, which is a process of its own. */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "alloc.h"
#include "handle.h"

extern char **environ;

/* dtrace's own arguments, before and after those of the options. */
#define CPP_OWNARGS 16

/*
 * The system's headers are written for compilers. They have less of GNU C for one that isn't GCC;
 * but glibc hides attributes, on which the layout of structures depends, from those it doesn't
 * know. The names without underscores would be replaced in the names of probes.
 */
static const char *const system_args[] = { "-U__GNUC__", "-D__clang__=1", "-D__SVR4=1",
	"-D__linux=1", "-D__unix=1", "-Ulinux", "-Uunix" };

struct cpp {
	char **cp_argv;
	unsigned cp_argc;
	char *cp_list; /* copy of op_str, split at its newlines */
	char cp_version[48], cp_dir[4096];
};

static void arg_add(struct cpp *cp, const char *arg)
{
	cp->cp_argv[cp->cp_argc++] = (char *)arg;
}

/* #include "file" searches the directory of the program. */
static void dir_add(struct cpp *cp, const char *name)
{
	const char *slash = name ? strrchr(name, '/') : NULL;

	snprintf(cp->cp_dir, sizeof(cp->cp_dir), "-I%.*s", slash ? (int)(slash - name) + 1 : 1,
		slash ? name : ".");
	arg_add(cp, cp->cp_dir);
}

static int args_make(struct cpp *cp, const struct dt_options *op, const char *name)
{
	const char *path = op->op_str[DT_OPT_CPPPATH], *list = op->op_str[DT_OPT_CPPARGS];
	unsigned n = CPP_OWNARGS;
	char *save;

	for (const char *p = list; p && *p; p++)
		n += *p == '\n';
	cp->cp_argv = base_calloc(n + 3, sizeof(*cp->cp_argv));
	cp->cp_list = base_strdup(list ? list : "");
	if (!cp->cp_argv || !cp->cp_list)
		return -1;
	arg_add(cp, path ? path : "cpp");
	arg_add(cp, "-D__SUNW_D=1");
	for (size_t i = 0; i < sizeof(system_args) / sizeof(system_args[0]); i++)
		arg_add(cp, system_args[i]);
	snprintf(cp->cp_version, sizeof(cp->cp_version), "-D__SUNW_D_VERSION=0x%08llx",
		(unsigned long long)dt_opt(op, DT_OPT_VERSION));
	arg_add(cp, cp->cp_version);
	for (char *arg = strtok_r(cp->cp_list, "\n", &save); arg; arg = strtok_r(NULL, "\n", &save))
		arg_add(cp, arg);
	if (dt_opt(op, DT_OPT_CPPHDRS) > 0)
		arg_add(cp, "-H");
	dir_add(cp, name);
	return 0;
}

static void cpp_free(struct cpp *cp)
{
	free(cp->cp_argv);
	free(cp->cp_list);
}

/*
 * Defines __STDC__ according to -X, in the form of a system header, which cpp accepts without a
 * warning.
 */
static void stdc_write(FILE *fp, int64_t stdc)
{
	if (stdc == DT_STDC_C)
		return;
	fputs("# 1 \"stdc\" 3\n#undef __STDC__\n", fp);
	if (stdc != DT_STDC_S)
		fputs("#define __STDC__ 0\n", fp);
}

static void quoted_write(FILE *fp, const char *s)
{
	fputc('"', fp);
	for (; *s; s++)
		fprintf(fp, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	fputc('"', fp);
}

/*
 * The text as a file, for reading. A control line before it tells cpp the program's name; a #! line
 * is left out, but counted.
 */
static int text_file(const struct dt_options *op, const char *name, const char *text, size_t len)
{
	const char *nl = len > 2 && text[0] == '#' && text[1] == '!' ? memchr(text, '\n', len) :
								       NULL;
	int fd = memfd_create("dtrace-program", MFD_CLOEXEC);
	FILE *fp = fd < 0 ? NULL : fdopen(dup(fd), "w");
	bool ok;

	if (!fp) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	stdc_write(fp, dt_opt(op, DT_OPT_STDC));
	fprintf(fp, "# %d ", nl ? 2 : 1);
	quoted_write(fp, name ? name : "program");
	fputc('\n', fp);
	fwrite(nl ? nl + 1 : text, 1, nl ? len - (nl + 1 - text) : len, fp);
	ok = !ferror(fp);
	if (fclose(fp) != 0 || !ok || lseek(fd, 0, SEEK_SET) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Returns 0 or an error code. */
static int cpp_spawn(const struct cpp *cp, int in, int out)
{
	posix_spawn_file_actions_t fa;
	int status = 0, error;
	pid_t pid;

	if (posix_spawn_file_actions_init(&fa))
		return EDT_NOMEM;
	posix_spawn_file_actions_adddup2(&fa, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&fa, out, STDOUT_FILENO);
	error = posix_spawnp(&pid, cp->cp_argv[0], &fa, NULL, cp->cp_argv, environ);
	posix_spawn_file_actions_destroy(&fa);
	if (error)
		return error == ENOENT || error == EACCES || error == ENOTDIR ? EDT_CPPENT :
										EDT_CPPERR;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EDT_CPPERR;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EDT_CPPERR;
}

static char *take(int fd, size_t *len)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *buf = size < 0 ? NULL : base_malloc(size + 1);
	ssize_t n = 1;

	*len = 0;
	while (buf && n > 0 && *len < (size_t)size) {
		n = pread(fd, buf + *len, size - *len, *len);
		*len += n > 0 ? n : 0;
	}
	return buf;
}

char *dt_cpp(dtrace_hdl_t *h, const char *name, const char *text, size_t len, size_t *outlen)
{
	int in = text_file(&h->dh_opts, name, text, len),
	    out = memfd_create("dtrace-cpp", MFD_CLOEXEC);
	struct cpp cp = { 0 };
	int code = in < 0 || out < 0 || args_make(&cp, &h->dh_opts, name) < 0 ? EDT_NOMEM : 0;
	char *result = NULL;

	if (!code)
		code = cpp_spawn(&cp, in, out);
	if (!code)
		result = take(out, outlen);
	cpp_free(&cp);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	if (!result)
		dt_set_error(h, code ? code : EDT_NOMEM);
	return result;
}
