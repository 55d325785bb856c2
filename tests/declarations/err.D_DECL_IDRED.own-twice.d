/* @at: 4 timeout */
typedef char hrtime_t;
typedef int timeout;
typedef char timeout;

BEGIN
{
	exit(0);
}
