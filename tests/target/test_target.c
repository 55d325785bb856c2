/* The traced process: how a command is cut, held, let go, and lost. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "target.h"

static const struct dt_target_how at_exec;
static char err[256], dir[64];

static void check_split(const char *text, ...)
{
	const char *why, *want;
	char **argv = dt_target_split(text, &why);
	va_list ap;
	int i = 0;

	assert_non_null(argv);
	va_start(ap, text);
	while ((want = va_arg(ap, const char *))) {
		assert_non_null(argv[i]);
		assert_string_equal(argv[i++], want);
	}
	assert_null(argv[i]);
	va_end(ap);
	free(argv);
}

static void split_words(void **state)
{
	(void)state;
	check_split("ls", "ls", NULL);
	check_split("  ls\t -l  /tmp ", "ls", "-l", "/tmp", NULL);
	check_split("sh -c 'echo a b; x=\"$1\"'", "sh", "-c", "echo a b; x=\"$1\"", NULL);
	check_split("a \"b c\" d\\ e", "a", "b c", "d e", NULL);
	check_split("a \"say \\\"hi\\\" \\n\" 'it\\'", "a", "say \"hi\" \\n", "it\\", NULL);
	check_split("a'b'\"c\"d '' \"\"", "abcd", "", "", NULL);
	check_split("a \\' \\\" \\\\", "a", "'", "\"", "\\", NULL);
	check_split("a b\\", "a", "b\\", NULL);
	check_split("a b c d e f", "a", "b", "c", "d", "e", "f", NULL);
}

static void split_errors(void **state)
{
	const char *why;

	(void)state;
	assert_null(dt_target_split("", &why));
	assert_string_equal(why, "empty command");
	assert_null(dt_target_split(" \t ", &why));
	assert_null(dt_target_split("a 'b", &why));
	assert_string_equal(why, "unbalanced quote");
	assert_null(dt_target_split("a \"b", &why));
}

static const char *mark(void)
{
	static char path[96];

	snprintf(path, sizeof(path), "%s/mark", dir);
	return path;
}

static struct dt_target *touch_start(void)
{
	char cmd[128];

	unlink(mark());
	snprintf(cmd, sizeof(cmd), "touch %s", mark());
	return dt_target_create(cmd, &at_exec, err, sizeof(err));
}

static struct dt_target_end await(struct dt_target *tg)
{
	struct pollfd pf = { .fd = dt_target_fd(tg), .events = POLLIN };
	struct dt_target_end end = { 0 };

	assert_int_equal(poll(&pf, 1, 10000), 1);
	assert_true(dt_target_poll(tg, &end));
	assert_true(dt_target_poll(tg, &end)); /* and ever after */
	return end;
}

/* the executable that a process runs */
static char *exe_of(pid_t pid)
{
	static char name[256];
	char path[64];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	n = readlink(path, name, sizeof(name) - 1);
	name[n < 0 ? 0 : n] = '\0';
	return name;
}

static void held_until_continued(void **state)
{
	struct dt_target *tg = touch_start();
	struct dt_target_end end;

	(void)state;
	assert_non_null(tg);
	usleep(50000);
	assert_int_equal(access(mark(), F_OK), -1);
	assert_non_null(strstr(exe_of(dt_target_pid(tg)), "/bin/")); /* the exec is done */
	assert_false(dt_target_poll(tg, NULL));
	assert_int_equal(dt_target_continue(tg), 0);
	end = await(tg);
	assert_true(end.te_known);
	assert_int_equal(end.te_status, 0);
	assert_int_equal(end.te_signal, 0);
	assert_int_equal(access(mark(), F_OK), 0);
	dt_target_destroy(tg);
}

static void ends_are_told(void **state)
{
	struct dt_target *tg = dt_target_create("sh -c 'exit 3'", &at_exec, err, sizeof(err));
	struct dt_target_end end;

	(void)state;
	dt_target_continue(tg);
	end = await(tg);
	assert_int_equal(end.te_status, 3);
	dt_target_destroy(tg);
	tg = dt_target_create("sh -c 'kill -TERM $$'", &at_exec, err, sizeof(err));
	dt_target_continue(tg);
	end = await(tg);
	assert_int_equal(end.te_signal, SIGTERM);
	dt_target_destroy(tg);
}

static void cannot_execute(void **state)
{
	(void)state;
	assert_null(dt_target_create("no-such-command-here -x", &at_exec, err, sizeof(err)));
	assert_string_equal(err,
		"failed to execute no-such-command-here: No such file or directory");
	assert_null(dt_target_create("/", &at_exec, err, sizeof(err)));
	assert_string_equal(err, "failed to execute /: Permission denied");
	assert_null(dt_target_create("a 'b", &at_exec, err, sizeof(err)));
	assert_string_equal(err, "failed to execute a 'b: unbalanced quote");
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nothing is left behind */
	assert_int_equal(errno, ECHILD);
}

static void released_unstarted(void **state)
{
	struct dt_target *tg = touch_start();
	pid_t pid = dt_target_pid(tg);

	(void)state;
	dt_target_destroy(tg);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(access(mark(), F_OK), -1);
}

static void killed_while_held(void **state)
{
	struct dt_target *tg = touch_start();
	struct dt_target_end end;

	(void)state;
	kill(dt_target_pid(tg), SIGKILL);
	end = await(tg);
	assert_int_equal(end.te_signal, SIGKILL);
	assert_int_equal(dt_target_continue(tg), 0);
	dt_target_destroy(tg);
}

/* A tracer that is killed with SIGKILL takes the command it holds with it. */
static void tracer_killed(void **state)
{
	int say[2];
	pid_t tracer, held = 0;

	(void)state;
	assert_int_equal(pipe(say), 0);
	tracer = fork();
	if (tracer == 0) {
		struct dt_target *tg = touch_start();
		pid_t pid = tg ? dt_target_pid(tg) : -1;

		if (write(say[1], &pid, sizeof(pid)) == sizeof(pid))
			pause();
		_exit(1);
	}
	assert_int_equal(read(say[0], &held, sizeof(held)), sizeof(held));
	assert_true(held > 0);
	kill(tracer, SIGKILL);
	waitpid(tracer, NULL, 0);
	for (int i = 0; i < 200 && *exe_of(held); i++)
		usleep(10000);
	assert_string_equal(exe_of(held), "");
	assert_int_equal(access(mark(), F_OK), -1);
	close(say[0]);
	close(say[1]);
}

static void grab(void **state)
{
	struct dt_target *tg;
	struct dt_target_end end;
	pid_t pid = fork();

	(void)state;
	if (pid == 0) {
		pause();
		_exit(0);
	}
	tg = dt_target_grab(pid, err, sizeof(err));
	assert_non_null(tg);
	assert_int_equal(dt_target_pid(tg), pid);
	assert_int_equal(dt_target_continue(tg), 0);
	assert_false(dt_target_poll(tg, &end));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	end = await(tg);
	assert_false(end.te_known);
	dt_target_destroy(tg);
	assert_null(dt_target_grab(pid, err, sizeof(err)));
	assert_non_null(strstr(err, "failed to grab pid "));
	assert_non_null(strstr(err, ": No such process"));
}

static int setup(void **state)
{
	(void)state;
	snprintf(dir, sizeof(dir), "/tmp/test_target.XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	unlink(mark());
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(split_words),
		cmocka_unit_test(split_errors),
		cmocka_unit_test(held_until_continued),
		cmocka_unit_test(ends_are_told),
		cmocka_unit_test(cannot_execute),
		cmocka_unit_test(released_unstarted),
		cmocka_unit_test(killed_while_held),
		cmocka_unit_test(tracer_killed),
		cmocka_unit_test(grab),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
