/* The tag of the steps of llquantize() is that of Solaris, NSTEP; on Oracle Linux it is STEP. */
BEGIN
{
	x = 3;
	@ = llquantize(1, 10, 0, 3, x);
}
