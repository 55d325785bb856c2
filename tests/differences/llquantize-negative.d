/* @opts: -q */
/* llquantize() counts a negative value below the lowest bucket, as on Solaris; Oracle Linux has mirrored buckets. */
BEGIN
{
	@ = llquantize(-1000, 10, 0, 1, 10);
	exit(0);
}
