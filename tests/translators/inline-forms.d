/* @opts: -q */
inline int two = 2;
inline int twice = two * 2;
inline string name = "inl";
inline int *none = NULL;

BEGIN
{
	printf("%d %d %s\n", two, twice, name);
	printf("%d\n", sizeof (name) == sizeof (string));
	exit(0);
}
