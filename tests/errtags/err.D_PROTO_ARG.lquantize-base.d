/* @at: 4 "x" */
BEGIN
{
	@ = lquantize(1, "x", 3);
}
