/* The command line: options and operands in any order, kept in their order. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "cmd.h"

static const char letters[] = "+:3:6:aAb:Bc:CD:eE:f:FgGhHi:I:lL:m:n:o:p:P:qR:s:SU:vVwx:X:Z";

static const char usage_text[] =
	"Usage: dtrace [-64] [-aABCeFgGhHlqSvVwZ] [-b bufsz] [-c cmd] [-D name[=def]] [-E file]\n"
	"\t[-I path] [-L path] [-o output] [-p pid] [-R newfile] [-U name] [-x opt[=val]] [-X a|c|s|t]\n"
	"\t[-s script]\n"
	"\t[-P provider [[ predicate ] action ]]\n"
	"\t[-m [ provider: ] module [[ predicate ] action ]]\n"
	"\t[-f [[ provider: ] module: ] func [[ predicate ] action ]]\n"
	"\t[-n [[[ provider: ] module: ] func: ] name [[ predicate ] action ]]\n"
	"\t[-i probe-id [[ predicate ] action ]] [ args ... ]\n\n"
	"\tpredicate -> '/' D-expression '/'\n"
	"\t   action -> '{' D-statements '}'\n\n"
	"\t-64 programs have the LP64 data model, the only one there is\n"
	"\t-a  claim anonymous tracing state (not on this system)\n"
	"\t-A  save an enabling for the next boot (not on this system)\n"
	"\t-b  set trace buffer size\n"
	"\t-B  hand output to a handler before it is printed\n"
	"\t-c  run specified command and exit upon its completion\n"
	"\t-C  run the C preprocessor on program files before they are compiled\n"
	"\t-D  define a symbol when the preprocessor runs\n"
	"\t-e  exit after compiling the programs, before enabling them\n"
	"\t-E  read events from a trace file, or record them to a new one\n"
	"\t-f  enable or list probes matching the specified function name\n"
	"\t-F  coalesce trace output by function\n"
	"\t-g  run all clauses while a trace is recorded\n"
	"\t-G  generate an object with the programs' probes or enablings\n"
	"\t-h  generate a header for the declared providers\n"
	"\t-H  print the files that the preprocessor includes\n"
	"\t-i  enable or list probes matching the specified probe id\n"
	"\t-I  look for include files in this directory first\n"
	"\t-l  list probes matching specified criteria\n"
	"\t-L  add specified directory to library search path\n"
	"\t-m  enable or list probes matching the specified module name\n"
	"\t-n  enable or list probes matching the specified probe name\n"
	"\t-o  set output file\n"
	"\t-p  trace specified process and exit upon its completion\n"
	"\t-P  enable or list probes matching the specified provider name\n"
	"\t-q  set quiet mode (only output explicitly traced data)\n"
	"\t-R  copy events of the trace file to a new one\n"
	"\t-s  enable or list probes according to the specified D script\n"
	"\t-S  print D compiler intermediate code\n"
	"\t-U  undefine a symbol when the preprocessor runs\n"
	"\t-v  set verbose mode (report stability attributes, arguments)\n"
	"\t-V  report the version of the D language and of this command\n"
	"\t-w  permit destructive actions\n"
	"\t-x  enable or modify compiler and tracing options\n"
	"\t-X  how far the preprocessor conforms to ISO C\n"
	"\t-Z  permit probe descriptions that match zero probes\n";

static void usage(void)
{
	fputs(usage_text, stderr);
	exit(CMD_USAGE);
}

static void help(void)
{
	fputs(usage_text, stdout);
	exit(fflush(stdout) == 0 ? CMD_OK : CMD_ERROR);
}

/* Each list has as many places as the command line has words. */
static void cmd_init(struct cmd *cm, int argc)
{
	*cm = (struct cmd){
		.cm_opts = xcalloc(argc, sizeof(*cm->cm_opts)),
		.cm_progs = xcalloc(argc, sizeof(*cm->cm_progs)),
		.cm_targets = xcalloc(argc, sizeof(*cm->cm_targets)),
		.cm_events = xcalloc(argc, sizeof(*cm->cm_events)),
		.cm_argv = xcalloc(argc + 1, sizeof(*cm->cm_argv)),
		.cm_argc = 1,
	};
	cm->cm_argv[0] = "dtrace";
}

void args_free(struct cmd *cm)
{
	for (unsigned i = 0; i < cm->cm_nopts; i++)
		free(cm->cm_opts[i].cx_name);
	free(cm->cm_opts);
	free(cm->cm_progs);
	free(cm->cm_targets);
	free(cm->cm_events);
	free(cm->cm_argv);
}

static void option_add(struct cmd *cm, const char *letter, const char *name, const char *value,
	const char *text)
{
	char *copy = base_strdup(name);

	if (!copy)
		fatal("out of memory");
	cm->cm_opts[cm->cm_nopts++] = (struct setting){ letter, copy, value, text };
}

/* name or name=value */
static void x_add(struct cmd *cm, const char *text)
{
	struct setting *opt;
	char *eq;

	option_add(cm, NULL, text, NULL, text);
	opt = &cm->cm_opts[cm->cm_nopts - 1];
	eq = strchr(opt->cx_name, '=');
	if (eq) {
		*eq = '\0';
		opt->cx_value = eq + 1;
	}
}

static void mode_set(struct cmd *cm, char mode)
{
	if (cm->cm_mode && cm->cm_mode != mode) {
		note("only one of the [-AGhlV] options can be specified at a time");
		exit(CMD_USAGE);
	}
	cm->cm_mode = mode;
}

static void pid_add(struct cmd *cm, const char *text)
{
	char *end;
	long pid = strtol(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || pid <= 0 || pid > INT_MAX)
		fatal("invalid pid: %s", text);
	cm->cm_targets[cm->cm_ntargets++].tg_pid = pid;
}

static void program_add(struct cmd *cm, dtrace_probespec_t spec, const char *text)
{
	cm->cm_progs[cm->cm_nprogs++] = (struct program){ .pg_spec = spec, .pg_text = text };
}

/* letters that set an option of -x */
static bool flag_take(struct cmd *cm, int c)
{
	static const struct {
		char letter;
		const char *text, *name;
	} flags[] = {
		{ 'b', "-b", "bufsize" },
		{ 'C', "-C", "cpp" },
		{ 'D', "-D", "define" },
		{ 'F', "-F", "flowindent" },
		{ 'H', "-H", "cpphdrs" },
		{ 'I', "-I", "incdir" },
		{ 'L', "-L", "libdir" },
		{ 'q', "-q", "quiet" },
		{ 'R', "-R", "relog" },
		{ 'S', "-S", "verbose" },
		{ 'U', "-U", "undef" },
		{ 'w', "-w", "destructive" },
		{ 'X', "-X", "stdc" },
		{ 'Z', "-Z", "zdefs" },
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (flags[i].letter == c) {
			option_add(cm, flags[i].text, flags[i].name, optarg, optarg);
			return true;
		}
	return false;
}

/* -32, -64 */
static void model_take(int c)
{
	if (strcmp(optarg, c == '3' ? "2" : "4")) {
		note("illegal option -- %c%s", c, optarg);
		usage();
	}
	if (c == '3')
		fatal("-32: the data model of programs is always LP64");
}

/* The two words that every command knows; to getopt() they are the option "-". */
static void word_take(const char *word)
{
	if (!strcmp(word, "--help"))
		help();
	if (!strcmp(word, "--version"))
		exit(version_print());
}

static void option_take(struct cmd *cm, int c)
{
	switch (c) {
	case '3':
	case '6': model_take(c); break;
	case 'a': cm->cm_grab = true; break;
	case 'A':
	case 'G':
	case 'h':
	case 'l':
	case 'V': mode_set(cm, c); break;
	case 'B': cm->cm_buffered = true; break;
	case 'c': cm->cm_targets[cm->cm_ntargets++].tg_cmd = optarg; break;
	case 'e': cm->cm_compile_only = true; break;
	case 'E': cm->cm_events[cm->cm_nevents++] = optarg; break;
	case 'g': cm->cm_all = true; break;
	case 'f': program_add(cm, DTRACE_PROBESPEC_FUNC, optarg); break;
	case 'i': program_add(cm, DTRACE_PROBESPEC_ID, optarg); break;
	case 'n': program_add(cm, DTRACE_PROBESPEC_NAME, optarg); break;
	case 'm': program_add(cm, DTRACE_PROBESPEC_MOD, optarg); break;
	case 'o': cm->cm_output = optarg; break;
	case 'p': pid_add(cm, optarg); break;
	case 'P': program_add(cm, DTRACE_PROBESPEC_PROVIDER, optarg); break;
	case 's': program_add(cm, DTRACE_PROBESPEC_NONE, optarg); break;
	case 'v': cm->cm_verbose = true; break;
	case 'x': x_add(cm, optarg); break;
	case ':':
		note("option requires an argument -- %c", optopt);
		usage();
		break;
	default: note("illegal option -- %c", optopt ? optopt : '-'); usage();
	}
}

/* Options that exclude each other, and options that aren't supported. */
static void args_check(const struct cmd *cm)
{
	const char *with = cm->cm_output ? "-o" :
		cm->cm_mode == 'A'	 ? "-A" :
		cm->cm_mode == 'G'	 ? "-G" :
		cm->cm_mode == 'l'	 ? "-l" :
					   NULL;

	if (cm->cm_buffered && with) {
		note("-B can not be combined with %s", with);
		exit(CMD_USAGE);
	}
	if (cm->cm_mode && relog_named(cm)) {
		note("-R can not be combined with -%c", cm->cm_mode);
		exit(CMD_USAGE);
	}
	if (cm->cm_grab || cm->cm_mode == 'A')
		fatal("%s: there is no anonymous tracing on this system",
			cm->cm_grab ? "-a" : "-A");
	usdt_check(cm);
}

void args_parse(struct cmd *cm, int argc, char *const argv[])
{
	bool all_operands = false;
	int c;

	cmd_init(cm, argc);
	if (argc < 2)
		usage();
	for (optind = 1; optind < argc;) {
		int at = optind;

		while (!all_operands && (c = getopt(argc, argv, letters)) != -1) {
			if (c == '?' && optopt == '-' && optind < argc)
				word_take(argv[optind]);
			if (!flag_take(cm, c))
				option_take(cm, c);
			at = optind;
		}
		if (optind > at && !strcmp(argv[optind - 1], "--"))
			all_operands = true;
		if (optind < argc)
			cm->cm_argv[cm->cm_argc++] = argv[optind++];
	}
	args_check(cm);
}
