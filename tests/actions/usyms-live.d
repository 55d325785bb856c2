/* Names of the traced process: it runs its own code, or that of its C library or loader. */
/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -qs "$case" -c "sh ${case%.d}.sh" | sed -E 's,\<(dash|bash|sh|busybox|libc[^ ]*|ld-[^ ]*),OBJECT,; s,  *, ,g' */
profile-997
/pid == $target && arg1 != 0/
{
	umod(arg1);
	printf("\n%A\n", umod(arg1));
	@[umod(arg1)] = count();
	exit(0);
}
