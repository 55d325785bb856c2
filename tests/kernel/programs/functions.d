/* whole */
syscall::sched_get_priority_max:entry
/pid == $target/
{
	@count = count();
	@sum = sum(arg0);
	@min = min(arg0);
	@max = max(arg0);
	@avg = avg(arg0);
	@stddev = stddev(arg0);
	@quantize = quantize(arg0);
	@weighed = quantize(arg1, arg2);
	@lquantize = lquantize(arg0, -100, 300, 20);
	@lquantize2 = lquantize(arg1, 0, 7);
	@llquantize = llquantize(arg0, 10, 0, 6, 20);
	@llquantize2 = llquantize(arg0, 2, 3, 60, 4);
	@negative = lquantize(arg0, -1000, 1000, 100, -1);
}
