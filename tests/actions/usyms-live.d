/* Names of the traced process: its first call to close() is the loader's. */
/* @needs: root */
/* @cmd: dtrace -qs "$case" -c 'sh -c "exec 3</dev/null; exec 3<&-; sleep 1; exit"' | sed 's,ld-[^ ]*,LOADER,; s,  *, ,g' */
int n;

syscall::close:entry
/pid == $target && ucaller && !n++/
{
	umod(ucaller);
	printf("\n%A\n", umod(ucaller));
	@[umod(ucaller)] = count();
}

tick-200ms
/n/
{
	exit(0);
}
