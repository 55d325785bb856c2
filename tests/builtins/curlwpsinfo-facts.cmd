# @feed: live
# @needs: root cmd:taskset cmd:chrt
# What a thread is, against what the commands that made it so were told.
facts() {
	what=$1
	shift
	echo "$what: $(dtrace -qn 'syscall::kill:entry /pid == $target/ {
		printf("%s nice %d bound to %d of mask %x, I/O %x; %c in %s, %d %d", curlwpsinfo->pr_clname,
		    curlwpsinfo->pr_nice - $2, curlwpsinfo->pr_bindpro, curlwpsinfo->pr_affinity & 1, curlwpsinfo->pr_iopri,
		    curlwpsinfo->pr_sname, curlwpsinfo->pr_syscall == $1 ? "kill" : "?",
		    curlwpsinfo->pr_cpu == cpu && curlwpsinfo->pr_onpro == cpu, curlwpsinfo->pr_bindpset == PS_NONE);
		exit(0); }' -c "$* sh -c 'kill -0 1'" "$kill" "$(nice)")"
}
kill=$(dtrace -l -n 'syscall::kill:entry' >/dev/null && python3 -c 'import os; print(129 if os.uname().machine == "aarch64" else 62)')
facts plain nice -n 0
facts nice nice -n 7
facts bound taskset 1
facts real-time chrt -r 5
facts idle chrt -i 0
facts ionice ionice -c 2 -n 3
