/* What may have been meant by a command line that is wrong. The compiler has hints of its own. */
#include <string.h>
#include <sys/stat.h>
#include "cmd.h"

static bool is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* A program without -n, a script without -s. */
void hint_no_program(const struct cmd *cm)
{
	const char *word = cm->cm_argc > 1 ? cm->cm_argv[1] : NULL;

	if (cm->cm_nprogs)
		return;
	if (word && is_file(word))
		hint("a script follows -s: dtrace -s %s", word);
	else if (word && strpbrk(word, "{:"))
		hint("a program follows -n: dtrace -n '%s'", word);
	else
		hint("name a program with -n, or a script with -s");
}

/* The text of a program as the name of a script. */
void hint_script(const char *text)
{
	if (strpbrk(text, "{;") || strstr(text, "::"))
		hint("-s takes the name of a script; a program follows -n");
}

/* The name of a script as the text of a program. */
void hint_text(const char *text)
{
	if (is_file(text))
		hint("a script follows -s: dtrace -s %s", text);
}

void hint_record(const struct cmd *cm)
{
	if (cm->cm_record)
		hint("%s doesn't exist: the running system would be recorded to it", cm->cm_record);
}

void hint_enable(dtrace_hdl_t *hdl)
{
	if (dtrace_errno(hdl) == EDT_DESTRUCTIVE)
		hint("-w permits actions that change the system, as system() and raise() do");
}
