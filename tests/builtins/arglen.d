/* @feed: live */
/* @opts: -q -c 'sh -c :' */
/* The bytes of the command line, as /proc has them: each argument and its NUL. */
proc:::exit
/pid == $target/
{
	printf("%s %d %d\n", curpsinfo->pr_psargs, curpsinfo->pr_arglen, curpsinfo->pr_argc);
}
