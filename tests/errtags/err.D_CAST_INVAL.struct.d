/* @at: 7 (struct s)1 */
struct s { int a; unsigned int b : 3; int arr[2]; };
struct s v;
struct s *p;
BEGIN
{
	trace((struct s)1);
}
