/* @at: 6 *q */
struct fwd;
struct fwd *q;
BEGIN
{
	trace(*q);
}
