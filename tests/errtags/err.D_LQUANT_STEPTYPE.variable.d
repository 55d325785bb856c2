/* @at: 4 pid */
BEGIN
{
	@a = lquantize(1, 2, 9, pid);
}
