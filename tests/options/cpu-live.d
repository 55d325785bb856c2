/* @feed: live */
/* @needs: root cmd:taskset */
/* @cmd: n=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online); dtrace -q -x cpu=$n -s $case -c "taskset -c $n dd if=/dev/zero of=/dev/null bs=64k count=30000 status=none" $n */
/* @filter: sort */
BEGIN,
tick-5ms,
syscall::read:entry,
sched:::on-cpu,
profile-997
{
	@elsewhere = sum(cpu != $1);
	@fired[probeprov, probename] = count();
}

END
{
	printf("END elsewhere %d\n", cpu != $1);
	printa("elsewhere %@d\n", @elsewhere);
	printa("%s %s\n", @fired);
}
