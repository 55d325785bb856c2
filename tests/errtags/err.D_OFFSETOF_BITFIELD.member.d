/* @at: 7 b */
struct s { int a; unsigned int b : 3; int arr[2]; };
struct s v;
struct s *p;
BEGIN
{
	trace(offsetof(struct s, b));
}
