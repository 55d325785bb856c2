/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "exec 7</etc/group; cat /etc/hostname >/dev/null 2>&1; true | true"' */
syscall::openat:return
/pid == $target && fds[arg1].fi_pathname == "/etc/group"/
{
	printf("%s %s\n", fds[arg1].fi_name, fds[arg0].fi_dirname);
}
