/* whole, phases */
syscall::sched_get_priority_max:entry
/pid == $target/
{
	@min = min(arg0);
	@max = max(arg0);
	@keys[arg1] = max(arg0);
	@sum[arg1] = sum(arg0);
	@gone[arg1] = count();
	@zero[arg1] = sum(0);
	@quantize = quantize(arg0);
	@stddev = stddev(arg0);
	@top[arg1] = sum(arg0);
	@normal = sum(arg0);
	@never = count();
}

/* Between the two phases. */
tick-200ms
/!n++/
{
	printa("%@d ", @min);
	printa("%@d ", @max);
	printa("%d:%@d ", @keys);
	printa("%d:%@d ", @sum);
	printa("%d:%@d ", @gone);
	printa("%d:%@d ", @zero);
	printa(@quantize);
	printa("%@d ", @stddev);
	printa("%d:%@d ", @top);
	normalize(@normal, 10);
	printa("%@d\n", @normal);
	clear(@min);
	clear(@max);
	clear(@keys);
	clear(@sum);
	trunc(@gone);
	trunc(@zero);
	clear(@quantize);
	clear(@stddev);
	trunc(@top, 1);
}
