/* @at: 4 pid */
BEGIN
{
	@a = llquantize(1, pid, 0, 2, 10);
}
