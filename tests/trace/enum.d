/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
enum e { A, B = 5 };

BEGIN
{
	trace(B);
	exit(0);
}
