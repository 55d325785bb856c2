/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "kill -0 1"' */
syscall::kill:entry
/pid == $target/
{
	trace(nspid == pid);
}
