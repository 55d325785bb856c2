/* The tags of llquantize() are those of Solaris, LOW and HIGH; on Oracle Linux they are LMAG and HMAG. */
BEGIN
{
	@ = llquantize(1, 10, 65536, 2, 10);
}
