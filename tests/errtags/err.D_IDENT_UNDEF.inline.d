/* @at: 2 nowhere */
inline int f = nowhere + 1;

BEGIN
{
}
