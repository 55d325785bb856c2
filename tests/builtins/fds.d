/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "cd / && exec 5<>/dev/null 6</etc/passwd && read line <&6 && echo text >&5"' */
syscall::write:entry
/pid == $target && arg0 != 2/
{
	printf("%s %s %s\n", fds[arg0].fi_name, fds[arg0].fi_dirname, fds[arg0].fi_pathname);
	printf("%s %s %d\n", fds[args[0]].fi_pathname, fds[args[0]].fi_mount,
	    (fds[args[0]].fi_oflags & O_ACCMODE) == O_RDWR);
	printf("%s %d %d\n", fds[6].fi_pathname, fds[6].fi_offset > 0,
	    (fds[6].fi_oflags & O_ACCMODE) == O_RDONLY);
	printf("%s %s %s %s %d\n", fds[77].fi_name, fds[77].fi_pathname, fds[77].fi_fs, fds[77].fi_mount,
	    fds[-1].fi_oflags);
	exit(0);
}
