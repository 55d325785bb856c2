/* The argument and environment vectors of a process, at an event of its own. */
/* @feed: live */
/* @needs: root */
/* @opts: -q -x setenv=FIRST=1 -c 'sh -c "kill -0 1" "two words"' */
syscall::kill:entry
/pid == $target/
{
	this->argv = curpsinfo->pr_argv;
	this->n = curpsinfo->pr_argc;
	printf("%d: %s, %s, %s, %s\n", this->n, copyinstr(*(uintptr_t *)copyin(this->argv, 8)),
	    copyinstr(*(uintptr_t *)copyin(this->argv + 8, 8)), copyinstr(*(uintptr_t *)copyin(this->argv + 16, 8)),
	    copyinstr(*(uintptr_t *)copyin(curpsinfo->pr_argv + 24, 8)));
	printf("after it: %d, and %d\n", *(uintptr_t *)copyin(this->argv + 32, 8),
	    curpsinfo->pr_envp == this->argv + 8 * (this->n + 1));
	printf("%d\n", strstr(copyinstr(*(uintptr_t *)copyin(curpsinfo->pr_envp, 8)), "=") != NULL);
}

/* of dtrace itself, whose events are not captured */
END
{
	printf("%s\n", basename(copyinstr(*(uintptr_t *)copyin(curpsinfo->pr_argv, 8))));
}
