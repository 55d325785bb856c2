/* @at: 7 *(struct big *)0 */
/* A value takes at most 16 MiB, whatever its type's size. */
struct big { char b_half[16777216]; char b_more[1]; };

BEGIN
{
	trace(*(struct big *)0);
	exit(0);
}
