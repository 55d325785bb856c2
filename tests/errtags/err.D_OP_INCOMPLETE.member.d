struct fwd;
struct fwd *q;
BEGIN
{
	trace(q->a);
}
