/* @opts: -q -c "sleep 0.01" */
/* @feed: live */
/* @needs: root */
/* @filter: sed -E 's/[^ ].+$/FRAME/' */
syscall::clock_nanosleep:entry
/pid == $target/
{
	ustack(2);
}
