/* A sleep joins its wakeup by the thread's address, which args[], arg0, curlwpsinfo and curthread agree on. */
/* @feed: live */
/* @needs: root */
/* @opts: -q -c 'sleep 0.05' */
/* @filter: tr -d ' ' */
sched:::sleep
/pid == $target/
{
	slept[curlwpsinfo->pr_addr] = timestamp;
	where = curlwpsinfo->pr_wchan;
	state = curlwpsinfo->pr_sname;
	thread = curthread;
	process = curpsinfo->pr_addr;
}

sched:::wakeup
/slept[args[0]->pr_addr] && timestamp - slept[args[0]->pr_addr] > 40000000/
{
	printf("%d %c %c\n", (timestamp - slept[args[0]->pr_addr]) / 50000000 * 50, state, args[0]->pr_sname);
	printf("%d %d %d\n", arg0 == args[0]->pr_addr, arg1 == args[1]->pr_addr, args[0]->pr_wchan == where);
	printf("%d %d\n", arg0 == (uint64_t)thread, arg1 == process);
	printf("the kernel's: %d %d\n", arg0 >> 63, arg1 >> 63);
	func(where);
	printf("\n");
	woken = arg0;
}

sched:::on-cpu
/woken && (uint64_t)curthread == woken/
{
	printf("%c %x %d\n", curlwpsinfo->pr_sname, curlwpsinfo->pr_wchan, curlwpsinfo->pr_addr == woken);
	exit(0);
}
