/* @at: 4 pid */
BEGIN
{
	@a = llquantize(1, 10, pid, 2, 10);
}
