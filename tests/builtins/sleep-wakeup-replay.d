/* @E: demo */
/* @opts: -q */
/* Each thread and process has an address, by which a sleep joins its wakeup. */
sched:::sleep
{
	slept[curlwpsinfo->pr_addr] = timestamp;
	thread[curlwpsinfo->pr_addr] = curlwpsinfo->pr_lwpid;
	@["sleeps", curlwpsinfo->pr_sname, curlwpsinfo->pr_clname] = count();
}

sched:::wakeup
{
	@a["addresses of a wakeup", arg0 == args[0]->pr_addr && arg0 != 0, arg1 == args[1]->pr_addr && arg1 != 0] = count();
}

sched:::wakeup
/slept[args[0]->pr_addr]/
{
	@b["wakes who sleeps", thread[args[0]->pr_addr] == args[0]->pr_lwpid, args[0]->pr_sname == 'S'] = count();
}

sched:::on-cpu
{
	@c["curthread", (uint64_t)curthread == curlwpsinfo->pr_addr, curpsinfo->pr_addr != 0] = count();
	@d["idle", execname == "idle", pid == 0 && curlwpsinfo->pr_clname == "SYS"] = count();
}
