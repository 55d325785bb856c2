# what a thread is doing and whose it is, by the names of the classic systems
# @feed: live
# @needs: root
dtrace -qn 'syscall::clock_nanosleep:entry, syscall::nanosleep:entry /pid == $target/ {
	printf("in the call: %d %d %d\n", curlwpsinfo->pr_state == SONPROC, curlwpsinfo->pr_flag & PR_ISSYS,
	    curlwpsinfo->pr_flag & PR_STOPPED); self->in = 1; }
sched:::off-cpu /self->in && curlwpsinfo->pr_state == SSLEEP/ { printf("asleep: %c\n", curlwpsinfo->pr_sname); exit(0); }' \
	-c 'sleep 0.01'
dtrace -qn 'sched:::on-cpu /ppid == 2/ { printf("of the kernel: %d\n", curlwpsinfo->pr_flag == PR_ISSYS); exit(0); }'
dtrace -qn 'sched:::enqueue /args[0]->pr_lwpid == $target/ { printf("waits: %d\n", args[0]->pr_state == SRUN); exit(0); }' \
	-c 'sleep 0.01'
