/* @at: 4 pid */
BEGIN
{
	@a = lquantize(1, pid, 5);
}
