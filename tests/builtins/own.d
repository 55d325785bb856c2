/* @feed: live */
/* @opts: -q */
/* BEGIN and END fire in dtrace's own thread, which is described like any other */
BEGIN, END
{
	printf("%s: %s, %d, %d\n", probename, threadname, execargs == curpsinfo->pr_psargs,
	    strstr(execargs, "own.d") != NULL);
	printf("%d, %c on %d, %s, %d %d\n", curpsinfo->pr_argc > 2, curlwpsinfo->pr_sname,
	    curlwpsinfo->pr_onpro - cpu, curlwpsinfo->pr_clname, curlwpsinfo->pr_pri - curlwpsinfo->pr_nice,
	    curpsinfo->pr_start / 1000000000 > walltimestamp / 1000000000 - 9);
}

tick-5ms
{
	exit(0);
}
