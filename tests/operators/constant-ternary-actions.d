/* @opts: -q */
inline int VERBOSE = 1;
inline int SILENT = 0;

BEGIN
{
	VERBOSE ? printf("one ") : 1;
	SILENT ? printf("never ") : 1;
	SILENT ? printf("never ") : printf("two ");
	1 ? trace(3) : printf("%d", nosuch);
	0 ? exit(1) : exit(0);
}
