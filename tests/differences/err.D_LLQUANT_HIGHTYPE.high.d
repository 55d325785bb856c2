/* The tags of llquantize() are those of Solaris, LOW and HIGH; on Oracle Linux they are LMAG and HMAG. */
BEGIN
{
	x = 3;
	@ = llquantize(1, 10, 0, x, 10);
}
